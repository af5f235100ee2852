import { readJsonText } from '../json/read.ts';

/** Reports why a user's file cannot be read: what is wrong, where, and what to do. The message ends without a period. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Parses JSON that a person wrote. Throws `UnreadableFile` with the line and the column of the first error. */
export function parseJson(text: string): unknown {
  const document = readJsonText(text);
  if (!document.ok) throw new UnreadableFile(noJsonWords(document));
  return JSON.parse(text);
}

/** Describes invalid JSON: "it is not valid JSON (line 2, column 1: …)". */
export function noJsonWords(at: {
  readonly line: number;
  readonly column: number;
  readonly problem: string;
}): string {
  return `it is not valid JSON (line ${at.line}, column ${at.column}: ${at.problem})`;
}

/** Throws `UnreadableFile` if a document has a format version other than the one that this kit reads. */
export function refuseOtherVersion(document: unknown, current: number, advice: string): void {
  const version = (document as { readonly formatVersion?: unknown } | null)?.formatVersion;
  if (typeof version === 'number' && version !== current)
    throw new UnreadableFile(
      `it has format version ${version}, but this kit reads version ${current}. ${advice}`,
    );
}
