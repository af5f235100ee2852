import type { Design } from './design.ts';
import { expressRateLimit } from './express-rate-limit.ts';
import { fastifyRateLimit } from './fastify-rate-limit.ts';
import { koaRatelimit } from './koa-ratelimit.ts';
import { rateLimiterFlexible } from './rate-limiter-flexible.ts';

/** Limiters from npm packages, each set up as its own documentation shows, and set up correctly. */
export const packageDesigns: readonly Design[] = [
  expressRateLimit,
  fastifyRateLimit,
  rateLimiterFlexible,
  koaRatelimit,
];
