/** The end of the time for one exchange. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly expired: Promise<never>;
  clear(): void;
}

/**
 * Our own deadline for the whole exchange, head and body: undici's timers run late and know only of pauses.
 * `ms` is milliseconds; `outer` ends it early.
 */
export function startDeadline(ms: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  let expire: (reason: unknown) => void = () => {};
  const expired = new Promise<never>((_resolve, reject) => {
    expire = reject;
  });
  expired.catch(() => {});
  const stop = () => {
    controller.abort();
    expire(new Error('deadline'));
  };
  const timer = setTimeout(stop, ms);
  outer?.addEventListener('abort', stop, { once: true });
  if (outer?.aborted) stop();
  return {
    signal: controller.signal,
    expired,
    clear() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', stop);
    },
  };
}
