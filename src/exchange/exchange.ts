import type { OperationId } from '../spec/operations.ts';

export const presentations = [
  'bearer',
  'bearer-lowercase',
  'none',
  'unknown-key',
  'key-cut',
  'key-extended',
  'key-empty',
  'key-other-case',
  'scheme-missing',
  'scheme-basic',
  'scheme-basic-encoded',
] as const;

/**
 * How the Authorization header of a request is made from the key. A request carries this word, never the
 * key: the header itself is written in one place, `http/authorization.ts`.
 */
export type Presentation = (typeof presentations)[number];

/** Which credential a request carried, as far as the server is concerned. */
export type Credential = 'valid' | 'wrong' | 'none' | 'unknown';

export type HeaderLine = readonly [name: string, value: string];

/** A request as the kit means it. `path` is relative to the base address and begins with a slash. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The operation of the specification, or `elsewhere` for a path that it does not list. */
  readonly operation: OperationId | 'elsewhere';
  readonly presentation: Presentation;
  /** What is sent beside the headers of every request; a body without a Content-Type of its own is JSON. */
  readonly contentType?: string;
  readonly body?: Uint8Array;
  /** A text of the body that occurs nowhere else in the run: by it the list is searched for what was sent. */
  readonly mark?: string;
  /** Where the body was drawn: its class and what draws it again. */
  readonly drawn?: DrawnBody;
}

/** What is known of a body that was drawn. */
export interface DrawnBody {
  readonly faultClass: {
    readonly id: string;
    readonly fault: string;
    readonly twin: string;
    readonly accepted: string;
  };
  readonly seed: number;
  readonly path: string;
  /** Found while looking for a smaller one: after how many tries. */
  readonly tries?: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly reason: string;
  /** Header lines in the order and the case they came in, duplicates and blanks kept. */
  readonly headers: readonly HeaderLine[];
  /** The body after content decoding. */
  readonly body: Uint8Array;
  /** Why the body above is not what the server meant to send, where it is not: a cap, or a coding that could not be undone. */
  readonly bodyProblem?: string | undefined;
  /** The problem above is a cap of the kit: what was cut off may be what the server was right in, so it is not judged. */
  readonly cutByCap?: true | undefined;
  /** How far the body is read as JSON, where that was set. */
  readonly caps?: { readonly depth: number; readonly elements: number };
}

export type FaultKind =
  | 'unknown-host'
  | 'refused'
  | 'unreachable'
  | 'tls'
  | 'proxy'
  | 'timeout'
  | 'cut'
  | 'not-http'
  | 'too-big'
  | 'aborted';

/** What went wrong below HTTP, in a sentence without anything that the server wrote. */
export interface TransportFault {
  readonly kind: FaultKind;
  readonly sentence: string;
  /** The status, where the head had been read before the fault. */
  readonly status?: number;
}

export type Outcome =
  | { readonly kind: 'answer'; readonly response: HttpResponse }
  | { readonly kind: 'fault'; readonly fault: TransportFault };

/** One request and what came back, raw. All times are milliseconds of the monotonic clock, but `wallAt`. */
export interface Exchange {
  /** Counts the requests of the run from 1, in the order they were sent. */
  readonly id: number;
  /** Who asked: the title of a check, or of the runner's own requests. */
  readonly purpose: string;
  /** The requirement that the request was sent for. */
  readonly sentFor: string;
  readonly request: HttpRequest;
  readonly credential: Credential;
  readonly sentAt: number;
  /** When the head had been read; equal to `readAt` where none came. */
  readonly headAt: number;
  readonly readAt: number;
  /** Local wall clock when the head was read, in milliseconds since 1970. */
  readonly wallAt: number;
  /** 1 for the first try, 2 for the second one after a passing fault (reading 10). */
  readonly attempt: 1 | 2;
  /** How many requests were in flight together with it at most, itself included: 1 where it was alone. */
  readonly concurrent: number;
  /** Sent although the quota was known to be used up, to see the 429 (reading 4). */
  readonly overLimit: boolean;
  /** Counts the connections of the run from 1, in the order they were first used; absent where none is known. */
  readonly connection?: number;
  readonly outcome: Outcome;
}

/** An exchange that was answered. */
export interface Answer extends Exchange {
  readonly outcome: { readonly kind: 'answer'; readonly response: HttpResponse };
}

/** Whether the exchange ended in a complete HTTP response. */
export function isAnswer(exchange: Exchange): exchange is Answer {
  return exchange.outcome.kind === 'answer';
}

/** The status of the answer, or undefined where the exchange ended in a fault. */
export function statusOf(exchange: Exchange): number | undefined {
  return exchange.outcome.kind === 'answer' ? exchange.outcome.response.status : undefined;
}

/** Whether the exchange was answered with a 2xx. */
export function isServed(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status !== undefined && status >= 200 && status < 300;
}

/** Whether a gateway returns this status in place of a service that it cannot reach: 502, 503, 504. */
export function isGatewayStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 502 && status <= 504;
}

/**
 * Whether this is what a load balancer's bad moment looks like: 502, 503, 504, or a connection cut before
 * the answer was complete. Such a GET is asked once more, such a POST decides nothing at first (reading 10).
 */
export function isPassingFault(exchange: Exchange): boolean {
  if (exchange.outcome.kind === 'answer') return isGatewayStatus(exchange.outcome.response.status);
  return ['cut', 'timeout', 'refused', 'unreachable', 'proxy'].includes(exchange.outcome.fault.kind);
}

/** Whether a gateway answered in place of the service: 502, 503 or 504, to a request within the quota. */
export function isShed(exchange: Exchange): boolean {
  return isGatewayStatus(statusOf(exchange)) && !exchange.overLimit;
}

/** Whether a request failed in passing, and not in the try that decides: it is sent again (readings 10 and 19). */
export function isSentAgain(exchange: Exchange): boolean {
  if (exchange.overLimit || !isPassingFault(exchange)) return false;
  return exchange.attempt === 1 || (exchange.concurrent > 1 && isShed(exchange));
}

/**
 * Whether it decides nothing: a passing fault that was, or would have been, tried once more; what a gateway answered while
 * other requests were in flight (reading 19); what an interruption cut, or what a proxy failed at.
 */
export function isSuperseded(exchange: Exchange): boolean {
  const { outcome } = exchange;
  if (outcome.kind === 'fault' && ['aborted', 'proxy'].includes(outcome.fault.kind)) return true;
  return isSentAgain(exchange);
}

/** What of an answer is read at most; what is beyond is not judged, and the run says so. */
export interface AnswerCaps {
  readonly bodyMb: number;
  readonly headersKb: number;
  /** Arrays and objects inside each other. */
  readonly depth: number;
  /** Elements of one array, members of one object. */
  readonly elements: number;
}
