import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applyChanges } from './change.ts';
import { checkSettings } from './check-settings.ts';
import { trackConnections } from './connections.ts';
import { attachFrontDoor } from './front-door.ts';
import { type ReferenceServerOptions, withDefaults } from './options.ts';
import { holdersOf, referenceParts } from './reference-parts.ts';
import { createCounter, type Statistics } from './statistics.ts';

/** A reference server that is listening. */
export interface ReferenceServer {
  /** The base URL, for example `http://127.0.0.1:8080/v1`. */
  readonly url: string;
  readonly port: number;
  /** Returns the counts so far. */
  readonly stats: () => Statistics;
  /** Stops the server: finishes requests in flight, closes idle connections, and resolves when all are closed. */
  readonly close: () => Promise<void>;
}

/**
 * Starts a Pet Store Service that conforms to the specification, except for `options.change`. Throws a TypeError for
 * invalid options, and an Error if the address is not available.
 */
export async function startReferenceServer(options: ReferenceServerOptions): Promise<ReferenceServer> {
  const settings = withDefaults(options);
  checkSettings(settings);
  const { clock, host, headTimeoutMs } = settings;
  const now = (): number => clock.now();
  const holders = holdersOf(settings);
  const reference = referenceParts(settings, holders);
  const parts = applyChanges(reference, settings.changes, { settings, holders, now });
  const counter = createCounter();
  const connections = trackConnections();
  const server = createServer({
    maxHeaderSize: settings.headLimit,
    headersTimeout: headTimeoutMs,
    requestTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: settings.keepAliveMs,
    // How often Node looks for slow clients. Its default of 30 s would stretch a short timeout.
    connectionsCheckingInterval: Math.max(20, Math.min(30_000, Math.ceil(headTimeoutMs / 4))),
    requireHostHeader: false,
  });
  server.maxHeadersCount = 0;
  server.on('connection', connections.opened);
  attachFrontDoor(server, { settings, parts, reference, counter, connections, now });

  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new Error(`Cannot start the reference server: ${cause.message}.`, { cause }));
    });
    server.listen(settings.port, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;

  return {
    url: `http://${reachable(host)}:${port}${parts.basePath}`,
    port,
    stats: counter.read,
    close: () => {
      closed ??= new Promise((resolve) => {
        server.close(() => resolve());
        connections.stop(settings.stopGraceMs);
      });
      return closed;
    },
  };
}

/** Returns the host as a client writes it: loopback for an address that means "all interfaces". */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
