import type { Design } from './design.ts';
import { expressRateLimit } from './express-rate-limit.ts';
import { fastifyRateLimit } from './fastify-rate-limit.ts';
import { koaRatelimit } from './koa-ratelimit.ts';
import { rateLimiterFlexible } from './rate-limiter-flexible.ts';

/** Limiters of npm packages, both as their own documentation sets them up, and set up correctly. */
export const packageDesigns: readonly Design[] = [
  expressRateLimit,
  fastifyRateLimit,
  rateLimiterFlexible,
  koaRatelimit,
];
