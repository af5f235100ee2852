import { type Credential, type Exchange, isServed, statusOf } from '../exchange/exchange.ts';
import { hasKey, isPost, meaningOf } from '../exchange/picks.ts';
import { caseOf, causeOf } from '../exchange/response.ts';
import { isObject, type JsonObject } from '../json/read.ts';
import type { Leftover } from '../report/model/report.ts';
import { traitsOf } from '../spec/catalog.ts';
import { definedOnly } from '../text/defined-only.ts';
import { pushUpTo } from './bounds.ts';
import { listedEvidence, type Trouble } from './listed.ts';
import { categoryIn, elementsIn, type MarkFinder, namedElementsIn } from './origins.ts';
import type { BrokenList } from './post-stops.ts';

/** A name that was sent, and what became of it. */
interface Sent {
  /** The newest POST with this name. */
  readonly exchange: Exchange;
  /** Accepted at least once, so lists may show it. */
  readonly isAccepted: boolean;
  /** Already among the leftovers. */
  isReported: boolean;
  /** Refused, but stored. */
  isStored: boolean;
  /** Returned 2xx without a category: counts as leftover data only if a list shows it. */
  unshown: Leftover | undefined;
}

/** Maximum number of names tracked; a run of 2,000 bodies sends fewer. */
const maxNames = 5_000;
/** Maximum number of list elements with the same name. */
const maxElementsOfName = 1_000;
/** No run creates more. */
const maxLeftovers = 10_000;

/** Collects leftover data: what was accepted, and what was refused but stored (`invalid.nothing-stored`). */
export function createLeftovers(runMark: string, marksIn: MarkFinder) {
  const names = new Map<string, Sent>();
  const leftovers: Leftover[] = [];
  const troubles: Trouble[] = [];
  let searchedTo = Number.NEGATIVE_INFINITY;

  return {
    see(exchange: Exchange): void {
      if (isPost(exchange)) seePost(exchange);
      if (elementsIn(exchange) !== undefined) look(exchange);
    },
    leftovers: (): readonly Leftover[] => leftovers,
    /** The number of refused requests searched in lists, the faults found, and the cases that passed. */
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
      if (known === undefined && names.size >= maxNames) continue;
      // Only the acceptance of an earlier body with this name still matters: it may be listed.
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
    for (const mark of marksIn(left.name)) {
      const sent = names.get(mark);
      if (sent !== undefined) sent.isReported = true;
    }
    if (showsCategory(category)) {
      pushUpTo(leftovers, left, maxLeftovers);
      return;
    }
    for (const mark of marks) {
      const sent = names.get(mark);
      if (sent !== undefined) sent.unshown = left;
    }
  }

  function look(list: Exchange): void {
    searchedTo = Math.max(searchedTo, list.sentAt);
    if (names.size === 0) return;
    // Sorted, so that reports do not depend on the order of the list.
    for (const [name, { sent, elements }] of [...sentNamesIn(list)].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (sent.unshown !== undefined)
        pushUpTo(leftovers, { ...idOf(elements[0]), ...sent.unshown }, maxLeftovers);
      sent.unshown = undefined;
      if (!sent.isAccepted && sent.exchange.readAt <= list.sentAt) seeShown(name, sent, elements, list);
    }
  }

  /** Handles a list that shows a name that was not accepted. */
  function seeShown(name: string, sent: Sent, elements: readonly JsonObject[], list: Exchange): void {
    const { exchange } = sent;
    const status = statusOf(exchange);
    if (!sent.isReported)
      for (const element of elements) pushUpTo(leftovers, unexpected(exchange, name, element), maxLeftovers);
    sent.isReported = true;
    if (!isRefused(exchange) || sent.isStored) return;
    sent.isStored = true;
    const cause = `stored although it returned ${status}`;
    // One list per cause is enough, because lists may be large.
    const isCompared = troubles.some((one) => one.cause === cause);
    troubles.push({
      exchange,
      expected: `a list without the body that returned ${status}`,
      received: 'a list that contains it',
      cause,
      instance: caseOf(exchange),
      ...definedOnly({ comparedWith: isCompared ? undefined : list }),
      ...listedEvidence(elements, runMark),
    });
  }

  /** Finds the sent names that a list contains, with their elements. */
  function sentNamesIn(list: Exchange): Map<string, { sent: Sent; elements: JsonObject[] }> {
    const found = new Map<string, { sent: Sent; elements: JsonObject[] }>();
    for (const element of namedElementsIn(list)) {
      if (!isObject(element)) continue;
      for (const name of marksIn(element)) {
        const sent = names.get(name);
        if (sent === undefined) continue;
        const { elements } = found.get(name) ?? { elements: [] };
        found.set(name, { sent, elements });
        pushUpTo(elements, element, maxElementsOfName);
      }
    }
    return found;
  }
}

function isRefused(exchange: Exchange): boolean {
  return [400, 401].includes(statusOf(exchange) ?? 0);
}

/** Checks whether an object has an id or a name. Without them, only a list proves that something was stored. */
function showsCategory(category: JsonObject | undefined): boolean {
  return category !== undefined && ('id' in category || 'name' in category);
}

/** Returns the id of a category for the report, if it has one. */
function idOf(category: JsonObject | undefined): Pick<Leftover, 'id'> {
  const id = category?.['id'];
  return typeof id === 'bigint' ? { id: String(id) } : {};
}

/** Describes leftover data of a request that did not return 2xx. */
function unexpected(exchange: Exchange, mark: string, element: JsonObject): Leftover {
  const { name } = element;
  const status = statusOf(exchange);
  const refused = status === 401 ? 'accepted without a key' : 'accepted though invalid';
  return {
    ...idOf(element),
    name: typeof name === 'string' ? name : mark,
    cause: isRefused(exchange) ? refused : 'created',
    how: `${status === undefined ? 'got no response' : `returned ${status}`}, but was stored`,
  };
}

/** Lists what POSTs may have stored, if the list is broken and cannot show it. */
export function possibleLeftovers(broken: BrokenList | undefined): Leftover[] {
  return (broken?.candidates ?? [])
    .filter((exchange) => !isServed(exchange) || !showsCategory(categoryIn(exchange)))
    .map((exchange) => ({
      name: exchange.request.mark ?? '',
      cause: causeByBody(exchange),
      how: `${causeOf(exchange)}; may be stored, but the list is broken`,
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

const notAsBearer = 'accepted with the key, but not as a bearer token';

/** How a request without a valid bearer token was accepted. */
const withoutBearer: Readonly<Partial<Record<Credential, string>>> = {
  'scheme-missing': notAsBearer,
  'scheme-basic': notAsBearer,
  'scheme-basic-encoded': notAsBearer,
  'scheme-token': notAsBearer,
  'scheme-token-named': notAsBearer,
  'scheme-apikey': notAsBearer,
  'scheme-joined-by-dot': notAsBearer,
  'scheme-joined-by-hyphen': notAsBearer,
  'unknown-key': 'accepted with an unknown key',
  'unknown-key-not-ascii': 'accepted with an unknown key',
  'key-cut': 'accepted with a truncated key',
  'key-cut-at-start': 'accepted with a truncated key',
  'key-extended': 'accepted with an extended key',
  'key-padded': 'accepted with an extended key',
  'key-lengthened': 'accepted with an extended key',
  'key-preceded': 'accepted with text before the key',
  'key-and-text': 'accepted with text after the key',
  'key-and-comma': 'accepted with text after the key',
  'key-changed': 'accepted with one character of the key changed',
  'key-other-case': 'accepted with the key in the wrong case',
  'key-empty': 'accepted with an empty key',
};
