import { type Exchange, isAnswer } from '../exchange/exchange.ts';
import * as headers from '../exchange/headers.ts';
import { type JsonValue, readJson } from '../json/read.ts';

/** The values of all lines of a header, in order; none where the header is missing or no answer came. */
export function fieldLines(exchange: Exchange, name: string): readonly string[] {
  return isAnswer(exchange) ? headers.fieldLines(exchange.outcome.response.headers, name) : [];
}

/**
 * The body as JSON, read exactly: integers are `bigint`, other numbers `number`. Undefined where no answer came or its
 * body is no JSON. Each call reads anew, so that nobody else sees what is done to the value.
 */
export function jsonOf(exchange: Exchange): JsonValue | undefined {
  if (!isAnswer(exchange)) return undefined;
  const { body, caps, bodyProblem } = exchange.outcome.response;
  const document = readJson(body, caps);
  return document.ok && bodyProblem === undefined ? document.value : undefined;
}

/** The body as text; undefined where no answer came. Bytes that are no UTF-8 stand as U+FFFD. */
export function textOf(exchange: Exchange): string | undefined {
  return isAnswer(exchange) ? new TextDecoder().decode(exchange.outcome.response.body) : undefined;
}
