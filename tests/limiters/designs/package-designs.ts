import type { Design } from './design.ts';
import { expressRateLimit } from './express-rate-limit.ts';
import { fastifyRateLimit } from './fastify-rate-limit.ts';
import { koaRatelimit } from './koa-ratelimit.ts';
import { rateLimiterFlexible } from './rate-limiter-flexible.ts';

/** Limiters from npm packages. Each is set up in two ways: as its documentation shows, and correctly. */
export const packageDesigns: readonly Design[] = [
  expressRateLimit,
  fastifyRateLimit,
  rateLimiterFlexible,
  koaRatelimit,
];
