import type { Tools } from '../src/checks/built-in.ts';
import { bodyProblem, expectStatus, notTested, unmet } from '../src/checks/expectations.ts';
import { type Exchange, hasResponse, statusOf } from '../src/exchange/exchange.ts';
import { dependent } from '../src/exchange/finding.ts';
import { jsonOf } from '../src/exchange/response.ts';
import { describeValue, typeName } from '../src/exchange/validate.ts';
import { isObject, type JsonObject, type JsonValue, readJson } from '../src/json/read.ts';
import { plainCategory } from '../src/payloads/valid.ts';
import { sameText } from '../src/readings/origins.ts';
import type { Creations } from '../src/readings/readings.ts';
import { expectNoSlash, firstCreation, marked } from './shared.ts';

/** Returns what was sent in the body of a creation, as far as it is JSON. */
export function sentCategory(exchange: Exchange): { name: string; description?: string } | undefined {
  const document = readJson(exchange.request.body ?? new Uint8Array());
  return document.ok ? (document.value as unknown as { name: string; description?: string }) : undefined;
}

/** Expects 201 with an object; create.id and create.fields judge what is in it. */
export function expectCreation(exchange: Exchange, { readings }: Tools): void {
  expectNoSlash(exchange, readings.base);
  if (statusOf(exchange) === 401) notTested(dependent);
  expectStatus(exchange, 201);
  expectCategory(exchange);
}

/** Expects a response to be a Category, as far as create.created judges that; no response is not judged. */
function expectCategory(exchange: Exchange): void {
  if (!hasResponse(exchange)) return;
  const value = jsonOf(exchange);
  if (value === undefined) unmet('201 with a Category', bodyProblem(exchange), 'the 201 is no JSON');
  if (!isObject(value)) unmet('201 with a Category', `a JSON ${typeName(value)}`, 'the 201 is no object');
  if (!isCategoryLike(value))
    unmet('201 with a Category', 'an object with neither id nor name', 'the 201 is no Category');
}

/** Expects a Category where the plain creation got one; where it did not, create.created fails. */
export function expectAsReadable(exchange: Exchange, plain: Exchange): void {
  categoryOf(plain);
  expectCategory(exchange);
}

/** Returns the object of a 201; without one, nothing is judged. */
export function categoryOf(exchange: Exchange): JsonObject {
  const value = hasResponse(exchange) ? jsonOf(exchange) : undefined;
  return isObject(value) && isCategoryLike(value) ? value : notTested(dependent);
}

/** Whether it has any field of a Category; create.id and create.fields judge single fields. */
function isCategoryLike(value: JsonObject): boolean {
  return Object.hasOwn(value, 'id') || Object.hasOwn(value, 'name');
}

/**
 * Ends without a verdict if the service refuses any further category (reading 21): after a valid creation that was
 * refused, the form that succeeded before is sent next. With `once`, not if that was tried for this status before.
 */
export async function expectRoomForMore(
  { probe, control, name, readings: { creationCap } }: Tools,
  refused: Exchange,
  { once = false } = {},
): Promise<void> {
  const status = statusOf(refused) ?? 500;
  if (status < 400 || status >= 500 || status === 401) return;
  if (statusOf(await probe(firstCreation)) !== 201) return;
  if (creationCap.reached() === undefined && !(once && creationCap.hasRoomAfter(status)))
    await control('a plain category after one that was refused', () => marked({ name }, plainCategory));
  const reached = creationCap.reached();
  if (reached !== undefined)
    notTested(`the service refuses any further category: status ${reached.status} after ${reached.created}`);
}

/** Describes a text in a finding, with the request that sent it where that is another one. */
export type ShownText = (value: JsonValue | undefined) => {
  readonly words: string;
  readonly sender?: Exchange;
};

/** Expects the text that was sent, except for surrounding blanks and its normal form. */
export function expectText(
  field: string,
  sent: string,
  received: JsonValue | undefined,
  shown: ShownText = (value) => ({ words: describeValue(value) }),
): void {
  if (typeof received === 'string' && sameText(sent, received)) return;
  const what = typeof received === 'string' ? 'another text' : typeName(received);
  const { words, sender } = shown(received);
  unmet(`${field} ${describeValue(sent)}`, words, `${field} is ${what}`, sender);
}

/** Finds which other request sent a value: what a service keeps between requests, it may show to anybody. */
export function whoseText(exchange: Exchange, { senderOf }: Creations): ShownText {
  return (value) => {
    const words = describeValue(value);
    const found = typeof value === 'string' ? senderOf(value, exchange) : undefined;
    if (found === undefined) return { words };
    return { words: `${words}, which ${found.words} had sent`, sender: found.exchange };
  };
}
