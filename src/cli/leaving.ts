import { setMaxListeners } from 'node:events';
import { readlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { AddedChecks } from '../checks/custom-checks.ts';
import { StrayFault } from '../checks/faults.ts';
import { writeLastWords } from '../text/output.ts';
import { printable, shown } from '../text/shown.ts';
import { faultText, type Surroundings } from './surroundings.ts';

const exit = process.exit.bind(process);
let ended = false;
let waitsForNothing = false;
let takeStray: ((error: unknown) => void) | undefined;

/** Ends the process at once with a status that the command decided on. */
export function leave(status: number): never {
  ended = true;
  return exit(status);
}

/** Ends the process with status 130, or by SIGINT if `exit` would wait for a thread. */
export function leaveAtOnce(): never {
  waitsForNothing = true;
  return leave(130);
}

/** Accepts the exit status that is set from now on: the command is finished. */
export function commandEnded(): void {
  ended = true;
}

/**
 * Reserves the exit status for the command: `process.exit` throws, and a process that ends before the command does has
 * status 3, so that no pipeline takes it for a pass.
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

/** Whether something occupies a thread that `exit` would wait for, such as a DNS lookup or a disk that hangs. */
function keepsThread(): boolean {
  return process.getActiveResourcesInfo().some((name) => /^(FSReq|GetAddrInfo|GetNameInfo)|Job$/.test(name));
}

/** Ends the process without waiting for anything; a shell shows that as 130, too. */
function dieOfInterrupt(): void {
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
}

/** Passes an uncaught error to the running command, if it takes such errors. Returns whether it does. */
export function handOver(error: unknown): boolean {
  takeStray?.(error);
  return takeStray !== undefined;
}

/** A process gets SIGHUP when its terminal is closed. */
const stopping = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls `stop` at the first stop signal; a second one ends the process with status 130. Returns a function that undoes it. */
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
 * Runs `act`, which writes files: a signal ends the process with status 130 and removes what is half-written. Not for work
 * that blocks the event loop, where only the default action of a signal ends the process at once.
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

/** Waits until signals that arrived while the event loop was busy are delivered; removing listeners earlier loses them. */
async function delivered(): Promise<void> {
  await turn();
  await turn();
}

/** Ignores SIGHUP under `nohup`, as Node.js resets signals at startup. The shell's `_` and nohup.out show it. */
export function ignoreHangUpUnderNohup(env: Readonly<Record<string, string | undefined>>): void {
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

/** How long a run may take to end after a custom check was interrupted, in ms. */
const longestEndMs = 5_000;

/**
 * Runs `act`, which makes and writes a report, and returns its exit status. Its signal aborts at the first stop signal, after
 * `onStop` was called, and at a `StrayFault`: an uncaught error, or custom code that blocks the event loop.
 */
export async function watched(
  added: readonly AddedChecks[],
  surroundings: Surroundings,
  onStop: () => void,
  act: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const { stderr, redact } = surroundings;
  const abort = new AbortController();
  // Each request in flight listens to it.
  setMaxListeners(0, abort.signal);
  const strays: unknown[] = [];
  const take = (error: unknown): void => {
    strays.push(error);
    abort.abort(new StrayFault('something threw where nobody could catch it', { cause: error }));
  };
  takeStray = take;
  const stopListening = onStopSignal(() => {
    onStop();
    abort.abort(new Error('the run was interrupted'));
  });
  let giveUp: NodeJS.Timeout | undefined;
  const watchdog = added.length === 0 ? undefined : await import('../checks/watchdog.ts');
  const stopWatchdog = watchdog?.startWatchdog((error) => {
    // Ctrl-C during the interrupted code comes first.
    void delivered().then(() => take(error));
    // Whatever waited for the interrupted code may never finish.
    giveUp ??= setTimeout(() => {
      stderr.write(
        shown`petstore-conformance: a custom check ${printable(redact(error.message))}. No report could be made.\n`,
      );
      leave(3);
    }, longestEndMs);
  });
  try {
    const status = await act(abort.signal);
    await delivered();
    if (status !== 0 || strays.length === 0) return status;
    stderr.write(faultText(strays[0], surroundings));
    return 3;
  } finally {
    await delivered();
    stopListening();
    takeStray = undefined;
    stopWatchdog?.();
    clearTimeout(giveUp);
  }
}
