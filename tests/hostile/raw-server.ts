import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import type { HttpResponse, ReferenceServerOptions } from '../../reference-server/index.ts';
import { startInMemory } from '../support/in-memory.ts';
import { testKey } from '../support/run-against.ts';
import { type Asked, requestsOn } from './requests.ts';

export type { Asked } from './requests.ts';

/** The answer of a service that keeps the specification. */
export interface Right {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

export interface Visit {
  readonly socket: Socket;
  readonly asked: Asked;
  readonly right: Right;
}

/** Answers one request in whatever way; a socket that it destroys is heard no more. */
export type Responding = (visit: Visit) => void | Promise<void>;

export interface HostileTarget {
  readonly url: string;
  /** The file of an authority that the kit is to trust, where there is one. */
  readonly ca?: string;
  readonly close: () => Promise<void>;
  /** What must hold of the requests once the run is over: a sentence where it does not. */
  readonly complaint?: () => string | undefined;
}

export interface RawOptions {
  readonly response: Responding;
  /** Called for each connection before anything is read of it; true where it has dealt with it. */
  readonly connected?: (socket: Socket) => boolean;
  readonly tls?: TlsOptions;
  /** How the service behind it departs from what is usual here. */
  readonly service?: Partial<ReferenceServerOptions>;
  /** Taken in the place of the scheme that fits. */
  readonly scheme?: 'http' | 'https';
  readonly complaint?: HostileTarget['complaint'];
}

/** A certificate with its key, as fixtures: nothing is made during the test. */
export function certificate(name: string): { key: string; cert: string } {
  const text = readFileSync(new URL(`certificates/${name}.pem`, import.meta.url), 'utf8');
  return { key: text, cert: text };
}

/** A server of raw sockets before a service that keeps the specification: each answer passes through `response`. */
export async function startRaw({
  response,
  connected,
  tls,
  service: departures,
  scheme,
  complaint,
}: RawOptions): Promise<HostileTarget> {
  const service = startInMemory({
    keys: [{ key: testKey, plan: 'free' }],
    plans: { free: { minute: 150, day: 1_000 } },
    ...departures,
  });
  const sockets = new Set<Socket>();
  let requests = 0;
  const take = async (socket: Socket): Promise<void> => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Whoever is hostile is cut off now and then.
    socket.on('error', () => undefined);
    if (connected?.(socket)) return;
    for await (const asked of requestsOn(socket, () => ++requests)) {
      const { method, path, headers, body } = asked;
      const right = await service.serve({ method, path, headers: headers.flat(), body }, socket);
      await response({ socket, asked, right: rightFrom(right) });
      if (socket.destroyed) return;
    }
  };
  const hear = (socket: Socket): void => void take(socket).catch(() => socket.destroy());
  const server = tls === undefined ? createPlainServer(hear) : createTlsServer(tls, hear);
  server.on('tlsClientError', () => undefined);
  const port = await listen(server);
  return {
    url: `${scheme ?? (tls === undefined ? 'http' : 'https')}://127.0.0.1:${port}/v1`,
    ...(complaint === undefined ? {} : { complaint }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Listens on a free port of the loopback and resolves with it. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The answer of the reference server, which leaves the framing to whoever writes it. */
function rightFrom({ status, headers, body }: HttpResponse): Right {
  return { status, reason: STATUS_CODES[status] ?? '', headers, body: Buffer.from(body) };
}
