import { type Exchange, hasResponse, type Responded } from '../exchange/exchange.ts';
import { mediaType } from '../exchange/headers.ts';

/** Checks for an HTML page, which the service itself never sends. */
export function isHtml(response: Responded): boolean {
  const { headers } = response.outcome.response;
  return mediaType(headers) === 'text/html' || /^\s*<(!doctype html|html)\b/i.test(startOf(response));
}

/** Returns the start of a body, each byte as one character. */
export function startOf({ outcome }: Responded): string {
  return Buffer.from(outcome.response.body.subarray(0, 200)).toString('latin1');
}

/** Checks whether a target is ready: gateways, and servers that have no routes yet, return 404, 5xx and HTML pages. */
export function isReady(exchange: Exchange): boolean {
  const { outcome } = exchange;
  const { status } = outcome.kind === 'response' ? outcome.response : outcome.fault;
  if (status === undefined) return false;
  if (status === 429) return true;
  return status !== 404 && status < 500 && !(hasResponse(exchange) && isHtml(exchange));
}
