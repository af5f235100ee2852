import type { Design } from './design.ts';
import { expressRateLimit } from './express-rate-limit.ts';
import { fastifyRateLimit } from './fastify-rate-limit.ts';
import { koaRatelimit } from './koa-ratelimit.ts';
import { rateLimiterFlexible } from './rate-limiter-flexible.ts';

/** The limiters that npm packages bring, as their own documentation shows them, and as they should be used. */
export const packageDesigns: readonly Design[] = [
  expressRateLimit,
  fastifyRateLimit,
  rateLimiterFlexible,
  koaRatelimit,
];
