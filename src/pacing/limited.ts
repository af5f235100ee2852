import type { Pause } from '../limiter/retry-after.ts';

/**
 * What a 429 does to the run. From reading its head to the end of the time it gave nothing is sent; then one
 * plain GET goes alone, to see the recovery; when that is served, the run goes on.
 */
export interface Limited {
  /** A 429 was read at `now` (ms, monotonic). The latest end of several counts. */
  begin(by: Pause, now: number): void;
  /** Until when nothing is sent, in ms of the monotonic clock; undefined while no pause lasts. */
  until(): number | undefined;
  reason(): string;
  /** The pause is over: the recovery is to be seen. */
  over(): void;
  recovering(): boolean;
  /** The recovery request was answered: 429 again, or anything else. */
  recovered(again: boolean): void;
  /** How often in a row the recovery request was answered 429. */
  inARow(): number;
}

/** Added to the time given, which is in whole seconds on clocks that differ, in milliseconds. */
const marginMs = 1_000;
const mostJitterMs = 500;

/** `random` gives numbers from 0 to 1 for the jitter, which is added and never subtracted. */
export function createLimited(random: () => number): Limited {
  let until: number | undefined;
  let by: Pause | undefined;
  let recovering = false;
  let inARow = 0;

  return {
    begin(pause, now) {
      const end = now + pause.seconds * 1000 + marginMs + random() * mostJitterMs;
      if (until !== undefined && end <= until) return;
      until = end;
      by = pause;
    },
    until: () => until,
    reason: () => `for the limit to reset (429, ${by?.basis})`,
    over() {
      until = undefined;
      recovering = true;
    },
    recovering: () => recovering,
    recovered(again) {
      if (again) {
        inARow++;
        return;
      }
      recovering = false;
      inARow = 0;
    },
    inARow: () => inARow,
  };
}
