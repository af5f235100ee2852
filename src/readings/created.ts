import { jsonOf, rowsOf } from '../exchange/answer.ts';
import { type Answer, type Exchange, isAnswer, isServed } from '../exchange/exchange.ts';
import { hasKey, isList, isPost, meaningOf } from '../exchange/picks.ts';
import type { Rows } from '../exchange/rows.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/read.ts';

/** A category that the run created, as the answer to its POST shows it. */
export interface Created {
  readonly exchange: Answer;
  readonly id: bigint;
  readonly name: JsonValue | undefined;
  readonly description: JsonValue | undefined;
}

/** The category that a valid POST with the key created; undefined where the answer does not tell its id. */
export function createdBy(exchange: Exchange): Created | undefined {
  if (!isPost(exchange) || !isServed(exchange) || !isAnswer(exchange)) return undefined;
  const { id, name, description } = categoryIn(exchange) ?? {};
  if (typeof id !== 'bigint' || meaningOf(exchange).kind !== 'valid' || !hasKey(exchange)) return undefined;
  return { exchange, id, name, description };
}

/** The object of an answer, where it is one. */
export function categoryIn(exchange: Exchange): JsonObject | undefined {
  const value = isAnswer(exchange) ? jsonOf(exchange) : undefined;
  return isObject(value) ? value : undefined;
}

/** Whether an object has anything of a Category: where a 2xx shows none, only a list tells that something was stored. */
export function showsCategory(category: JsonObject | undefined): category is JsonObject {
  return category !== undefined && ('id' in category || 'name' in category);
}

/** The elements of a list; undefined where the exchange shows none. */
export function rowsIn(exchange: Exchange): Rows | undefined {
  return isList(exchange) ? rowsOf(exchange) : undefined;
}
