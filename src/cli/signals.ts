import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { leave, leaveAtOnce } from './leaving.ts';

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
