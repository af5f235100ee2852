import type { JsonValue } from './value.ts';

/** What is read at most; a server must not be able to make the kit run out of stack, memory or time. */
export interface JsonCaps {
  /** Arrays and objects inside each other; never more than `deepestDepth`. */
  readonly depth: number;
  /** Digits of an integer, its exponent written out; one of more digits is read as infinite. */
  readonly digits: number;
  /** Elements of one array, members of one object. It bounds the memory that all values of a text take together, too. */
  readonly elements: number;
  /** Duplicate names that are recorded; more of them are no reason to refuse. */
  readonly duplicates: number;
  /** Bytes of a body, characters of a text. */
  readonly length: number;
}

export const defaultCaps: JsonCaps = {
  depth: 512,
  digits: 1_000,
  elements: 1_000_000,
  duplicates: 50,
  length: 64 * 1024 * 1024,
};

/** The reader calls itself once per level; some three thousand levels fill Node's default stack. */
export const deepestDepth = 1_000;

/**
 * The memory that what is kept of a text may take, in bytes: so many for each element that is allowed, however the values are
 * spread over arrays and objects.
 */
export const memoryPerElement = 32;
/** Even where few elements are allowed, a few values that are no elements fit. */
export const leastMemory = 8_192;

/**
 * What V8 takes for a value, in bytes, measured. An array that is filled one by one takes room for 17 elements at once, and
 * an object of many names becomes a table.
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

/** What is kept of a text, whatever it holds; names are compared only in objects that are kept. */
export interface Outline {
  /** Members of these names are kept wherever they stand in their object. */
  readonly names: ReadonlySet<string>;
  /** So many of the first members of an object, or elements of an array, are kept whatever their names. */
  readonly parts: number;
  /** Of arrays and objects this deep nothing is kept but that they are there. */
  readonly depth: number;
  /**
   * Given each element of a text that is an array, which is then not kept: of an object the members of `names`, of anything
   * else null. `start` and `end` are its place in `text`.
   */
  readonly onElement?: (element: JsonValue, text: string, start: number, end: number) => void;
}

/** What is kept in an outline stays below this by not keeping more, in bytes. */
export const memoryOfOutline = 4 * 1024 * 1024;

/** A name that stands in its object a second time; the value read last is the one that is kept. */
export interface DuplicateName {
  /** JSON Pointer; a name of more than 200 characters in it is replaced by a remark, never cut (a key must stay recognisable to redaction). */
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

/** The text that is being read, and how far. */
export interface Source {
  readonly text: string;
  readonly caps: JsonCaps;
  /** Index of the next character. */
  at: number;
  /** The names and indexes that lead to the value being read; entries beyond its depth are stale. */
  readonly path: (string | number)[];
  /** The memory that further values may take, in bytes. */
  room: number;
  /** What stands inside arrays and objects this deep is not kept. */
  depthKept: number;
  /** So many members or elements are kept whatever their names. */
  partsKept: number;
  /** Whether strings may be parts of the text, on the whole of which they hold: they are garbage before it is. */
  shares: boolean;
  readonly outline: Outline | undefined;
  readonly duplicates: DuplicateName[];
  moreDuplicates: boolean;
}

/**
 * Thrown inside the reader alone: why the text is no JSON, or more than is read. No Error, for a third of what is read is
 * refused, and the stack that nobody looks at would take longer than the reading.
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

/** Refuses the character at `at`, or the end of the text where there is none: `expected` names what may stand there. */
export function refuse({ text }: Source, at: number, expected: string, hint = ''): never {
  const remark = hint === '' ? '' : ` (${hint})`;
  if (at >= text.length) {
    throw new Refusal('end-of-input', `The text ends where ${expected} was expected`, text.length);
  }
  throw new Refusal('syntax', `Saw ${characterAt(text, at)} where ${expected} was expected${remark}`, at);
}

/** One character as it may be shown anywhere: quoted where it is plain ASCII, else as `U+XXXX`. */
export function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0;
  if (code > 0x20 && code < 0x7f) return `'${String.fromCodePoint(code)}'`;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Values beyond the cap would fill the memory, however they are spread over arrays and objects. */
export function spend(source: Source, bytes: number): void {
  source.room -= bytes;
  if (source.room < 0 && source.outline === undefined)
    throw new Refusal('too-many-elements', 'Its values take more memory than one body is given', source.at);
}
