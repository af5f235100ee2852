import { setMaxListeners } from 'node:events';
import { readlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { AddedChecks } from '../checks/custom-checks.ts';
import { StrayFault } from '../checks/faults.ts';
import { writeLastWords } from '../text/output.ts';
import { printable, shown } from '../text/shown.ts';
import { type Environment, faultText } from './environment.ts';

const exit = process.exit.bind(process);
let ended = false;
let exitsNow = false;
let reportStray: ((error: unknown) => void) | undefined;

/** Ends the process immediately with a status that the command chose. */
export function exitWith(status: number): never {
  ended = true;
  return exit(status);
}

/** Ends the process with status 130, or by SIGINT if `exit` would wait for a thread. */
export function exitNow(): never {
  exitsNow = true;
  return exitWith(130);
}

/** Accepts the exit status from now on, because the command has finished. */
export function commandEnded(): void {
  ended = true;
}

/**
 * Reserves the exit status for the command: `process.exit` throws, and a process that ends before the command has status 3,
 * so that a pipeline does not pass.
 */
export function holdExit(): void {
  process.exit = (code) => {
    throw new Error(`process.exit(${code ?? ''}) was called, but only the command may exit`);
  };
  syncBuiltinESMExports();
  const inner: { reallyExit?: (status: number) => void } = process as never;
  const reallyExit = inner.reallyExit?.bind(process);
  if (reallyExit !== undefined)
    inner.reallyExit = (status) => {
      if (exitsNow && usesThread()) endBySigint();
      reallyExit(ended ? status : 3);
    };
  process.on('exit', () => {
    if (ended) return;
    process.exitCode = 3;
    writeLastWords(
      shown`petstore-conformance: the process ended before the command finished, so there is no verdict.\n`,
    );
  });
}

/** Checks whether `exit` would wait for a thread, such as a DNS lookup or a hanging disk. */
function usesThread(): boolean {
  return process.getActiveResourcesInfo().some((name) => /^(FSReq|GetAddrInfo|GetNameInfo)|Job$/.test(name));
}

/** Ends the process without waiting; a shell reports that as 130, too. */
function endBySigint(): void {
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
}

/** Passes an uncaught error to the running command. Returns false if the command does not handle such errors. */
export function passToCommand(error: unknown): boolean {
  reportStray?.(error);
  return reportStray !== undefined;
}

/** Signals that stop a command; SIGHUP arrives when the terminal is closed. */
const stopping = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls `stop` on the first stop signal; a second one ends the process with 130. Returns a function that removes this. */
export function onStopSignal(stop: () => void): () => void {
  let asked = false;
  const listener = (): void => {
    if (asked) exitNow();
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
 * Runs `act`, which writes files: a signal ends the process with status 130 and removes incomplete files. Not for work that
 * blocks the event loop, because only the default action of a signal can end that.
 */
export async function stoppableBySignal<Result>(act: () => Promise<Result>): Promise<Result> {
  const stopListening = onStopSignal(() => exitWith(130));
  try {
    return await act();
  } finally {
    await delivered();
    stopListening();
  }
}

/** Waits for signals that arrived while the event loop was busy; without this, removing listeners would lose them. */
async function delivered(): Promise<void> {
  await turn();
  await turn();
}

/** Ignores SIGHUP under `nohup`, because Node.js resets signals at startup. The shell's `_` and nohup.out reveal it. */
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

/** Time for a run to end after a custom check was interrupted, in ms. */
const longestEndMs = 5_000;

/**
 * Runs `act`, which makes and writes a report, and returns its exit status. Its signal aborts on the first stop signal,
 * after `onStop`, and on a `StrayFault`: an uncaught error, or custom code that blocks the event loop.
 */
export async function watched(
  added: readonly AddedChecks[],
  environment: Environment,
  onStop: () => void,
  act: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const { stderr } = environment;
  const abort = new AbortController();
  // Each request in flight adds a listener.
  setMaxListeners(0, abort.signal);
  const strays: unknown[] = [];
  const take = (error: unknown): void => {
    strays.push(error);
    abort.abort(new StrayFault('an error was thrown outside of any handler', { cause: error }));
  };
  reportStray = take;
  const stopListening = onStopSignal(() => {
    onStop();
    abort.abort(new Error('the run was interrupted'));
  });
  let giveUp: NodeJS.Timeout | undefined;
  const watchdog = added.length === 0 ? undefined : await import('../checks/watchdog.ts');
  const stopWatchdog = watchdog?.startWatchdog((error) => {
    // Ctrl-C during the interrupted code comes first.
    void delivered().then(() => take(error));
    // Code that waits for the interrupted code may never finish.
    giveUp ??= setTimeout(() => {
      stderr.write(
        shown`petstore-conformance: a custom check ${printable(error.message)}. There is no report.\n`,
      );
      exitWith(3);
    }, longestEndMs);
  });
  try {
    const status = await act(abort.signal);
    await delivered();
    if (status !== 0 || strays.length === 0) return status;
    stderr.write(faultText(strays[0], environment));
    return 3;
  } finally {
    await delivered();
    stopListening();
    reportStray = undefined;
    stopWatchdog?.();
    clearTimeout(giveUp);
  }
}
