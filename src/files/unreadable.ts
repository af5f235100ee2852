import { readJsonText } from '../json/read.ts';
import { type Published, problemWith } from './schema-problem.ts';

/** Reports why a user's file cannot be read: what is wrong, where, and what to do. The message ends without a period. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/**
 * Parses JSON. Throws `UnreadableFile` with the line and the column of the first error. JSON.parse is faster, so the kit's own
 * reader is used only to find that place.
 */
export function parseJson(text: string, advice?: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const document = readJsonText(text);
    const { line, column, problem } = document.ok
      ? { line: 1, column: 1, problem: 'nested too deeply' }
      : document;
    const words = `it is not valid JSON (line ${line}, column ${column}: ${problem})`;
    throw new UnreadableFile(advice === undefined ? words : `${words}. ${advice}`);
  }
}

/** A kind of document that the kit writes or documents. */
interface DocumentKind {
  readonly schema: Published;
  readonly version: number;
  /** The name of this kind of document in messages: "report". */
  readonly name: string;
  /** The value of the member `format` in every document of this kind. */
  readonly format: string;
  /** What to do if the document is of a different kind. */
  readonly advice: string;
  /** What to do about a fault in a document of this kind; `advice` by default. */
  readonly correction?: string;
}

/** Compares a value with the schema of its kind of document. Throws `UnreadableFile`, which quotes only the names of fields. */
export function checkDocument(value: unknown, kind: DocumentKind): unknown {
  const { schema, version, name, format, advice, correction = advice } = kind;
  const given = (value ?? {}) as { readonly format?: unknown; readonly formatVersion?: unknown };
  if (given.format !== format) throw new UnreadableFile(`it is not a ${name} of this kit. ${advice}`);
  if (typeof given.formatVersion === 'number' && given.formatVersion !== version)
    throw new UnreadableFile(
      `it has format version ${given.formatVersion}, but this kit reads version ${version}. ` +
        'Use the version of the kit that wrote it, or write it again',
    );
  const found = problemWith(value, schema);
  if (found === undefined) return value;
  const { pointer, problem, unknownField: field } = found;
  const what = field === undefined ? problem : `has an unknown field: ${JSON.stringify(field).slice(0, 80)}`;
  throw new UnreadableFile(
    `it does not match its schema: ${pointer || `the ${name}`} ${what}. ${correction}`,
  );
}
