import type { MakeGauge } from '../../gauge.ts';

/** Tolerance for the rounding errors of added token fractions. */
const HAIR = 1e-6;

/** Refills tokens one by one, `limit` of them per span. Reset is when the bucket is full again. */
export const tokenBucket: MakeGauge = (limit, spanMs) => {
  const msPerToken = spanMs / limit;
  let tokens = limit;
  let filledAt = Number.NEGATIVE_INFINITY;

  const fill = (now: number): void => {
    if (now > filledAt) tokens = Math.min(limit, tokens + (now - filledAt) / msPerToken);
    filledAt = now;
  };

  return {
    limit,
    left: (now) => {
      fill(now);
      return tokens + HAIR;
    },
    take: (now) => {
      fill(now);
      tokens -= 1;
    },
    resetAt: (now) => {
      fill(now);
      return now + (limit - tokens) * msPerToken;
    },
    freeAt: (now) => {
      fill(now);
      return now + Math.max(0, 1 - tokens) * msPerToken;
    },
  };
};
