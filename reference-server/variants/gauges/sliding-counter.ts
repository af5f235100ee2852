import type { MakeGauge } from '../../gauge.ts';

/** Combines two fixed windows: the previous window counts in proportion to the part of it that the span still covers. */
export const slidingCounter: MakeGauge = (limit, spanMs) => {
  let begin = 0;
  let current = 0;
  let former = 0;

  const roll = (now: number): void => {
    const window = Math.floor(now / spanMs) * spanMs;
    if (window === begin) return;
    former = window === begin + spanMs ? current : 0;
    current = 0;
    begin = window;
  };

  /** Returns how many milliseconds of a window must pass before the previous window's `count` weighs at most `room`. */
  const waitFor = (count: number, room: number): number =>
    count <= room ? 0 : Math.ceil((1 - room / count) * spanMs) + 1;

  return {
    limit,
    left: (now) => {
      roll(now);
      return limit - current - former * (1 - (now - begin) / spanMs);
    },
    take: (now) => {
      roll(now);
      current += 1;
    },
    resetAt: (now) => {
      roll(now);
      return begin + spanMs;
    },
    freeAt: (now) => {
      roll(now);
      const room = limit - 1 - current;
      return room >= 0 ? begin + waitFor(former, room) : begin + spanMs + waitFor(current, limit - 1);
    },
  };
};
