import type { Socket } from 'node:net';
import type { Which } from './behaviour.ts';
import { type HostileTarget, type RawOptions, type Responding, type Right, startRaw } from './raw-server.ts';

/** How a response departs from the correct one. */
export interface Departure {
  /** Replaces `HTTP/1.1 200 OK`. */
  readonly statusLine?: string;
  readonly version?: string;
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
  /** Raw header lines that replace Content-Length. */
  readonly framing?: readonly string[];
  readonly body?: string | Buffer;
  readonly lineEnd?: string;
}

export type Write = (right: Right, socket: Socket) => void | Promise<void>;

/** Returns the bytes of a response head, including the blank line. */
export function head(right: Right, departure: Departure = {}): Buffer {
  const {
    version = 'HTTP/1.1',
    status = right.status,
    headers = right.headers,
    lineEnd = '\r\n',
  } = departure;
  const { statusLine = `${version} ${status} ${right.reason}` } = departure;
  const { framing = [`Content-Length: ${bodyOf(right, departure).length}`] } = departure;
  const lines = [statusLine, ...headers.map(([name, value]) => `${name}: ${value}`), ...framing, '', ''];
  return Buffer.from(lines.join(lineEnd), 'latin1');
}

/** Returns the bytes of a whole response. */
export function message(right: Right, departure: Departure = {}): Buffer {
  return Buffer.concat([head(right, departure), bodyOf(right, departure)]);
}

function bodyOf(right: Right, { body = right.body }: Departure): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body);
}

/** Splits a body into chunks of `size` bytes, followed by the last chunk and the trailers. */
export function chunked(body: Buffer, size: number, trailers: readonly string[] = []): Buffer {
  const pieces: Buffer[] = [];
  for (let from = 0; from < body.length; from += size) {
    const piece = body.subarray(from, from + size);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from(['0', ...trailers, '', ''].join('\r\n'))]);
}

/** Returns a response with a header set or removed. */
export function withHeader(right: Right, name: string, value?: string): Right {
  const others = right.headers.filter(([known]) => known.toLowerCase() !== name.toLowerCase());
  return { ...right, headers: value === undefined ? others : [...others, [name, value]] };
}

/** Responds correctly, except to the requests that `which` selects. */
export function responding(which: Which, write: Write): Responding {
  return ({ socket, asked, right }) => {
    if (which(asked, right)) return write(right, socket);
    socket.write(message(right));
  };
}

/** Starts a target that writes its own bytes for the requests that `which` selects. */
export function wrongOn(
  which: Which,
  write: Write,
  options: Omit<RawOptions, 'response'> = {},
): Promise<HostileTarget> {
  return startRaw({ ...options, response: responding(which, write) });
}

/** Starts a target whose responses to the requests that `which` selects depart from the correct ones. */
export function departingOn(
  which: Which,
  departure: (right: Right) => Departure,
  options: Omit<RawOptions, 'response'> = {},
): Promise<HostileTarget> {
  return wrongOn(which, (right, socket) => void socket.write(message(right, departure(right))), options);
}

/** Starts a target that handles each connection before reading a request. */
export function wrongFromTheFirstByte(connected: (socket: Socket) => void): Promise<HostileTarget> {
  return startRaw({
    response: () => undefined,
    connected(socket) {
      connected(socket);
      return true;
    },
  });
}
