import type { Clock } from '../src/exchange/clock.ts';

export interface SharedClockOptions {
  /** How far ahead of the machine's clock it starts, in milliseconds. */
  readonly ahead?: number;
  /** How far every reading moves it on, in milliseconds: a slow target, without the wait. */
  readonly perReading?: number;
}

/** A clock whose sleeps take no time: they move it on, for the kit and for the server that shares it. */
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
