import type { MakeGauge } from '../../gauge.ts';

/** The moment that Reset shows: when the oldest request expires, or when all requests have expired. */
export type LogReset = 'oldest' | 'newest';

/** Counts each request for the length of the span. */
export function slidingLog(reset: LogReset): MakeGauge {
  return (limit, spanMs) => {
    const log: number[] = [];

    const forget = (now: number): void => {
      const kept = log.findIndex((at) => at + spanMs > now);
      log.splice(0, kept === -1 ? log.length : kept);
    };

    return {
      limit,
      left: (now) => {
        forget(now);
        return limit - log.length;
      },
      take: (now) => {
        forget(now);
        log.push(now);
      },
      resetAt: (now) => {
        forget(now);
        return ((reset === 'oldest' ? log[0] : log.at(-1)) ?? now - spanMs) + spanMs;
      },
      freeAt: (now) => (log[0] ?? now - spanMs) + spanMs,
    };
  };
}
