import type { IncomingMessage } from 'node:http';
import type { HeaderLine } from './answer.ts';
import { type ReadBody, readBody } from './read-body.ts';

/** A request as the parts of the server see it. */
export interface Incoming {
  /** 1 for the first request that reached this server. */
  readonly number: number;
  /** Arrival, epoch milliseconds by the server's clock. */
  readonly at: number;
  readonly method: string;
  /** The decoded segments of the path; undefined where it cannot be decoded. `*` has none. */
  readonly path: readonly string[] | undefined;
  /** Header lines as they came. */
  readonly headers: readonly HeaderLine[];
  readonly remoteAddress: string;
  /** The same object for all requests of one connection. */
  readonly connection: object;
  /** Reads the body up to the cap; every call gives the same. */
  readonly body: () => Promise<ReadBody>;
}

/** What the server knows of a request besides the message itself; `bodyLimit` in bytes. */
export interface Arrival {
  readonly number: number;
  readonly at: number;
  readonly bodyLimit: number;
}

/** Takes a parsed request from node:http. */
export function incomingFrom(request: IncomingMessage, { number, at, bodyLimit }: Arrival): Incoming {
  let reading: Promise<ReadBody> | undefined;
  return {
    number,
    at,
    method: request.method ?? '',
    path: pathOf(request.url ?? ''),
    headers: headerLines(request.rawHeaders),
    remoteAddress: request.socket.remoteAddress ?? 'unknown',
    connection: request.socket,
    body: () => {
      reading ??= readBody(request, bodyLimit);
      return reading;
    },
  };
}

/** Stands for a request that the parser refused: nothing is known of it but where it came from. */
export function unreadableRequest(arrival: Arrival, connection: object, remoteAddress: string): Incoming {
  const body = async (): Promise<ReadBody> => ({ kind: 'bytes', bytes: new Uint8Array() });
  const { number, at } = arrival;
  return { number, at, method: '', path: undefined, headers: [], remoteAddress, connection, body };
}

/** The decoded segments of a request target in origin or absolute form, query left out. */
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
