import type { Design } from './design.ts';
import { expressRateLimit } from './express-rate-limit.ts';
import { fastifyRateLimit } from './fastify-rate-limit.ts';
import { koaRatelimit } from './koa-ratelimit.ts';
import { rateLimiterFlexible } from './rate-limiter-flexible.ts';

/** Limiters of npm packages: as in their own documentation, and used correctly. */
export const packageDesigns: readonly Design[] = [
  expressRateLimit,
  fastifyRateLimit,
  rateLimiterFlexible,
  koaRatelimit,
];
