import type { Tools } from '../src/checks/built-in.ts';
import { bodyProblem, notExercised, unmet } from '../src/checks/expectations.ts';
import { post } from '../src/checks/requests.ts';
import { jsonOf } from '../src/exchange/answer.ts';
import { type Exchange, isAnswer, statusOf } from '../src/exchange/exchange.ts';
import { dependent } from '../src/exchange/finding.ts';
import { typeName } from '../src/exchange/shapes.ts';
import { isObject, type JsonObject, readJson } from '../src/json/read.ts';
import { plainCategory } from '../src/payloads/valid.ts';
import { firstCreation } from './probes.ts';

/** What was sent in the body of a creation, as far as it is JSON. */
export function sentCategory(exchange: Exchange): { name: string; description?: string } | undefined {
  const document = readJson(exchange.request.body ?? new Uint8Array());
  return document.ok ? (document.value as unknown as { name: string; description?: string }) : undefined;
}

/** A 201 is a Category as far as that can be told, or this ends in a finding; other answers are not judged. */
export function expectCategory(exchange: Exchange): void {
  if (!isAnswer(exchange)) return;
  const value = jsonOf(exchange);
  if (value === undefined) unmet('201 with a Category', bodyProblem(exchange), 'the 201 is no JSON');
  if (!isObject(value)) unmet('201 with a Category', `a JSON ${typeName(value)}`, 'the 201 is no object');
  if (!isCategoryLike(value))
    unmet('201 with a Category', 'an object with neither id nor name', 'the 201 is no Category');
}

/** A 201 must be a Category where the plain one is; where that is none either, create.created tells. */
export function expectAsReadable(exchange: Exchange, plain: Exchange): void {
  categoryOf(plain);
  expectCategory(exchange);
}

/** The object of a 201, or no judgement. */
export function categoryOf(exchange: Exchange): JsonObject {
  const value = isAnswer(exchange) ? jsonOf(exchange) : undefined;
  return isObject(value) && isCategoryLike(value) ? value : notExercised(dependent);
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
  const isKnown = creationCap.reached() !== undefined || (once && creationCap.hasRoomAfter(status));
  if (!isKnown)
    await control('a plain category after one that was refused', () => {
      const mark = name();
      return post(plainCategory(mark), { mark });
    });
  const reached = creationCap.reached();
  if (reached !== undefined)
    notExercised(
      `the service refuses any further category: status ${reached.status} after ${reached.created}`,
    );
}

/** Whether anything of a Category is there; single fields that are missing are create.id's and create.fields' to judge. */
function isCategoryLike(value: JsonObject): boolean {
  return Object.hasOwn(value, 'id') || Object.hasOwn(value, 'name');
}
