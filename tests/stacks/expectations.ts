/** What was written down about a stack before the kit was run on it, and how that compares with what was seen. */
export interface Expectations {
  readonly title: string;
  /** Required rows that will fail, each with what in the documentation or the defaults of the stack leads to it. */
  readonly fails: Readonly<Record<string, string>>;
  /** Advisory rows that will warn. */
  readonly warns: Readonly<Record<string, string>>;
  /** What was seen otherwise, and why; written after the first run. */
  readonly differences: readonly Difference[];
  /** What of the run a reader of the tables would ask about; a paragraph of the page. */
  readonly note?: string;
}

/** One requirement that came out otherwise than expected. */
export interface Difference {
  readonly requirement: string;
  readonly seen: Seen;
  readonly why: string;
}

export type Seen = 'fails' | 'warns' | 'nothing';

/** What the kit must find in a stack: what was expected, with the explained differences. Ids in the order of the alphabet. */
export function toBeSeen(expected: Expectations, seen: 'fails' | 'warns'): string[] {
  const corrected = new Set(expected.differences.map(({ requirement }) => requirement));
  const kept = Object.keys(expected[seen]).filter((id) => !corrected.has(id));
  const added = expected.differences.filter((difference) => difference.seen === seen);
  return [...kept, ...added.map(({ requirement }) => requirement)].sort();
}
