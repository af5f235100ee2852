import { writeSync } from 'node:fs';
import type { Shown } from './shown.ts';

/** A stream that people read. It takes only text that is safe to show. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: Shown): boolean;
}

/** A stream of the process, which may fail. */
interface ProcessOutput extends Output {
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/** The streams of this process. No other file of the kit writes to them: a test reads all of them. */
export const processOutput: { readonly stdout: ProcessOutput; readonly stderr: ProcessOutput } = {
  stdout: process.stdout,
  stderr: process.stderr,
};

/** Calls `then` once standard output has taken what was written to it. */
export function onceWritten(then: () => void): void {
  if (process.stdout.writableLength === 0) then();
  else process.stdout.once('drain', then);
}

/** Writes to standard error at once, for a process that is about to end. Nobody can be told of a failure. */
export function writeLastWords(text: Shown): void {
  try {
    writeSync(process.stderr.fd, text);
  } catch {
    // Nobody can be told.
  }
}

/** Writes to the console, which a test runner shows with the test that is running. */
export function logToConsole(level: 'info' | 'error', text: Shown): void {
  console[level](text);
}
