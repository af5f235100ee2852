import type { Exchange } from '../exchange/exchange.ts';
import type { Mismatch, Occurrence } from '../exchange/finding.ts';
import { placeOf } from '../exchange/response.ts';
import { definedOnly } from '../text/defined-only.ts';

/** All occurrences of one cause at one requirement; the exchange is the first that showed it. */
export interface Cause {
  readonly mismatch: Mismatch;
  readonly exchange?: Exchange;
  /** What showed it first, where that is another. */
  readonly firstFound?: Exchange;
  count: number;
  readonly instances: Set<string>;
  readonly places: Map<string, number>;
}

/** Returns the tally of a requirement of which nothing is known. */
export function emptyTally() {
  return {
    tested: 0,
    causes: new Map<string, Cause>(),
    /** Where, or in which cases, it passed, with how often. */
    alsoCorrect: new Map<string, number>(),
    /** Why single exchanges could not be judged, with how often. */
    reasons: new Map<string, number>(),
    /** What was seen, in words, with how often. */
    seen: new Map<string, number>(),
    /** Said of it even where it passes. */
    note: undefined as string | undefined,
    flaky: false,
  };
}

/** What is known of one requirement so far. */
export type Tally = ReturnType<typeof emptyTally>;

const mostInstances = 20;
const mostPlaces = 12;
const mostAlsoCorrect = 60;
const mostSeen = 16;

/** Counts an occurrence to its cause. Cases and places are capped at what a reader takes in. */
export function addOccurrence(tally: Tally, occurrence: Omit<Occurrence, 'requirement'>, count = 1): void {
  const { exchange, firstFound, instance, expected, received, cause, comparedWith, listed, outcome, advice } =
    occurrence;
  let known = tally.causes.get(cause);
  if (known === undefined) {
    known = {
      mismatch: {
        ...{ expected, received, cause },
        ...definedOnly({ comparedWith, listed, outcome, advice }),
      },
      ...definedOnly({ exchange, firstFound }),
      count: 0,
      instances: new Set(),
      places: new Map(),
    };
    tally.causes.set(cause, known);
  }
  known.count += count;
  if (instance !== undefined && known.instances.size < mostInstances) known.instances.add(instance);
  if (exchange !== undefined) countAt(known.places, placeOf(exchange), mostPlaces, count);
}

/** Counts where, or in which case, the requirement passed. */
export function addPassed(tally: Tally, place: string, count = 1): void {
  countAt(tally.alsoCorrect, place, mostAlsoCorrect, count);
}

/** Counts what was seen; of what differs each time a few are shown. */
export function addSeen(tally: Tally, text: string): void {
  countAt(tally.seen, text, mostSeen, 1);
}

/** Counts why an exchange, or the run, could not be judged. */
export function addReason(tally: Tally, reason: string): void {
  countAt(tally.reasons, reason, Number.POSITIVE_INFINITY, 1);
}

function countAt(places: Map<string, number>, place: string, most: number, count: number): void {
  const known = places.get(place);
  if (known !== undefined || places.size < most) places.set(place, (known ?? 0) + count);
}

/** Says what was seen in one line; undefined where nothing was. */
export function occurrencesWords({ seen }: Tally): string | undefined {
  const words = [...seen].map(([text, count]) => (count > 1 ? `${text} (${count} times)` : text));
  // Requests overtake one another, and two reports of one target have to be the same.
  return words.length === 0 ? undefined : words.sort().join('; ');
}

/** Withdraws the passes, the reasons why single exchanges could not be judged and, if told to, the findings. */
export function withdraw(tally: Tally, { findingsToo }: { readonly findingsToo: boolean }): void {
  if (findingsToo) tally.causes.clear();
  tally.alsoCorrect.clear();
  tally.reasons.clear();
  tally.tested = [...tally.causes.values()].reduce((sum, { count }) => sum + count, 0);
}
