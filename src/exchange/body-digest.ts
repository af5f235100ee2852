import { hash } from 'node:crypto';
import { markPlace } from '../payloads/fault-class.ts';
import { nameShape } from '../payloads/names.ts';

/** A body that the target once handled wrongly, with a fixed string in place of the run's mark. */
export interface KnownBody {
  /** The id of its fault class. */
  readonly class: string;
  readonly base64: string;
}

/** Replaces the names of a run in a body, so that bodies of different runs can be compared. */
export function withoutMark(body: Uint8Array, runMark: string): Buffer {
  return Buffer.from(neutralText(body, runMark), 'latin1');
}

/** Cache of one: a run has one mark. */
let newest: { readonly runMark: string; readonly names: RegExp } | undefined;

/** The same, with each byte as a character. */
function neutralText(body: Uint8Array, runMark: string): string {
  if (newest?.runMark !== runMark) newest = { runMark, names: nameShape(runMark || undefined).pattern };
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');
  return text.replaceAll(newest.names, markPlace);
}

/** Identifies a body in all runs. `mark` is what made it unique, if that is not a name of the run. */
export function digestOf(body: Uint8Array, runMark: string, mark = ''): string {
  const neutral = neutralText(body, runMark);
  const plain = mark === '' || neutral.includes(markPlace) ? neutral : unescaped(neutral, mark, runMark);
  return hash('sha256', plain).slice(0, 16);
}

/** Removes a mark that is escaped in JSON, or not a name: a different escape would look like another body. */
function unescaped(neutral: string, mark: string, runMark: string): string {
  try {
    const value = JSON.stringify(JSON.parse(Buffer.from(neutral, 'latin1').toString('utf8')));
    return withoutMark(Buffer.from(value), runMark).toString('utf8').replaceAll(mark, markPlace);
  } catch {
    return neutral;
  }
}
