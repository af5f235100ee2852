import { getRequestListener } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { HTTPException } from 'hono/http-exception';
import { validator } from 'hono/validator';
import { rateLimiter } from 'hono-rate-limiter';
import { listen } from '../listen.ts';
import type { Stack, StackOptions } from '../stack.ts';

interface Category {
  readonly id: number;
  readonly name: string;
  readonly description?: string;
}

/** Starts the pet store on Hono 4, with Hono's own bearer authentication and validator, and with hono-rate-limiter. */
export function startHono({ key, limit, windowSeconds }: StackOptions): Promise<Stack> {
  const app = new Hono().basePath('/v1');
  const categories: Category[] = [];

  app.use(
    rateLimiter({
      windowMs: windowSeconds * 1000,
      limit,
      standardHeaders: 'draft-6',
      keyGenerator: (c) => getConnInfo(c).remote.address ?? '',
    }),
  );
  app.use(bearerAuth({ token: key }));

  app.get('/categories', (c) => c.json(categories));

  app.post(
    '/categories',
    validator('json', (value, c) => {
      const name: unknown = value['name'];
      const description: unknown = value['description'];
      if (!name || typeof name !== 'string') {
        return c.json({ code: 'invalid_name', message: 'name is required', status: 400 }, 400);
      }
      if (description !== undefined && typeof description !== 'string') {
        return c.json({ code: 'invalid_description', message: 'description must be text', status: 400 }, 400);
      }
      return { name, ...(description !== undefined && { description }) };
    }),
    (c) => {
      const category = { id: categories.length + 1, ...c.req.valid('json') };
      categories.push(category);
      return c.json(category, 201);
    },
  );

  app.get('/pets/:petId', (c) => {
    c.header('Sunset', new Date(Date.UTC(2027, 11, 31)).toUTCString());
    return c.json({ code: 'not_found', message: 'no such pet', status: 404 }, 404);
  });

  app.get('/store/orders', (c) => c.json([]));

  app.onError((error, c) =>
    error instanceof HTTPException ? error.getResponse() : c.text('Internal Server Error', 500),
  );

  return listen(getRequestListener(app.fetch));
}
