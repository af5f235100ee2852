/** What is read at most; a server must not be able to make the kit run out of stack, memory or time. */
export interface JsonCaps {
  /** Arrays and objects inside each other; never more than `deepestDepth`. */
  readonly depth: number;
  /** Digits of an integer, its exponent written out; one of more digits is read as infinite. */
  readonly digits: number;
  /** Elements of one array, members of one object. All values of a text together take up to `roomPerElement` times as much. */
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
 * What values of a text cost, in all: a text of 8 MB can hold four million empty arrays, which take half a gigabyte. A list
 * of categories with three fields costs eleven each. An array that is filled one by one takes room for 17 elements at once.
 */
export const roomPerElement = 3;
/** Even where few elements are read, a few values that are no elements fit. */
export const leastRoom = 1_000;
export const costs = { value: 1, member: 1, container: 4, firstElement: 12 } as const;

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
  /** What further values may cost. */
  room: number;
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
