import { placeOf } from '../exchange/answer.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Mismatch, Occurrence } from '../exchange/finding.ts';
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

/** What is known of one requirement so far. */
export interface Tally {
  exercised: number;
  readonly causes: Map<string, Cause>;
  /** Where, or in which cases, it was kept, with how often. */
  readonly kept: Map<string, number>;
  /** Why single exchanges could not be judged, with how often. */
  readonly reasons: Map<string, number>;
  /** What was seen, in words, with how often. */
  readonly seen: Map<string, number>;
  /** Said of it even where it passes. */
  note?: string;
  flaky: boolean;
}

const mostInstances = 20;
const mostPlaces = 12;
const mostKept = 60;
const mostSeen = 16;

/** The tally of a row of which nothing is known. */
export function emptyTally(): Tally {
  return {
    exercised: 0,
    causes: new Map(),
    kept: new Map(),
    reasons: new Map(),
    seen: new Map(),
    flaky: false,
  };
}

/** Counts an occurrence to its cause, where it came so often. Of cases and places as many are kept as a reader takes in. */
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
  if (exchange === undefined) return;
  countAt(known.places, placeOf(exchange), mostPlaces, count);
}

/** Counts where, or in which case, the requirement was kept. */
export function addKept(tally: Tally, place: string, count = 1): void {
  countAt(tally.kept, place, mostKept, count);
}

/** Counts what was seen; what differs each time is shown a few times. */
export function addSeen(tally: Tally, text: string): void {
  countAt(tally.seen, text, mostSeen, 1);
}

/** What was seen, in one line; undefined where nothing was. */
export function seenWords({ seen }: Tally): string | undefined {
  const words = [...seen].map(([text, count]) => (count > 1 ? `${text} (${count} times)` : text));
  // Requests overtake one another, and two reports of one target have to be the same.
  return words.length === 0 ? undefined : words.sort().join('; ');
}

function countAt(places: Map<string, number>, place: string, most: number, count: number): void {
  const known = places.get(place);
  if (known !== undefined || places.size < most) places.set(place, (known ?? 0) + count);
}

/** Forgets the passes, why single exchanges could not be judged and, if told to, the findings. */
export function withdraw(tally: Tally, { findingsToo }: { readonly findingsToo: boolean }): void {
  if (findingsToo) tally.causes.clear();
  tally.kept.clear();
  tally.reasons.clear();
  tally.exercised = [...tally.causes.values()].reduce((sum, { count }) => sum + count, 0);
}

/** Counts why an exchange, or the run, could not be judged. */
export function addReason(tally: Tally, reason: string): void {
  tally.reasons.set(reason, (tally.reasons.get(reason) ?? 0) + 1);
}
