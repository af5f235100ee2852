/** The expected findings of a stack, written down before the first run, and the differences from the actual ones. */
export interface Expectations {
  readonly title: string;
  /** The required requirements that must fail, each with the cause in the stack's documentation or defaults. */
  readonly fails: Readonly<Record<string, string>>;
  /** The advisory requirements that must warn. */
  readonly warns: Readonly<Record<string, string>>;
  /** The advisory requirements that may warn, because timing decides what the stack does. */
  readonly mayWarn?: readonly string[];
  /** Differences from the expectation, with reasons, written after the first run. */
  readonly differences: readonly Difference[];
  /** What else the run shows. */
  readonly note?: string;
}

/** A requirement whose result differs from the expected one. */
export interface Difference {
  readonly requirement: string;
  readonly seen: Seen;
  readonly why: string;
}

export type Seen = 'fails' | 'warns' | 'nothing';

/** Returns the sorted ids of what the kit must find in a stack: the expectation, corrected by the differences. */
export function toBeSeen(expected: Expectations, seen: 'fails' | 'warns'): string[] {
  const corrected = new Set(expected.differences.map(({ requirement }) => requirement));
  const kept = Object.keys(expected[seen]).filter((id) => !corrected.has(id));
  const added = expected.differences.filter((difference) => difference.seen === seen);
  return [...kept, ...added.map(({ requirement }) => requirement)].sort();
}
