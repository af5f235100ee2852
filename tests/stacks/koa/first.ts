import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import rateLimit from 'koa-ratelimit';
import { listen } from '../listen.ts';
import type { Stack, StackOptions } from '../stack.ts';

/** Starts the pet store on Koa 3, with Koa's router and body parser, and with koa-ratelimit and its memory driver. */
export function startKoa({ key, limit, windowSeconds }: StackOptions): Promise<Stack> {
  const app = new Koa();
  app.silent = true; // Client errors are not logged.

  app.use(
    rateLimit({
      driver: 'memory',
      db: new Map(),
      duration: windowSeconds * 1000,
      errorMessage: 'Sometimes you just have to slow down.',
      id: (ctx) => ctx.ip,
      max: limit,
    }),
  );
  app.use(requireApiKey(key));
  app.use(bodyParser());
  const router = petStore();
  app.use(router.routes()).use(router.allowedMethods());

  return listen(app.callback());
}

interface Category {
  readonly id: number;
  readonly name: string;
  readonly description?: string;
}

function petStore(): Router {
  const router = new Router({ prefix: '/v1' });
  const categories: Category[] = [];

  router.get('/categories', (ctx) => {
    ctx.body = categories;
  });

  router.post('/categories', (ctx) => {
    const { name, description } = ctx.request.body as Record<string, unknown>;
    if (typeof name !== 'string' || name === '') {
      return sendError(ctx, 400, 'INVALID_NAME', 'name must be a non-empty string');
    }
    if (description !== undefined && typeof description !== 'string') {
      return sendError(ctx, 400, 'INVALID_DESCRIPTION', 'description must be a string');
    }
    const category = { id: categories.length + 1, name, ...(description !== undefined && { description }) };
    categories.push(category);
    ctx.status = 201;
    ctx.body = category;
  });

  router.get('/pets/:petId', (ctx) => {
    ctx.set('Sunset', new Date(Date.UTC(2027, 11, 31)).toUTCString());
    sendError(ctx, 404, 'NOT_FOUND', 'no such pet');
  });

  router.get('/store/orders', (ctx) => {
    ctx.body = [];
  });

  return router;
}

function requireApiKey(key: string): Middleware {
  return async (ctx, next) => {
    if (ctx.get('Authorization') !== `Bearer ${key}`) {
      return sendError(ctx, 401, 'UNAUTHORIZED', 'missing or invalid API key');
    }
    await next();
  };
}

function sendError(ctx: Context, status: number, code: string, message: string): void {
  ctx.status = status;
  ctx.body = { code, message, status };
}
