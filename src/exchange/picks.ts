import { classify, type Meaning } from '../payloads/classify.ts';
import { type Answer, type Exchange, isAnswer, statusOf } from './exchange.ts';

/** Whether the exchange was with one of the operations that the specification names. */
export function isNamed(exchange: Exchange): boolean {
  return exchange.request.operation !== 'elsewhere';
}

/** A complete answer of a named operation. */
export function isNamedAnswer(exchange: Exchange): exchange is Answer {
  return isNamed(exchange) && isAnswer(exchange);
}

/** The valid key in its usual spelling. */
export function hasKey(exchange: Exchange): boolean {
  return exchange.request.presentation === 'bearer';
}

/** A GET /categories with the key, not limited and not sent beyond the limit: it must be answered with the list. */
export function isListRequest(exchange: Exchange): boolean {
  const { operation } = exchange.request;
  const status = statusOf(exchange);
  if (operation !== 'listCategories' || !hasKey(exchange) || status === 429) return false;
  return !(exchange.overLimit && status !== 200);
}

/** A list that was given: GET /categories with the key, answered 200. */
export function isList(exchange: Exchange): exchange is Answer {
  return isListRequest(exchange) && statusOf(exchange) === 200;
}

/** A POST /categories with the key and a JSON body that was not limited. */
export function isCreation(exchange: Exchange): boolean {
  return isPost(exchange) && hasKey(exchange) && statusOf(exchange) !== 429;
}

/** A POST /categories, whatever was sent with it and whatever came back. */
export function isPost(exchange: Exchange): boolean {
  return exchange.request.operation === 'createCategory';
}

/** Every rule on bodies asks for what one was sent with before the next is judged: the newest alone is kept. */
let newest: { readonly body: Uint8Array; readonly meaning: Meaning } | undefined;
const nothing = new Uint8Array();

/** What the body of a POST means. One of another media type means nothing that is stated. */
export function meaningOf(exchange: Exchange): Meaning {
  const { body = nothing, contentType = 'application/json' } = exchange.request;
  if (contentType !== 'application/json') return { kind: 'unstated', because: 'another media type' };
  if (newest?.body !== body) newest = { body, meaning: classify(body) };
  return newest.meaning;
}

/** A 401 of a named operation or a 400 of POST /categories: the errors that the specification gives a shape. */
export function isStatedError(exchange: Exchange): exchange is Answer {
  const status = statusOf(exchange);
  return (isNamed(exchange) && status === 401) || (isPost(exchange) && status === 400);
}
