import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { userFiles } from '../files/load-module.ts';
import { writeLastWords } from '../text/output.ts';
import { printable, shown } from '../text/shown.ts';
import type { Environment } from './environment.ts';

let ended = false;

/** Ends the process immediately with a status that the command chose. */
export function exitWith(status: number): never {
  ended = true;
  return process.exit(status);
}

/** Ends the process with status 130, or with SIGINT if `exit` would wait for a thread. */
export function exitNow(): never {
  // This listener is added last, so that incomplete files are removed first.
  process.on('exit', () => {
    if (usesThread()) endBySigint();
  });
  return exitWith(130);
}

/** Records that the command has finished, so that the process may end with its own exit status. */
export function commandEnded(): void {
  ended = true;
}

/** Sets the exit status to 3 if the process ends before the command has finished, so that a pipeline does not pass. */
export function failIfUnfinished(): void {
  process.on('exit', () => {
    if (ended) return;
    process.exitCode = 3;
    const files = userFiles().map((file) => basename(file));
    const why =
      files.length === 0
        ? ''
        : shown` Does ${printable(files.join(' or '))} call process.exit, or wait for something that never happens?`;
    writeLastWords(
      shown`petstore-conformance: the process ended before the command finished, so there is no verdict.${why}\n`,
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

/** Signals that stop a command; SIGHUP arrives when the terminal is closed. */
const stopping = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Whether npm or npx started this command. */
const isFromNpm = process.env['npm_execpath'] !== undefined;

const startedBy = starter();

/**
 * Returns the parent of this process and, if that is a shell, the process that started the shell. Only on Linux can the kit
 * find the parent of another process.
 */
function starter(): { readonly parent: number; readonly ofShell?: string | undefined } {
  const parent = process.ppid;
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8');
    return { parent, ofShell: /^\d+ \(\w*sh\) \w (\d+)/.exec(stat)?.[1] };
  } catch {
    return { parent };
  }
}

/**
 * Checks whether npm started this command and has ended since then, because a signal may end npm without reaching the
 * command. The shell that npm started, which is the parent of the command, may still be running.
 */
function isOrphan(): boolean {
  const { parent, ofShell } = starter();
  const shells = [startedBy.ofShell, ofShell];
  return (
    isFromNpm && (parent !== startedBy.parent || (!shells.includes(undefined) && shells[0] !== shells[1]))
  );
}

/** How often a command checks whether it is an orphan, in ms. */
const orphanCheckMs = 200;

/**
 * The longest time between a signal and its echo, in ms. The echo is from npm, which passes on a signal that the terminal
 * has already sent to all processes.
 */
const longestEchoMs = 1_000;

/** When the command was first asked to stop. */
let askedAt: number | undefined;

/**
 * Calls `stop` on the first stop signal, or when npm is gone; a second signal ends the process with 130. Returns a function
 * that stops listening.
 */
export function onStopSignal(stop: () => void): () => void {
  const ask = (): void => {
    askedAt = performance.now();
    stop();
  };
  const listener = (): void => {
    if (askedAt === undefined) ask();
    else if (!isFromNpm || performance.now() - askedAt > longestEchoMs) exitNow();
  };
  for (const signal of stopping) process.on(signal, listener);
  const timer = setInterval(() => {
    if (askedAt === undefined && isOrphan()) ask();
  }, orphanCheckMs).unref();
  return () => {
    for (const signal of stopping) process.off(signal, listener);
    clearInterval(timer);
  };
}

/**
 * Runs `act`, which writes files. A signal ends the process with status 130 and removes incomplete files. Do not use this
 * function for work that blocks the event loop, because only the default action of a signal can end such work.
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

/** Waits for signals that arrived while the event loop was busy. Otherwise, removing the listeners would lose those signals. */
async function delivered(): Promise<void> {
  await turn();
  await turn();
}

/** What a run needs from `interruptible`. */
interface Interruptible {
  /** Aborts on the first stop signal. */
  readonly signal: AbortSignal;
  /** Stops listening for signals, so that they end the process. Returns a function that listens again. */
  readonly release: () => () => void;
}

/** Runs `act`, which sends requests or makes a report, and returns its exit status. The first stop signal aborts its `signal`. */
export async function interruptible(
  { stderr }: Pick<Environment, 'stderr'>,
  act: (given: Interruptible) => Promise<number>,
  beforeStop: () => void = () => {},
): Promise<number> {
  const abort = new AbortController();
  // Each request in flight adds a listener, so there may be many.
  setMaxListeners(0, abort.signal);
  const stop = () => {
    beforeStop();
    stderr.write(shown`Stopping. Press Ctrl-C again to quit now.\n`);
    abort.abort(new Error('the run was interrupted'));
  };
  let stopListening = onStopSignal(stop);
  let releases = 0;
  const release = () => {
    if (releases++ === 0) stopListening();
    return () => {
      if (--releases === 0) stopListening = onStopSignal(stop);
    };
  };
  try {
    return await act({ signal: abort.signal, release });
  } finally {
    await delivered();
    stopListening();
  }
}
