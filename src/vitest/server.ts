import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Server as TlsServer } from 'node:tls';
import { inspect } from 'node:util';
import { UsageError } from '../config/messages.ts';
import { typeName } from '../library/options.ts';
import { logToConsole } from '../text/output.ts';
import { joined, printable } from '../text/shown.ts';

/** An app that returns a request listener, as Koa does. */
export interface CallbackApp {
  callback(): RequestListener;
}

/** An app with its own server that responds once it is ready, as Fastify does. */
export interface ReadyApp {
  ready(): PromiseLike<unknown>;
  readonly server: Server;
}

/**
 * A Pet Store Service: its base URL, or what handles its requests. That is a server of `node:http`, listening or not, a
 * request listener, or an app of Express, Fastify, Koa, Hono, or another framework with the same interface.
 */
export type PetStore = string | URL | Server | RequestListener | CallbackApp | ReadyApp | FetchApp;

/** The service, or a function without parameters that returns it or a promise of it. */
export type PetStoreSource = PetStore | (() => PetStore | Promise<PetStore>);

/** A service that can be reached, and a function that stops what was started for that. */
export interface Served {
  /** The base URL, not yet validated. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Makes the service reachable. What does not listen yet is served on a free port of 127.0.0.1 until `close`; a listening
 * server and an address are left as they are. `basePath` is where the interface begins on a server, `/v1` by default; an
 * address has its own. Rejects with a UsageError for anything else.
 */
export async function serve(source: PetStoreSource, basePath?: string): Promise<Served> {
  // A listener takes a request and a response; a function that returns a service takes nothing.
  const isGiver = typeof source === 'function' && source.length === 0;
  const store: unknown = isGiver ? await (source as () => PetStore | Promise<PetStore>)() : source;
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
    const path = (basePath ?? '/v1').replace(/^\/+|\/+$/g, '');
    return { url: `${originOf(server)}${path === '' ? '' : `/${path}`}`, close };
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
    `Failed to serve what conformance() was given: saw ${kindOf(store)}.\n` +
      'Give it an address, a server of node:http, a request listener, an app of Express, Fastify, Koa or Hono,\n' +
      'or a function without parameters that returns one of them. Of a Nest app take app.getHttpServer().',
  );
}

function isApp<App extends object>(store: unknown, method: keyof App): store is App {
  return typeof store === 'object' && store !== null && typeof Reflect.get(store, method) === 'function';
}

function kindOf(store: unknown): string {
  if (typeof store === 'function') return `a function of ${store.length} parameters`;
  if (typeof store !== 'object' || store === null) return typeName(store);
  const { name = 'Object' } = (store.constructor ?? {}) as { name?: string };
  return name === 'Object' ? 'an object' : `an object of ${name}`;
}

/** Listens on a free local port; resolves with a function that stops it. */
async function listen(server: Server): Promise<() => Promise<void>> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return () =>
    new Promise((resolve) => {
      // If it was closed before, the error does not matter.
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

/** An app that handles a web `Request`, as Hono's do. */
export interface FetchApp {
  fetch(request: Request, env?: unknown): Response | Promise<Response>;
}

/**
 * Serves such an app from node:http. Its `env` holds `incoming` and `outgoing`, as in Hono's own adapter for Node, so that it
 * finds the address of the caller. Logs rejections to stderr and returns 500.
 */
function fetchListener(app: FetchApp): RequestListener {
  return (incoming, outgoing) => {
    respond(app, incoming, outgoing).catch((error: unknown) => {
      // A caller that disconnects early is no fault of the app.
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
  // Names and values alternate, so that each cookie keeps its own line.
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
