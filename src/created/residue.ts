import { causeOf, jsonOf } from '../expect/answer.ts';
import { hasKey, meaningOf } from '../expect/picks.ts';
import { isObject, type JsonObject } from '../json/read.ts';
import { type Exchange, isAnswer, isServed, type Presentation } from '../model/exchange.ts';
import type { Residue } from '../model/report.ts';
import { traitsOf } from '../spec/ledger.ts';
import type { BrokenList } from './list-health.ts';

/** What a creation left behind that was answered 2xx; `category` is the object of the answer, where it is one. */
export function acceptedResidue(exchange: Exchange, category: JsonObject | undefined): Residue {
  const name = category?.['name'];
  return {
    ...idOf(category),
    name: typeof name === 'string' ? name : (exchange.request.mark ?? ''),
    ...causeOfResidue(exchange),
  };
}

/** What a request left behind that was not answered 2xx, though a list shows it under its mark: its row there. */
export function unexpectedResidue(status: number | undefined, mark: string, row: JsonObject): Residue {
  const { name } = row;
  const refused = status === 401 ? 'accepted without a key' : 'accepted though invalid';
  return {
    ...idOf(row),
    name: typeof name === 'string' ? name : mark,
    cause: status === 400 || status === 401 ? refused : 'created',
    how: `${status === undefined ? 'not answered' : `answered ${status}`}, and stored all the same`,
  };
}

/** What may be stored beside what was answered 2xx: the list that would show it is broken. */
export function possibleResidue(broken: BrokenList | undefined): Residue[] {
  return (broken?.candidates ?? [])
    .filter((exchange) => !isServed(exchange) || !showsCategory(categoryIn(exchange)))
    .map((exchange) => ({
      name: exchange.request.mark ?? '',
      cause: isToBeRefused(exchange) ? 'accepted though invalid' : 'created',
      how: `${causeOf(exchange)}: it may be stored, and the broken list cannot show it`,
    }));
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

/** Whether the body is one that must be refused. */
function isToBeRefused(exchange: Exchange): boolean {
  const meaning = meaningOf(exchange);
  return meaning.kind === 'violates' && !traitsOf(meaning.requirement).mayBeAccepted;
}

/** The id of a category as it is told, where it has one. */
export function idOf(category: JsonObject | undefined): Pick<Residue, 'id'> {
  const id = category?.['id'];
  return typeof id === 'bigint' ? { id: String(id) } : {};
}

function causeOfResidue(exchange: Exchange): Pick<Residue, 'cause' | 'how'> {
  if (!hasKey(exchange) && exchange.credential !== 'valid') {
    const how = withoutBearer[exchange.request.presentation];
    return { cause: 'accepted without a key', ...(how === undefined ? {} : { how }) };
  }
  return { cause: isToBeRefused(exchange) ? 'accepted though invalid' : 'created' };
}

/** How something was presented that is not the key as a bearer token. */
const withoutBearer: Readonly<Partial<Record<Presentation, string>>> = {
  'scheme-missing': 'accepted with the key not as a bearer token',
  'scheme-basic': 'accepted with the key not as a bearer token',
  'scheme-basic-encoded': 'accepted with the key not as a bearer token',
  'unknown-key': 'accepted with another key',
  'key-cut': 'accepted with a part of the key',
  'key-extended': 'accepted with the key and one letter more',
  'key-other-case': 'accepted with the key in the other case',
  'key-empty': 'accepted with an empty key',
};
