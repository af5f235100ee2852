import { setTimeout as timer } from 'node:timers/promises';

/**
 * The only source of time. Tests pass one whose `sleep` advances the time at once, and that the reference server shares,
 * so that no test waits for a real window.
 */
export interface Clock {
  /** Wall clock, milliseconds since 1970. Compared with what servers say of themselves, never used for waits. */
  now(): number;
  /** Milliseconds since an arbitrary moment; never goes back. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Node fires a timer above 2^31 - 1 ms at once, so long sleeps are divided, in ms. */
const longestTimer = 60_000;

/** The clock of the machine. It measures sleeps on the monotonic clock, so a set-back wall clock cannot change them. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(ms, signal) {
    const end = performance.now() + ms;
    for (;;) {
      signal?.throwIfAborted();
      const left = end - performance.now();
      if (left <= 0) return;
      // An abort is thrown above, with its own reason.
      await timer(Math.min(left, longestTimer), undefined, { signal }).catch(() => undefined);
    }
  },
};
