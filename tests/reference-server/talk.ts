import { type Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  type ReferenceServer,
  type ReferenceServerOptions,
  startReferenceServer,
} from '../../reference-server/index.ts';

export const KEY = 'Kq7-Reference-Test-zX';
export const bearer = { Authorization: `Bearer ${KEY}` };
export const json = { 'Content-Type': 'application/json' };

export interface TestResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly httpVersion: string;
  readonly body: Buffer;
  readonly interim: number;
}

export interface TestRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly agent?: Agent;
  /** Whether the client ends its side one byte before the Content-Length that it stated. */
  readonly endsEarly?: boolean;
}

/** Returns a clock that does not move until it is set. */
export function manualClock(start = 1_800_000_000_123) {
  let time = start;
  return {
    now: () => time,
    advance: (ms: number) => {
      time += ms;
    },
  };
}

/** Starts a server for one test, with one key on plan Free. */
export async function started(options: Partial<ReferenceServerOptions> = {}): Promise<ReferenceServer> {
  const server = await startReferenceServer({ keys: [{ key: KEY, plan: 'free' }], ...options });
  onTestFinished(() => server.close());
  return server;
}

/** Sends a request to a path relative to the base URL and reads the whole response. */
export function send(
  server: ReferenceServer,
  { method = 'GET', path, headers, body, agent, endsEarly = false }: TestRequest,
): Promise<TestResponse> {
  return new Promise((resolve, reject) => {
    let interim = 0;
    const stated = endsEarly ? { 'Content-Length': String(Buffer.byteLength(body ?? '') + 1) } : {};
    const sent = request(
      `${server.url}${path}`,
      { method, headers: { ...headers, ...stated }, agent: agent ?? false },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode = 0, rawHeaders, httpVersion } = response;
          resolve({
            status: statusCode,
            headers: response.headers,
            rawHeaders,
            httpVersion,
            body: Buffer.concat(pieces),
            interim,
          });
        });
      },
    );
    sent.on('information', () => {
      interim += 1;
    });
    sent.on('error', reject);
    if (endsEarly) sent.on('finish', () => sent.socket?.end());
    sent.end(body);
  });
}

export const list = (server: ReferenceServer): Promise<TestResponse> =>
  send(server, { path: '/categories', headers: bearer });

export const create = (server: ReferenceServer, body: unknown): Promise<TestResponse> =>
  send(server, {
    method: 'POST',
    path: '/categories',
    headers: { ...bearer, ...json },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  });

export function parsed(response: TestResponse): unknown {
  return JSON.parse(response.body.toString('utf8'));
}

/** Returns the three rate-limit headers as numbers. */
export function usage({ headers }: TestResponse): { limit: number; remaining: number; reset: number } {
  return {
    limit: Number(headers['x-ratelimit-limit']),
    remaining: Number(headers['x-ratelimit-remaining']),
    reset: Number(headers['x-ratelimit-reset']),
  };
}

/** Writes bytes to a fresh connection and reads until the server closes it. */
export function exchangeRaw(server: ReferenceServer, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1');
    let received = '';
    socket.on('data', (piece) => {
      received += piece.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
    socket.write(bytes);
  });
}
