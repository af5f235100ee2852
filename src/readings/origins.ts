import { type Exchange, hasResponse, isServed, type Responded, statusOf } from '../exchange/exchange.ts';
import { isList, isPost, meaningOf } from '../exchange/picks.ts';
import { jsonOf, rowsOf } from '../exchange/response.ts';
import type { Rows } from '../exchange/rows.ts';
import { isObject, type JsonObject, type JsonValue, readJson } from '../json/read.ts';
import { nameShape } from '../payloads/names.ts';
import type { EarlierLeftovers } from '../report/model/report.ts';
import { traitsOf } from '../spec/catalog.ts';
import { pushNewest, pushUpTo } from './bounds.ts';

/** Returns the object that a response holds, where it holds one. */
export function categoryIn(exchange: Exchange): JsonObject | undefined {
  const value = hasResponse(exchange) ? jsonOf(exchange) : undefined;
  return isObject(value) ? value : undefined;
}

/** Returns the elements of a list; undefined where the exchange shows none. */
export function rowsIn(exchange: Exchange): Rows | undefined {
  return isList(exchange) ? rowsOf(exchange) : undefined;
}

/** No server nests deeper what it stores of a category. */
const deepest = 8;

/** Finds names that the kit made (`createNames`) in a value, in lower case: those of this run or, without it, of any. */
export function createMarkFinder(runMark?: string) {
  const { pattern, length } = nameShape(runMark);

  function collect(value: JsonValue, found: Set<string>, depth: number): ReadonlySet<string> {
    if (typeof value === 'string') {
      // Nearly all strings of a long list are too short to hold a name.
      if (value.length >= length) for (const [mark] of value.matchAll(pattern)) found.add(mark.toLowerCase());
    } else if (typeof value === 'object' && value !== null && depth < deepest) {
      for (const [key, inner] of Object.entries(value)) {
        collect(key, found, depth + 1);
        collect(inner, found, depth + 1);
      }
    }
    return found;
  }

  return (value: JsonValue) => collect(value, new Set(), 0);
}

export type MarkFinder = ReturnType<typeof createMarkFinder>;

/** The most ids that are reported. */
const mostIds = 1_000;

/** Counts what earlier runs of the kit left on the target, which is never judged (reading 17). */
export function createEarlierRuns(runMark: string) {
  const namesIn = createMarkFinder();
  let newest: Responded | undefined;

  const isOne = (element: JsonValue): boolean => {
    const found = [...namesIn(element)];
    return found.length > 0 && !found.some((name) => name.startsWith(runMark));
  };

  return {
    see(exchange: Exchange): void {
      if (isList(exchange) && rowsOf(exchange) !== undefined) newest = exchange;
    },
    isOne,
    left(): EarlierLeftovers {
      const ids: string[] = [];
      let count = 0;
      // Read again: the index of a long list is not kept while the next list is read.
      for (const element of (newest && rowsOf(newest))?.marked() ?? []) {
        if (!isOne(element)) continue;
        count++;
        const id = isObject(element) ? element['id'] : undefined;
        if (typeof id === 'bigint') pushUpTo(ids, String(id), mostIds);
      }
      return { count, ids };
    },
  };
}

/** Beyond this many any element may be one of them. */
const mostWronglyAccepted = 5_000;

/**
 * Remembers what the service accepted though it is invalid or unstated. What lists show of it is a consequence: the cause
 * is blamed, the consequence is not.
 */
export function createWronglyAccepted(marksIn: MarkFinder) {
  const ids = new Set<bigint>();
  const marks = new Set<string>();
  /** Whether one has neither an id nor a name: then it may be any element. */
  let isUnknown = false;
  const hasId = (id: JsonValue | undefined): boolean => typeof id === 'bigint' && ids.has(id);

  return {
    see(exchange: Exchange): void {
      if (!isPost(exchange) || isUnknown) return;
      const { mark } = exchange.request;
      const status = statusOf(exchange);
      const isRefused = status !== undefined && status >= 400 && status < 500;
      const mayBeThere = traitsOf(exchange.sentFor).silent === true && !isRefused;
      const isWrong = isServed(exchange) && meaningOf(exchange).kind !== 'valid';
      if (mark !== undefined && (mayBeThere || isWrong)) marks.add(mark);
      if (!isWrong) return;
      const id = categoryIn(exchange)?.['id'];
      if (typeof id === 'bigint') ids.add(id);
      isUnknown ||= typeof id !== 'bigint' && mark === undefined;
      if (ids.size <= mostWronglyAccepted && marks.size <= mostWronglyAccepted) return;
      isUnknown = true;
      ids.clear();
      marks.clear();
    },
    hasId,
    /** Whether an element of a list is there because of such a body. */
    isConsequence: (element: JsonObject): boolean =>
      isUnknown ||
      hasId(element['id']) ||
      (marks.size > 0 && [...marksIn(element)].some((mark) => marks.has(mark))),
  };
}

/** The most of a kind that are kept, the newest: what a server mixes up it received lately. */
const mostNewest = 300;
/** And the first creations: a server may hold on to one for ever. */
const mostFirst = 100;

/** Finds which request sent a text: one that comes back in another response may be somebody else's. */
export function createSentTexts() {
  const created: Exchange[] = [];
  const others: Exchange[] = [];
  return {
    see(exchange: Exchange): void {
      if (!isPost(exchange)) return;
      if (!isServed(exchange)) pushNewest(others, exchange, mostNewest);
      else if (created.push(exchange) > mostFirst + mostNewest) created.splice(mostFirst, 1);
    },
    /**
     * Returns the newest POST before `received` that sent the text as its name or description, a creation rather than
     * one that was refused; undefined where none did, or where `received` sent it itself.
     */
    senderOf(text: string, received: Exchange) {
      const isSender = (one: Exchange) => textsOf(one).some((sent) => sameText(sent, text));
      if (text.trim() === '' || isSender(received)) return undefined;
      const before = (posts: readonly Exchange[]) =>
        posts
          .filter((one) => one !== received && one.sentAt <= received.sentAt)
          .sort((a, b) => a.sentAt - b.sentAt);
      const creations = before(created);
      const creator = creations.findLast(isSender);
      const exchange = creator ?? before(others).findLast(isSender);
      if (exchange === undefined) return undefined;
      if (creator === undefined) return { exchange, words: 'an earlier request of this run' };
      const isJustBefore = creator === creations.at(-1);
      return {
        exchange,
        words: isJustBefore ? 'the creation just before it' : 'an earlier creation of this run',
      };
    },
  };
}

function textsOf({ request }: Exchange): string[] {
  const document = readJson(request.body ?? new Uint8Array());
  if (!document.ok || !isObject(document.value)) return [];
  const { name, description } = document.value;
  return [name, description].filter((value) => typeof value === 'string');
}

/** Checks whether a text came back as sent, ignoring surrounding blanks and Unicode normalization (`create.fields`). */
export function sameText(sent: string, received: string): boolean {
  return sent === received || normal(sent) === normal(received);
}

function normal(text: string): string {
  return text.trim().normalize('NFC');
}
