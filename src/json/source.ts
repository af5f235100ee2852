import type { JsonValue } from './value.ts';

/** What to keep of a text; names are compared only in objects that are kept. */
export interface Outline {
  /** Members of these names are kept wherever they are in their object. */
  readonly names: ReadonlySet<string>;
  /** Arrays and objects this deep are kept without their contents. */
  readonly depth: number;
  /**
   * Called with each element of a text that is an array, which is then not kept: with the members of `names` of an object,
   * with null for anything else. `start` and `end` are its place in `text`.
   */
  readonly onElement?: (element: JsonValue, text: string, start: number, end: number) => void;
}

/** A name that occurs twice in its object; the value read last is the one that is kept. */
export interface DuplicateName {
  /** JSON Pointer; a name of more than 200 characters in it is replaced, never cut (redaction must recognize a key). */
  readonly path: string;
  /** Where the second name begins, in characters (UTF-16 units) after the byte order mark. */
  readonly offset: number;
}

export type JsonProblem =
  | 'empty'
  | 'not-utf-8'
  | 'syntax'
  | 'end-of-input'
  | 'too-deep'
  | 'too-many-elements'
  | 'too-long';

/**
 * Says why the text is not JSON, or is more than is read. Thrown inside the reader only. Not an Error: a third of all texts
 * is refused, and capturing the stack takes longer than reading.
 */
export class Refusal {
  readonly kind: JsonProblem;
  readonly problem: string;
  readonly offset: number;

  constructor(kind: JsonProblem, problem: string, offset: number) {
    this.kind = kind;
    this.problem = problem;
    this.offset = offset;
  }
}

/** The text that is being read, and how far. */
export interface Source {
  readonly text: string;
  readonly deepest: number;
  readonly mostElements: number;
  readonly outline: Outline | undefined;
  /** Index of the next character. */
  at: number;
  /** The names and indexes that lead to the value being read; entries beyond its depth are stale. */
  readonly path: (string | number)[];
  /** The memory that further values may take, in bytes. */
  room: number;
  /** What is inside arrays and objects this deep is not kept. */
  depthKept: number;
  /** How many members or elements to keep whatever their names. */
  partsKept: number;
  /** Whether strings may be slices, which keep the whole text alive: they are garbage before it is. */
  shares: boolean;
  readonly duplicates: DuplicateName[];
  hasMoreDuplicates: boolean;
}

/** Memory for values, in bytes: so much for each allowed element, however they are spread, and never less than a few need. */
export const memoryPerElement = 32;
export const leastMemory = 8_192;
/** An outline keeps less instead of refusing: this much, and this many of the first members of an object whatever their names. */
export const memoryOfOutline = 4 * 1024 * 1024;
export const partsOfOutline = 64;

/**
 * What V8 takes for a value, in bytes, measured. An array that grows takes room for 17 elements at once, and an object of
 * many names becomes a table.
 */
export const memoryOf = {
  slot: 12,
  list: 32,
  firstElement: 136,
  object: 56,
  member: 16,
  memberOfTable: 96,
  text: 32,
  number: 24,
} as const;
/** An object of more members is a table. */
export const fewMembers = 64;

/** Refuses values that would fill the memory, however they are spread over arrays and objects. */
export function spend(source: Source, bytes: number): void {
  source.room -= bytes;
  if (source.room < 0 && source.outline === undefined)
    throw new Refusal('too-many-elements', 'Its values take more memory than one body is given', source.at);
}

/** Refuses the character at `at`, or the end of the text: `expected` names what may be there. */
export function refuse({ text }: Source, at: number, expected: string, hint = ''): never {
  if (at >= text.length)
    throw new Refusal('end-of-input', `The text ends where ${expected} was expected`, text.length);
  const remark = hint === '' ? '' : ` (${hint})`;
  throw new Refusal('syntax', `Saw ${characterAt(text, at)} where ${expected} was expected${remark}`, at);
}

/** Shows one character safely: quoted where it is plain ASCII, else as `U+XXXX`. */
export function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0;
  if (code > 0x20 && code < 0x7f) return `'${String.fromCodePoint(code)}'`;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Guesses what people meant by a character that JSON does not have there. */
export function hintAt({ text, at }: Source): string {
  const character = text.charAt(at);
  if (character === '<') return 'this looks like HTML or XML';
  if (character === "'") return 'JSON strings stand in double quotes';
  if (character === '/' || character === '#') return 'JSON has no comments';
  const isAfterComma = text.slice(0, at).trimEnd().endsWith(',');
  return isAfterComma && (character === '}' || character === ']') ? 'a comma before the end' : '';
}
