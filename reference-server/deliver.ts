import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type HttpResponse, valuesOf } from './response.ts';

/** How long a connection that is being closed may still send, in ms. A reset would discard outgoing data. */
const LINGER_MS = 1_000;

/** Sends a response through node:http. Does nothing if the client has disconnected. */
export async function deliver(
  response: HttpResponse,
  request: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { delayMs = 0, cut, interim, verbatim, chunked } = response.delivery ?? {};
  if (delayMs > 0) await pause(delayMs);
  const { socket } = request;
  if (socket.destroyed || outgoing.destroyed) return;
  if (cut === 'before-response') {
    socket.destroy();
    return;
  }
  if (verbatim !== undefined) {
    endGently(socket, verbatimBytes(response, request.method));
    return;
  }
  if (interim !== undefined) sendInterim(interim, outgoing);
  outgoing.sendDate = false;
  outgoing.writeHead(response.status, STATUS_CODES[response.status] ?? 'Unknown', flatHeaders(response));
  if (cut !== undefined) {
    outgoing.write(response.body.subarray(0, cut), () => socket.destroy());
    return;
  }
  if (chunked !== undefined && response.body.length > 0) await writeChunks(response.body, chunked, outgoing);
  else if (response.body.length > 0) outgoing.write(response.body);
  if (!request.complete && valuesOf(response.headers, 'Connection').includes('close')) await drain(request);
  outgoing.end();
}

function sendInterim(status: 102 | 103, outgoing: ServerResponse): void {
  if (status === 102) outgoing.writeProcessing();
  else outgoing.writeEarlyHints({ link: '</v1/openapi.json>; rel="service-desc"' });
}

/** Builds the bytes of a response for writing directly to a socket; the connection ends after it. */
export function verbatimBytes(response: HttpResponse, method = 'GET'): Uint8Array {
  const version = response.delivery?.verbatim ?? 'HTTP/1.1';
  const closing = valuesOf(response.headers, 'Connection').length > 0 ? [] : ['Connection: close'];
  const length = isFramed(response) ? [] : [`Content-Length: ${response.body.length}`];
  const lines = [
    `${version} ${response.status} ${STATUS_CODES[response.status] ?? 'Unknown'}`,
    ...response.headers.map(([name, value]) => `${name}: ${value}`),
    ...length,
    ...closing,
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return method === 'HEAD' ? head : Buffer.concat([head, response.body]);
}

/** Sends the last bytes on a socket. Closes it once the other side has, or after a second. */
export function endGently(socket: Duplex, bytes: Uint8Array): void {
  socket.end(bytes);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
}

function flatHeaders(response: HttpResponse): string[] {
  const lines = response.headers.flat();
  const { chunked } = response.delivery ?? {};
  if (isFramed(response) || chunked !== undefined || response.status === 204) return lines;
  return [...lines, 'Content-Length', String(response.body.length)];
}

function isFramed({ headers }: HttpResponse): boolean {
  return valuesOf(headers, 'Content-Length').length > 0 || valuesOf(headers, 'Transfer-Encoding').length > 0;
}

async function writeChunks(
  body: Uint8Array,
  { bytes, pauseMs }: { readonly bytes: number; readonly pauseMs: number },
  outgoing: ServerResponse,
): Promise<void> {
  for (let from = 0; from < body.length && !outgoing.destroyed; from += bytes) {
    outgoing.write(body.subarray(from, from + bytes));
    if (pauseMs > 0) await pause(pauseMs);
  }
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
