import { setTimeout as timer } from 'node:timers/promises';

/**
 * The only source of time. Tests pass a fake clock that they share with the reference server, so that no test waits for a real
 * window.
 */
export interface Clock {
  /** Wall clock in milliseconds since 1970. Compared with server headers, never used for waits. */
  now(): number;
  /** Milliseconds since an arbitrary moment; never goes backward. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's clock. Sleeps use the monotonic clock, so that wall clock changes do not affect them. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(ms, signal) {
    await timer(ms, undefined, { signal }).catch(() => {});
    // Throws the signal's own reason.
    signal?.throwIfAborted();
  },
};
