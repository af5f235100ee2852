import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, valuesOf } from './answer.ts';

/** How long a connection that is being closed may still send, in ms: a reset would discard the outgoing. */
const LINGER_MS = 1_000;

/** Sends a response through node:http; does nothing if the client has gone. */
export async function deliver(
  answer: Answer,
  request: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { delayMs = 0, cut, interim, verbatim, chunked } = answer.delivery ?? {};
  if (delayMs > 0) await pause(delayMs);
  const { socket } = request;
  if (socket.destroyed || outgoing.destroyed) return;
  if (cut === 'before-answer') {
    socket.destroy();
    return;
  }
  if (verbatim !== undefined) {
    endGently(socket, verbatimBytes(answer, request.method));
    return;
  }
  if (interim !== undefined) sendInterim(interim, outgoing);
  outgoing.sendDate = false;
  outgoing.writeHead(answer.status, STATUS_CODES[answer.status] ?? 'Unknown', flatHeaders(answer));
  if (cut !== undefined) {
    outgoing.write(answer.body.subarray(0, cut), () => socket.destroy());
    return;
  }
  if (chunked !== undefined && answer.body.length > 0) await writeChunks(answer.body, chunked, outgoing);
  else if (answer.body.length > 0) outgoing.write(answer.body);
  if (!request.complete && valuesOf(answer.headers, 'Connection').includes('close')) await drain(request);
  outgoing.end();
}

function sendInterim(status: 102 | 103, outgoing: ServerResponse): void {
  if (status === 102) outgoing.writeProcessing();
  else outgoing.writeEarlyHints({ link: '</v1/openapi.json>; rel="service-desc"' });
}

/** Builds the bytes of a response to write straight to a socket; the connection ends after it. */
export function verbatimBytes(answer: Answer, method = 'GET'): Uint8Array {
  const version = answer.delivery?.verbatim ?? 'HTTP/1.1';
  const closing = valuesOf(answer.headers, 'Connection').length > 0 ? [] : ['Connection: close'];
  const length = isFramed(answer) ? [] : [`Content-Length: ${answer.body.length}`];
  const lines = [
    `${version} ${answer.status} ${STATUS_CODES[answer.status] ?? 'Unknown'}`,
    ...answer.headers.map(([name, value]) => `${name}: ${value}`),
    ...length,
    ...closing,
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return method === 'HEAD' ? head : Buffer.concat([head, answer.body]);
}

/** Sends the last bytes on a socket, and closes it once the other side has, or after a second. */
export function endGently(socket: Duplex, bytes: Uint8Array): void {
  socket.end(bytes);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
}

function flatHeaders(answer: Answer): string[] {
  const lines = answer.headers.flat();
  const { chunked } = answer.delivery ?? {};
  if (isFramed(answer) || chunked !== undefined || answer.status === 204) return lines;
  return [...lines, 'Content-Length', String(answer.body.length)];
}

function isFramed({ headers }: Answer): boolean {
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

/** Discards what the client still sends, until it is done or its time is over. */
async function drain(request: IncomingMessage): Promise<void> {
  const done = new Promise<void>((resolve) => {
    request.once('end', resolve).once('close', resolve);
  });
  const stop = new AbortController();
  request.resume();
  await Promise.race([done, pause(LINGER_MS, undefined, { signal: stop.signal }).catch(() => undefined)]);
  stop.abort();
}
