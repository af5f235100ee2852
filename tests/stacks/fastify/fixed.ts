import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { baseUrlOf } from '../listen.ts';
import type { Stack, StackOptions } from '../stack.ts';

interface NewCategory {
  readonly name: string;
  readonly description?: string;
}

const newCategory = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, description: { type: 'string' } },
} as const;

/** Starts the app of first.ts, with the kit's findings fixed one by one. */
export async function startFastifyFixed({ key, limit, windowSeconds }: StackOptions): Promise<Stack> {
  const fastify = Fastify({ ajv: { customOptions: { coerceTypes: false } } });

  await fastify.register(rateLimit, { max: limit, timeWindow: windowSeconds * 1000 });

  fastify.addHook('onSend', async (_request, reply) => {
    const secondsLeft = reply.getHeader('x-ratelimit-reset');
    if (secondsLeft === undefined) return;
    reply.header('x-ratelimit-reset', Math.ceil(Date.now() / 1000) + Number(secondsLeft));
  });

  // This hook runs after onRequest, in which the limiter sets its headers, and before the body is parsed.
  fastify.addHook('preParsing', async (request, reply) => {
    const [, scheme = '', token] = /^(\S+) +(\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (scheme.toLowerCase() === 'bearer' && token === key) return;
    reply.header('WWW-Authenticate', 'Bearer');
    return sendError(reply, 401, 'UNAUTHORIZED', 'Missing or invalid API key');
  });

  fastify.setErrorHandler<Error & { statusCode?: number; code?: string }>((error, _request, reply) =>
    sendError(reply, error.statusCode ?? 500, error.code ?? 'ERROR', error.message),
  );
  fastify.setNotFoundHandler({ preHandler: fastify.rateLimit() }, (_request, reply) =>
    sendError(reply, 404, 'NOT_FOUND', 'There is nothing here'),
  );

  await fastify.register(petStore, { prefix: '/v1' });

  await fastify.listen({ host: '127.0.0.1', port: 0 });
  return { url: baseUrlOf(fastify.server), close: () => fastify.close() };
}

/** Sends an error. This is the only place that builds the body of an error. */
function sendError(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.code(status).send({ code, message, status });
}

function petStore(fastify: FastifyInstance, _options: object, done: () => void): void {
  const categories: (NewCategory & { readonly id: number })[] = [];

  fastify.get('/categories', async () => categories);

  fastify.post<{ Body: NewCategory }>(
    '/categories',
    { schema: { body: newCategory } },
    async (request, reply) => {
      const { name, description } = request.body;
      const category = { id: categories.length + 1, name, ...(description !== undefined && { description }) };
      categories.push(category);
      return reply.code(201).send(category);
    },
  );

  fastify.get('/pets/:petId', async (_request, reply) => {
    reply.header('Sunset', new Date(Date.UTC(2027, 11, 31)).toUTCString());
    return sendError(reply, 404, 'NOT_FOUND', 'No such pet');
  });

  fastify.get('/store/orders', async () => []);

  done();
}
