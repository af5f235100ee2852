import type { Method, Operation } from '../spec/operations.ts';

export const credentials = [
  'bearer',
  'bearer-lowercase',
  'none',
  'unknown-key',
  'unknown-key-not-ascii',
  'unknown-key-utf-8',
  'key-cut',
  'key-cut-at-start',
  'key-extended',
  'key-padded',
  'key-lengthened',
  'key-preceded',
  'key-changed',
  'key-and-text',
  'key-and-comma',
  'key-empty',
  'key-other-case',
  'scheme-missing',
  'scheme-basic',
  'scheme-basic-encoded',
  'scheme-token',
  'scheme-token-named',
  'scheme-apikey',
  'scheme-joined-by-dot',
  'scheme-joined-by-hyphen',
] as const;

/**
 * How the Authorization header is built from the key. A request contains the name of the credential, never the key (see
 * `credentials.ts`).
 */
export type Credential = (typeof credentials)[number];

/** Which key a request carries, as the server sees it. */
export type Validity = 'valid' | 'wrong' | 'none' | 'unknown';

export type HeaderLine = readonly [name: string, value: string];

/** A request before it is sent. */
export interface HttpRequest {
  readonly method: Method;
  /** The path relative to the base URL; starts with a slash. */
  readonly path: string;
  /** The operation of the specification or of a custom check, or `elsewhere` for an unlisted path. */
  readonly operation: Operation['id'] | 'elsewhere';
  /** For an operation of a custom check: the statuses, besides 401, whose bodies must be an Error. */
  readonly errors?: readonly number[];
  readonly credential: Credential;
  /** Selects the value that the credential leaves open, such as appended letters: 0 to 31, by default 0. */
  readonly variation?: number;
  /** The Content-Type of the body, `application/json` by default. */
  readonly contentType?: string;
  readonly body?: Uint8Array;
  /** How the request states the length of its body; with Content-Length by default. */
  readonly framing?: 'none' | 'short' | 'chunked';
  /** A string in the body that is unique in the run, so that it can be found in lists. */
  readonly mark?: string;
  /** Set for a generated body. */
  readonly generated?: GeneratedBody;
  /** Makes the request that removes what this request created. The kit sends it at the end of the run. */
  readonly cleanup?: Cleanup;
}

/** Returns the request that removes what an exchange created; undefined if there is nothing to remove. */
export type Cleanup = (exchange: Exchange) => HttpRequest | undefined;

/** The fault class of a generated body, with the seed and path that generate it again. */
export interface GeneratedBody {
  readonly faultClass: {
    readonly id: string;
    readonly requirement: string;
    readonly fault: string;
    readonly control: string;
    readonly accepted: string;
    readonly isTelling?: boolean;
  };
  readonly seed: number;
  readonly path: string;
  /** How many tries were needed, if the body was found while shrinking. */
  readonly tries?: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly reason: string;
  /** Header lines in the order and case received, including duplicates and whitespace. */
  readonly headers: readonly HeaderLine[];
  /** The body after content decoding. */
  readonly body: Uint8Array;
  /** Why the body is not what the server meant to send: it exceeds a limit, or could not be decoded. */
  readonly bodyProblem?: string | undefined;
  /** Set if a limit of the kit cut the body off. Such a body is not judged. */
  readonly cutByCap?: true | undefined;
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
  | 'malformed'
  | 'too-big'
  | 'aborted';

/** A failure below HTTP. Its sentence quotes nothing that the server sent. */
export interface TransportFault {
  readonly kind: FaultKind;
  readonly sentence: string;
  /** The status and the header lines, if the head was read before the fault. */
  readonly status?: number;
  readonly headers?: readonly HeaderLine[];
}

export type ExchangeOutcome =
  | { readonly kind: 'response'; readonly response: HttpResponse }
  | { readonly kind: 'fault'; readonly fault: TransportFault };

/** One request and its outcome. All times except `wallAt` are milliseconds of the monotonic clock. */
export interface Exchange {
  /** The number of the request in the run, from 1, in the order in which requests are sent. */
  readonly id: number;
  /** The title of the check that sent the request, or the runner's own reason. */
  readonly purpose: string;
  /** The requirement that the request was sent for. */
  readonly sentFor: string;
  readonly request: HttpRequest;
  readonly validity: Validity;
  readonly sentAt: number;
  /** When the head was read; equal to `readAt` if there was none. */
  readonly headAt: number;
  readonly readAt: number;
  /** Local wall-clock time when the head was read, in milliseconds since 1970. */
  readonly wallAt: number;
  /** Whether the request is sent again after this failure, so that this exchange is not judged. */
  readonly again?: true;
  /** The highest number of requests in flight at the same time, including this one. */
  readonly concurrent: number;
  /** Whether the request was sent although the quota was used up, to provoke a 429. */
  readonly overLimit: boolean;
  /** The number of the connection in the run, from 1, in order of first use; absent if unknown. */
  readonly connection?: number;
  /** Whether the connection had carried a request before. */
  readonly isReused?: true;
  /** The previous request on the connection, if this one was sent there on purpose to follow it. */
  readonly follows?: Exchange;
  readonly outcome: ExchangeOutcome;
}

/** An exchange that ended in a response. */
export interface Responded extends Exchange {
  readonly outcome: { readonly kind: 'response'; readonly response: HttpResponse };
}

/** Checks whether the exchange ended in a complete HTTP response. */
export function hasResponse(exchange: Exchange): exchange is Responded {
  return exchange.outcome.kind === 'response';
}

/** Returns the status of the response, or undefined if there is none. */
export function statusOf(exchange: Exchange): number | undefined {
  return exchange.outcome.kind === 'response' ? exchange.outcome.response.status : undefined;
}

/**
 * Checks whether the server closed the connection after a body that ended early. RFC 9112, section 8, allows a server to do
 * this without a response, so the closing counts as a refusal and not as a failure.
 */
export function wasClosedOnEnd({ request, outcome }: Exchange): boolean {
  return request.framing === 'short' && outcome.kind === 'fault' && outcome.fault.kind === 'cut';
}

/**
 * Checks whether the server gave up on a body that ended early. A handler in Go that returns because the client is gone leaves an
 * empty 200, which creates nothing.
 */
export function gaveUpOnEnd(exchange: Exchange): boolean {
  const { request, outcome } = exchange;
  if (request.framing !== 'short' || outcome.kind !== 'response') return false;
  return isServed(exchange) && outcome.response.body.length === 0;
}

/**
 * Checks whether the connection, which had carried other requests, closed before any response. A server may close a connection
 * between responses (RFC 9112, 9.5), so this is not a fault: the request is sent again on another connection.
 */
export function metClosedConnection({ outcome, isReused, request }: Exchange): boolean {
  if (isReused !== true || outcome.kind === 'response' || request.framing !== undefined) return false;
  return outcome.fault.kind === 'cut' && outcome.fault.status === undefined;
}

/** Checks whether the response is a 2xx. */
export function isServed(exchange: Exchange): boolean {
  const status = statusOf(exchange) ?? 0;
  return status >= 200 && status < 300;
}

/** Checks for a status that gateways return if they cannot reach the server: 502, 503 or 504. */
export function isGatewayStatus(status: number | undefined): boolean {
  return [502, 503, 504].includes(status ?? 0);
}

/** Checks whether the response only says that nothing is served now: 429 or 503. */
export function isUnavailable(exchange: Exchange): boolean {
  return [429, 503].includes(statusOf(exchange) ?? 0);
}

/** Checks for a transient fault: 502, 503, 504, or no complete response. The kit sends nothing for a moment after one. */
export function isTransientFault(exchange: Exchange): boolean {
  if (exchange.outcome.kind === 'response') return isGatewayStatus(exchange.outcome.response.status);
  if (wasClosedOnEnd(exchange) || metClosedConnection(exchange)) return false;
  return ['cut', 'timeout', 'refused', 'unreachable', 'proxy'].includes(exchange.outcome.fault.kind);
}

/**
 * Checks for a failure, which counts only if it is repeated: a 5xx, a cut connection or a timeout within the quota. A 501 is not
 * a failure, because it says that the server does not support the request at all.
 */
export function isFailure(exchange: Exchange): boolean {
  const status = statusOf(exchange) ?? 0;
  return !exchange.overLimit && (isTransientFault(exchange) || (status >= 500 && status !== 501));
}

/**
 * Checks whether the server may be away: it returned 502, 503 or 504, or there is no connection, or the connection closed before
 * the first byte. If a firewall drops the packets, there is no response at all.
 */
export function mayBeAway(exchange: Exchange): boolean {
  if (exchange.outcome.kind === 'response') return isShed(exchange);
  const { kind, status } = exchange.outcome.fault;
  if (wasClosedOnEnd(exchange) || metClosedConnection(exchange)) return false;
  return (
    !exchange.overLimit && status === undefined && ['cut', 'refused', 'unreachable', 'timeout'].includes(kind)
  );
}

/** Checks whether a gateway shed the request: 502, 503 or 504 within the quota. */
export function isShed(exchange: Exchange): boolean {
  return isGatewayStatus(statusOf(exchange)) && !exchange.overLimit;
}

/**
 * Checks whether a request failed with a 5xx or a transient fault while others were in flight, which may be the reason for the
 * failure.
 */
export function failedConcurrently(exchange: Exchange): boolean {
  return isFailure(exchange) && exchange.concurrent > 1;
}

/** Checks whether an interruption or a proxy ended the exchange. Such an end says nothing about the target. */
export function wasCutLocally({ outcome }: Exchange): boolean {
  return outcome.kind === 'fault' && ['aborted', 'proxy'].includes(outcome.fault.kind);
}

/** Checks whether the exchange is not judged: it was cut off locally, or its request is sent again. */
export function isSuperseded(exchange: Exchange): boolean {
  return wasCutLocally(exchange) || exchange.again === true;
}
