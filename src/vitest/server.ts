import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Server as TlsServer } from 'node:tls';
import { inspect } from 'node:util';
import { UsageError } from '../config/messages.ts';
import { loopbackOf } from '../config/target.ts';
import { kindOfValue } from '../library/options.ts';
import { counted } from '../text/layout.ts';
import { logToConsole } from '../text/output.ts';
import { joined, printable } from '../text/shown.ts';

/** An app that returns a request listener, such as Koa. */
export interface CallbackApp {
  callback(): RequestListener;
}

/** An app with its own server and a `ready` method, such as Fastify. */
export interface ReadyApp {
  ready(): PromiseLike<unknown>;
  readonly server: Server;
}

/**
 * A Pet Store Service: its base URL, a `node:http` server (listening or not), a request listener, or an app of Express,
 * Fastify, Koa, Hono or another framework with the same interface.
 */
export type PetStore = string | URL | Server | RequestListener | CallbackApp | ReadyApp | FetchApp;

/** A Pet Store Service, or a function without parameters that returns one or a promise of one. */
export type PetStoreSource = PetStore | (() => PetStore | Promise<PetStore>);

/** A running service, and a function that stops what `serve` started. */
export interface Served {
  /** The base URL, not yet validated. */
  readonly url: string;
  readonly close: () => Promise<void>;
  /** Whether it serves only until `close`. */
  readonly isTemporary: boolean;
}

/**
 * Serves an app, or a server that does not listen yet, on a free port of 127.0.0.1 until `close`. A listening server or a
 * URL is used as it is. `basePath` is the base path on a server, `/v1` by default. Rejects with a UsageError for anything
 * else.
 */
export async function serve(source: PetStoreSource, basePath?: string): Promise<Served> {
  // Request listeners have parameters; a function that returns a service has none.
  const isFactory = typeof source === 'function' && source.length === 0;
  const store: unknown = isFactory ? await (source as () => PetStore | Promise<PetStore>)() : source;
  if (typeof store === 'string' || store instanceof URL) {
    if (basePath !== undefined)
      throw new UsageError('basePath is for apps and servers. A URL contains its path: leave basePath out.');
    return { url: String(store), close: async () => {}, isTemporary: false };
  }
  const server = await serverOf(store);
  const isTemporary = !server.listening;
  const close = isTemporary ? await listen(server) : async () => {};
  try {
    const path = (basePath ?? '/v1').replace(/^\/+|\/+$/g, '');
    return { url: `${originOf(server)}${path === '' ? '' : `/${path}`}`, close, isTemporary };
  } catch (error) {
    await close();
    throw error;
  }
}

async function serverOf(store: unknown): Promise<Server> {
  if (store instanceof Server) return store;
  if (typeof store === 'function' && store.length >= 2) return createServer(store as RequestListener);
  if (isApp<ReadyApp>(store, 'ready') && store.server instanceof Server) {
    await store.ready();
    return store.server;
  }
  if (isApp<CallbackApp>(store, 'callback')) return createServer(store.callback());
  if (isApp<FetchApp>(store, 'fetch')) return createServer(fetchListener(store));
  throw new UsageError(
    `conformance() cannot serve its first argument: got ${kindOf(store)}.\n` +
      'Pass a URL, a node:http server, a request listener, an app of Express, Fastify, Koa or Hono,\n' +
      'or a function without parameters that returns one of them. For a Nest app, pass app.getHttpServer().',
  );
}

function isApp<App extends object>(store: unknown, method: keyof App): store is App {
  return typeof store === 'object' && store !== null && typeof Reflect.get(store, method) === 'function';
}

function kindOf(store: unknown): string {
  if (typeof store === 'function') return `a function with ${counted(store.length, 'parameter')}`;
  if (typeof store !== 'object' || store === null) return kindOfValue(store);
  const { name = 'Object' } = (store.constructor ?? {}) as { name?: string };
  return name === 'Object' ? 'an object' : `an instance of ${name}`;
}

/** Listens on a free local port. Resolves with a function that closes the server. */
async function listen(server: Server): Promise<() => Promise<void>> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return () =>
    new Promise((resolve) => {
      // Closing a closed server gives an error, which does not matter.
      server.close(() => resolve());
      if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
        server.closeAllConnections();
    });
}

function originOf(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') {
    throw new UsageError(
      `conformance() cannot reach its server: it ${bound === null ? 'does not listen' : 'listens on a socket, not on a port'}.\nMake it listen on a local port.`,
    );
  }
  const { address, family, port } = bound;
  if (server instanceof TlsServer) return `https://localhost:${port}`;
  const host = family === 'IPv6' ? `[${address}]` : address;
  return `http://${loopbackOf.get(host) ?? host}:${port}`;
}

/** An app that handles a web `Request`, such as Hono. */
export interface FetchApp {
  fetch(request: Request, env?: unknown): Response | Promise<Response>;
}

/**
 * Adapts such an app to node:http. `env` has `incoming` and `outgoing` as in Hono's Node adapter, so that the app finds the
 * client address. Logs rejections to stderr and returns 500.
 */
function fetchListener(app: FetchApp): RequestListener {
  return (incoming, outgoing) => {
    respond(app, incoming, outgoing).catch((error: unknown) => {
      // A client that disconnects early is not a fault of the app.
      const isGone = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
      const lines = inspect(error).split('\n');
      if (!isGone) logToConsole('error', joined(lines.map((line) => printable(line))));
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500).end();
    });
  };
}

async function respond(app: FetchApp, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const response = await app.fetch(requestOf(incoming), { incoming, outgoing });
  // A flat list, so that each cookie keeps its own line.
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
