import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { trackConnections } from './connections.ts';
import { type Attachments, attachFrontDoor } from './front-door.ts';
import type { Settings } from './options.ts';
import type { Parts } from './parts.ts';

/** A server that is listening. */
export interface Listening {
  /** The base URL, for example `http://127.0.0.1:8080/v1`. */
  readonly url: string;
  readonly port: number;
  /** Stops the server: finishes requests in flight, closes idle connections, and resolves when all are closed. */
  readonly close: () => Promise<void>;
}

/**
 * Starts a Pet Store Service made of these parts; `referenceParts(settings)` conforms to the specification. Throws an
 * Error if the address is not available.
 */
export async function startServer(
  settings: Settings,
  parts: Parts,
  attachments: Attachments = {},
): Promise<Listening> {
  const { host, headTimeoutMs } = settings;
  const connections = trackConnections();
  const server = createServer({
    maxHeaderSize: settings.headLimit,
    headersTimeout: headTimeoutMs,
    requestTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: settings.keepAliveMs,
    // How often Node looks for slow clients. Its default of 30 s would stretch a short timeout.
    connectionsCheckingInterval: Math.max(20, Math.min(30_000, Math.ceil(headTimeoutMs / 4))),
    // The front door checks Host itself, so that its refusal also has the rate-limit headers.
    requireHostHeader: false,
  });
  // `maxHeaderSize` already bounds the header section. A bound on the number of lines would drop header lines silently.
  server.maxHeadersCount = 0;
  server.on('connection', connections.opened);
  attachFrontDoor(server, { settings, parts, connections, attachments });

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
