/**
 * The limit of one bucket over one period, enforced by any algorithm. All times are epoch milliseconds; `now` hardly ever
 * decreases, and then only a little.
 */
export interface Gauge {
  readonly limit: number;
  /** Returns how many requests would be served now. The number may be a fraction. */
  readonly left: (now: number) => number;
  readonly take: (now: number) => void;
  /** Returns when the limit resets, as X-RateLimit-Reset shows it. */
  readonly resetAt: (now: number) => number;
  /** Returns when `left` becomes at least 1. Called only while `left` is less than 1. */
  readonly freeAt: (now: number) => number;
}

/** Creates the gauge of a new bucket: `limit` requests in `spanMs` milliseconds. */
export type MakeGauge = (limit: number, spanMs: number) => Gauge;

/** Creates a window that starts with the first request after the previous window ended. */
export const fixedWindow: MakeGauge = (limit, spanMs) => {
  let begin: number | undefined;
  let used = 0;

  const endAt = (now: number): number => {
    // A clock that is set back must not stretch the window beyond its span.
    if (begin === undefined || now >= begin + spanMs || now < begin) {
      begin = undefined;
      used = 0;
    }
    return (begin ?? now) + spanMs;
  };

  return {
    limit,
    left: (now) => {
      endAt(now);
      return limit - used;
    },
    take: (now) => {
      endAt(now);
      begin ??= now;
      used += 1;
    },
    resetAt: endAt,
    freeAt: endAt,
  };
};
