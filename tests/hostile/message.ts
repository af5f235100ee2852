import type { Socket } from 'node:net';
import type { Which } from './behaviour.ts';
import { type HostileTarget, type RawOptions, type Responding, type Right, startRaw } from './raw-server.ts';

/** What is written in another way than it should be. */
export interface Departure {
  /** In the place of `HTTP/1.1 200 OK`. */
  readonly statusLine?: string;
  readonly version?: string;
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
  /** Header lines as they stand, in the place of Content-Length. */
  readonly framing?: readonly string[];
  readonly body?: string | Buffer;
  readonly lineEnd?: string;
}

export type Write = (right: Right, socket: Socket) => void | Promise<void>;

/** The head of an answer in bytes, blank line included. */
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

/** A whole answer in bytes. */
export function message(right: Right, departure: Departure = {}): Buffer {
  return Buffer.concat([head(right, departure), bodyOf(right, departure)]);
}

function bodyOf(right: Right, { body = right.body }: Departure): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body);
}

/** One body in chunks of so many bytes, the last chunk and the trailers with it. */
export function chunked(body: Buffer, size: number, trailers: readonly string[] = []): Buffer {
  const pieces: Buffer[] = [];
  for (let from = 0; from < body.length; from += size) {
    const piece = body.subarray(from, from + size);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from(['0', ...trailers, '', ''].join('\r\n'))]);
}

/** The right answer with a header line set anew, or left out. */
export function withHeader(right: Right, name: string, value?: string): Right {
  const others = right.headers.filter(([known]) => known.toLowerCase() !== name.toLowerCase());
  return { ...right, headers: value === undefined ? others : [...others, [name, value]] };
}

/** Answers as it should be, but for the requests that `which` takes. */
export function responding(which: Which, write: Write): Responding {
  return ({ socket, asked, right }) => {
    if (which(asked, right)) return write(right, socket);
    socket.write(message(right));
  };
}

/** A target that answers the requests of one choice badly. */
export function wrongOn(
  which: Which,
  write: Write,
  options: Omit<RawOptions, 'response'> = {},
): Promise<HostileTarget> {
  return startRaw({ ...options, response: responding(which, write) });
}

/** A target whose answers to one choice of requests depart from what they should be. */
export function departingOn(
  which: Which,
  departure: (right: Right) => Departure,
  options: Omit<RawOptions, 'response'> = {},
): Promise<HostileTarget> {
  return wrongOn(which, (right, socket) => void socket.write(message(right, departure(right))), options);
}

/** A target that deals with each connection before it reads anything. */
export function wrongFromTheFirstByte(connected: (socket: Socket) => void): Promise<HostileTarget> {
  return startRaw({
    response: () => undefined,
    connected(socket) {
      connected(socket);
      return true;
    },
  });
}
