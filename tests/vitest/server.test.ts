import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createNetServer } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type PetStoreSource, type Served, serve } from '../../src/vitest/server.ts';

const listener: RequestListener = (request, response) => response.end(`node ${request.url}`);

const expressApp = express();
expressApp.get('/v1/categories', (request, response) => void response.send(`express ${request.url}`));

const koaApp = new Koa();
koaApp.use((context) => {
  context.body = `koa ${context.url}`;
});

async function fastifyServer() {
  const app = fastify();
  app.get('/v1/categories', (request) => `fastify ${request.url}`);
  await app.ready();
  return app.server;
}

const honoApp = new Hono().get('/v1/categories', (context) => context.text(`hono ${context.req.path}`));

/** Serves a source during a test. */
async function served(source: PetStoreSource, basePath?: string): Promise<Served> {
  const one = await serve(source, basePath);
  onTestFinished(one.close);
  return one;
}

async function text(url: string): Promise<string> {
  return (await fetch(`${url}/categories`)).text();
}

describe('a server that does not listen yet', () => {
  it.each<[what: string, source: PetStoreSource, says: string]>([
    ['a server of node:http', createServer(listener), 'node'],
    ['a request listener', listener, 'node'],
    ['an Express app', expressApp, 'express'],
    ['the listener of a Koa app', koaApp.callback(), 'koa'],
    ['the listener of a Hono app', getRequestListener(honoApp.fetch), 'hono'],
    ['a function that returns an app', () => expressApp, 'express'],
    ['an async function that returns the server of a Fastify app', fastifyServer, 'fastify'],
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

describe('a server that is already running', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1'],
    ['::1', 'http://[::1]'],
    ['0.0.0.0', 'http://127.0.0.1'],
    ['::', 'http://[::1]'],
  ])('is used without changes if it listens on %s', async (host, origin) => {
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

describe('an invalid source', () => {
  const net = createNetServer();
  it.each<[what: string, source: unknown, says: string]>([
    ['nothing', undefined, 'got undefined'],
    ['a function that returns nothing', () => undefined, 'got undefined'],
    ['a number', 8080, 'got a number'],
    ['an object of another kind', new Map(), 'got an instance of Map'],
    ['an app that is an object', koaApp, 'got an instance of Application'],
    ['an app with a method fetch', { fetch: () => new Response() }, 'got an object.'],
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
  ])('is rejected with a list of valid sources: %s', async (_what, source, says) => {
    const rejected = serve(source as PetStoreSource);
    await expect(rejected).rejects.toThrow(says);
    await expect(rejected).rejects.toThrow(/a URL, a node:http server, a request listener/);
  });

  it('is reported with the error that its function throws', async () => {
    const error = new Error('no database');
    await expect(serve(() => Promise.reject(error))).rejects.toBe(error);
  });

  it('can be a URL with a basePath', async () => {
    await expect(serve('http://127.0.0.1/v1', '/v1')).rejects.toThrow('leave basePath out');
  });

  it('can be a server that listens on a socket', async () => {
    onTestFinished(() => void net.close());
    const path = process.platform === 'win32' ? '\\\\.\\pipe\\petstore-test' : '\0petstore-test';
    await new Promise<void>((resolve) => net.listen(path, resolve));
    await expect(serve(() => net)).rejects.toThrow('listens on a socket, not on a port');
  });
});
