import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type HeaderLine, type HttpResponse, valuesOf } from './response.ts';

/** How long a connection that is being closed may still send, in ms. A reset would discard outgoing data. */
const LINGER_MS = 1_000;

/** Sends a response through node:http. Does nothing if the client has disconnected. */
export type Deliver = (
  response: HttpResponse,
  request: IncomingMessage,
  outgoing: ServerResponse,
) => Promise<void>;

/** Sends a response immediately, in one piece. */
export const deliver: Deliver = async (response, request, outgoing) => {
  if (request.socket.destroyed || outgoing.destroyed) return;
  writeHead(outgoing, response, contentLength(response));
  if (response.body.length > 0) outgoing.write(response.body);
  await endResponse(response, request, outgoing);
};

/** Writes the status line and the header lines as they are, then `framing`. */
export function writeHead(
  outgoing: ServerResponse,
  { status, headers }: HttpResponse,
  framing: readonly HeaderLine[] = [],
): void {
  outgoing.sendDate = false;
  outgoing.writeHead(status, STATUS_CODES[status] ?? 'Unknown', [...headers, ...framing].flat());
}

/** Ends a response. If the connection closes although the request is incomplete, keeps reading for a while first. */
export async function endResponse(
  { headers }: HttpResponse,
  request: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (!request.complete && valuesOf(headers, 'Connection').includes('close')) await drain(request);
  outgoing.end();
}

/** Builds the bytes of a response for writing directly to a socket; the connection ends after the response. */
export function verbatimBytes(response: HttpResponse, version = 'HTTP/1.1', method = 'GET'): Uint8Array {
  const { status, headers, body } = response;
  const closing: HeaderLine[] = valuesOf(headers, 'Connection').length > 0 ? [] : [['Connection', 'close']];
  const lines = [
    `${version} ${status} ${STATUS_CODES[status] ?? 'Unknown'}`,
    ...[...headers, ...contentLength(response), ...closing].map(([name, value]) => `${name}: ${value}`),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return method === 'HEAD' ? head : Buffer.concat([head, body]);
}

/** Sends the last bytes on a socket. Closes the socket once the other side has closed it, or after a second. */
export function endGently(socket: Duplex, bytes: Uint8Array): void {
  socket.end(bytes);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
}

/** Returns Content-Length, unless a header line defines the framing already or there can be no body. */
function contentLength({ status, headers, body }: HttpResponse): readonly HeaderLine[] {
  const isFramed = [...valuesOf(headers, 'Content-Length'), ...valuesOf(headers, 'Transfer-Encoding')];
  return isFramed.length > 0 || status === 204 ? [] : [['Content-Length', String(body.length)]];
}

/** Discards further input until the client is done or the time is up. */
async function drain(request: IncomingMessage): Promise<void> {
  const done = new Promise<void>((resolve) => {
    request.once('end', resolve).once('close', resolve);
  });
  const stop = new AbortController();
  request.resume();
  await Promise.race([done, pause(LINGER_MS, undefined, { signal: stop.signal }).catch(() => undefined)]);
  stop.abort();
}
