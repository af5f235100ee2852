import { bodyProblem, expectStatus, notTested, unmet } from '../src/checks/expectations.ts';
import { plainList } from '../src/checks/requests.ts';
import type { Tools } from '../src/checks/vocabulary.ts';
import { type Exchange, isServed, type Responded, statusOf } from '../src/exchange/exchange.ts';
import { causeOf, jsonOf, receivedOf } from '../src/exchange/response.ts';
import { describeValue, typeName } from '../src/exchange/validate.ts';
import { isObject, type JsonObject, type JsonValue } from '../src/json/read.ts';
import { unlikeCategory, unlikeName } from '../src/payloads/valid.ts';
import { normalText, sameText } from '../src/readings/origins.ts';
import type { Creations } from '../src/readings/readings.ts';
import { dependent, reason } from '../src/spec/reasons.ts';
import { definedOnly } from '../src/text/defined-only.ts';
import { counted } from '../src/text/layout.ts';
import { expectNoSlash, firstCreation, marked } from './shared.ts';

/** The purpose of a control request. */
export const afterRefused = 'a plain category after a refused one';

/** Expects that a creation succeeded. Any 2xx is enough here, because a rule judges every 2xx. */
export function expectCreation(exchange: Exchange, { readings }: Tools): void {
  expectNoSlash(exchange, readings.base);
  if (statusOf(exchange) === 401) notTested(dependent);
  const words = refusalWords(exchange);
  if (words !== undefined) unmet('status 201', `${receivedOf(exchange)} “${words}”`, causeOf(exchange));
  if (!isServed(exchange)) expectStatus(exchange, 201);
}

/** The maximum number of characters that are quoted from a server's message. */
const longestMessage = 200;

/**
 * Returns the message from a server that refuses a valid creation. Reads the members that usually contain such a message.
 */
function refusalWords(exchange: Exchange): string | undefined {
  const status = statusOf(exchange) ?? 0;
  const value = status >= 400 && status < 500 ? jsonOf(exchange) : undefined;
  if (!isObject(value)) return undefined;
  const found = ['message', 'detail', 'title', 'error']
    .map((name) => value[name])
    .find((one): one is string => typeof one === 'string' && one !== '');
  return found?.slice(0, longestMessage);
}

/** Expects that the first creation succeeded. If its name was refused, similar names prove nothing in later creations. */
export function expectFirstCreated(first: Exchange): void {
  if (statusOf(first) !== 201) notTested(statusOf(first) === 400 ? reason('names-restricted') : dependent);
}

/** Expects 201 with a Category; create.id and create.fields judge its members. */
export function expectCreated(exchange: Responded): void {
  expectStatus(exchange, 201);
  const value = jsonOf(exchange);
  if (value === undefined) notACategory(bodyProblem(exchange), 'the 201 is not JSON');
  if (!isObject(value)) notACategory(`a JSON ${typeName(value)}`, 'the 201 is not an object');
  if (!isCategoryLike(value)) notACategory('an object with neither id nor name', 'the 201 is not a Category');
}

function notACategory(received: string, cause: string): never {
  unmet('a Category', received, cause, { where: '201 with' });
}

/** Returns the object in a 201. Without such an object, nothing is judged. */
export function categoryOf(exchange: Exchange): JsonObject {
  const value = jsonOf(exchange);
  return isObject(value) && isCategoryLike(value) ? value : notTested(dependent);
}

/** Checks whether a value has any required field of a Category. */
function isCategoryLike(value: JsonObject): boolean {
  return Object.hasOwn(value, 'id') || Object.hasOwn(value, 'name');
}

/**
 * Ends without a judgment if the server accepts no more categories: after a refused valid creation, sends a plain category,
 * because one succeeded before.
 */
export async function expectRoomForMore(
  { probe, control, name, readings: { creationCap } }: Tools,
  refused: Exchange,
): Promise<void> {
  const status = statusOf(refused);
  if (!isRefusal(status) || statusOf(await probe(firstCreation)) !== 201) return;
  if (creationCap.reached() === undefined)
    await control(afterRefused, () => marked({ name }, unlikeCategory));
  const reached = creationCap.reached();
  if (reached === undefined) return;
  const seen = `status ${reached.status} after ${counted(reached.created, 'category', 'categories')}`;
  // If the response came from a cache, one more creation at the end of the run shows that, and create.created fails.
  notTested(reason('no-more-categories', seen));
}

/** Checks for a 4xx that refuses the category. A 401 refuses the client instead. */
function isRefusal(status = 500): status is number {
  return status >= 400 && status < 500 && status !== 401;
}

/**
 * Checks whether only the name was refused. The names of a run share their first ten letters, and a server may compare names.
 * Sends the same category with a name that resembles no other.
 */
export async function isNameTheCause(
  { probe, control, name, readings }: Tools,
  refused: Exchange,
  category: (name: string) => Uint8Array,
): Promise<boolean> {
  if (!isRefusal(statusOf(refused)) || statusOf(await probe(firstCreation)) !== 201) return false;
  const purpose = 'the same category with a name unlike the others';
  const again = await control(purpose, () => marked({ name }, (mark) => category(unlikeName(mark))));
  if (statusOf(again) !== 201) return false;
  await control('the list after a refused category', plainList);
  // If the category was stored, the server did not refuse it for its name. A rule of create.created reports that.
  if (readings.creations.refusedButStored().some(({ exchange }) => exchange === refused))
    notTested(dependent);
  return true;
}

/** Describes a string for a finding, with the other request that sent it, if any. */
export type ShownText = (value: JsonValue | undefined) => {
  readonly words: string;
  readonly sender?: Exchange;
};

/** Expects the string that was sent, except for surrounding whitespace and the normalization form. */
export function expectText(
  field: string,
  sent: string,
  received: JsonValue | undefined,
  {
    shown = (value) => ({ words: describeValue(value) }),
    causeOfOther = `${field} is another string`,
  }: { readonly shown?: ShownText; readonly causeOfOther?: string } = {},
): void {
  if (typeof received === 'string' && sameText(sent, received)) return;
  const isText = typeof received === 'string';
  const { words, sender } = shown(received);
  const difference = isText ? firstDifference(sent, received) : '';
  const cause = isText ? causeOfOther : `${field} is ${typeName(received)}`;
  unmet('as sent', `${words}${difference}`, cause, {
    subject: 'POST /categories',
    form: `${field} ${describeValue(sent)}`,
    ...definedOnly({ comparedWith: sender }),
  });
}

/** Names the first different code points unless both are ASCII, because a ligature looks like its letters. */
function firstDifference(sent: string, received: string): string {
  const [before, after] = [[...normalText(sent)], [...normalText(received)]];
  const at = before.findIndex((character, index) => character !== after[index]);
  const places = [before[at], after[at]].map((character) => character?.codePointAt(0));
  if (!places.some((place) => place !== undefined && place > 0x7e)) return '';
  const [from, to] = places.map((place) =>
    place === undefined ? 'nothing' : `U+${place.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return ` (first difference: ${from} sent, ${to} received)`;
}

/** Finds the other request that sent a value, because servers may leak values between requests. */
export function whoseText(exchange: Exchange, { senderOf }: Creations): ShownText {
  return (value) => {
    const words = describeValue(value);
    const sender = typeof value === 'string' ? senderOf(value, exchange) : undefined;
    return sender === undefined
      ? { words }
      : { words: `${words}, sent by an earlier request of this run`, sender };
  };
}
