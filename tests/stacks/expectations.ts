/** The expected findings of a stack, written down before the first run, and the differences from the actual ones. */
export interface Expectations {
  readonly title: string;
  /** Required requirements that will fail, each with the cause in the stack's documentation or defaults. */
  readonly fails: Readonly<Record<string, string>>;
  /** Advisory requirements that will warn. */
  readonly warns: Readonly<Record<string, string>>;
  /** Advisory requirements that may warn, because the stack decides by time. */
  readonly mayWarn?: readonly string[];
  /** Differences from the expectation, with reasons, written after the first run. */
  readonly differences: readonly Difference[];
  /** What else the run shows. */
  readonly note?: string;
}

/** A requirement with another result than expected. */
export interface Difference {
  readonly requirement: string;
  readonly seen: Seen;
  readonly why: string;
}

export type Seen = 'fails' | 'warns' | 'nothing';

/** Returns what the kit must find in a stack: the expectation, corrected by the differences. Ids are sorted. */
export function toBeSeen(expected: Expectations, seen: 'fails' | 'warns'): string[] {
  const corrected = new Set(expected.differences.map(({ requirement }) => requirement));
  const kept = Object.keys(expected[seen]).filter((id) => !corrected.has(id));
  const added = expected.differences.filter((difference) => difference.seen === seen);
  return [...kept, ...added.map(({ requirement }) => requirement)].sort();
}
