import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
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

/**
 * Starts the pet store on Fastify 5 and @fastify/rate-limit 11, with bodies validated by a JSON schema and default settings.
 */
export async function startFastify({ key, limit, windowSeconds }: StackOptions): Promise<Stack> {
  const fastify = Fastify();

  await fastify.register(rateLimit, { max: limit, timeWindow: windowSeconds * 1000 });

  fastify.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${key}`) {
      return reply
        .code(401)
        .send({ code: 'UNAUTHORIZED', message: 'Missing or invalid API key', status: 401 });
    }
  });

  await fastify.register(petStore, { prefix: '/v1' });

  await fastify.listen({ host: '127.0.0.1', port: 0 });
  return { url: baseUrlOf(fastify.server), close: () => fastify.close() };
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
    return reply.code(404).send({ code: 'NOT_FOUND', message: 'No such pet', status: 404 });
  });

  fastify.get('/store/orders', async () => []);

  done();
}
