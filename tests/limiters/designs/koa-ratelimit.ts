import Koa, { type Middleware } from 'koa';
import ratelimit from 'koa-ratelimit';
import { valuesOf } from '../../../reference-server/response.ts';
import type { Design, Way } from './design.ts';
import { inTurn, limit, type PetStore, startLimited, windowMs } from './pet-store.ts';

type Middlewares = (store: PetStore) => readonly Middleware[];

const reset = 'X-RateLimit-Reset';

const limiter = (options: Readonly<Record<string, unknown>> = {}): Middleware =>
  ratelimit({ driver: 'memory', db: new Map(), duration: windowMs, max: limit, ...options });

/** Rounds Reset up, because the in-memory store of koa-ratelimit keeps fractions of a second. */
const rounded: Middleware = async (context, next) => {
  await next();
  context.set(reset, String(Math.ceil(Number(context.response.get(reset)))));
};

const serve =
  (store: PetStore): Middleware =>
  async (context) => {
    const { status, headers, body } = await store.response(context.req);
    context.status = status;
    context.body = Buffer.from(body);
    for (const name of new Set(headers.map(([one]) => one))) context.set(name, [...valuesOf(headers, name)]);
  };

/** Refuses callers without a key before the limiter sees them. */
const guard =
  (store: PetStore): Middleware =>
  (context, next) =>
    store.hasKey(context.req) ? next() : serve(store)(context, next);

function way(given: Omit<Way, 'start'>, middlewares: Middlewares): Way {
  return {
    ...given,
    start: (clock) =>
      startLimited(clock, (store) => {
        const app = new Koa();
        app.on('error', () => {});
        for (const middleware of middlewares(store)) app.use(middleware);
        return app.callback();
      }),
  };
}

const optioned = (given: Omit<Way, 'start'>, options: Readonly<Record<string, unknown>>): Way =>
  way(given, (store) => [rounded, limiter(options), serve(store)]);

/**
 * koa-ratelimit counts by address. By default, its Reset is in seconds since 1970, with a fraction from its in-memory store.
 */
export const koaRatelimit: Design = {
  id: 'koa-ratelimit',
  title: 'koa-ratelimit',
  describes: 'the window of the IP address',
  right: optioned({ id: 'right', title: 'With default names and Reset rounded up', requirements: [] }, {}),
  faults: [
    way({ id: 'default-names', title: 'With default names', requirements: ['headers.form'] }, (store) => [
      limiter(),
      serve(store),
    ]),
    way(
      {
        id: 'as-in-its-readme',
        title: 'Configured as in its README',
        requirements: ['headers.elsewhere', 'headers.present'],
      },
      (store) => [
        limiter({
          headers: {
            remaining: 'Rate-Limit-Remaining',
            reset: 'Rate-Limit-Reset',
            total: 'Rate-Limit-Total',
          },
        }),
        serve(store),
      ],
    ),
    way(
      {
        id: 'no-headers',
        title: 'With `disableHeader: true`',
        requirements: ['headers.elsewhere', 'headers.present'],
      },
      (store) => [limiter({ disableHeader: true }), serve(store)],
    ),
    optioned(
      { id: 'answers-503', title: 'With `status: 503`', requirements: ['limit.enforced'] },
      { status: 503 },
    ),
    way(
      { id: 'after-the-guard', title: 'Mounted after the key check', requirements: ['headers.present'] },
      (store) => [guard(store), rounded, limiter(), serve(store)],
    ),
    optioned(
      {
        id: 'thrown',
        title: 'With `throw: true`, not rounded by later middleware',
        requirements: ['headers.form'],
      },
      { throw: true },
    ),
    way(
      {
        id: 'two-processes',
        title: 'Two processes with separate memory',
        requirements: ['limit.enforced'],
      },
      (store) => {
        const next = inTurn([limiter(), limiter()]);
        return [rounded, (context, then) => next()(context, then), serve(store)];
      },
    ),
  ],
};
