import { weighJson } from '../json/weigh.ts';
import { reportBounds } from '../model/report-bounds.ts';
import { fileReason } from './file-reason.ts';
import { quoted } from './quoted.ts';
import type { Files } from './read-file.ts';
import { UsageError } from './usage-error.ts';

/** How the text of a file is understood. */
export interface Reading<Document> {
  /** What the file is, for messages: "the waivers". */
  readonly what: string;
  readonly read: (text: string) => Document;
  /** What `read` throws where the text is at fault; its message ends without a full stop. */
  readonly unreadable: new (
    message: string,
  ) => Error;
  /** The largest file that is read, in bytes. */
  readonly most: number;
}

/** More would take hundreds of megabytes, however small the file: a report of ten thousand exchanges has less. */
const heaviest = reportBounds.values;
const deepest = 1_000;

/** Reads a file that the user named, and its text as it stands. Throws a UsageError that says what is wrong with it. */
export function readDocument<Document>(
  path: string,
  { what, read, unreadable, most }: Reading<Document>,
  files: Files,
): { readonly document: Document; readonly text: string } {
  const bytes = readNamed(path, what, most, files);
  const { values, depth } = weighJson(bytes);
  if (values > heaviest || depth > deepest)
    throw new UsageError(
      `${quoted(path)}: it holds more values than are read of one file (they weigh ${values}, at most ${heaviest}; ` +
        `${depth} deep, at most ${deepest}).`,
    );
  const text = new TextDecoder().decode(bytes);
  return { document: understood(path, () => read(text), unreadable), text };
}

/** The bytes of a file that the user named, `what` being what it is. Throws a UsageError. */
export function readNamed(path: string, what: string, most: number, { readFile }: Files): Uint8Array {
  try {
    return readFile(path, most);
  } catch (error) {
    throw new UsageError(`${what} ${quoted(path)} could not be read: ${fileReason(error)}.`);
  }
}

/** What `read` returns; what it throws where the file is at fault becomes a UsageError. */
export function understood<Document>(
  path: string,
  read: () => Document,
  unreadable: Reading<Document>['unreadable'],
): Document {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof unreadable)) throw error;
    throw new UsageError(`${quoted(path)}: ${error.message}${error.message.endsWith('?') ? '' : '.'}`);
  }
}
