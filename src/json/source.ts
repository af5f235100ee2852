import type { JsonValue } from './value.ts';

/** What to keep of a document. Repeated names are detected only in objects that are kept. */
export interface Outline {
  /** Members with these names are kept at any position. */
  readonly names: ReadonlySet<string>;
  /** Arrays and objects at this depth are kept without their contents. */
  readonly depth: number;
  /**
   * Called with each element if the document is an array, which is then not kept. An object has only the members of
   * `names`; anything else is null. `start` and `end` are its position in `text`.
   */
  readonly onElement?: (element: JsonValue, text: string, start: number, end: number) => void;
}

/** A repeated name in an object; the last value is kept. */
export interface DuplicateName {
  /** JSON Pointer. A name of more than 200 characters is replaced, never cut, because redaction must recognize a key. */
  readonly path: string;
  /** The position of the second name in UTF-16 units after the byte order mark. */
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
 * Why a document is not valid JSON, or exceeds a limit. Thrown only inside the parser. Not an Error, because capturing the
 * stack takes longer than parsing.
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

/** The state of the parser. */
export interface Source {
  readonly text: string;
  readonly deepest: number;
  readonly maxElements: number;
  readonly outline: Outline | undefined;
  /** Index of the next character. */
  at: number;
  /** The path to the current value; entries beyond its depth are stale. */
  readonly path: (string | number)[];
  /** The memory left for values, in bytes. */
  room: number;
  /** Contents of arrays and objects at this depth are not kept. */
  depthKept: number;
  /** How many members or elements to keep, regardless of their names. */
  partsKept: number;
  /** Whether strings may be slices, which keep the whole text in memory. */
  shares: boolean;
  readonly duplicates: DuplicateName[];
  hasMoreDuplicates: boolean;
}

/** Memory for values, in bytes: for each allowed element, and at least. */
export const memoryPerElement = 32;
export const leastMemory = 8_192;
/** Limits of an outline: memory in bytes, and the first members of an object that are kept regardless of their names. */
export const memoryOfOutline = 4 * 1024 * 1024;
export const partsOfOutline = 64;

/**
 * Memory per value in V8, in bytes, as measured. A growing array allocates 17 elements at once, and an object with many
 * names becomes a hash table.
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
/** An object with more members is a hash table. */
export const fewMembers = 64;

/** Counts memory; refuses the document if its values exceed it. */
export function spend(source: Source, bytes: number): void {
  source.room -= bytes;
  if (source.room < 0 && source.outline === undefined)
    throw new Refusal('too-many-elements', 'Its values exceed the memory limit of a body', source.at);
}

/** Refuses the character at `at`, or the end of input; `expected` names what is allowed there. */
export function refuse({ text }: Source, at: number, expected: string, hint = ''): never {
  if (at >= text.length)
    throw new Refusal('end-of-input', `Unexpected end of input, expected ${expected}`, text.length);
  const remark = hint === '' ? '' : ` (${hint})`;
  throw new Refusal('syntax', `Unexpected ${characterAt(text, at)}, expected ${expected}${remark}`, at);
}

/** Shows a character safely: quoted if it is printable ASCII, else as `U+XXXX`. */
export function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0;
  if (code > 0x20 && code < 0x7f) return `'${String.fromCodePoint(code)}'`;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Explains an unexpected character, if it is a common mistake. */
export function hintAt({ text, at }: Source): string {
  const character = text.charAt(at);
  if (character === '<') return 'this looks like HTML or XML';
  if (character === "'") return 'JSON strings need double quotes';
  if (character === '/' || character === '#') return 'JSON has no comments';
  const isAfterComma = text.slice(0, at).trimEnd().endsWith(',');
  return isAfterComma && (character === '}' || character === ']') ? 'trailing comma' : '';
}
