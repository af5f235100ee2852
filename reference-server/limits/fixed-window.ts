import type { MakeGauge } from './gauge.ts';

/** A window that begins with the first request after the last one ended. */
export const fixedWindow: MakeGauge = (limit, spanMs) => {
  let begin: number | undefined;
  let used = 0;

  const endAt = (now: number): number => {
    // A clock that was set back would otherwise stretch the window beyond its span.
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
    putBack: (now) => {
      endAt(now);
      used = Math.max(0, used - 1);
    },
    resetAt: endAt,
    freeAt: endAt,
  };
};
