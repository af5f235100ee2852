import type { Socket } from 'node:net';
import type { Which } from './behavior.ts';
import {
  type CorrectResponse,
  type HostileTarget,
  type RawOptions,
  type Responding,
  startRaw,
} from './raw-server.ts';

/** How a response differs from the correct one. */
export interface Deviation {
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

export type Write = (correct: CorrectResponse, socket: Socket) => void | Promise<void>;

/** Returns the bytes of a response head, including the blank line. */
export function head(correct: CorrectResponse, deviation: Deviation = {}): Buffer {
  const {
    version = 'HTTP/1.1',
    status = correct.status,
    headers = correct.headers,
    lineEnd = '\r\n',
  } = deviation;
  const { statusLine = `${version} ${status} ${correct.reason}` } = deviation;
  const { framing = [`Content-Length: ${bodyOf(correct, deviation).length}`] } = deviation;
  const lines = [statusLine, ...headers.map(([name, value]) => `${name}: ${value}`), ...framing, '', ''];
  return Buffer.from(lines.join(lineEnd), 'latin1');
}

/** Returns the bytes of a whole response. */
export function message(correct: CorrectResponse, deviation: Deviation = {}): Buffer {
  return Buffer.concat([head(correct, deviation), bodyOf(correct, deviation)]);
}

function bodyOf(correct: CorrectResponse, { body = correct.body }: Deviation): Buffer {
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
export function withHeader(correct: CorrectResponse, name: string, value?: string): CorrectResponse {
  const others = correct.headers.filter(([known]) => known.toLowerCase() !== name.toLowerCase());
  return { ...correct, headers: value === undefined ? others : [...others, [name, value]] };
}

/** Responds correctly, except to the requests that `which` selects. */
export function responding(which: Which, write: Write): Responding {
  return ({ socket, request, correct }) => {
    if (which(request, correct)) return write(correct, socket);
    socket.write(message(correct));
  };
}

/** Starts a target that writes its own bytes for the requests that `which` selects. */
export function writingOn(
  which: Which,
  write: Write,
  options: Omit<RawOptions, 'response'> = {},
): Promise<HostileTarget> {
  return startRaw({ ...options, response: responding(which, write) });
}

/** Starts a target whose responses to the requests that `which` selects differ from the correct ones. */
export function deviatingOn(
  which: Which,
  deviation: (correct: CorrectResponse) => Deviation,
  options: Omit<RawOptions, 'response'> = {},
): Promise<HostileTarget> {
  return writingOn(
    which,
    (correct, socket) => void socket.write(message(correct, deviation(correct))),
    options,
  );
}

/** Starts a target that handles each connection before reading a request. */
export function handlingConnections(connected: (socket: Socket) => void): Promise<HostileTarget> {
  return startRaw({
    response: () => undefined,
    connected(socket) {
      connected(socket);
      return true;
    },
  });
}
