/**
 * The vocabulary of custom checks: what a file for `--check`, or `checks` of the library, is written with.
 * docs/write-a-check.md shows how.
 */

import { type Exchange, hasResponse } from './exchange/exchange.ts';
import * as headers from './exchange/headers.ts';
import { type JsonValue, readJson } from './json/read.ts';

export { expectStatus, notTested, unmet } from './checks/expectations.ts';
export { get, post } from './checks/requests.ts';
export {
  type CustomCheck,
  type CustomCheckNeeds,
  type CustomCheckOrRule,
  type CustomChecks,
  type CustomNeeds,
  type CustomProbe,
  type CustomRequirement,
  type CustomTools,
  check,
  defineChecks,
  type EveryResponse,
  everyResponse,
  type Facts,
  type Maker,
  probe,
  type WholeRun,
  wholeRun,
} from './checks/vocabulary.ts';
export {
  type Credential,
  credentials,
  type Exchange,
  type FaultKind,
  type GeneratedBody,
  type HeaderLine,
  type HttpRequest,
  type HttpResponse,
  hasResponse,
  isServed,
  type Outcome,
  type Responded,
  statusOf,
  type TransportFault,
  type Validity,
} from './exchange/exchange.ts';
export { dependent, type Fold, type FoldResult, type Mismatch, type Occurrence } from './exchange/finding.ts';
export { hasKey, isCreation, isList, isNamedResponse, isPost, isStatedError } from './exchange/picks.ts';
export { causeOf, placeOf, receivedOf } from './exchange/response.ts';
export { isObject, type JsonObject, type JsonValue } from './json/read.ts';
export {
  createCategory,
  listCategories,
  type Operation,
  type OperationId,
  orders,
  petById,
} from './spec/operations.ts';

/** The values of all lines of a header, in order; none where the header is missing or no answer came. */
export function fieldLines(exchange: Exchange, name: string): readonly string[] {
  return hasResponse(exchange) ? headers.fieldLines(exchange.outcome.response.headers, name) : [];
}

/**
 * The body as JSON, read exactly: integers are `bigint`, other numbers `number`. Undefined where no answer came or its
 * body is no JSON. Each call reads anew, so that nobody else sees what is done to the value.
 */
export function jsonOf(exchange: Exchange): JsonValue | undefined {
  if (!hasResponse(exchange)) return undefined;
  const { body, caps, bodyProblem } = exchange.outcome.response;
  const document = readJson(body, caps);
  return document.ok && bodyProblem === undefined ? document.value : undefined;
}

/** The body as text; undefined where no answer came. Bytes that are no UTF-8 stand as U+FFFD. */
export function textOf(exchange: Exchange): string | undefined {
  return hasResponse(exchange) ? new TextDecoder().decode(exchange.outcome.response.body) : undefined;
}
