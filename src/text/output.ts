import { writeSync } from 'node:fs';
import { styleText } from 'node:util';
import { escapedAlready, type Shown } from './shown.ts';

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

/** The streams of this process. No other file writes to them: a test checks that. */
export const processOutput: { readonly stdout: ProcessOutput; readonly stderr: ProcessOutput } = {
  stdout: process.stdout,
  stderr: process.stderr,
};

/** Calls `then` once standard output has taken what was written to it. */
export function onceWritten(then: () => void): void {
  if (process.stdout.writableLength === 0) then();
  else process.stdout.once('drain', then);
}

/** Writes to standard error at once, for a process that is about to end. */
export function writeLastWords(text: Shown): void {
  try {
    writeSync(process.stderr.fd, text);
  } catch {
    // There is nowhere left to report it.
  }
}

/** Writes to the console, which a test runner shows with the test that is running. */
export function logToConsole(level: 'info' | 'error', text: Shown): void {
  console[level](text);
}

/** Colors a text, or leaves it as it is. */
export type Paint = (style: Parameters<typeof styleText>[0], text: Shown) => Shown;

type Env = Readonly<Record<string, string | undefined>>;

/** Decides whether to color what goes to this stream: by NO_COLOR, by FORCE_COLOR, then by the kind of stream. */
export function wantsColor(stream: { readonly isTTY?: boolean }, env: Env): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

/** Returns the function that colors, or does not. */
export function painter(color: boolean): Paint {
  // Whether to color is decided; styleText would look at stdout, whatever the text is for.
  return color
    ? (style, text) => escapedAlready(styleText(style, text, { validateStream: false }))
    : (_style, text) => text;
}

/** Returns the width of a stream in columns: its terminal's (0 if it was never set), else of COLUMNS, else 80. */
export function columnsOf(stream: { readonly columns?: number }, env: Env): number {
  if (stream.columns !== undefined && stream.columns > 0) return stream.columns;
  const said = Number(env['COLUMNS']);
  return Number.isInteger(said) && said > 0 ? said : 80;
}
