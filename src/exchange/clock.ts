/**
 * The only source of time. Tests hand in one whose `sleep` moves the time on at once and that the reference
 * server shares, so that no test waits for a real window.
 */
export interface Clock {
  /** Wall clock, milliseconds since 1970. Compared with what servers say of themselves, never used for waits. */
  now(): number;
  /** Milliseconds since an arbitrary moment; never goes back. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A timer above 2^31 - 1 ms fires at once in Node, so long sleeps are taken in pieces of at most this many ms. */
const longestTimer = 60_000;

/** The clock of the machine. Sleeps are measured on the monotonic clock, so a set-back wall clock cannot cut them short. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(ms, signal) {
    const end = performance.now() + ms;
    for (;;) {
      signal?.throwIfAborted();
      const left = end - performance.now();
      if (left <= 0) return;
      await timer(Math.min(left, longestTimer), signal);
    }
  },
};

function timer(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(handle);
      reject(signal?.reason);
    };
    const handle = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
