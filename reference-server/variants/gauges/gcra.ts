import type { MakeGauge } from '../../limits/gauge.ts';

/** Quotients of intervals miss whole numbers by a hair. */
const HAIR = 1e-6;

/** The generic cell rate algorithm: one time, at which the next request would be due were they evenly spread. */
export const gcra: MakeGauge = (limit, spanMs) => {
  const interval = spanMs / limit;
  let due = 0;

  return {
    limit,
    left: (now) => (spanMs - Math.max(0, due - now)) / interval + HAIR,
    take: (now) => {
      due = Math.max(due, now) + interval;
    },
    putBack: () => {
      due -= interval;
    },
    resetAt: (now) => Math.max(due, now),
    freeAt: (now) => Math.max(now, due - spanMs + interval),
  };
};
