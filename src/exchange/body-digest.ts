import { createHash } from 'node:crypto';
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
  const text = Buffer.from(body).toString('latin1');
  return Buffer.from(text.replaceAll(nameShape(runMark || undefined).pattern, markPlace), 'latin1');
}

/** Identifies a body in all runs. `mark` is what made it unique, if that is not a name of the run. */
export function digestOf(body: Uint8Array, runMark: string, mark = ''): string {
  const neutral = withoutMark(body, runMark).toString('latin1');
  const plain = mark === '' || neutral.includes(markPlace) ? neutral : unescaped(neutral, mark, runMark);
  return createHash('sha256').update(plain).digest('hex').slice(0, 16);
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
