import type { OperationId } from '../spec/operations.ts';

export const credentials = [
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

/** How the Authorization header is made from the key. A request carries this word, never the key (see `credentials.ts`). */
export type Credential = (typeof credentials)[number];

/** Which credential a request carried, as the server sees it. */
export type Validity = 'valid' | 'wrong' | 'none' | 'unknown';

export type HeaderLine = readonly [name: string, value: string];

/** A request as the kit means it. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Relative to the base address; begins with a slash. */
  readonly path: string;
  /** The operation of the specification, or `elsewhere` for a path that it does not list. */
  readonly operation: OperationId | 'elsewhere';
  readonly credential: Credential;
  /** The Content-Type of the body, `application/json` by default. */
  readonly contentType?: string;
  readonly body?: Uint8Array;
  /** A text of the body that occurs nowhere else in the run: lists are searched for it. */
  readonly mark?: string;
  /** Of a generated body: its class, and what generates it again. */
  readonly generated?: GeneratedBody;
}

/** What is known of a generated body. */
export interface GeneratedBody {
  readonly faultClass: {
    readonly id: string;
    readonly fault: string;
    readonly control: string;
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
  /** Header lines in the order and case received, with duplicates and blanks. */
  readonly headers: readonly HeaderLine[];
  /** The body after content decoding. */
  readonly body: Uint8Array;
  /** Why the body is not what the server meant to send: a cap, or a coding that could not be decoded. */
  readonly bodyProblem?: string | undefined;
  /** The problem is a cap of the kit: what was cut off may be correct, so it is not judged. */
  readonly cutByCap?: true | undefined;
  /** How far the body is read as JSON, if set. */
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

/** What went wrong below HTTP, in a sentence that quotes nothing of the server. */
export interface TransportFault {
  readonly kind: FaultKind;
  readonly sentence: string;
  /** The status, if the head had been read before the fault. */
  readonly status?: number;
}

export type Outcome =
  | { readonly kind: 'response'; readonly response: HttpResponse }
  | { readonly kind: 'fault'; readonly fault: TransportFault };

/** One request and what came back, raw. All times but `wallAt` are milliseconds of the monotonic clock. */
export interface Exchange {
  /** Counts the requests of the run from 1, in the order they were sent. */
  readonly id: number;
  /** What the request is for: the title of a check, or of the runner's own requests. */
  readonly purpose: string;
  /** The requirement that the request was sent for. */
  readonly sentFor: string;
  readonly request: HttpRequest;
  readonly validity: Validity;
  readonly sentAt: number;
  /** When the head had been read; equal to `readAt` if none came. */
  readonly headAt: number;
  readonly readAt: number;
  /** Local wall clock when the head was read, in milliseconds since 1970. */
  readonly wallAt: number;
  /** 1 for the first try, 2 for the second one after a passing fault (reading 10). */
  readonly attempt: 1 | 2;
  /** The most requests that were in flight together with it, itself included. */
  readonly concurrent: number;
  /** Sent although the quota was known to be used up, to provoke the 429 (reading 4). */
  readonly overLimit: boolean;
  /** Counts the connections of the run from 1, in the order they were first used; absent if unknown. */
  readonly connection?: number;
  readonly outcome: Outcome;
}

/** An exchange that ended in a response. */
export interface Responded extends Exchange {
  readonly outcome: { readonly kind: 'response'; readonly response: HttpResponse };
}

/** Checks whether the exchange ended in a complete HTTP response. */
export function hasResponse(exchange: Exchange): exchange is Responded {
  return exchange.outcome.kind === 'response';
}

/** Returns the status of the response; undefined where the exchange ended in a fault. */
export function statusOf(exchange: Exchange): number | undefined {
  return exchange.outcome.kind === 'response' ? exchange.outcome.response.status : undefined;
}

/** Checks whether the response is a 2xx. */
export function isServed(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status !== undefined && status >= 200 && status < 300;
}

/** Checks whether gateways return this status for a service that they cannot reach: 502, 503, 504. */
export function isGatewayStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 502 && status <= 504;
}

/**
 * Checks whether it looks like a load balancer's bad moment: 502, 503, 504, or no complete response. Such a GET is sent
 * again, such a POST decides nothing at first (reading 10).
 */
export function isPassingFault(exchange: Exchange): boolean {
  if (exchange.outcome.kind === 'response') return isGatewayStatus(exchange.outcome.response.status);
  return ['cut', 'timeout', 'refused', 'unreachable', 'proxy'].includes(exchange.outcome.fault.kind);
}

/** Checks whether a gateway answered for the service: 502, 503 or 504, to a request within the quota. */
export function isShed(exchange: Exchange): boolean {
  return isGatewayStatus(statusOf(exchange)) && !exchange.overLimit;
}

/** Checks whether a request failed in passing, before the try that decides: it is sent again (readings 10 and 19). */
export function isSentAgain(exchange: Exchange): boolean {
  if (exchange.overLimit || !isPassingFault(exchange)) return false;
  return exchange.attempt === 1 || (exchange.concurrent > 1 && isShed(exchange));
}

/** Checks whether an interruption or a proxy ended the exchange: it says nothing about the service. */
export function isCutHere({ outcome }: Exchange): boolean {
  return outcome.kind === 'fault' && ['aborted', 'proxy'].includes(outcome.fault.kind);
}

/** Checks whether the exchange decides nothing: it was cut here, or was or would have been sent again. */
export function isSuperseded(exchange: Exchange): boolean {
  return isCutHere(exchange) || isSentAgain(exchange);
}

/** How much of a response is read; what is beyond is not judged, and the report says so. */
export interface ResponseCaps {
  readonly bodyMb: number;
  readonly headersKb: number;
  /** Nested arrays and objects. */
  readonly depth: number;
  /** Elements of one array, members of one object. */
  readonly elements: number;
}
