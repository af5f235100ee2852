/**
 * The text of a body before it is sent. Where the fault leaves room, it holds `markPlace`, a plain word as long
 * as the mark of a run that takes its place: so drafts are the same in every run, and cuts fall at the same byte.
 */
export interface Draft {
  /** What is wrong, in words, with the value in it: "name is [\"text\"]". */
  readonly label: string;
  readonly text: string;
  /** The characters of the text are bytes; otherwise it is UTF-8. */
  readonly bytes?: true;
}

/** As long as a name of `createNames`. */
export const markPlace = 'markmarkmarkma';

/** The exact bytes that are sent, with the mark in its place. */
export function render({ text, bytes }: Draft, mark: string): Uint8Array {
  return Buffer.from(text.replaceAll(markPlace, mark), bytes ? 'latin1' : 'utf8');
}

/** Whether the text has room for the mark. */
export function isMarked({ text }: Draft): boolean {
  return text.includes(markPlace);
}

/** The size in bytes, by which the smallest body is the smallest. */
export function sizeOf(draft: Draft): number {
  return Buffer.byteLength(draft.text, draft.bytes ? 'latin1' : 'utf8');
}
