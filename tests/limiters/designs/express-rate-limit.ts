import express, { type Handler } from 'express';
import { type Options, rateLimit } from 'express-rate-limit';
import type { Design, Way } from './design.ts';
import { inTurn, limit, type PetStore, startLimited, windowMs, write } from './pet-store.ts';

type Middlewares = (store: PetStore) => readonly Handler[];

const limiter = (options: Partial<Options> = {}): Handler =>
  rateLimit({ windowMs, limit, standardHeaders: 'draft-8', legacyHeaders: true, ...options }) as Handler;

const serve =
  (store: PetStore): Handler =>
  async (request, response) =>
    write(await store.response(request), response);

/** Refuses callers without a key before the limiter sees them. */
const guard =
  (store: PetStore): Handler =>
  (request, response, next) =>
    store.hasKey(request) ? next() : serve(store)(request, response, next);

function way(
  given: Omit<Way, 'start'>,
  middlewares: Middlewares = (store) => [limiter(), serve(store)],
): Way {
  return {
    ...given,
    start: (clock) =>
      startLimited(clock, (store) => {
        const app = express();
        app.use(...middlewares(store));
        return app;
      }),
  };
}

const optioned = (given: Omit<Way, 'start'>, options: Partial<Options>): Way =>
  way(given, (store) => [limiter(options), serve(store)]);

/**
 * express-rate-limit counts by address. Its documented headers are X-RateLimit-Reset in seconds since 1970, and Retry-After
 * in whole seconds.
 */
export const expressRateLimit: Design = {
  id: 'express-rate-limit',
  title: 'express-rate-limit',
  describes: 'the window of the IP address',
  right: way({ id: 'right', title: 'With `legacyHeaders: true`, mounted first', requirements: [] }),
  faults: [
    optioned(
      {
        id: 'as-in-its-readme',
        title: 'With `legacyHeaders: false`',
        requirements: ['headers.elsewhere', 'headers.present'],
      },
      { legacyHeaders: false },
    ),
    way(
      { id: 'after-the-guard', title: 'Mounted after the key check', requirements: ['headers.present'] },
      (store) => [guard(store), limiter(), serve(store)],
    ),
    way(
      {
        id: 'two-processes',
        title: 'Two processes with separate stores',
        requirements: ['limit.enforced'],
      },
      (store) => {
        const next = inTurn([limiter(), limiter()]);
        return [(request, response, then) => next()(request, response, then), serve(store)];
      },
    ),
    optioned(
      { id: 'answers-503', title: 'With `statusCode: 503`', requirements: ['limit.enforced'] },
      { statusCode: 503 },
    ),
    optioned(
      {
        id: 'own-handler',
        title: 'With a handler that drops Retry-After',
        requirements: ['limit.retry-after'],
      },
      {
        handler: (_request, response) => {
          response.removeHeader('Retry-After');
          response.status(429).end();
        },
      },
    ),
    optioned(
      {
        id: 'failures-uncounted',
        title: 'With `skipFailedRequests: true`',
        requirements: [],
        why: 'the specification does not say which responses count',
      },
      { skipFailedRequests: true },
    ),
  ],
};
