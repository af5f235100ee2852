import { type Exchange, isServed, statusOf } from '../exchange/exchange.ts';
import type { Mismatch } from '../exchange/finding.ts';
import { hasKey, isCreation, isPost, meaningOf, sentJson } from '../exchange/picks.ts';
import { caseOf, elementsOfRun, withId } from '../exchange/response.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/read.ts';
import { categoryIn, type createWronglyAccepted, elementsIn, namedElementsIn, sameText } from './origins.ts';

/**
 * The maximum number of elements with the same name or id that are kept, because a list may repeat them a hundred thousand
 * times.
 */
export const mostAlike = 10;

/** A fault that a list or a response shows. */
export interface Trouble extends Mismatch {
  readonly exchange: Exchange;
  /** The case that was sent. */
  readonly instance?: string;
}

/** A category in the response to a valid POST with the key. */
interface Created {
  readonly exchange: Exchange;
  readonly id: bigint;
  readonly name: JsonValue | undefined;
  readonly description: JsonValue | undefined;
}

/** A creation that returned 201 with its name, and what lists have shown of it so far. */
interface Watched extends Created {
  readonly name: string;
  isConfirmed: boolean;
  /** Whether a list was read before the category or its description appeared in it. */
  mayAppear: boolean;
  /** What was wrong with the category in the lists so far. */
  readonly causes: Set<string>;
}

/**
 * A creation whose id was already in the list before the creation. A later list shows whether the old element still exists.
 */
interface Suspect {
  readonly one: Created;
  readonly before: Exchange;
  /** The names of the elements that already had the id. */
  readonly names: readonly (JsonValue | undefined)[];
}

interface State {
  readonly runMark: string;
  readonly listingDelayMs: number;
  readonly wronglyAccepted: Pick<ReturnType<typeof createWronglyAccepted>, 'hasId'>;
  readonly created: Watched[];
  readonly troubles: Trouble[];
  readonly givenTo: Map<bigint, Exchange>;
  readonly idTroubles: Trouble[];
  idsSeen: number;
  suspects: readonly Suspect[];
  newestList: Exchange | undefined;
  /** Why the store may have been lost since the newest list: the target was away, or nothing was sent for a while. */
  lossAfter: 'absence' | 'wait' | undefined;
  /** How many categories of this run the store lost while the target was away. */
  lost: number;
  /**
   * Everything that was created before a wait, kept while no list since then has shown any of it. The target may have
   * restarted during the wait.
   */
  unseenLoss: readonly Watched[] | undefined;
}

/**
 * Compares creations with the lists. Each category must appear as the 201 showed it, with its description, within
 * `listingDelayMs` (`list.complete`), and with a unique id (`create.id-unique`).
 */
export function createListed(
  runMark: string,
  listingDelayMs: number,
  wronglyAccepted: State['wronglyAccepted'],
) {
  const state: State = {
    runMark,
    listingDelayMs,
    wronglyAccepted,
    created: [],
    troubles: [],
    givenTo: new Map(),
    idTroubles: [],
    idsSeen: 0,
    suspects: [],
    newestList: undefined,
    lossAfter: undefined,
    lost: 0,
    unseenLoss: undefined,
  };
  const { created } = state;
  return {
    see(exchange: Exchange): void {
      const elements = elementsIn(exchange);
      if (elements !== undefined) seeList(state, exchange, elements);
      const one = createdBy(exchange);
      if (one !== undefined) seeCreated(state, one);
    },
    /** Whether another list is needed to find out if missing categories appear late or are lost. */
    awaited: () =>
      state.unseenLoss !== undefined ||
      created.some(({ mayAppear, isConfirmed }) => mayAppear && !isConfirmed),
    complete() {
      return {
        tested: created.filter(({ isConfirmed, causes }) => isConfirmed || causes.size > 0).length,
        troubles: withoutLost(state, state.troubles),
        /** The cases that passed. */
        alsoCorrect: created
          .filter(({ isConfirmed, causes }) => isConfirmed && causes.size === 0)
          .map(({ exchange }) => caseOf(exchange)),
      };
    },
    /**
     * Says that an absence or a wait may have made the target lose what this run created. The next list shows whether it did.
     */
    mayBeLost(after: 'absence' | 'wait'): void {
      if (state.lossAfter !== 'absence') state.lossAfter = after;
    },
    /** How many categories of this run the store lost. */
    lost: () => state.lost + (state.unseenLoss?.length ?? 0),
    uniqueIds: () => ({ tested: state.idsSeen, troubles: withoutLost(state, state.idTroubles) }),
    /** Whether a valid creation got this id. */
    isGiven: (id: bigint) => state.givenTo.has(id),
  };
}

/** Returns the faults that do not concern categories that the target lost. */
function withoutLost({ unseenLoss = [] }: State, troubles: readonly Trouble[]): readonly Trouble[] {
  return troubles.filter(({ comparedWith }) => !unseenLoss.some(({ exchange }) => exchange === comparedWith));
}

function seeCreated(state: State, one: Created): void {
  compareId(state, one);
  const { name } = one;
  if (typeof name !== 'string' || statusOf(one.exchange) !== 201) return;
  state.created.push({ ...one, name, isConfirmed: false, mayAppear: false, causes: new Set() });
}

function seeList(state: State, list: Exchange, elements: readonly JsonValue[]): void {
  seeLoss(state, list, elements);
  const byName = new Map(state.created.map(({ name }): [JsonValue, JsonObject[]] => [name, []]));
  const byId = new Map(state.created.map(({ id }): [JsonValue, JsonObject[]] => [id, []]));
  for (const element of elements) {
    if (!isObject(element)) continue;
    byName.get(element['name'] ?? null)?.push(element);
    byId.get(element['id'] ?? null)?.push(element);
  }
  for (const one of state.created) {
    if (one.exchange.readAt > list.sentAt) continue;
    // A wrongly accepted body may have the same name as a creation.
    const named = (byName.get(one.name) ?? []).filter(
      ({ id }) => id === one.id || !state.wronglyAccepted.hasId(id),
    );
    compareListed(state, list, one, named.length > 0 ? named : (byId.get(one.id) ?? []));
  }
  judgeSuspects(state, list, elements);
  state.newestList = list;
}

/**
 * Forgets the categories that a target with a store in memory lost while it was away. If the kit did not notice an absence, it
 * assumes a loss only if everything is missing.
 */
function seeLoss(state: State, list: Exchange, elements: readonly JsonValue[]): void {
  const before = state.created.filter(({ exchange }) => exchange.readAt <= list.sentAt);
  // This set holds the ids of the creations, not those of the list, because ids with the same last 64 bits have the same
  // hash, so building a set of the list's ids could take quadratic time.
  const ids = new Set<JsonValue | undefined>(before.map(({ id }) => id));
  const names = new Set<JsonValue | undefined>(before.map(({ name }) => name));
  for (const element of elements) {
    if (!isObject(element)) continue;
    ids.delete(element['id']);
    names.delete(element['name']);
  }
  // A category that the list shows under a different id is not lost.
  const missing = before.filter(({ id, name }) => ids.has(id) && names.has(name));
  if (missing.length < before.length) state.unseenLoss = undefined;
  if (state.lossAfter === 'absence' && missing.length > 0) {
    state.lost += missing.length;
    for (const one of missing) state.created.splice(state.created.indexOf(one), 1);
    state.givenTo.clear();
    state.suspects = [];
  } else if (
    state.lossAfter === 'wait' &&
    missing.length === before.length &&
    missing.some(({ isConfirmed }) => isConfirmed)
  )
    state.unseenLoss ??= missing;
  state.lossAfter = undefined;
}

/** Compares a creation with the elements of a list that have its name or id. */
function compareListed(state: State, list: Exchange, one: Watched, elements: readonly JsonObject[]): void {
  const problem = elementProblem(one, elements);
  one.isConfirmed ||= problem === undefined;
  if (problem === undefined) return;
  const { mayAppear = false, ...mismatch } = problem;
  one.mayAppear ||= mayAppear;
  if (mayAppear && list.sentAt - one.exchange.readAt < state.listingDelayMs) return;
  // Each category counts once, no matter how many lists show the fault.
  if (one.causes.has(mismatch.cause)) return;
  one.causes.add(mismatch.cause);
  const wasListed = elements.length === 0 && one.isConfirmed;
  state.troubles.push({
    ...mismatch,
    received: wasListed ? 'missing, although an earlier list had it' : mismatch.received,
    exchange: list,
    comparedWith: one.exchange,
    ...listedEvidence(elements, state.runMark),
  });
}

function compareId(state: State, one: Created): void {
  const { givenTo, newestList } = state;
  const { exchange, id } = one;
  state.idsSeen++;
  const twice = givenTo.get(id);
  givenTo.set(id, exchange);
  if (twice !== undefined) {
    state.idTroubles.push({
      exchange,
      subject: 'two POST /categories',
      where: `id ${id}`,
      expected: 'two ids',
      received: 'twice',
      cause: 'two creations have the same id',
      comparedWith: twice,
    });
  } else if (newestList !== undefined && newestList.readAt <= exchange.sentAt) {
    const old = withId(elementsIn(newestList) ?? [], id).slice(0, mostAlike);
    const names = old.map(({ name }) => name);
    if (old.length > 0) state.suspects = [...state.suspects, { one, before: newestList, names }];
  }
}

/** Judges only ids whose old element still exists, because an id is free again if another client removed the element. */
function judgeSuspects(state: State, list: Exchange, elements: readonly JsonValue[]): void {
  const isBefore = ({ one }: Suspect) => one.exchange.readAt <= list.sentAt;
  for (const { one, before, names } of state.suspects.filter(isBefore)) {
    if (!withId(elements, one.id).some(({ name }) => names.includes(name))) continue;
    state.idTroubles.push({
      exchange: one.exchange,
      where: 'id',
      expected: 'an id that no other category has',
      received: `${one.id}, the id of a category that is already in the list`,
      cause: 'a creation has an id already in use',
      comparedWith: before,
    });
  }
  state.suspects = state.suspects.filter((suspect) => !isBefore(suspect));
}

/**
 * Returns the category in the response to a valid creation with the key; undefined if it has no id, or for other exchanges.
 */
function createdBy(exchange: Exchange): Created | undefined {
  if (!isPost(exchange) || !isServed(exchange)) return undefined;
  const { id, name, description } = categoryIn(exchange) ?? {};
  if (typeof id !== 'bigint' || meaningOf(exchange).kind !== 'valid' || !hasKey(exchange)) return undefined;
  return { exchange, id, name, description };
}

/** What is wrong with the list elements of a creation; `mayAppear` is set if something is only missing. */
type ElementProblem = Mismatch & { readonly mayAppear?: boolean };

/** Returns what is wrong with the list elements that belong to a creation, if anything. */
function elementProblem(one: Watched, elements: readonly JsonObject[]): ElementProblem | undefined {
  const [element, second] = elements;
  const words = { context: `after POST → 201 id ${one.id}`, where: `id ${one.id}` };
  if (element === undefined)
    return {
      ...words,
      expected: 'in the list',
      received: 'missing',
      cause: 'a created category is missing from the list',
      mayAppear: true,
    };
  // list.ids-unique judges two elements with the same id.
  if (second !== undefined && element['id'] !== second['id'])
    return {
      ...words,
      expected: 'listed once',
      received: `in ${elements.length} elements, by name or id`,
      cause: 'a created category is listed more than once',
    };
  const { id, name, description } = element;
  // list.category judges fields of a different type.
  const faults = [
    typeof id === 'bigint' && id !== one.id && ['the id in the 201', 'a different id'],
    typeof name === 'string' && !sameText(name, one.name) && ['the name in the 201', 'a different name'],
    descriptionFault(typeof one.description === 'string' ? one.description : undefined, description),
  ].filter((fault) => fault !== false);
  if (faults.length === 0) return undefined;
  const expected = faults.map(([wanted]) => wanted).join(' and ');
  const shown = faults.map(([, received]) => received).join(' and ');
  return {
    ...words,
    expected: `listed with ${expected}`,
    received: `listed with ${shown}`,
    cause: `the list shows ${shown}, unlike the 201`,
    mayAppear: faults.every((fault) => fault === missingDescription),
  };
}

const missingDescription = ['the description in the 201', 'no description'];

/** Returns the expected and the received description, if the description is missing, added or changed. */
function descriptionFault(created: string | undefined, listed: JsonValue | undefined): string[] | false {
  if (typeof listed !== 'string') {
    const isMissing = (created ?? '').trim() !== '' && (listed === undefined || listed === null);
    return isMissing && missingDescription;
  }
  if (sameText(listed, created ?? '')) return false;
  return created === undefined
    ? ['no description (the 201 had none)', 'a description']
    : ['the description in the 201', 'a different description'];
}

/** The maximum number of list elements that are shown as evidence. */
const maxElementsShown = 3;

/** Returns the list elements that a finding shows: only those with this mark. */
export function listedEvidence(elements: readonly JsonObject[], mark: string): Pick<Mismatch, 'listed'> {
  const ours = elementsOfRun(elements.slice(0, maxElementsShown), mark);
  return ours.length === 0 ? {} : { listed: ours.join(', ') };
}

/** Detects that a list shows the id that a request contained, although the 201 showed a different one (`create.id`). */
export function createAskedIds() {
  const asked = new Map<JsonValue, { readonly creation: Exchange; readonly id: JsonValue }>();
  const troubles: Trouble[] = [];
  return {
    see(exchange: Exchange): void {
      const { mark } = exchange.request;
      const id = askedId(exchange);
      // If the 201 shows that id, too, a different check reports it.
      if (mark !== undefined && id !== undefined && id !== categoryIn(exchange)?.['id'])
        asked.set(mark, { creation: exchange, id });
      for (const element of asked.size === 0 ? [] : namedElementsIn(exchange).filter(isObject)) {
        const name = element['name'] ?? null;
        const one = asked.get(name);
        if (one === undefined || element['id'] !== one.id) continue;
        asked.delete(name);
        troubles.push({
          exchange: one.creation,
          context: 'with an id in the body',
          where: 'id in the list',
          expected: 'an id that the server assigns',
          received: 'the same as in the request',
          cause: 'the list shows the id of the request',
          comparedWith: exchange,
          ...listedEvidence([element], String(name)),
        });
      }
    },
    troubles: (): readonly Trouble[] => troubles,
  };
}

/** Returns the id in a body that was accepted. */
function askedId(exchange: Exchange): JsonValue | undefined {
  const isAccepted = isCreation(exchange) && isServed(exchange) && meaningOf(exchange).kind !== 'violates';
  const sent = isAccepted ? sentJson(exchange) : undefined;
  return isObject(sent) ? sent['id'] : undefined;
}
