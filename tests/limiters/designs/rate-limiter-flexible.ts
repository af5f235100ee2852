import type { RequestListener } from 'node:http';
import { type IRateLimiterOptions, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Design, Way } from './design.ts';
import { inTurn, limit, startLimited, windowMs, write } from './pet-store.ts';

interface Setup {
  readonly options?: Partial<IRateLimiterOptions>;
  readonly retryAfter?: (result: RateLimiterRes) => string;
  readonly reset?: (result: RateLimiterRes) => string;
  readonly bareRefusal?: boolean;
  readonly pointsOfPost?: number;
  readonly processes?: 1 | 2;
}

const inSeconds = ({ msBeforeNext }: RateLimiterRes) => String(Math.ceil(msBeforeNext / 1000));
const epochSeconds = ({ msBeforeNext }: RateLimiterRes) =>
  String(Math.ceil((Date.now() + msBeforeNext) / 1000));

function way(given: Omit<Way, 'start'>, setup: Setup = {}): Way {
  const { options, retryAfter = inSeconds, reset = epochSeconds, bareRefusal, pointsOfPost = 1 } = setup;
  const create = () => new RateLimiterMemory({ points: limit, duration: windowMs / 1000, ...options });
  return {
    ...given,
    start: (clock) =>
      startLimited(clock, (store): RequestListener => {
        const first = create();
        const next = inTurn([first, setup.processes === 2 ? create() : first]);
        return async (request, response) => {
          const show = (result: RateLimiterRes) => {
            response.setHeader('X-RateLimit-Limit', limit);
            response.setHeader('X-RateLimit-Remaining', result.remainingPoints);
            response.setHeader('X-RateLimit-Reset', reset(result));
          };
          const points = request.method === 'POST' ? pointsOfPost : 1;
          try {
            show(await next().consume(request.socket.remoteAddress ?? '', points));
          } catch (result) {
            if (!(result instanceof RateLimiterRes)) throw result;
            response.statusCode = 429;
            if (!bareRefusal) {
              show(result);
              response.setHeader('Retry-After', retryAfter(result));
            }
            response.end('Too Many Requests');
            return;
          }
          write(await store.response(request), response);
        };
      }),
  };
}

/**
 * rate-limiter-flexible sets no headers. Its documentation shows how to make them from its result, in seconds that may
 * have a fraction.
 */
export const rateLimiterFlexible: Design = {
  id: 'rate-limiter-flexible',
  title: 'rate-limiter-flexible',
  describes: 'the window of the IP address',
  right: way({ id: 'right', title: 'With headers built from its result', requirements: [] }),
  faults: [
    way(
      {
        id: 'as-in-its-readme',
        title: 'Configured as in its README, with a fraction in Retry-After',
        requirements: ['headers.form'],
      },
      { retryAfter: ({ msBeforeNext }) => String(msBeforeNext / 1000) },
    ),
    way(
      { id: 'reset-date', title: 'Reset is a Date as a string', requirements: ['headers.reset'] },
      { reset: ({ msBeforeNext }) => String(new Date(Date.now() + msBeforeNext)) },
    ),
    way(
      { id: 'reset-delta', title: 'Reset is `msBeforeNext`', requirements: ['headers.reset'] },
      { reset: ({ msBeforeNext }) => String(msBeforeNext) },
    ),
    way(
      {
        id: 'retry-after-ms',
        title: 'Retry-After is `msBeforeNext`',
        requirements: ['limit.retry-after-agrees'],
      },
      { retryAfter: ({ msBeforeNext }) => String(msBeforeNext) },
    ),
    way(
      {
        id: 'bare-429',
        title: 'Returns a 429 without headers',
        requirements: ['headers.present', 'limit.retry-after'],
      },
      { bareRefusal: true },
    ),
    way(
      {
        id: 'two-processes',
        title: 'Two processes with separate memory',
        requirements: ['limit.enforced'],
      },
      { processes: 2 },
    ),
    way(
      {
        id: 'blocked-longer',
        title: 'With `blockDuration: 300`',
        requirements: [],
        why: 'Retry-After says so, and may be up to 25 hours',
        exceedsMaxWait: true,
      },
      { options: { blockDuration: 300 } },
    ),
    way(
      {
        id: 'two-points',
        title: 'With two points for a POST',
        requirements: [],
        why: 'Remaining may fall by more than one',
      },
      { pointsOfPost: 2 },
    ),
  ],
};
