import type { MakeGauge } from '../../gauge.ts';

/** Tolerance for the rounding errors of divided intervals. */
const HAIR = 1e-6;

/** Implements the generic cell rate algorithm: stores when the next of evenly spread requests would be due. */
export const gcra: MakeGauge = (limit, spanMs) => {
  const interval = spanMs / limit;
  let due = 0;

  return {
    limit,
    left: (now) => (spanMs - Math.max(0, due - now)) / interval + HAIR,
    take: (now) => {
      due = Math.max(due, now) + interval;
    },
    resetAt: (now) => Math.max(due, now),
    freeAt: (now) => Math.max(now, due - spanMs + interval),
  };
};
