import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import type { HttpResponse, ReferenceServerOptions } from '../../reference-server/index.ts';
import { startInMemory } from '../support/in-memory.ts';
import { testKey } from '../support/run-against.ts';
import { type IncomingRequest, requestsOn } from './requests.ts';

export type { IncomingRequest } from './requests.ts';

/** The response of a conforming server. */
export interface CorrectResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

export interface Visit {
  readonly socket: Socket;
  readonly request: IncomingRequest;
  readonly correct: CorrectResponse;
}

/** Responds to one request in any way. If it destroys the socket, the server reads nothing more. */
export type Responding = (visit: Visit) => void | Promise<void>;

export interface HostileTarget {
  readonly url: string;
  /** The file of a certificate authority that the kit must trust. */
  readonly ca?: string;
  readonly close: () => Promise<void>;
  /** Checks the requests after the run; returns a sentence if something is wrong. */
  readonly complaint?: () => string | undefined;
}

export interface RawOptions {
  readonly response: Responding;
  /** Called for each new connection; returns true if it has handled the connection. */
  readonly connected?: (socket: Socket) => boolean;
  readonly tls?: TlsOptions;
  /** Options of the conforming server behind the raw one. */
  readonly service?: Partial<ReferenceServerOptions>;
  /** Overrides the scheme of the URL. */
  readonly scheme?: 'http' | 'https';
  readonly complaint?: HostileTarget['complaint'];
}

/** Reads a certificate and its key from the fixtures. */
export function certificate(name: string): { key: string; cert: string } {
  const text = readFileSync(new URL(`certificates/${name}.pem`, import.meta.url), 'utf8');
  return { key: text, cert: text };
}

/** Starts a raw socket server in front of a conforming server; `response` writes each response. */
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
    // The kit may cut off a hostile target.
    socket.on('error', () => undefined);
    if (connected?.(socket)) return;
    for await (const request of requestsOn(socket, () => ++requests)) {
      const { method, path, headers, body } = request;
      const correct = await service.serve({ method, path, headers: headers.flat(), body }, socket);
      await response({ socket, request, correct: rightFrom(correct) });
      if (socket.destroyed) return;
    }
  };
  const listenTo = (socket: Socket): void => void take(socket).catch(() => socket.destroy());
  const server = tls === undefined ? createPlainServer(listenTo) : createTlsServer(tls, listenTo);
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

/** Listens on a free port of the loopback interface and resolves with the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Converts a response of the reference server to a `CorrectResponse`, without adding framing. */
function rightFrom({ status, headers, body }: HttpResponse): CorrectResponse {
  return { status, reason: STATUS_CODES[status] ?? '', headers, body: Buffer.from(body) };
}
