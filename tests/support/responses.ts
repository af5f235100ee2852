import { plainList } from '../../src/checks/requests.ts';
import type { Exchange, HeaderLine, HttpRequest, Responded } from '../../src/exchange/exchange.ts';

/** Time 0 of these tests, in seconds since 1970; it is on the hour. */
export const start = 1_800_000_000;

/** A test's short description of a response; times are in seconds from time 0. */
export interface ResponseParts {
  readonly at: number;
  /** The duration, which is 0.1 seconds by default. */
  readonly took?: number;
  readonly status?: number;
  /** The three headers: Limit, Remaining and Reset. */
  readonly quota?: readonly [limit: number, remaining: number, reset: number];
  readonly headers?: readonly HeaderLine[];
  /** The body as JSON. By default, it is empty. */
  readonly body?: string;
  readonly request?: Partial<HttpRequest>;
}

/** Builds the exchange of a response. By default, the request is a list with the key, and the response has no Date. */
export function responded({
  at,
  took = 0.1,
  status = 200,
  quota,
  headers = [],
  body = '',
  request,
}: ResponseParts): Responded {
  const readAt = (at + took) * 1000;
  return {
    ...exchange(at, readAt, request),
    outcome: {
      kind: 'response',
      response: {
        status,
        reason: '',
        headers: [...(quota === undefined ? [] : quotaLines(quota)), ...headers],
        body: Buffer.from(body),
      },
    },
  };
}

/** Builds the exchange of a request whose connection was cut before any response. */
export function cutOff(at: number): Exchange {
  return {
    ...exchange(at, (at + 0.1) * 1000),
    outcome: { kind: 'fault', fault: { kind: 'cut', sentence: 'the connection was cut' } },
  };
}

function exchange(at: number, readAt: number, request: Partial<HttpRequest> = {}) {
  return {
    id: 1,
    purpose: 'a list',
    sentFor: 'list.ok',
    request: { ...plainList(), ...request },
    validity: 'valid',
    sentAt: at * 1000,
    headAt: readAt,
    readAt,
    wallAt: start * 1000 + readAt,
    concurrent: 1,
    overLimit: false,
  } as const;
}

function quotaLines([limit, remaining, reset]: readonly [number, number, number]): HeaderLine[] {
  return [
    ['X-RateLimit-Limit', String(limit)],
    ['X-RateLimit-Remaining', String(remaining)],
    ['X-RateLimit-Reset', String(start + reset)],
  ];
}
