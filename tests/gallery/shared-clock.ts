import type { Clock } from '../../src/exchange/clock.ts';

export interface SharedClockOptions {
  /** How far the clock starts ahead of the local clock, in milliseconds. */
  readonly ahead?: number;
  /** How far each reading advances the clock, in milliseconds, which simulates a slow target. */
  readonly perReading?: number;
}

/** Creates a clock whose sleeps take no time. They advance the clock for the kit and for the server that shares it. */
export function createSharedClock({ ahead = 0, perReading = 0 }: SharedClockOptions = {}): Clock {
  let moved = ahead;
  const read = () => {
    moved += perReading;
    return moved;
  };
  return {
    now: () => Date.now() + read(),
    monotonic: () => performance.now() + read(),
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      moved += ms;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
