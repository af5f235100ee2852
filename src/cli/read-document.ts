import { fileReason } from '../options/file-reason.ts';
import { quoted } from '../options/quoted.ts';
import type { Files } from '../options/read-file.ts';
import { UsageError } from '../options/usage-error.ts';

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
  readonly most?: number;
}

/** Reads a file that the user named, and its text as it stands. Throws a UsageError that says what is wrong with it. */
export function readDocument<Document>(
  path: string,
  { what, read, unreadable, most }: Reading<Document>,
  { readFile }: Files,
): { readonly document: Document; readonly text: string } {
  let text: string;
  try {
    text = new TextDecoder().decode(readFile(path, most));
  } catch (error) {
    throw new UsageError(`${what} ${quoted(path)} could not be read: ${fileReason(error)}.`);
  }
  try {
    return { document: read(text), text };
  } catch (error) {
    if (!(error instanceof unreadable)) throw error;
    throw new UsageError(`${quoted(path)}: ${error.message}${error.message.endsWith('?') ? '' : '.'}`);
  }
}
