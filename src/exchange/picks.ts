import { type JsonValue, readJson } from '../json/read.ts';
import { classify, type Meaning } from '../payloads/classify.ts';
import { isAdded } from '../spec/operations.ts';
import {
  type Exchange,
  gaveUpOnEnd,
  type HttpRequest,
  hasResponse,
  type Responded,
  statusOf,
} from './exchange.ts';

/** Checks whether the request was for an operation of the specification. */
export function isNamed(exchange: Exchange): boolean {
  return exchange.request.operation !== 'elsewhere' && !isOfAdded(exchange);
}

/** Checks whether the request was for an operation that a custom check adds. */
export function isOfAdded({ request }: Exchange): boolean {
  return isAdded(request.operation);
}

/** Checks whether the exchange is a complete response from an operation that the specification names or a custom check adds. */
export function isNamedResponse(exchange: Exchange): exchange is Responded {
  const isOfOperation = exchange.request.operation !== 'elsewhere';
  return isOfOperation && hasResponse(exchange) && !mayBeFromFront(exchange);
}

/** Checks whether the request has a token that is not ASCII. */
export function hasForeignToken({ credential }: Pick<HttpRequest, 'credential'>): boolean {
  return credential === 'unknown-key-not-ascii' || credential === 'unknown-key-utf-8';
}

/**
 * Checks whether something in front of the service may have refused the request, which the specification allows. Such a refusal
 * is a 4xx other than 401 and 429 in response to a token that is not ASCII, or to a body that ended early (an HTTP parser such
 * as that of Node.js refuses it).
 */
export function mayBeFromFront(exchange: Exchange): boolean {
  if (gaveUpOnEnd(exchange)) return true;
  const status = statusOf(exchange) ?? 0;
  if (!hasForeignToken(exchange.request) && exchange.request.framing !== 'short') return false;
  return status >= 400 && status < 500 && ![401, 429].includes(status);
}

/** Checks whether the request carried the valid key in its usual form. */
export function hasKey(exchange: Exchange): boolean {
  return exchange.request.credential === 'bearer';
}

/** Checks for a plain GET /categories with the key, which the kit uses to judge limits, recoveries and lists. */
export function isPlainList(request: HttpRequest): boolean {
  return request.operation === 'listCategories' && request.credential === 'bearer';
}

/**
 * Checks whether the response must be a list: GET /categories with the key, neither refused with 429 nor sent beyond the
 * limit.
 */
export function isListRequest(exchange: Exchange): boolean {
  const isOf = exchange.request.operation === 'listCategories' && hasKey(exchange);
  return isOf && statusOf(exchange) !== 429 && !exchange.overLimit;
}

/** Checks whether GET /categories with the key returned 200. */
export function isList(exchange: Exchange): exchange is Responded {
  return isListRequest(exchange) && statusOf(exchange) === 200;
}

/** Checks whether the exchange is a POST /categories with the key, neither refused with 429 nor sent beyond the limit. */
export function isCreation(exchange: Exchange): boolean {
  return isPost(exchange) && hasKey(exchange) && statusOf(exchange) !== 429 && !exchange.overLimit;
}

/**
 * Checks whether the exchange is a request with the key and a body to an operation that a custom check adds, neither refused
 * with 429 nor sent beyond the limit.
 */
export function isAddedWithBody(exchange: Exchange): boolean {
  const isOf = isOfAdded(exchange) && exchange.request.body !== undefined && hasKey(exchange);
  return isOf && statusOf(exchange) !== 429 && !exchange.overLimit;
}

/** Checks whether the exchange is a POST /categories, with any body and any response. */
export function isPost(exchange: Exchange): boolean {
  return exchange.request.operation === 'createCategory';
}

/**
 * The results are cached under the bytes of each body, because readings, rules and conclusions ask for the same bodies many
 * times.
 */
const meanings = new WeakMap<Uint8Array, Meaning>();
const nothing = new Uint8Array();

/** The media type of JSON in any case, with or without the parameter that many clients send. */
const jsonType = /^application\/json(?:; *charset=utf-8)?$/i;

/** Classifies the body of a POST. The specification says nothing about other media types. */
export function meaningOf({ request }: Exchange): Meaning {
  const { contentType = 'application/json', generated } = request;
  if (isAdded(request.operation)) {
    if (generated === undefined) return { kind: 'valid' };
    return { kind: 'violates', requirement: generated.faultClass.requirement, faults: 1 };
  }
  if (!jsonType.test(contentType)) return { kind: 'unstated', because: 'another media type' };
  return meaningOfBody(request);
}

/** Classifies the body of a request as if it were sent as `application/json`. */
function meaningOfBody({ body = nothing }: HttpRequest): Meaning {
  const known = meanings.get(body) ?? classify(body);
  meanings.set(body, known);
  return known;
}

/** Returns the JSON that a request sent, or undefined if its body is not JSON. */
export function sentJson({ request: { body = nothing } }: Exchange): JsonValue | undefined {
  const document = readJson(body);
  return document.ok ? document.value : undefined;
}

/** Returns the category in the body of a creation, if the body is JSON. */
export function sentCategory(exchange: Exchange): { name: string; description?: string } | undefined {
  return sentJson(exchange) as unknown as { name: string; description?: string } | undefined;
}

/**
 * Checks whether the body of a request is invalid. For an operation that a custom check adds, only a generated body is known to
 * be invalid.
 */
export function hasInvalidBody(request: HttpRequest): boolean {
  if (isAdded(request.operation)) return request.generated !== undefined;
  return meaningOfBody(request).kind !== 'valid';
}

/**
 * Checks whether the schema of an error response is defined: a 401 from a named operation, a 400 from POST /categories, or a
 * status that a custom check declares for its own operation.
 */
export function isStatedError(exchange: Exchange): exchange is Responded {
  const status = statusOf(exchange);
  if (mayBeFromFront(exchange)) return false;
  if (isOfAdded(exchange)) return status === 401 || exchange.request.errors?.includes(status ?? 0) === true;
  return (isNamed(exchange) && status === 401) || (isPost(exchange) && status === 400);
}
