/** How often each of a few things came, with the first of each: what is kept does not grow with the run. */
export interface Counts<Key, First> {
  readonly add: (key: Key, one: First) => void;
  /** The first of each, as often as it came, in the order in which they were met first. */
  readonly all: () => First[];
}

export function createCounts<Key, First>(): Counts<Key, First> {
  const seen = new Map<Key, { readonly first: First; count: number }>();
  return {
    add(key, one) {
      const known = seen.get(key);
      if (known === undefined) seen.set(key, { first: one, count: 1 });
      else known.count++;
    },
    all: () => [...seen.values()].flatMap(({ first, count }) => Array<First>(count).fill(first)),
  };
}
