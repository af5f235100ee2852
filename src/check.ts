/** The vocabulary for custom checks. The kit's own suites use it, too. See docs/guides/write-a-check.md. */

import { type Exchange, hasResponse } from './exchange/exchange.ts';
import * as headers from './exchange/headers.ts';
import { type JsonValue, readJson } from './json/read.ts';

export { expectStatus, notTested, unmet } from './checks/expectations.ts';
export { type BodySending, get, post, request } from './checks/requests.ts';
export {
  type AddedRequirement,
  type Check,
  type CheckNeeds,
  type CheckOrRule,
  type Concluded,
  type Conclusion,
  type CustomRequirement,
  check,
  conclusion,
  type EveryResponse,
  everyResponse,
  type Facts,
  type InvalidBodies,
  invalidBodies,
  type Maker,
  type Needs,
  observe,
  type Phase,
  type Probe,
  probe,
  type Rule,
  requirement,
  type Suite,
  suite,
  type Tools,
} from './checks/vocabulary.ts';
export {
  type Cleanup,
  type Credential,
  credentials,
  type Exchange,
  type ExchangeOutcome,
  type FaultKind,
  type GeneratedBody,
  type HeaderLine,
  type HttpRequest,
  type HttpResponse,
  hasResponse,
  isServed,
  type Responded,
  statusOf,
  type TransportFault,
  type Validity,
} from './exchange/exchange.ts';
export type { Mismatch, Occurrence } from './exchange/finding.ts';
export { hasKey, isCreation, isList, isNamedResponse, isPost, isStatedError } from './exchange/picks.ts';
export { causeOf, placeOf, receivedOf } from './exchange/response.ts';
export type { BodySchema } from './json/body-schema.ts';
export { isObject, type JsonObject, type JsonValue } from './json/read.ts';
export {
  type AddedOperationId,
  createCategory,
  listCategories,
  type Method,
  type Operation,
  type OperationId,
  operation,
  orders,
  petById,
} from './spec/operations.ts';
export { dependent, type Reason, type ReasonClass } from './spec/reasons.ts';
export type { RowWords } from './spec/requirement.ts';

/** Returns the values of all lines of a header, in order; empty if the header or the response is missing. */
export function fieldLines(exchange: Exchange, name: string): readonly string[] {
  return hasResponse(exchange) ? headers.fieldLines(exchange.outcome.response.headers, name) : [];
}

/**
 * Parses the body as JSON, with integers as `bigint` and other numbers as `number`. Returns undefined if there is no
 * response or the body is not JSON. Each call returns a new value, so changing it affects no other code.
 */
export function jsonOf(exchange: Exchange): JsonValue | undefined {
  if (!hasResponse(exchange)) return undefined;
  const { body, bodyProblem } = exchange.outcome.response;
  const document = readJson(body);
  return document.ok && bodyProblem === undefined ? document.value : undefined;
}

/** Returns the body as a string, with U+FFFD for invalid UTF-8; undefined if there is no response. */
export function textOf(exchange: Exchange): string | undefined {
  return hasResponse(exchange) ? new TextDecoder().decode(exchange.outcome.response.body) : undefined;
}
