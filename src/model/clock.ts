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
