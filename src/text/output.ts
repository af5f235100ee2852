import { writeSync } from 'node:fs';
import { styleText } from 'node:util';
import { escapedAlready, type Shown } from './shown.ts';

/** A stream that people read. It accepts only safe text. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** The file descriptor, if this is a stream of the process. */
  readonly fd?: number;
  write(text: Shown): boolean;
}

/** A stream of the process. Writing to it may fail. */
interface ProcessOutput extends Output {
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/** The streams of this process. A test checks that no other file writes to them. */
export const processOutput: { readonly stdout: ProcessOutput; readonly stderr: ProcessOutput } = {
  stdout: process.stdout,
  stderr: process.stderr,
};

/** Returns the stream with a `write` that redacts. */
export function redactedOutput(stream: Output, redact: (text: string) => string): Output {
  // Escaped text stays safe when a placeholder replaces a secret.
  const write: Output['write'] = (text) => stream.write(escapedAlready(redact(text)));
  return Object.create(stream, { write: { value: write } });
}

/** Calls `then` when stdout has written everything. */
export function onceWritten(then: () => void): void {
  if (process.stdout.writableLength === 0) then();
  else process.stdout.once('drain', then);
}

/** Writes to stderr synchronously, for a process that is about to end. */
export function writeLastWords(text: Shown): void {
  try {
    writeSync(process.stderr.fd, text);
  } catch {
    // There is no place left to report an error.
  }
}

/** Writes to the console, which a test runner shows with the current test. */
export function logToConsole(level: 'info' | 'error', text: Shown): void {
  console[level](text);
}

export type Paint = (style: Parameters<typeof styleText>[0], text: Shown) => Shown;

/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Decides whether to use color, based on NO_COLOR, then FORCE_COLOR, then the kind of stream. */
export function wantsColor(stream: { readonly isTTY?: boolean }, env: Env): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

/** Returns a function that colors text, or returns it unchanged. */
export function painter(color: boolean): Paint {
  // Without this option, styleText would check stdout, even for text that goes elsewhere.
  return color
    ? (style, text) => escapedAlready(styleText(style, text, { validateStream: false }))
    : (_style, text) => text;
}

/** Returns the width of a stream in columns: the width of its terminal (unless that is 0), else COLUMNS, else 80. */
export function columnsOf(stream: { readonly columns?: number }, env: Env): number {
  if (stream.columns !== undefined && stream.columns > 0) return stream.columns;
  const columns = Number(env['COLUMNS']);
  return Number.isInteger(columns) && columns > 0 ? columns : 80;
}

/** Checks whether the locale names an encoding other than UTF-8. Without a locale, as in most containers, text is UTF-8. */
export function isAsciiOnly(env: Env): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return locale !== '' && !/utf-?8/i.test(locale);
}

/** The symbols that a terminal report uses, and what replaces them on a terminal that may lack them. */
const ascii = new Map([
  ['→', '->'],
  ['✓', '+'],
  ['✕', 'x'],
  ['×', 'x'],
  ['│', '|'],
  ['─', '-'],
  ['·', '-'],
  ['–', '-'],
  ['…', '...'],
  ['“', '"'],
  ['”', '"'],
  ['‘', "'"],
  ['’', "'"],
]);

/** Replaces the signs of a terminal report; text that was received stays as it is. */
export function inAscii(text: Shown): Shown {
  return escapedAlready(text.replace(/[→✓✕×│─·…“”‘’–]/g, (sign) => ascii.get(sign) ?? sign));
}
