import type { IncomingMessage } from 'node:http';
import type { HeaderLine } from './answer.ts';
import { problem } from './problem.ts';
import type { Route } from './routing.ts';

const CLOSE: HeaderLine = ['Connection', 'close'];

/** RFC 9112 3.2: an HTTP/1.1 request has exactly one Host line. */
export function hostRefusal({ httpVersion, rawHeaders }: IncomingMessage): Route | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return refused(400, 'host_invalid', 'Exactly one Host header is required.', [CLOSE]);
}

/** RFC 9110 10.1.1: an expectation other than 100-continue. */
export const expectationRefusal = refused(417, 'expectation_failed', 'The expectation cannot be met.');

/** CONNECT asks for a tunnel, which this server is not. */
export const connectRefusal = refused(405, 'method_not_allowed', 'The method is not allowed here.', [
  ['Allow', 'GET, HEAD, POST'],
  CLOSE,
]);

/** What the HTTP parser refused, by the code of its error. */
export function parserRefusal(code: string | undefined): Route {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return refused(431, 'head_too_large', 'The request head is too large.', [CLOSE]);
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return refused(408, 'request_timeout', 'The request took too long to arrive.', [CLOSE]);
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return refused(413, 'body_too_large', 'The request body is too large.', [CLOSE]);
  }
  return refused(400, 'request_malformed', 'The request is not HTTP.', [CLOSE]);
}

function refused(status: number, code: string, message: string, headers: readonly HeaderLine[] = []): Route {
  return { kind: 'refused', problem: problem(status, code, message), headers };
}
