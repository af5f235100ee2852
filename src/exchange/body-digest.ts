import { hash } from 'node:crypto';
import { markPlace } from '../payloads/fault-class.ts';
import { type Framing, framingOf } from '../payloads/framing.ts';
import { namePattern } from '../payloads/names.ts';

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

/** Does the same as `withoutMark`, but returns a string with one character for each byte. */
function neutralText(body: Uint8Array, runMark: string): string {
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');
  return text.replaceAll(namePattern(runMark || undefined), markPlace);
}

/**
 * Returns a digest of a body and its framing that is the same in all runs. `mark` is the string that made the body unique, if
 * that is not a name of the run.
 */
export function digestOf(body: Uint8Array, runMark: string, mark = '', framing?: Framing): string {
  const neutral = neutralText(body, runMark);
  const known = mark === '' ? neutral : neutral.replaceAll(mark, markPlace);
  return hash('sha256', framing === undefined ? known : `${framing}\n${known}`).slice(0, 16);
}

/**
 * Returns the digest of a body from a report or a file of accepted failures. It equals the digest that `digestOf` returned
 * when the body was sent.
 */
export function digestOfKnown({ class: kind = '', base64 }: Partial<KnownBody> & { base64: string }): string {
  return digestOf(Buffer.from(base64, 'base64'), '', '', framingOf(kind));
}
