import type { Clock } from '../../src/model/clock.ts';

/** A clock whose sleeps take no time: they move it on, for the kit and for the server that shares it. */
export function createSharedClock(): Clock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    monotonic: () => performance.now() + ahead,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      ahead += ms;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
