import { tmpdir } from 'node:os';
import { createSecrecy } from '../../src/cli/environment.ts';
import { main } from '../../src/cli/main.ts';
import { type Ended, mainAsBuilt, type ProcessOptions } from './command.ts';

/** Options for a command that runs in the test process. With `atTerminal`, both streams are terminals with 80 columns. */
export type Environment = Omit<ProcessOptions, 'nodeArgs'> & { readonly atTerminal?: boolean };

/** A process has only one working directory, so commands that set it run one at a time. */
let last: Promise<unknown> = Promise.resolve();

function inFolder<Result>(cwd: string, work: () => Promise<Result>): Promise<Result> {
  const next = last.then(async () => {
    const before = process.cwd();
    process.chdir(cwd);
    try {
      return await work();
    } finally {
      process.chdir(before);
    }
  });
  last = next.catch(() => {});
  return next;
}

/**
 * Runs a command in the test process with its own folder, variables and output. Use `command` and `start` to test the end of a
 * process, signals and pipes.
 */
export function carryOut(args: readonly string[], environment: Environment = {}): Promise<Ended> {
  return inFolder(environment.cwd ?? tmpdir(), () => carryOutBy(main, args, environment));
}

/** Runs the built command in the test process. The user modules that it loads share its modules. */
export function carryOutAsBuilt(args: readonly string[], environment: Environment = {}): Promise<Ended> {
  return inFolder(environment.cwd ?? tmpdir(), async () =>
    carryOutBy(await mainAsBuilt(), args, environment),
  );
}

// Raise the limit, because every running command listens for signals, and several tests run commands at the same time.
process.setMaxListeners(20);

/** Runs a command in the project's folder, concurrently with others. */
export function carryOutHere(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  return carryOutBy(main, args, { env });
}

async function carryOutBy(
  carry: typeof main,
  args: readonly string[],
  { env = {}, atTerminal = false }: Environment,
): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof texts) => ({
    ...(atTerminal ? { isTTY: true, columns: 80 } : {}),
    write(text: string) {
      texts[name] += text;
      return true;
    },
  });
  const streams = { stdout: stream('stdout'), stderr: stream('stderr') };
  const status = await carry(args, createSecrecy({ env, ...streams }));
  return { status, ...texts };
}
