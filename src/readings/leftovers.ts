import { type Credential, type Exchange, isServed, statusOf } from '../exchange/exchange.ts';
import { hasKey, isPost, meaningOf } from '../exchange/picks.ts';
import { caseOf, causeOf } from '../exchange/response.ts';
import type { Rows } from '../exchange/rows.ts';
import { isObject, type JsonObject } from '../json/read.ts';
import type { Leftover } from '../report/model/report.ts';
import { traitsOf } from '../spec/catalog.ts';
import { definedOnly } from '../text/defined-only.ts';
import { pushUpTo } from './bounds.ts';
import { listedEvidence, type Trouble } from './listed.ts';
import { categoryIn, type MarkFinder, rowsIn } from './origins.ts';
import type { BrokenList } from './post-stops.ts';

/** What is known of a name under which something was sent. */
interface Sent {
  /** The newest POST with this name. */
  readonly exchange: Exchange;
  /** Accepted once, so lists may show it, whatever else is sent under the name. */
  readonly isAccepted: boolean;
  /** A response or a list has shown what bears this name. */
  isReported: boolean;
  /** Refused, and stored anyway. */
  isStored: boolean;
  /** Answered 2xx without a category: left over only if a list shows it. */
  unshown: Leftover | undefined;
}

/** The most names that are followed: a run of 2,000 bodies sends fewer. */
const mostNames = 5_000;
/** The most elements of a list with the same name. */
const mostRowsOfName = 1_000;
/** More than any run creates. */
const mostLeftovers = 10_000;

/** Collects what the run left behind: what was accepted, and what lists show though it was refused (`invalid.nothing-stored`). */
export function createLeftovers(runMark: string, marksIn: MarkFinder) {
  const names = new Map<string, Sent>();
  const leftovers: Leftover[] = [];
  const troubles: Trouble[] = [];
  let searchedTo = Number.NEGATIVE_INFINITY;

  return {
    see(exchange: Exchange): void {
      if (isPost(exchange)) seePost(exchange);
      const rows = rowsIn(exchange);
      if (rows !== undefined) look(exchange, rows);
    },
    leftovers: (): readonly Leftover[] => leftovers,
    /** How many refused bodies were looked for in the lists, and the cases in which none shows one. */
    nothingStored() {
      const refused = [...names.values()].filter(
        ({ exchange, isAccepted }) => isRefused(exchange) && !isAccepted && exchange.readAt <= searchedTo,
      );
      const alsoCorrect = refused.filter(({ isStored }) => !isStored).map(({ exchange }) => caseOf(exchange));
      return { tested: refused.length, troubles, alsoCorrect };
    },
  };

  function seePost(exchange: Exchange): void {
    const marks = marksIn(exchange.request.mark ?? '');
    for (const mark of marks) {
      const known = names.get(mark);
      if (known === undefined && names.size >= mostNames) continue;
      // What was known of an earlier body under this name says nothing of this one, but that it may be listed.
      const isAccepted = isServed(exchange) || known?.isAccepted === true;
      names.set(mark, { exchange, isAccepted, isReported: false, isStored: false, unshown: known?.unshown });
    }
    if (isServed(exchange)) seeAccepted(exchange, marks);
  }

  function seeAccepted(exchange: Exchange, marks: ReadonlySet<string>): void {
    const category = categoryIn(exchange);
    const name = category?.['name'];
    const left = {
      ...idOf(category),
      name: typeof name === 'string' ? name : (exchange.request.mark ?? ''),
      ...causeOfLeftover(exchange),
    };
    const isShown = showsCategory(category);
    if (isShown) pushUpTo(leftovers, left, mostLeftovers);
    for (const mark of marksIn(left.name)) {
      const sent = names.get(mark);
      if (sent !== undefined) sent.isReported = true;
    }
    for (const mark of isShown ? [] : marks) {
      const sent = names.get(mark);
      if (sent !== undefined) sent.unshown = left;
    }
  }

  function look(list: Exchange, all: Rows): void {
    searchedTo = Math.max(searchedTo, list.sentAt);
    if (names.size === 0) return;
    // Two reports of one target have to be the same, in whatever order it lists.
    for (const [name, rows] of [...rowsByName(all)].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const sent = names.get(name);
      if (sent === undefined) continue;
      if (sent.unshown !== undefined)
        pushUpTo(leftovers, { ...idOf(rows[0]), ...sent.unshown }, mostLeftovers);
      sent.unshown = undefined;
      if (!sent.isAccepted && sent.exchange.readAt <= list.sentAt) seeShown(name, sent, rows, list);
    }
  }

  /** A list shows what was sent under this name and was not accepted. */
  function seeShown(name: string, sent: Sent, rows: readonly JsonObject[], list: Exchange): void {
    const { exchange } = sent;
    const status = statusOf(exchange);
    if (!sent.isReported)
      for (const row of rows) pushUpTo(leftovers, unexpected(exchange, name, row), mostLeftovers);
    sent.isReported = true;
    if (!isRefused(exchange) || sent.isStored) return;
    sent.isStored = true;
    const cause = `what was answered ${status} is stored`;
    // One list is enough for each cause: they may be large.
    const isCompared = troubles.some((one) => one.cause === cause);
    troubles.push({
      exchange,
      expected: `a body that was answered ${status} is not in the list`,
      received: 'the list shows it afterwards',
      cause,
      instance: caseOf(exchange),
      ...definedOnly({ comparedWith: isCompared ? undefined : list }),
      ...listedEvidence(rows, runMark),
    });
  }

  /** Names in the list under which something was sent, with the elements that hold them. */
  function rowsByName(all: Rows): Map<string, JsonObject[]> {
    const found = new Map<string, JsonObject[]>();
    for (const element of all.marked()) {
      if (!isObject(element)) continue;
      for (const name of marksIn(element)) {
        const rows = found.get(name) ?? [];
        if (names.has(name)) found.set(name, rows);
        pushUpTo(rows, element, mostRowsOfName);
      }
    }
    return found;
  }
}

function isRefused(exchange: Exchange): boolean {
  return [400, 401].includes(statusOf(exchange) ?? 0);
}

/** Whether an object has anything of a Category: where a 2xx shows none, only a list shows that something was stored. */
function showsCategory(category: JsonObject | undefined): boolean {
  return category !== undefined && ('id' in category || 'name' in category);
}

/** The id of a category as it is reported, where it has one. */
function idOf(category: JsonObject | undefined): Pick<Leftover, 'id'> {
  const id = category?.['id'];
  return typeof id === 'bigint' ? { id: String(id) } : {};
}

/** What a request left behind that was not answered 2xx, though a list shows it under its mark. */
function unexpected(exchange: Exchange, mark: string, row: JsonObject): Leftover {
  const { name } = row;
  const status = statusOf(exchange);
  const refused = status === 401 ? 'accepted without a key' : 'accepted though invalid';
  return {
    ...idOf(row),
    name: typeof name === 'string' ? name : mark,
    cause: isRefused(exchange) ? refused : 'created',
    how: `${status === undefined ? 'not answered' : `answered ${status}`}, and stored all the same`,
  };
}

/** Returns what POSTs may have stored that no list shows, because it is broken. */
export function possibleLeftovers(broken: BrokenList | undefined): Leftover[] {
  return (broken?.candidates ?? [])
    .filter((exchange) => !isServed(exchange) || !showsCategory(categoryIn(exchange)))
    .map((exchange) => ({
      name: exchange.request.mark ?? '',
      cause: causeByBody(exchange),
      how: `${causeOf(exchange)}: it may be stored, and the broken list cannot show it`,
    }));
}

function causeOfLeftover(exchange: Exchange): Pick<Leftover, 'cause' | 'how'> {
  if (exchange.validity === 'valid' || hasKey(exchange)) return { cause: causeByBody(exchange) };
  const how = withoutBearer[exchange.request.credential];
  return { cause: 'accepted without a key', ...definedOnly({ how }) };
}

function causeByBody(exchange: Exchange): Leftover['cause'] {
  const meaning = meaningOf(exchange);
  const isInvalid = meaning.kind === 'violates' && !traitsOf(meaning.requirement).mayBeAccepted;
  return isInvalid ? 'accepted though invalid' : 'created';
}

/** How a request was accepted that did not carry the key as a bearer token. */
const withoutBearer: Readonly<Partial<Record<Credential, string>>> = {
  'scheme-missing': 'accepted with the key not as a bearer token',
  'scheme-basic': 'accepted with the key not as a bearer token',
  'scheme-basic-encoded': 'accepted with the key not as a bearer token',
  'unknown-key': 'accepted with another key',
  'key-cut': 'accepted with a part of the key',
  'key-extended': 'accepted with the key and one letter more',
  'key-other-case': 'accepted with the key in the other case',
  'key-empty': 'accepted with an empty key',
};
