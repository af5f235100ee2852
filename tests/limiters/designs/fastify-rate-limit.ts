import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Design, Way } from './design.ts';
import { inTurn, limit, type PetStore, startLimited, windowMs } from './pet-store.ts';

interface Setup {
  readonly options?: RateLimitPluginOptions;
  /** Whether X-RateLimit-Reset is converted to seconds since 1970. */
  readonly rewritten?: boolean;
  /** Whether the limiter sees paths without a route. */
  readonly unknownToo?: boolean;
  /** Whether callers without a key are refused before the limiter sees them. */
  readonly guarded?: boolean;
  /** Whether each route has a separate count. */
  readonly perRoute?: boolean;
}

const paths = ['/v1/categories', '/v1/pets/:petId', '/v1/store/orders'];

async function appOf(store: PetStore, setup: Setup): Promise<FastifyInstance> {
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    const { status, headers, body: bytes } = await store.responseRead(request.raw, body);
    reply.code(status);
    for (const [name, value] of headers) reply.header(name, value);
    return reply.send(Buffer.from(bytes));
  };
  if (setup.guarded)
    app.addHook('onRequest', async (request, reply) => {
      if (!store.hasKey(request.raw)) await serve(request, reply);
    });
  if (setup.rewritten)
    app.addHook('onSend', async (_request, reply) => {
      const toGo = reply.getHeader('x-ratelimit-reset');
      if (toGo !== undefined) reply.header('x-ratelimit-reset', Math.ceil(Date.now() / 1000) + Number(toGo));
    });
  await app.register(rateLimit, { max: limit, timeWindow: windowMs, ...setup.options });
  const config = setup.perRoute ? { rateLimit: { max: limit, timeWindow: windowMs } } : {};
  for (const url of paths) app.route({ method: ['GET', 'POST'], url, config, handler: serve });
  if (setup.unknownToo ?? true) app.setNotFoundHandler({ preHandler: app.rateLimit() }, serve);
  else app.setNotFoundHandler(serve);
  await app.ready();
  return app;
}

function way(given: Omit<Way, 'start'>, setup: Setup, processes: 1 | 2 = 1): Way {
  return {
    ...given,
    start: (clock) =>
      startLimited(clock, async (store) => {
        const first = await appOf(store, setup);
        const next = inTurn([first, processes === 1 ? first : await appOf(store, setup)]);
        return (request, response) => next().routing(request, response);
      }),
  };
}

const rewritten = true;
const named = (value: boolean) => ({
  'x-ratelimit-limit': value,
  'x-ratelimit-remaining': value,
  'x-ratelimit-reset': value,
});

/**
 * @fastify/rate-limit counts by address. Its documented x-ratelimit-reset is the number of seconds to wait, which
 * violates headers.reset.
 */
export const fastifyRateLimit: Design = {
  id: 'fastify-rate-limit',
  title: '@fastify/rate-limit',
  describes: 'the window of the IP address',
  right: way(
    { id: 'right', title: 'With Reset converted to seconds since 1970', requirements: [] },
    { rewritten },
  ),
  faults: [
    way(
      { id: 'as-in-its-readme', title: 'Configured as in its README', requirements: ['headers.reset'] },
      {},
    ),
    way(
      {
        id: 'draft-names',
        title: 'With `enableDraftSpec: true`',
        requirements: ['headers.elsewhere', 'headers.present'],
      },
      { options: { enableDraftSpec: true } },
    ),
    way(
      {
        id: 'only-beyond',
        title: 'With `addHeadersOnExceeding` off',
        requirements: ['headers.elsewhere', 'headers.present'],
      },
      { options: { addHeadersOnExceeding: named(false) } },
    ),
    way(
      {
        id: 'routes-only',
        title: 'Without a rate limit on the not-found handler',
        requirements: ['headers.elsewhere'],
      },
      { rewritten, unknownToo: false },
    ),
    way(
      { id: 'after-the-guard', title: 'Mounted after the key check', requirements: ['headers.present'] },
      { rewritten, guarded: true },
    ),
    way(
      {
        id: 'two-processes',
        title: 'Two processes with separate stores',
        requirements: ['limit.enforced'],
      },
      { rewritten },
      2,
    ),
    way(
      {
        id: 'per-route',
        title: 'With limits per route',
        requirements: [],
        why: 'buckets may be per route',
      },
      { rewritten, perRoute: true },
    ),
    way(
      {
        id: 'begins-anew',
        title: 'With `continueExceeding: true`',
        requirements: [],
        why: 'a refused request may restart the window, and Retry-After says so',
      },
      { rewritten, options: { continueExceeding: true } },
    ),
  ],
};
