import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Server as TlsServer } from 'node:tls';
import { inspect } from 'node:util';
import { UsageError } from '../config/messages.ts';
import { logToConsole } from '../text/output.ts';
import { joined, printable } from '../text/shown.ts';

/** An app that makes a listener of itself, as Koa does. */
export interface CallbackApp {
  callback(): RequestListener;
}

/** An app with a server of its own that answers once it is ready, as Fastify does. */
export interface ReadyApp {
  ready(): PromiseLike<unknown>;
  readonly server: Server;
}

/**
 * A Pet Store Service: its base address, or what answers its requests. That is a server of `node:http`, listening
 * or not, a request listener, or an app of Express, Fastify, Koa, Hono, or of another framework of such a shape.
 */
export type PetStore = string | URL | Server | RequestListener | CallbackApp | ReadyApp | FetchApp;

/** The service, or a function without parameters that gives it, or a promise of it. */
export type PetStoreSource = PetStore | (() => PetStore | Promise<PetStore>);

/** A service that can be reached, and how what was started for that ends. */
export interface Served {
  /** The base address, not yet checked. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Makes the service reachable. What does not listen yet is served on a free port of 127.0.0.1 until `close`; what
 * listens already, and what is an address, is left as it is. `basePath` is where the interface begins on a server,
 * `/v1` unless given; an address holds its own. Rejects with a UsageError for anything else.
 */
export async function serve(source: PetStoreSource, basePath?: string): Promise<Served> {
  const store: unknown = isGiver(source) ? await source() : source;
  if (typeof store === 'string' || store instanceof URL) {
    if (basePath !== undefined)
      throw new UsageError(
        'basePath is for apps and servers. An address holds its path: leave basePath out.',
      );
    return { url: String(store), close: async () => {} };
  }
  const server = await serverOf(store);
  const close = server.listening ? async () => {} : await listen(server);
  try {
    return { url: `${originOf(server)}${pathOf(basePath ?? '/v1')}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A listener takes a request and an answer; a function that gives a service takes nothing. */
function isGiver(source: PetStoreSource): source is () => PetStore | Promise<PetStore> {
  return typeof source === 'function' && source.length === 0;
}

async function serverOf(store: unknown): Promise<Server> {
  if (store instanceof Server) return store;
  if (typeof store === 'function' && store.length >= 2) return createServer(store as RequestListener);
  if (hasMethod(store, 'ready') && 'server' in store && store.server instanceof Server) {
    await (store as unknown as ReadyApp).ready();
    return store.server;
  }
  if (hasMethod(store, 'callback')) return createServer((store as unknown as CallbackApp).callback());
  if (hasMethod(store, 'fetch')) return createServer(fetchListener(store as unknown as FetchApp));
  throw new UsageError(
    `Failed to serve what conformance() was given: saw ${kindOf(store)}.\n` +
      'Give it an address, a server of node:http, a request listener, an app of Express, Fastify, Koa or Hono,\n' +
      'or a function without parameters that returns one of them. Of a Nest app take app.getHttpServer().',
  );
}

function hasMethod(store: unknown, name: string): store is Record<string, unknown> {
  return (
    typeof store === 'object' &&
    store !== null &&
    name in store &&
    typeof Reflect.get(store, name) === 'function'
  );
}

function kindOf(store: unknown): string {
  if (store === null || store === undefined) return String(store);
  if (typeof store === 'function') return `a function of ${store.length} parameters`;
  if (typeof store !== 'object') return `a ${typeof store}`;
  const { name = 'Object' } = (store.constructor ?? {}) as { name?: string };
  return name === 'Object' ? 'an object' : `an object of ${name}`;
}

/** Listens on a free port of this machine; resolves with the way to end that. */
async function listen(server: Server): Promise<() => Promise<void>> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  return () =>
    new Promise((resolve) => {
      // Whoever closed it before did what is wanted.
      server.close(() => resolve());
      if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
        server.closeAllConnections();
    });
}

function originOf(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') {
    throw new UsageError(
      `Failed to reach the server that conformance() was given: it listens on ${bound === null ? 'nothing' : 'a socket that is no port'}.\nLet it listen on a port of this machine.`,
    );
  }
  const { address, family, port } = bound;
  if (server instanceof TlsServer) return `https://localhost:${port}`;
  const everywhere: Readonly<Record<string, string>> = { '::': '[::1]', '0.0.0.0': '127.0.0.1' };
  const host = everywhere[address] ?? (family === 'IPv6' ? `[${address}]` : address);
  return `http://${host}:${port}`;
}

function pathOf(basePath: string): string {
  const path = basePath.replace(/^\/+|\/+$/g, '');
  return path === '' ? '' : `/${path}`;
}

/** An app that answers a web `Request`: one of Hono, or of others that follow it. */
export interface FetchApp {
  fetch(request: Request, env?: unknown): Response | Promise<Response>;
}

/**
 * Serves such an app from node:http. Its `env` holds `incoming` and `outgoing`, as Hono's own adapter for Node
 * has it, so that the address of a caller is found. An app that rejects is told on standard error, and answers 500.
 */
function fetchListener(app: FetchApp): RequestListener {
  return (incoming, outgoing) => {
    answer(app, incoming, outgoing).catch((error: unknown) => {
      // The caller may go away before it has the answer, which is no fault of the app.
      const isGone = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
      const lines = inspect(error).split('\n');
      if (!isGone) logToConsole('error', joined(lines.map((line) => printable(line))));
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500).end();
    });
  };
}

async function answer(app: FetchApp, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const response = await app.fetch(requestOf(incoming), { incoming, outgoing });
  // Names and values in turn: each cookie keeps a line of its own.
  outgoing.writeHead(response.status, [...response.headers].flat());
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
}

function requestOf(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const origin = `http://${headers.get('host') ?? 'localhost'}`;
  return new Request(url.startsWith('/') ? origin + url : url, {
    method,
    headers,
    ...(hasBody ? { body: Readable.toWeb(incoming) as BodyInit, duplex: 'half' } : {}),
  });
}
