import type { JsonValue } from '../json/read.ts';
import { nameShape } from '../payloads/names.ts';

/** Looks for names that the kit made (`createNames`) in what a list holds. */
export interface MarkFinder {
  /** Adds every such name anywhere in the value, in lower case, to `found`. */
  collect(value: JsonValue, found: Set<string>): void;
}

/** Deeper no server stores a category that it was sent. */
const deepest = 8;

/** `runMark` is what all names of the run begin with; without it, the names of any run are found. */
export function createMarkFinder(runMark?: string): MarkFinder {
  const { pattern, length } = nameShape(runMark);

  function collect(value: JsonValue, found: Set<string>, depth: number): void {
    if (typeof value === 'string') {
      // Nearly all texts of a long list are too short to hold a name.
      if (value.length < length) return;
      for (const [mark] of value.matchAll(pattern)) found.add(mark.toLowerCase());
    } else if (typeof value === 'object' && value !== null && depth < deepest) {
      for (const key in value) {
        collect(key, found, depth + 1);
        collect((value as Record<string, JsonValue>)[key] ?? null, found, depth + 1);
      }
    }
  }

  return { collect: (value, found) => collect(value, found, 0) };
}
