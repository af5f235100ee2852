import { type Exchange, isServed, statusOf, wasClosedOnEnd } from '../exchange/exchange.ts';
import { hasKey, isCreation, isPost, meaningOf, sentCategory } from '../exchange/picks.ts';
import { caseOf, causeOf, withId } from '../exchange/response.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/read.ts';
import { isPlain } from '../payloads/valid.ts';
import type { Leftover } from '../report/model/report.ts';
import { traitsOf } from '../spec/catalog.ts';
import { definedOnly } from '../text/defined-only.ts';
import { listedEvidence, mostAlike, type Trouble } from './listed.ts';
import { categoryIn, elementsIn, type MarkFinder, namedElementsIn } from './origins.ts';
import type { BrokenList } from './post-stops.ts';

/** A name that was sent, and what became of it. */
interface Sent {
  /** The newest POST with this name. */
  readonly exchange: Exchange;
  /** Whether the name was accepted at least once, so that lists may show it. */
  readonly isAccepted: boolean;
  /** Whether the name is already among the leftovers. */
  isReported: boolean;
  /** Whether the name was not accepted but is in a list. */
  isStored: boolean;
  /** Set if a POST with this name returned 2xx without a category, which counts as leftover data only if a list shows it. */
  unshown: Leftover | undefined;
}

interface State {
  readonly runMark: string;
  readonly marksIn: MarkFinder;
  readonly names: Map<string, Sent>;
  readonly leftovers: Leftover[];
  readonly troubles: Trouble[];
  /** Plain creations that were refused but stored. */
  readonly refusedCreations: Trouble[];
  searchedTo: number;
}

/**
 * Collects leftover data: what was accepted, and what was refused but stored (`invalid.nothing-stored`, and for plain creations
 * `create.created`).
 */
export function createLeftovers(runMark: string, marksIn: MarkFinder) {
  const state: State = {
    runMark,
    marksIn,
    names: new Map(),
    leftovers: [],
    troubles: [],
    refusedCreations: [],
    searchedTo: Number.NEGATIVE_INFINITY,
  };
  return {
    see(exchange: Exchange): void {
      if (isPost(exchange)) seePost(state, exchange);
      if (elementsIn(exchange) !== undefined) seeList(state, exchange);
    },
    leftovers: (): readonly Leftover[] => state.leftovers,
    /** The plain creations that returned a 4xx but are in a list (`create.created`). */
    refusedButStored: (): readonly Trouble[] => state.refusedCreations,
    /** The number of refused requests that lists were searched for, the faults found, and the cases that passed. */
    nothingStored() {
      const refused = [...state.names.values()].filter(
        ({ exchange, isAccepted }) =>
          isRefused(exchange) && !isAccepted && exchange.readAt <= state.searchedTo,
      );
      const alsoCorrect = refused.filter(({ isStored }) => !isStored).map(({ exchange }) => caseOf(exchange));
      return { tested: refused.length, troubles: state.troubles, alsoCorrect };
    },
  };
}

/**
 * Returns the leftovers whose id a list does not show. An element with the id of a leftover but a different name is not that
 * leftover. Only names that are strings are compared.
 */
export function missingFrom(
  elements: readonly JsonValue[],
  leftovers: readonly Leftover[],
): readonly Leftover[] {
  return leftovers.filter(
    ({ id, name }) =>
      id !== undefined &&
      !withId(elements, BigInt(id)).some((one) => typeof one['name'] !== 'string' || one['name'] === name),
  );
}

function seePost(state: State, exchange: Exchange): void {
  const marks = state.marksIn(exchange.request.mark ?? '');
  for (const mark of marks) {
    const known = state.names.get(mark);
    // If the server accepted an earlier body with this name, the list may still show the name.
    const isAccepted = isServed(exchange) || known?.isAccepted === true;
    const unshown = known?.unshown;
    state.names.set(mark, { exchange, isAccepted, isReported: false, isStored: false, unshown });
  }
  if (isServed(exchange)) seeAccepted(state, exchange, marks);
}

function seeAccepted({ names, leftovers, marksIn }: State, exchange: Exchange, marks: ReadonlySet<string>) {
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
    leftovers.push(left);
    return;
  }
  for (const mark of marks) {
    const sent = names.get(mark);
    if (sent !== undefined) sent.unshown = left;
  }
}

function seeList(state: State, list: Exchange): void {
  state.searchedTo = Math.max(state.searchedTo, list.sentAt);
  // Sorted, so that reports do not depend on the order of the list.
  for (const [name, elements] of [...elementsByName(state, list)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const sent = state.names.get(name);
    if (sent === undefined) continue;
    if (sent.unshown !== undefined) state.leftovers.push({ ...idOf(elements[0]), ...sent.unshown });
    sent.unshown = undefined;
    if (!sent.isAccepted && sent.exchange.readAt <= list.sentAt) seeShown(state, name, sent, elements, list);
  }
}

/** Finds the elements of a list that contain a name that was sent; for each name, only the first few. */
function elementsByName({ names, marksIn }: State, list: Exchange): Map<string, JsonObject[]> {
  const found = new Map<string, JsonObject[]>();
  for (const element of names.size === 0 ? [] : namedElementsIn(list)) {
    if (!isObject(element)) continue;
    for (const name of marksIn(element)) {
      if (!names.has(name)) continue;
      const elements = found.get(name) ?? [];
      found.set(name, elements);
      if (elements.length < mostAlike) elements.push(element);
    }
  }
  return found;
}

/** Handles a list that shows a name that was not accepted. */
function seeShown(
  { leftovers, troubles, refusedCreations, runMark }: State,
  name: string,
  sent: Sent,
  elements: readonly JsonObject[],
  list: Exchange,
): void {
  const { exchange } = sent;
  const status = statusOf(exchange);
  for (const element of sent.isReported ? [] : elements) leftovers.push(unexpected(exchange, name, element));
  sent.isReported = true;
  if (sent.isStored) return;
  sent.isStored = true;
  const ending = status === undefined ? 'had no response' : `returned ${status}`;
  const cause = `stored although it ${ending}`;
  const addTo = (found: Trouble[], expected: string): void => {
    // One list per cause is enough, because lists may be large.
    const isCompared = found.some((one) => one.cause === cause);
    found.push({
      exchange,
      expected,
      received: `${ending}, but is in the list`,
      cause,
      instance: caseOf(exchange),
      ...definedOnly({ comparedWith: isCompared ? undefined : list }),
      ...listedEvidence(elements, runMark),
    });
  };
  if (isRefused(exchange)) addTo(troubles, 'refused without being stored');
  if (isRefusedCreation(exchange)) addTo(refusedCreations, '201, because it was stored');
}

function isRefused(exchange: Exchange): boolean {
  return [400, 401, 429].includes(statusOf(exchange) ?? 0) || wasClosedOnEnd(exchange);
}

/** Checks whether the server refused a category that it must accept. A 401 or a 429 refuses the client instead. */
function isRefusedCreation(exchange: Exchange): boolean {
  const status = statusOf(exchange) ?? 0;
  if (!isCreation(exchange) || status < 400 || status >= 500 || status === 401) return false;
  const sent = meaningOf(exchange).kind === 'valid' ? sentCategory(exchange) : undefined;
  return sent !== undefined && isPlain(sent);
}

/** Checks whether an object has an id or a name. Without either, only a list proves that something was stored. */
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
  return {
    ...idOf(element),
    name: typeof name === 'string' ? name : mark,
    cause: status === 401 ? 'accepted without a key' : causeByBody(exchange),
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
  const cause = 'accepted without a key';
  return exchange.request.credential === 'none' ? { cause } : { cause, how: exchange.purpose };
}

function causeByBody(exchange: Exchange): Leftover['cause'] {
  const meaning = meaningOf(exchange);
  const isInvalid = meaning.kind === 'violates' && !traitsOf(meaning.requirement).mayBeAccepted;
  return isInvalid ? 'accepted though invalid' : 'created';
}
