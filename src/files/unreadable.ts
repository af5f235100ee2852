import { readJsonText } from '../json/read.ts';

/** Says why a file of the user's cannot be read: what is wrong, where, and what to do. The message ends without a period. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Parses JSON that a person wrote. Throws `UnreadableFile` with the line and the column of the first mistake. */
export function parseJson(text: string): unknown {
  const document = readJsonText(text);
  if (!document.ok) throw new UnreadableFile(noJsonWords(document));
  return JSON.parse(text);
}

/** Returns what is wrong with a text that is not JSON: "it is no JSON (line 2, column 1: …)". */
export function noJsonWords(at: {
  readonly line: number;
  readonly column: number;
  readonly problem: string;
}): string {
  return `it is no JSON (line ${at.line}, column ${at.column}: ${at.problem})`;
}

/** Throws `UnreadableFile` if a document has a later format version than the newest one. */
export function refuseLaterVersion(document: unknown, newest: number, advice: string): void {
  const version = (document as { readonly formatVersion?: unknown } | null)?.formatVersion;
  if (typeof version === 'number' && version > newest)
    throw new UnreadableFile(
      `it is of version ${version}, and this kit reads ${newest === 1 ? 'version 1' : `versions 1 to ${newest}`}. ${advice}`,
    );
}
