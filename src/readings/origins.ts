import { type Exchange, isServed, statusOf } from '../exchange/exchange.ts';
import { isList, isPost, meaningOf, sentJson } from '../exchange/picks.ts';
import { elementsOf, jsonOf, namedElementsOf } from '../exchange/response.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/read.ts';
import { stringsIn } from '../json/value.ts';
import { namePattern } from '../payloads/names.ts';
import type { EarlierLeftovers } from '../report/model/report.ts';
import { traitsOf } from '../spec/catalog.ts';

/** Returns the JSON object in a response, if the body is one. */
export function categoryIn(exchange: Exchange): JsonObject | undefined {
  const value = jsonOf(exchange);
  return isObject(value) ? value : undefined;
}

/** Returns the elements of a list, or undefined if the exchange has none. */
export function elementsIn(exchange: Exchange): readonly JsonValue[] | undefined {
  return isList(exchange) ? elementsOf(exchange) : undefined;
}

/** Returns the elements of a list that may contain a name from a run of the kit. */
export function namedElementsIn(exchange: Exchange): readonly JsonValue[] {
  return isList(exchange) ? namedElementsOf(exchange) : [];
}

/**
 * Creates a function that finds, in a value, the names that `createNames` made for the given run, or for any run. It returns
 * them in lowercase.
 */
export function createMarkFinder(runMark?: string) {
  const pattern = namePattern(runMark);
  return (value: JsonValue): ReadonlySet<string> =>
    new Set([...stringsIn(value)].flatMap((text) => text.toLowerCase().match(pattern) ?? []));
}

export type MarkFinder = ReturnType<typeof createMarkFinder>;

/** The maximum number of ids that a report lists. */
const idsShown = 1_000;

/** Counts leftover data from earlier runs, which is never judged. */
export function createEarlierRuns(runMark: string) {
  const namesIn = createMarkFinder();
  let newest: Exchange | undefined;

  const isOne = (element: JsonValue): boolean => {
    const found = [...namesIn(element)];
    return found.length > 0 && !found.some((name) => name.startsWith(runMark));
  };

  return {
    see(exchange: Exchange): void {
      if (elementsIn(exchange) !== undefined) newest = exchange;
    },
    isOne,
    left(): EarlierLeftovers {
      const found = (newest === undefined ? [] : namedElementsIn(newest)).filter(isOne);
      const ids = found
        .map((element) => (isObject(element) ? element['id'] : undefined))
        .filter((id) => typeof id === 'bigint');
      return { count: found.length, ids: ids.slice(0, idsShown).map(String) };
    },
  };
}

/**
 * Remembers accepted bodies that are invalid, or that the specification does not mention. If lists then contain faulty
 * elements, these are consequences and not findings of their own.
 */
export function createWronglyAccepted(marksIn: MarkFinder) {
  const ids = new Set<bigint>();
  const marks = new Set<string>();
  /** Whether an accepted body had neither an id nor a name, so that any element may be its consequence. */
  let isUnknown = false;
  const hasId = (id: JsonValue | undefined): boolean => typeof id === 'bigint' && ids.has(id);

  return {
    see(exchange: Exchange): void {
      if (!isPost(exchange)) return;
      const { mark } = exchange.request;
      const status = statusOf(exchange) ?? 0;
      const isRefused = status >= 400 && status < 500;
      const mayBeThere = traitsOf(exchange.sentFor).silent === true && !isRefused;
      const isWrong = isServed(exchange) && meaningOf(exchange).kind !== 'valid';
      if (mark !== undefined && (mayBeThere || isWrong)) marks.add(mark);
      if (!isWrong) return;
      const id = categoryIn(exchange)?.['id'];
      if (typeof id === 'bigint') ids.add(id);
      isUnknown ||= typeof id !== 'bigint' && mark === undefined;
    },
    hasId,
    /** Whether a list element may come from a wrongly accepted body. */
    isConsequence: (element: JsonObject): boolean =>
      isUnknown ||
      hasId(element['id']) ||
      (marks.size > 0 && [...marksIn(element)].some((mark) => marks.has(mark))),
  };
}

/** Finds the request that sent a string, to detect strings that were returned to a different request. */
export function createSentTexts() {
  const posts: Exchange[] = [];
  return {
    see(exchange: Exchange): void {
      if (isPost(exchange)) posts.push(exchange);
    },
    /**
     * Returns the newest earlier POST that sent the string, preferably a creation. Returns undefined if no POST did, or if
     * the request of `received` contains it, too.
     */
    senderOf(value: string, received: Exchange): Exchange | undefined {
      const isSender = (one: Exchange) => stringsOf(one).some((sent) => sameText(sent, value));
      if (value.trim() === '' || isSender(received)) return undefined;
      return posts
        .filter((one) => one !== received && one.sentAt <= received.sentAt && isSender(one))
        .sort((a, b) => Number(isServed(a)) - Number(isServed(b)) || a.sentAt - b.sentAt)
        .at(-1);
    },
  };
}

function stringsOf(exchange: Exchange): string[] {
  const sent = sentJson(exchange);
  const { name, description } = isObject(sent) ? sent : {};
  return [name, description].filter((value) => typeof value === 'string');
}

/** Compares a sent and a received string, ignoring surrounding whitespace and Unicode normalization (`create.fields`). */
export function sameText(sent: string, received: string): boolean {
  return sent === received || normalText(sent) === normalText(received);
}

/** More combining marks than any text has in a row (UAX #15). Normalizing takes time that is quadratic in their number. */
const tooManyMarks = /\p{M}{31}/u;

/** Returns a string without what `sameText` ignores. */
export function normalText(value: string): string {
  const text = value.trim();
  return tooManyMarks.test(text) ? text : text.normalize('NFC');
}
