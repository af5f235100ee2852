import { plainList } from '../../src/checks/requests.ts';
import type { Exchange, HeaderLine, HttpRequest, Responded } from '../../src/exchange/exchange.ts';

/** The moment 0 of these tests, in seconds since 1970; on a full hour. */
export const start = 1_800_000_000;

/** An answer as a test tells it; times are in seconds from the moment 0. */
export interface Told {
  readonly at: number;
  /** How long it took; a tenth of a second unless told. */
  readonly took?: number;
  readonly status?: number;
  /** The three headers: Limit, Remaining and Reset. */
  readonly quota?: readonly [limit: number, remaining: number, reset: number];
  readonly headers?: readonly HeaderLine[];
  /** What the body says, as JSON; no body unless told. */
  readonly body?: string;
  readonly request?: Partial<HttpRequest>;
}

/** An answer to a list with the key, and without Date, unless told otherwise. */
export function responded({
  at,
  took = 0.1,
  status = 200,
  quota,
  headers = [],
  body = '',
  request,
}: Told): Responded {
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

/** A request that was cut off before any answer. */
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
    attempt: 1,
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
