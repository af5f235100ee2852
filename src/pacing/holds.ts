import type { Pause } from '../readings/retry-after.ts';

/** What holds requests back for a time: the time that a 429 gave, a pause after a fault, the gap between two requests. */
export interface Holds {
  /** The head of a 429 was read at `now` (ms, monotonic): nothing is sent until the latest of these times is over. */
  limit(by: Pause, now: number): void;
  readonly limitedUntil: number | undefined;
  /** The time is over: one plain GET goes alone, to see the recovery. */
  limitOver(): void;
  readonly recovering: boolean;
  /** That GET was answered: 429 again, or anything else. */
  recovered(again: boolean): void;
  /** How often in a row it was answered 429. */
  readonly limitedInARow: number;
  /** Whether a request whose connection is open only now may still go. */
  mayStart(now: number): boolean;
  /** Nothing is sent for `ms` from `now` on, for the service is in trouble. */
  pause(ms: number, now: number, reason: string): void;
  /**
   * From now on each request waits, after the one before was answered, twice as long as until now, and `ms` where that is
   * more and there is room for it.
   */
  widenGap(ms: number): void;
  /** What was refused is refused for its own sake, and no gap helps: the next one begins anew. */
  endGap(): void;
  /** How long the gap is, in ms; 0 where there is none. */
  readonly gapMs: number;
  /** The same, but 0 for one that ends soon. */
  readonly lastingGapMs: number;
  /** A request was answered at `now`: the gap begins. `room` is how long a gap that was asked for may be on the average, in ms. */
  answered(now: number, room: number): void;
  /** Until when nothing is sent for one of the two, in ms of the monotonic clock. */
  readonly pausedUntil: number | undefined;
  /** Why nothing is sent, in words that follow "Waiting". */
  readonly reason: string;
  /** Whether what holds now is no more than the gap between two requests. */
  readonly isGap: boolean;
}

/** Added to a time in whole seconds on clocks that differ, in milliseconds. */
export const marginMs = 1_000;
const mostJitterMs = 500;
/** In milliseconds. */
const leastGap = 250;
/** Gaps double up to here; a Retry-After may ask for more. */
const longestGap = 4_000;
/** After so many requests a first gap ends: that requests go one at a time may be enough. A second gap stays. */
const requestsOfFirstGap = 12;

/** `random` gives numbers from 0 to 1 for the jitter, which is added and never subtracted. */
export function createHolds(random: () => number): Holds {
  let limited: { readonly until: number; readonly by: Pause } | undefined;
  let recovering = false;
  let limitedInARow = 0;
  let pause = { until: Number.NEGATIVE_INFINITY, reason: '' };
  let gapMs = 0;
  /** How far the gap has grown by doubling alone. */
  let grownMs = 0;
  /** How long the newest one was. */
  let usedMs = 0;
  let gaps = 0;
  let answeredInGap = 0;
  let gapUntil = Number.NEGATIVE_INFINITY;

  const leaveGap = () => {
    gapMs = 0;
    gapUntil = Number.NEGATIVE_INFINITY;
  };

  return {
    limit(by, now) {
      const until = now + by.seconds * 1000 + marginMs + random() * mostJitterMs;
      if (limited === undefined || until > limited.until) limited = { until, by };
    },
    get limitedUntil() {
      return limited?.until;
    },
    limitOver() {
      limited = undefined;
      recovering = true;
    },
    get recovering() {
      return recovering;
    },
    recovered(again) {
      if (again) {
        limitedInARow++;
        return;
      }
      recovering = false;
      limitedInARow = 0;
    },
    get limitedInARow() {
      return limitedInARow;
    },
    mayStart: (now) => limited === undefined && pause.until <= now,
    pause(ms, now, reason) {
      const until = now + ms + random() * Math.min(ms / 2, mostJitterMs);
      if (until > pause.until) pause = { until, reason };
    },
    widenGap(ms) {
      grownMs = Math.max(leastGap, Math.min(longestGap, 2 * Math.max(grownMs, usedMs)));
      gapMs = Math.max(grownMs, ms);
      gaps++;
      answeredInGap = 0;
    },
    get gapMs() {
      return gapMs;
    },
    get lastingGapMs() {
      return gaps > 1 ? gapMs : 0;
    },
    endGap() {
      leaveGap();
      grownMs = 0;
      usedMs = 0;
    },
    answered(now, room) {
      if (gapMs === 0) return;
      usedMs = Math.max(grownMs, Math.min(gapMs, room));
      gapUntil = now + usedMs;
      if (gaps === 1 && ++answeredInGap > requestsOfFirstGap) leaveGap();
    },
    get pausedUntil() {
      const until = Math.max(pause.until, gapUntil);
      return Number.isFinite(until) ? until : undefined;
    },
    get reason() {
      if (limited !== undefined) return `for the limit to reset (429, ${limited.by.basis})`;
      return this.isGap ? 'between requests, since some were refused' : pause.reason;
    },
    get isGap() {
      return limited === undefined && gapUntil > pause.until;
    },
  };
}
