import { setTimeout as timer } from 'node:timers/promises';

/** The only source of time. Tests pass a fake shared with the reference server, so that no test waits for a real window. */
export interface Clock {
  /** Wall clock in milliseconds since 1970. Compared with server headers, never used for waits. */
  now(): number;
  /** Milliseconds since an arbitrary moment; never goes backward. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** In ms. Node.js fires timers above 2^31 - 1 ms immediately, so long sleeps are split. */
const longestTimer = 60_000;

/** The machine's clock. Sleeps use the monotonic clock, so that wall clock changes do not affect them. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(ms, signal) {
    const end = performance.now() + ms;
    for (;;) {
      signal?.throwIfAborted();
      const left = end - performance.now();
      if (left <= 0) return;
      // If aborted, the loop throws the signal's own reason.
      await timer(Math.min(left, longestTimer), undefined, { signal }).catch(() => undefined);
    }
  },
};
