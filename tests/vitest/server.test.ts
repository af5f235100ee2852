import { createServer, get, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createNetServer } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type PetStoreSource, type Served, serve } from '../../src/vitest/server.ts';

const listener: RequestListener = (request, response) => response.end(`node ${request.url}`);

const expressApp = express();
expressApp.get('/v1/categories', (request, response) => void response.send(`express ${request.url}`));

const koaApp = new Koa();
koaApp.use((context) => {
  context.body = `koa ${context.url}`;
});

function fastifyApp() {
  const app = fastify();
  app.get('/v1/categories', (request) => `fastify ${request.url}`);
  return app;
}

const honoApp = new Hono().get('/v1/categories', (context) => context.text(`hono ${context.req.path}`));

/** Serves during a test. */
async function served(source: PetStoreSource, basePath?: string): Promise<Served> {
  const one = await serve(source, basePath);
  onTestFinished(one.close);
  return one;
}

/** Captures what this test writes to stderr. */
function quietConsole() {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  return logged;
}

async function text(url: string): Promise<string> {
  return (await fetch(`${url}/categories`)).text();
}

describe('a pet store that does not listen yet', () => {
  it.each<[what: string, source: PetStoreSource, says: string]>([
    ['a server of node:http', createServer(listener), 'node'],
    ['a request listener', listener, 'node'],
    ['an Express app', expressApp, 'express'],
    ['a Koa app', koaApp, 'koa'],
    ['a Fastify app', fastifyApp(), 'fastify'],
    ['a Hono app', honoApp, 'hono'],
    ['a function that returns an app', () => expressApp, 'express'],
    ['an async function that returns an app', async () => honoApp, 'hono'],
  ])('is served on a free local port until close: %s', async (_what, source, says) => {
    const { url, close } = await serve(source);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(await text(url)).toBe(`${says} /v1/categories`);
    await close();
    await expect(text(url)).rejects.toThrow();
  });

  it.each([
    ['/api/v1/', '/api/v1/categories'],
    ['api/v1', '/api/v1/categories'],
    ['/', '/categories'],
  ])('has its API at basePath: %s', async (basePath, path) => {
    const { url } = await served(listener, basePath);
    expect(await text(url)).toBe(`node ${path}`);
  });
});

describe('a pet store that is already running', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1'],
    ['::1', 'http://[::1]'],
    ['0.0.0.0', 'http://127.0.0.1'],
    ['::', 'http://[::1]'],
  ])('is used as it is, listening on %s', async (host, origin) => {
    const server = createServer(listener);
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const { url, close } = await serve(() => server);
    expect(url).toBe(`${origin}:${(server.address() as AddressInfo).port}/v1`);
    await close();
    expect(await text(url)).toBe('node /v1/categories');
  });

  it('is used at its URL', async () => {
    expect((await serve('http://127.0.0.1:1/v2')).url).toBe('http://127.0.0.1:1/v2');
    expect((await serve(async () => new URL('https://petstore.example/v1'))).url).toBe(
      'https://petstore.example/v1',
    );
  });
});

describe('an app with a fetch method', () => {
  it('receives method, headers, body and client address, and its response is sent', async () => {
    const app = new Hono().post('/v1/categories', async (context) => {
      context.header('Set-Cookie', 'a=1', { append: true });
      context.header('Set-Cookie', 'b=2', { append: true });
      const address = getConnInfo(context).remote.address;
      return context.text(`${context.req.header('x-mark')} ${address} ${await context.req.text()}`, 201);
    });
    const { url } = await served(app);
    const headers = { 'X-Mark': 'mark' };
    const response = await fetch(`${url}/categories`, { method: 'POST', headers, body: '{"name":"Käfer"}' });
    expect([response.status, await response.text()]).toEqual([201, 'mark 127.0.0.1 {"name":"Käfer"}']);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('may return no body; a rejection is logged and returns 500', async () => {
    const logged = quietConsole();
    const { url } = await served({
      fetch: (request) =>
        request.url.endsWith('/none')
          ? new Response(null, { status: 204 })
          : Promise.reject(new Error('made by a test')),
    });
    expect([(await fetch(`${url}/none`)).status, (await fetch(`${url}/other`)).status]).toEqual([204, 500]);
    expect(logged).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Error: made by a test\n/));
  });

  it('closes the connection if its body fails', async () => {
    const logged = quietConsole();
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('part'));
        controller.error(new Error('made by a test'));
      },
    });
    const { url } = await served({ fetch: () => new Response(body) });
    const ended = await new Promise((resolve) => {
      get(url, (response) => {
        response
          .resume()
          .on('end', () => resolve('end'))
          .on('error', () => resolve('error'));
      }).on('error', () => resolve('error'));
    });
    expect(ended).toBe('error');
    await vi.waitFor(() => expect(logged).toHaveBeenCalledOnce());
  });
});

describe('an invalid source', () => {
  const net = createNetServer();
  it.each<[what: string, source: unknown, says: string]>([
    ['nothing', undefined, 'got undefined'],
    ['a function that returns nothing', () => undefined, 'got undefined'],
    ['a number', 8080, 'got a number'],
    ['an object of another kind', new Map(), 'got an instance of Map'],
    ['an object without any of the methods', { listen: 1 }, 'got an object.'],
    [
      'a function of one parameter',
      (_request: unknown) => new Response(),
      'got a function with 1 parameter.',
    ],
    [
      'a function that returns a function',
      () => () => 'http://127.0.0.1/v1',
      'got a function with 0 parameters',
    ],
  ])('is rejected with a list of valid ones: %s', async (_what, source, says) => {
    const rejected = serve(source as PetStoreSource);
    await expect(rejected).rejects.toThrow(says);
    await expect(rejected).rejects.toThrow(/an app of Express, Fastify, Koa or Hono/);
  });

  it('rejects with the error of its function', async () => {
    const error = new Error('no database');
    await expect(serve(() => Promise.reject(error))).rejects.toBe(error);
  });

  it('is a URL with a basePath', async () => {
    await expect(serve('http://127.0.0.1/v1', '/v1')).rejects.toThrow('leave basePath out');
  });

  it('is a server that listens on a socket', async () => {
    onTestFinished(() => void net.close());
    const path = process.platform === 'win32' ? '\\\\.\\pipe\\petstore-test' : '\0petstore-test';
    await new Promise<void>((resolve) => net.listen(path, resolve));
    await expect(serve(() => net)).rejects.toThrow('listens on a socket, not on a port');
  });
});
