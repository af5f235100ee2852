import type { Socket } from 'node:net';

/** A request read from a socket. */
export interface IncomingRequest {
  /** The position of the request among all requests to the server, counted from 1. */
  readonly number: number;
  /** The position of the request on its connection, counted from 1. */
  readonly onConnection: number;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** Yields the requests on a socket, each with its whole body, whose length is taken from Content-Length. */
export async function* requestsOn(socket: Socket, count: () => number): AsyncGenerator<IncomingRequest> {
  let buffered = Buffer.alloc(0);
  let onConnection = 0;
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    buffered = Buffer.concat([buffered, piece as Buffer]);
    const headEnd = buffered.indexOf('\r\n\r\n');
    if (headEnd < 0) continue;
    const head = readHead(buffered.subarray(0, headEnd).toString('latin1'));
    const bodyEnd = headEnd + 4 + lengthOf(head.headers);
    if (buffered.length < bodyEnd) continue;
    const body = buffered.subarray(headEnd + 4, bodyEnd);
    buffered = buffered.subarray(bodyEnd);
    yield { ...head, number: count(), onConnection: ++onConnection, body };
  }
}

function readHead(head: string): Pick<IncomingRequest, 'method' | 'path' | 'headers'> {
  const [first = '', ...lines] = head.split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { method, path, headers };
}

function lengthOf(headers: IncomingRequest['headers']): number {
  return Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0);
}
