import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Deliver, deliver, endGently, endResponse, verbatimBytes, writeHead } from '../deliver.ts';
import type { HttpResponse } from '../response.ts';

/** How the bytes of a response reach the client; by default immediately, on a connection that stays open. */
export interface Delivery {
  /** Real milliseconds before the first byte. */
  readonly delayMs?: number;
  /** Sends the body chunked, in pieces of `bytes` bytes with `pauseMs` real milliseconds between them. */
  readonly chunked?: { readonly bytes: number; readonly pauseMs: number };
  /** Closes the connection before anything is sent. */
  readonly cut?: 'before-response';
  /** Sends an interim response first: 102 Processing or 103 Early Hints. */
  readonly interim?: 102 | 103;
  /** Writes the status line and the header lines directly to the socket, unchecked, and ends the connection. */
  readonly verbatim?: 'HTTP/1.0' | 'HTTP/1.1';
}

/** A response that carries instructions for its delivery. The core of the server passes them on without knowing about them. */
interface Delivered extends HttpResponse {
  readonly delivery?: Delivery;
}

/**
 * Returns the response with instructions for its delivery. Keeps the instructions of an earlier change, unless `delivery`
 * overrides them.
 */
export function withDelivery(response: HttpResponse, delivery: Delivery): HttpResponse {
  const delivered: Delivered = { ...response, delivery: { ...deliveryOf(response), ...delivery } };
  return delivered;
}

/** Returns the instructions for the delivery of a response; empty if no change gave any. */
export function deliveryOf(response: Delivered): Delivery {
  return response.delivery ?? {};
}

/** Sends a response in the way that a change chose for it. Does nothing if the client has disconnected. */
export const deliverAsChosen: Deliver = async (response, request, outgoing) => {
  const { delayMs = 0, cut, interim, verbatim, chunked } = deliveryOf(response);
  const { socket } = request;
  if (delayMs > 0) await pause(delayMs);
  if (socket.destroyed || outgoing.destroyed) return;
  if (cut !== undefined) {
    socket.destroy();
    return;
  }
  if (verbatim !== undefined) {
    endGently(socket, verbatimBytes(response, verbatim, request.method));
    return;
  }
  if (interim !== undefined) sendInterim(interim, outgoing);
  if (chunked === undefined) {
    await deliver(response, request, outgoing);
    return;
  }
  writeHead(outgoing, response);
  await writeChunks(response.body, chunked, outgoing);
  await endResponse(response, request, outgoing);
};

function sendInterim(status: 102 | 103, outgoing: ServerResponse): void {
  if (status === 102) outgoing.writeProcessing();
  else outgoing.writeEarlyHints({ link: '</v1/openapi.json>; rel="service-desc"' });
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
