import type { Entry } from './entry.ts';

/** Waiting requests in the order in which they are to go: what is worth most first, of these the oldest. */
export interface Lane {
  add(entry: Entry): void;
  readonly size: number;
  readonly first: Entry | undefined;
  takeFirst(): Entry | undefined;
  /** All of them, in their order. */
  all(): Entry[];
}

/** Room that was taken up by what has gone is given back when it is more than this, and more than half. */
const mostGone = 32;

/**
 * A lane whose ends are reached at once, however long it is: nearly everything is added at its end and taken from its
 * beginning, and what is put back finds its place by halving.
 */
export function createLane(): Lane {
  const entries: (Entry | undefined)[] = [];
  /** What stands before it has been taken. */
  let begin = 0;

  const placeOf = (entry: Entry): number => {
    let [low, high] = [begin, entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = entries[middle];
      if (other !== undefined && isBefore(other, entry)) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    add(entry) {
      const last = entries.at(-1);
      if (last === undefined || isBefore(last, entry)) entries.push(entry);
      else entries.splice(placeOf(entry), 0, entry);
    },
    get size() {
      return entries.length - begin;
    },
    get first() {
      return entries[begin];
    },
    takeFirst() {
      const entry = entries[begin];
      if (entry === undefined) return undefined;
      entries[begin++] = undefined;
      if (begin > mostGone && begin * 2 > entries.length) {
        entries.splice(0, begin);
        begin = 0;
      }
      return entry;
    },
    all: () => entries.filter((entry) => entry !== undefined),
  };
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.worth > other.worth || (one.worth === other.worth && one.order < other.order);
}
