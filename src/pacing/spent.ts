import { forgetFirst } from '../readings/bounded.ts';
import type { Quota } from '../readings/quota.ts';

/** How this run spends its quota, as Remaining shows it: a reason to be careful or not, never a verdict. */
export interface Spent {
  /** An answer to the valid key: what it showed, and where it stands among the requests of the run. */
  see(operation: string, shown: Quota, at: Place): void;
  /**
   * Whether Remaining is seen to fall over twelve answers, and never by more than this run sends. It falls by more where others spend the
   * same quota, or where one request costs several: that is expected to the end of the run.
   */
  readonly asSent: boolean;
  /** Forgets what was read before a pause, in which the quota came back. */
  forget(): void;
}

export interface Place {
  /** How many requests had been read when this one was sent. */
  readonly readBefore: number;
  /** How many had been sent when this one was read, itself included. */
  readonly sentByThen: number;
}

/** Limits that are described in turn are known apart; a service that shows ever new ones is not followed further back. */
const mostSeries = 32;

/** Over so many answers Remaining has to be seen to fall before it is relied on (reading 20). */
const answersToRely = 12;

/** By so much a limiter that counts in fractions may round. */
const rounding = 1;

export function createSpent(): Spent {
  /** The highest Remaining that an operation showed of one Limit. */
  const highest = new Map<string, { readonly remaining: number; readonly readBefore: number }>();
  /** The same of any operation: where all share a quota, the second answer of a run shows that it falls. */
  const highestOfAll = new Map<number | undefined, number>();
  let answers = 0;
  let falls = false;
  let fallsByMore = false;

  return {
    see(operation, { limit, remaining }, { readBefore, sentByThen }) {
      if (remaining === undefined) return;
      answers++;
      const highestSoFar = highestOfAll.get(limit) ?? 0;
      falls ||= remaining < highestSoFar;
      highestOfAll.set(limit, Math.max(remaining, highestSoFar));
      forgetFirst(highestOfAll, mostSeries);
      const series = `${operation} ${limit}`;
      const before = highest.get(series);
      if (before === undefined || remaining > before.remaining) {
        highest.set(series, { remaining, readBefore });
        forgetFirst(highest, mostSeries);
        return;
      }
      // Whatever had not been read when the earlier one was sent may have been counted after it, but not that one itself.
      const ours = sentByThen - before.readBefore - 1;
      fallsByMore ||= before.remaining - remaining > ours + rounding;
    },
    get asSent() {
      return falls && !fallsByMore && answers >= answersToRely;
    },
    forget() {
      highest.clear();
      highestOfAll.clear();
    },
  };
}
