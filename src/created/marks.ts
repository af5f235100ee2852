import type { JsonValue } from '../json/read.ts';

/** Looks for the names of a run (`createNames`) in what a list holds. */
export interface MarkFinder {
  /** Adds every name of the run that stands anywhere in the value, without regard to case, to `found`. */
  collect(value: JsonValue, found: Set<string>): void;
}

/** Letters that a name has after the mark of its run. */
const lettersAfter = 4;
/** Deeper no server stores a category that it was sent. */
const deepest = 8;

/** `runMark` is what all names of the run begin with. */
export function createMarkFinder(runMark: string): MarkFinder {
  const marks = new RegExp(`${runMark}[a-z]{${lettersAfter}}`, 'g');
  const shortest = runMark.length + lettersAfter;

  function collect(value: JsonValue, found: Set<string>, depth: number): void {
    if (typeof value === 'string') {
      // Nearly all texts of a long list are too short to hold a name.
      if (value.length < shortest) return;
      for (const [mark] of value.toLowerCase().matchAll(marks)) found.add(mark);
    } else if (typeof value === 'object' && value !== null && depth < deepest) {
      for (const key in value) {
        collect(key, found, depth + 1);
        collect((value as Record<string, JsonValue>)[key] ?? null, found, depth + 1);
      }
    }
  }

  return { collect: (value, found) => collect(value, found, 0) };
}

/** The number that the letters of a name stand for, from 0: the first name of a run has 0, the next one 1. */
export function numberOfMark(mark: string): number {
  let number = 0;
  for (let at = mark.length - lettersAfter; at < mark.length; at++)
    number = number * 26 + mark.charCodeAt(at) - 97;
  return number;
}
