import { readFileSync } from 'node:fs';
import { processOutput } from '../report/output.ts';
import { leave } from './leaving.ts';

/** SIGHUP is what a process gets when its terminal is closed. */
const stopping = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `stop` at the first SIGINT, SIGTERM or SIGHUP; a second one ends the process at once with status 130. Returns
 * the way to stop listening, after which a signal does what it does to any process.
 */
export function onStopSignal(stop: () => void): () => void {
  let asked = false;
  const listener = (): void => {
    if (asked) leave(130);
    asked = true;
    stop();
  };
  const heard = stopping.filter((signal) => signal !== 'SIGHUP' || !outlivesTerminal());
  for (const signal of heard) process.on(signal, listener);
  return () => {
    for (const signal of heard) process.off(signal, listener);
  };
}

/** Whether SIGHUP is ignored, as under `nohup`: listening would undo that. Where it cannot be read, a terminal decides. */
function outlivesTerminal(): boolean {
  try {
    const ignored = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1];
    return ignored !== undefined && Number.parseInt(ignored.slice(-1), 16) % 2 === 1;
  } catch {
    return processOutput.stdout.isTTY !== true;
  }
}
