/**
 * The vocabulary of checks of one's own: what a file for `--check`, or `checks` of the library, is written with.
 * docs/write-a-check.md shows how.
 */

export {
  type Answer,
  type Credential,
  type DrawnBody,
  type Exchange,
  type FaultKind,
  type HeaderLine,
  type HttpRequest,
  type HttpResponse,
  isAnswer,
  isServed,
  type Outcome,
  type Presentation,
  presentations,
  statusOf,
  type TransportFault,
} from './exchange/exchange.ts';
export type { Fold, FoldResult, Mismatch, Occurrence } from './exchange/finding.ts';
export { causeOf, expectStatus, placeOf, receivedOf } from './expect/answer.ts';
export { hasKey, isCreation, isList, isNamedAnswer, isPost, isStatedError } from './expect/picks.ts';
export { notExercised, unmet } from './expect/unmet.ts';
export { isObject, type JsonObject, type JsonValue } from './json/read.ts';
export { fieldLines, jsonOf, textOf } from './own/answers.ts';
export { get, post } from './own/requests.ts';
export {
  check,
  defineChecks,
  everyResponse,
  type OwnCheck,
  type OwnCheckNeeds,
  type OwnChecks,
  type OwnEveryResponse,
  type OwnFacts,
  type OwnMaker,
  type OwnMember,
  type OwnNeeds,
  type OwnProbe,
  type OwnRequirement,
  type OwnTools,
  type OwnWholeRun,
  probe,
  wholeRun,
} from './own/vocabulary.ts';
export {
  createCategory,
  listCategories,
  type Operation,
  type OperationId,
  orders,
  petById,
} from './spec/operations.ts';
