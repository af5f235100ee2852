import type { MakeGauge } from '../../gauge.ts';

/** Windows that start with the minute and the day of the clock. */
export const clockWindow: MakeGauge = (limit, spanMs) => {
  let begin = 0;
  let used = 0;

  const roll = (now: number): void => {
    const current = Math.floor(now / spanMs) * spanMs;
    if (current !== begin) used = 0;
    begin = current;
  };
  const endAt = (now: number): number => {
    roll(now);
    return begin + spanMs;
  };

  return {
    limit,
    left: (now) => {
      roll(now);
      return limit - used;
    },
    take: (now) => {
      roll(now);
      used += 1;
    },
    resetAt: endAt,
    freeAt: endAt,
  };
};
