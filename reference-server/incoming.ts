import type { IncomingMessage } from 'node:http';
import type { HeaderLine } from './response.ts';

/** A request as the parts of the server see it. */
export interface Incoming {
  /** 1 for the first request that reached this server. */
  readonly number: number;
  /** When the request arrived, in epoch milliseconds by the server's clock. */
  readonly at: number;
  readonly method: string;
  /** The decoded segments of the path, without the query; undefined if the path cannot be decoded, and empty for `*`. */
  readonly path: readonly string[] | undefined;
  readonly query: string;
  /** Header lines as received. */
  readonly headers: readonly HeaderLine[];
  readonly remoteAddress: string;
  /** The same object for all requests of one connection. */
  readonly connection: object;
  /** Reads the body up to the cap; every call returns the same result. */
  readonly body: () => Promise<ReadBody>;
}

/** What the server knows about a request in addition to the message. `bodyLimit` is in bytes. */
export interface Arrival {
  readonly number: number;
  readonly at: number;
  readonly bodyLimit: number;
}

/** Converts a parsed request of node:http. */
export function incomingFrom(request: IncomingMessage, { number, at, bodyLimit }: Arrival): Incoming {
  let reading: Promise<ReadBody> | undefined;
  return {
    number,
    at,
    method: request.method ?? '',
    path: pathOf(request.url ?? ''),
    query: request.url?.split('?').slice(1).join('?') ?? '',
    headers: headerLines(request.rawHeaders),
    remoteAddress: request.socket.remoteAddress ?? 'unknown',
    connection: request.socket,
    body: () => {
      reading ??= readBody(request, bodyLimit);
      return reading;
    },
  };
}

/** Represents a request that the HTTP parser refused, so only its origin is known. */
export function unreadableRequest(arrival: Arrival, connection: object, remoteAddress: string): Incoming {
  const body = async (): Promise<ReadBody> => ({ kind: 'bytes', bytes: new Uint8Array() });
  const { number, at } = arrival;
  return { number, at, method: '', path: undefined, query: '', headers: [], remoteAddress, connection, body };
}

/** Returns the decoded segments of a request target in origin or absolute form, without the query. */
function pathOf(target: string): readonly string[] | undefined {
  if (target === '*') return [];
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i.exec(target)?.[0] ?? '';
  const path = target.slice(origin.length).split('?', 1)[0] ?? '';
  if (!path.startsWith('/')) return undefined;
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function headerLines(raw: readonly string[]): readonly HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2)
    lines.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return lines;
}

/** The result of reading a request body. */
export type ReadBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' };

/** Thrown when the client disconnected before its request was complete. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  /** The part of the body that arrived. */
  readonly arrived: Uint8Array;
  constructor(arrived: Uint8Array) {
    super('Cannot read the request body: the connection was closed.');
    this.arrived = arrived;
  }
}

/** Reads a body of at most `limit` bytes, and stops reading a larger one. Throws ConnectionLost. */
function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve({ kind: 'too-large' });
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;

    const settle = (): void => {
      request.off('data', onData).off('end', onEnd).off('close', onLost).off('error', onLost);
    };
    const onData = (piece: Buffer): void => {
      length += piece.length;
      pieces.push(piece);
      if (length <= limit) return;
      settle();
      request.pause();
      resolve({ kind: 'too-large' });
    };
    const onEnd = (): void => {
      settle();
      resolve({ kind: 'bytes', bytes: Buffer.concat(pieces) });
    };
    const onLost = (): void => {
      settle();
      reject(new ConnectionLost(Buffer.concat(pieces)));
    };
    request.on('data', onData).on('end', onEnd).on('close', onLost).on('error', onLost);
    if (request.destroyed) onLost();
  });
}
