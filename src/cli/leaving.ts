import { readlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { writeLastWords } from '../text/output.ts';
import { shown } from '../text/shown.ts';

const exit = process.exit.bind(process);
let ended = false;
let waitsForNothing = false;
let taker: ((error: unknown) => void) | undefined;

/** Ends the process at once with a status that the command itself decided on. */
export function leave(status: number): never {
  ended = true;
  return exit(status);
}

/** Ends the process with status 130, or by SIGINT where its end would have to wait for a thread. */
export function leaveAtOnce(): never {
  waitsForNothing = true;
  return leave(130);
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
  if (reallyExit !== undefined)
    inner.reallyExit = (status) => {
      if (waitsForNothing && keepsThread()) dieOfInterrupt();
      reallyExit(ended ? status : 3);
    };
  process.on('exit', () => {
    if (ended) return;
    process.exitCode = 3;
    writeLastWords(
      shown`petstore-conformance: the process was ended before the command was: nothing can be said.\n`,
    );
  });
}

/** Whether something occupies a thread that `exit` would wait for, such as the look-up of a host name or a disk that hangs. */
function keepsThread(): boolean {
  return process.getActiveResourcesInfo().some((name) => /^(FSReq|GetAddrInfo|GetNameInfo)|Job$/.test(name));
}

/** Ends the process without waiting for anything; a shell calls that 130, too. */
function dieOfInterrupt(): void {
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
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

/** SIGHUP is what a process gets when its terminal is closed. */
const stopping = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `stop` at the first SIGINT, SIGTERM or SIGHUP; a second one ends the process at once with status 130. Returns
 * the way to stop listening, after which a signal does what it does to any process.
 */
export function onStopSignal(stop: () => void): () => void {
  let asked = false;
  const listener = (): void => {
    if (asked) leaveAtOnce();
    asked = true;
    stop();
  };
  const heard = stopping.filter((signal) => signal !== 'SIGHUP' || !isUnderNohup(process.env));
  for (const signal of heard) process.on(signal, listener);
  return () => {
    for (const signal of heard) process.off(signal, listener);
  };
}

/**
 * Does what writes files: a signal meanwhile ends the process with status 130, and takes away what is half-written. Not for
 * what holds the event loop, where only the default action of a signal ends the process at once.
 */
export async function endedBySignal<Result>(act: () => Promise<Result>): Promise<Result> {
  const stopListening = onStopSignal(() => leave(130));
  try {
    return await act();
  } finally {
    await delivered();
    stopListening();
  }
}

/** Resolves once what came while the event loop was busy is delivered: who stops listening before that loses signals. */
export async function delivered(): Promise<void> {
  await turn();
  await turn();
}

/**
 * Ignores SIGHUP under `nohup`. Node.js undoes that when it starts, and keeps no trace of it: the environment of the shell
 * and the file to which `nohup` sends the output say so.
 */
export function heedNohup(env: Readonly<Record<string, string | undefined>>): void {
  if (isUnderNohup(env)) process.on('SIGHUP', () => {});
}

function isUnderNohup({ _: started = '' }: Readonly<Record<string, string | undefined>>): boolean {
  return basename(started) === 'nohup' || [1, 2].some(isNohupOut);
}

function isNohupOut(descriptor: number): boolean {
  try {
    return basename(readlinkSync(`/proc/self/fd/${descriptor}`)) === 'nohup.out';
  } catch {
    return false;
  }
}
