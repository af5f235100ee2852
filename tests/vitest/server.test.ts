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

/** What is served for the time of a test. */
async function served(source: PetStoreSource, basePath?: string): Promise<Served> {
  const one = await serve(source, basePath);
  onTestFinished(one.close);
  return one;
}

/** What would be written to standard error in this test. */
function quietConsole() {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => told.mockRestore());
  return told;
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
    ['a function that gives one', () => expressApp, 'express'],
    ['a function that promises one', async () => honoApp, 'hono'],
  ])('is served on a free port of this machine and then ended: %s', async (_what, source, says) => {
    const { url, close } = await serve(source);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(await text(url)).toBe(`${says} /v1/categories`);
    await close();
    await expect(text(url)).rejects.toThrow();
  });

  it('is served again after that, as in watch mode', async () => {
    const app = fastifyApp();
    const again = [await serve(app)];
    await again[0]?.close();
    again.push(await served(app));
    expect(await text(again[1]?.url ?? '')).toBe('fastify /v1/categories');
  });

  it.each([
    ['/api/v1/', '/api/v1/categories'],
    ['api/v1', '/api/v1/categories'],
    ['/', '/categories'],
  ])('has its interface where basePath says: %s', async (basePath, path) => {
    const { url } = await served(listener, basePath);
    expect(await text(url)).toBe(`node ${path}`);
  });
});

describe('a pet store that is there already', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1'],
    ['::1', 'http://[::1]'],
    ['0.0.0.0', 'http://127.0.0.1'],
    ['::', 'http://[::1]'],
  ])('is left as it is where it listens on %s', async (host, origin) => {
    const server = createServer(listener);
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const { url, close } = await serve(() => server);
    expect(url).toBe(`${origin}:${(server.address() as AddressInfo).port}/v1`);
    await close();
    expect(await text(url)).toBe('node /v1/categories');
  });

  it('is taken at its address', async () => {
    expect((await serve('http://127.0.0.1:1/v2')).url).toBe('http://127.0.0.1:1/v2');
    expect((await serve(async () => new URL('https://petstore.example/v1'))).url).toBe(
      'https://petstore.example/v1',
    );
  });
});

describe('what is served from an app of fetch', () => {
  it('gets method, header lines, body and the address of the caller, and answers with what it gives', async () => {
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

  it('answers without a body where there is none, and 500 where the app rejects, which is told', async () => {
    const told = quietConsole();
    const { url } = await served({
      fetch: (request) =>
        request.url.endsWith('/none')
          ? new Response(null, { status: 204 })
          : Promise.reject(new Error('made by a test')),
    });
    expect([(await fetch(`${url}/none`)).status, (await fetch(`${url}/other`)).status]).toEqual([204, 500]);
    expect(told).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Error: made by a test\n/));
  });

  it('is ended where its body breaks off, so that nobody takes a part for the whole', async () => {
    const told = quietConsole();
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
          .on('error', () => resolve('broken off'));
      }).on('error', () => resolve('broken off'));
    });
    expect(ended).toBe('broken off');
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
  });

  it('says nothing of a caller who goes away', async () => {
    const told = quietConsole();
    let whenGone = () => {};
    const gone = new Promise<void>((resolve) => {
      whenGone = resolve;
    });
    const pull = (body: ReadableStreamDefaultController) => body.enqueue(new Uint8Array(100_000));
    const { url } = await served({
      fetch: () => new Response(new ReadableStream({ pull, cancel: () => whenGone() })),
    });
    get(url, (response) => response.destroy());
    await gone;
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).not.toHaveBeenCalled();
  });
});

describe('what is no pet store', () => {
  const net = createNetServer();
  it.each<[what: string, source: unknown, says: string]>([
    ['nothing', undefined, 'saw undefined'],
    ['a function that gives nothing', () => undefined, 'saw undefined'],
    ['a number', 8080, 'saw a number'],
    ['an object of another kind', new Map(), 'saw an object of Map'],
    ['an object with none of the methods', { listen: 1 }, 'saw an object.'],
    ['a function of one parameter', (_request: unknown) => new Response(), 'saw a function of 1 parameters'],
    [
      'a function that gives a function that gives',
      () => () => 'http://127.0.0.1/v1',
      'saw a function of 0 parameters',
    ],
  ])('is refused with what would be taken: %s', async (_what, source, says) => {
    const refused = serve(source as PetStoreSource);
    await expect(refused).rejects.toThrow(says);
    await expect(refused).rejects.toThrow(/an app of Express, Fastify, Koa or Hono/);
  });

  it('gives what its function throws', async () => {
    const error = new Error('no database');
    await expect(serve(() => Promise.reject(error))).rejects.toBe(error);
  });

  it('is an address with a basePath beside it, which holds its own', async () => {
    await expect(serve('http://127.0.0.1/v1', '/v1')).rejects.toThrow('leave basePath out');
  });

  it('is a server that listens on no port', async () => {
    onTestFinished(() => void net.close());
    const path = process.platform === 'win32' ? '\\\\.\\pipe\\petstore-test' : '\0petstore-test';
    await new Promise<void>((resolve) => net.listen(path, resolve));
    await expect(serve(() => net)).rejects.toThrow('a socket that is no port');
  });
});
