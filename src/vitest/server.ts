import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { Server } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { UsageError } from '../config/messages.ts';
import { loopbackOf } from '../config/target.ts';
import { kindOfValue } from '../library/options.ts';
import { counted } from '../text/layout.ts';

/**
 * A Pet Store Service: its base URL, a `node:http` server (listening or not), or a request listener, such as an Express app.
 */
export type PetStore = string | URL | Server | RequestListener;

/** A Pet Store Service, or a function without parameters that returns one or a promise of one. */
export type PetStoreSource = PetStore | (() => PetStore | Promise<PetStore>);

/** A running service, and a function that stops what `serve` started. */
export interface Served {
  /** The base URL, not yet validated. */
  readonly url: string;
  readonly close: () => Promise<void>;
  /** Whether the service runs only until `close`. */
  readonly isTemporary: boolean;
}

/**
 * Makes an app, or a server that is not listening yet, listen on a free port of 127.0.0.1 until `close`. A listening server
 * or a URL is used as is. `basePath` is the base path on a server, `/v1` by default. Rejects with a UsageError for anything
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
  const server = serverOf(store);
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

function serverOf(store: unknown): Server {
  if (store instanceof Server) return store;
  if (typeof store === 'function' && store.length >= 2) return createServer(store as RequestListener);
  throw new UsageError(
    `conformance() cannot serve its first argument: got ${kindOf(store)}.\n` +
      'Pass a URL, a node:http server, a request listener, or a function without parameters that returns one of them.',
  );
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
