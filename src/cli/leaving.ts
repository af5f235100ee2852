import { syncBuiltinESMExports } from 'node:module';
import { shown } from '../report/escape.ts';
import { writeLastWords } from '../report/output.ts';

const exit = process.exit.bind(process);
let ended = false;
let taker: ((error: unknown) => void) | undefined;

/** Ends the process at once with a status that the command itself decided on. */
export function leave(status: number): never {
  ended = true;
  return exit(status);
}

/** The command has come to its end: from here on the status that it set is the one that is meant. */
export function commandEnded(): void {
  ended = true;
}

/**
 * Lets nothing but the command decide how it ends: `process.exit` throws, and a process that ends in another way before
 * the command did has status 3, so that no gate takes it for a pass.
 */
export function holdExit(): void {
  process.exit = (code) => {
    throw new Error(`process.exit(${code ?? ''}) was called, which only the command may do`);
  };
  syncBuiltinESMExports();
  const inner: { reallyExit?: (status: number) => void } = process as never;
  const reallyExit = inner.reallyExit?.bind(process);
  if (reallyExit !== undefined) inner.reallyExit = (status) => reallyExit(ended ? status : 3);
  process.on('exit', () => {
    if (ended) return;
    process.exitCode = 3;
    writeLastWords(
      shown`petstore-conformance: the process was ended before the command was: nothing can be said.\n`,
    );
  });
}

/** Hands what nobody caught to `take`, until the function that is returned is called. */
export function onStray(take: (error: unknown) => void): () => void {
  taker = take;
  return () => {
    taker = undefined;
  };
}

/** Whether anybody took over what nobody caught. */
export function handOver(error: unknown): boolean {
  taker?.(error);
  return taker !== undefined;
}
