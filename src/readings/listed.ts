import { type Exchange, isServed, statusOf } from '../exchange/exchange.ts';
import type { Mismatch } from '../exchange/finding.ts';
import { elementsOfRun, withId } from '../exchange/list.ts';
import { hasKey, isCreation, isPost, meaningOf } from '../exchange/picks.ts';
import { caseOf } from '../exchange/response.ts';
import { isObject, type JsonObject, type JsonValue, readJson } from '../json/read.ts';
import { anyMark } from '../payloads/names.ts';
import { forgetFirst, pushUpTo } from './bounds.ts';
import { categoryIn, type createWronglyAccepted, elementsIn, namedElementsIn, sameText } from './origins.ts';

/** A fault that a list or a response shows. */
export interface Trouble extends Mismatch {
  readonly exchange: Exchange;
  /** The case that was sent. */
  readonly instance?: string;
}

/** Only the first creations are searched in lists: a server that loses categories loses some of these. */
const maxCreations = 1_000;
/** Only the ids of the first creations are compared. */
const maxIds = 2_000;
const maxTroubles = 100;
/** Maximum number of elements with the same name that are compared. */
const maxElementsKept = 1_000;

/** A creation whose 201 shows its name, and what lists showed of it so far. */
interface Watched extends Created {
  readonly name: string;
  isConfirmed: boolean;
  /** Whether a list was read before the category or its description appeared. */
  mayAppear: boolean;
  /** What lists showed of it that is wrong. */
  readonly causes: Set<string>;
}

/**
 * Compares creations with the lists. Each must appear as its 201 showed it, with its description, within `listingDelayMs`
 * (`list.complete`), and with a unique id (`create.id-unique`).
 */
export function createListed(
  runMark: string,
  listingDelayMs: number,
  wronglyAccepted: Pick<ReturnType<typeof createWronglyAccepted>, 'hasId'>,
) {
  const created: Watched[] = [];
  const troubles: Trouble[] = [];
  const givenTo = new Map<bigint, Exchange>();
  const idTroubles: Trouble[] = [];
  let idsSeen = 0;
  /** Creations with an id that the list before held, until a later list shows whether the old element still exists. */
  let suspects: { readonly one: Created; readonly before: Exchange; readonly old: readonly JsonObject[] }[] =
    [];
  let newestList: Exchange | undefined;

  return {
    see(exchange: Exchange): void {
      const elements = elementsIn(exchange);
      if (elements !== undefined) {
        look(exchange, elements);
        lookForOld(exchange, elements);
        newestList = exchange;
      }
      const one = createdBy(exchange);
      if (one === undefined) return;
      compareId(one);
      const { name } = one;
      if (typeof name !== 'string' || statusOf(exchange) !== 201) return;
      const state = { isConfirmed: false, mayAppear: false, causes: new Set<string>() };
      pushUpTo(created, { ...one, name, ...state }, maxCreations);
    },
    /** Whether a creation or its description is missing that may still appear. */
    awaited: () => created.some(({ mayAppear, isConfirmed }) => mayAppear && !isConfirmed),
    complete() {
      return {
        tested: created.filter(({ isConfirmed, causes }) => isConfirmed || causes.size > 0).length,
        troubles,
        /** The cases that passed. */
        alsoCorrect: created
          .filter(({ isConfirmed, causes }) => isConfirmed && causes.size === 0)
          .map(({ exchange }) => caseOf(exchange)),
      };
    },
    uniqueIds: () => ({ tested: idsSeen, troubles: idTroubles }),
    /** Whether a valid creation has this id. */
    isGiven: (id: bigint) => givenTo.has(id),
  };

  function look(list: Exchange, all: readonly JsonValue[]): void {
    if (created.length === 0) return;
    const elementsOfOne = elementsFor(list, all);
    for (const one of created) {
      if (one.exchange.readAt > list.sentAt) continue;
      const elements = elementsOfOne(one);
      const problem = elementProblem(one, elements);
      one.isConfirmed ||= problem === undefined;
      if (problem === undefined) continue;
      const { mayAppear = false, ...mismatch } = problem;
      one.mayAppear ||= mayAppear;
      if (mayAppear && list.sentAt - one.exchange.readAt < listingDelayMs) continue;
      // Each category counts once, however many lists show it.
      if (one.causes.has(mismatch.cause)) continue;
      one.causes.add(mismatch.cause);
      const evidence = {
        comparedWith: one.exchange,
        ...listedEvidence(elements, runMark),
        ...(elements.length === 0 && one.isConfirmed ? { received: wasListed } : {}),
      };
      pushUpTo(troubles, { exchange: list, ...mismatch, ...evidence }, maxTroubles);
    }
  }

  /** Finds the elements of each creation. */
  function elementsFor(list: Exchange, all: readonly JsonValue[]): (one: Watched) => readonly JsonObject[] {
    const byName = new Map(created.map(({ name }): [JsonValue, JsonObject[]] => [name, []]));
    const areMarked = created.every(({ name }) => name.search(anyMark) >= 0);
    for (const element of areMarked ? namedElementsIn(list) : all) {
      const elements = isObject(element) ? byName.get(element['name'] ?? null) : undefined;
      if (elements !== undefined && isObject(element)) pushUpTo(elements, element, maxElementsKept);
    }
    return (one) => {
      // A wrongly accepted body may have the same name as a creation.
      const named = (byName.get(one.name) ?? []).filter(
        ({ id }) => id === one.id || !wronglyAccepted.hasId(id),
      );
      return named.length > 0 ? named : withId(all, one.id);
    };
  }

  function compareId(one: Created): void {
    const { exchange, id } = one;
    idsSeen++;
    const twice = givenTo.get(id);
    if (twice !== undefined || givenTo.size < maxIds) givenTo.set(id, exchange);
    if (twice !== undefined)
      pushUpTo(
        idTroubles,
        {
          exchange,
          expected: 'a unique id',
          received: `id ${id}, same as an earlier creation`,
          cause: 'two creations have the same id',
          comparedWith: twice,
        },
        maxTroubles,
      );
    else if (newestList !== undefined && newestList.readAt <= exchange.sentAt) {
      const old = withId(elementsIn(newestList) ?? [], id);
      if (old.length > 0) pushUpTo(suspects, { one, before: newestList, old }, maxTroubles);
    }
  }

  /** Judges only ids whose old element still exists, because another client may have removed it. */
  function lookForOld(list: Exchange, elements: readonly JsonValue[]): void {
    for (const { one, before, old } of suspects) {
      const { exchange, id } = one;
      if (exchange.readAt > list.sentAt) continue;
      const names = new Set(old.map(({ name }) => name));
      if (!withId(elements, id).some(({ name }) => names.has(name))) continue;
      const mismatch = {
        expected: 'an id that no other category has',
        received: `id ${id}, of a category that was in the list before the creation and still is`,
        cause: 'a creation has an id already in use',
        comparedWith: before,
      };
      pushUpTo(idTroubles, { exchange, ...mismatch }, maxTroubles);
    }
    suspects = suspects.filter(({ one }) => one.exchange.readAt > list.sentAt);
  }
}

/** Returns the category in the response to a valid POST with the key; undefined if it has no id. */
function createdBy(exchange: Exchange) {
  if (!isPost(exchange) || !isServed(exchange)) return undefined;
  const { id, name, description } = categoryIn(exchange) ?? {};
  if (typeof id !== 'bigint' || meaningOf(exchange).kind !== 'valid' || !hasKey(exchange)) return undefined;
  return { exchange, id, name, description };
}

type Created = NonNullable<ReturnType<typeof createdBy>>;

/** What is wrong with the list elements of a creation; `mayAppear` if something is only missing. */
type ElementProblem = Mismatch & { readonly mayAppear?: boolean };

/** Returns what is wrong with the list elements that belong to a creation, if anything. */
function elementProblem(one: Watched, elements: readonly JsonObject[]): ElementProblem | undefined {
  const [element, second] = elements;
  const what = `the category "${one.name}" with id ${one.id}`;
  if (element === undefined)
    return {
      expected: `${what} in the list`,
      received: 'a list without it',
      cause: 'a created category is missing from the list',
      mayAppear: true,
    };
  if (second !== undefined && element['id'] !== second['id'])
    return {
      expected: `${what} once`,
      received: `${elements.length} elements with its name or id`,
      cause: 'a created category is listed more than once',
    };
  const { id, name, description } = element;
  // list.category judges fields of another type.
  const faults = [
    typeof id === 'bigint' && id !== one.id && ['the id of its 201', 'a different id'],
    typeof name === 'string' && !sameText(name, one.name) && ['the name of its 201', 'a different name'],
    descriptionFault(typeof one.description === 'string' ? one.description : undefined, description),
  ].filter((fault) => fault !== false);
  if (faults.length === 0) return undefined;
  const expected = faults.map(([wanted]) => wanted).join(' and ');
  const shown = faults.map(([, received]) => received).join(' and ');
  return {
    expected: `${what} with ${expected}`,
    received: `${shown} in the list`,
    cause: `the list shows ${shown}, unlike the 201`,
    mayAppear: shown === noDescription,
  };
}

const noDescription = 'no description';

/** Returns the expected and the received description, if it is missing, added or changed. */
function descriptionFault(created: string | undefined, listed: JsonValue | undefined): string[] | false {
  if (typeof listed !== 'string') {
    const isMissing = (created ?? '').trim() !== '' && (listed === undefined || listed === null);
    return isMissing && ['the description of its 201', noDescription];
  }
  if (sameText(listed, created ?? '')) return false;
  return created === undefined
    ? ['no description (its 201 had none)', 'a description']
    : ['the description of its 201', 'a different description'];
}

const wasListed = 'a list without it, although an earlier list contained it';

/** Maximum number of list elements shown as evidence. */
const maxElementsShown = 3;

/** Returns the list elements for a finding: only those of this run. */
export function listedEvidence(elements: readonly JsonObject[], runMark: string): Pick<Mismatch, 'listed'> {
  const ours = elementsOfRun(elements.slice(0, maxElementsShown), runMark);
  return ours.length === 0 ? {} : { listed: ours.join(', ') };
}

/** No run requests more ids. */
const maxEvidence = 100;

/** Detects that a list shows the id that a request contained, although its 201 showed another (`create.id`). */
export function createAskedIds() {
  const asked = new Map<JsonValue, { readonly creation: Exchange; readonly id: JsonValue }>();
  const troubles: Trouble[] = [];
  return {
    see(exchange: Exchange): void {
      const { mark, body = new Uint8Array() } = exchange.request;
      const isAccepted = isCreation(exchange) && isServed(exchange);
      if (mark !== undefined && isAccepted && meaningOf(exchange).kind !== 'violates') {
        const document = readJson(body);
        const id = document.ok && isObject(document.value) ? document.value['id'] : undefined;
        // If the 201 shows it too, another check reports it.
        if (id !== undefined && id !== categoryIn(exchange)?.['id'])
          asked.set(mark, { creation: exchange, id });
        forgetFirst(asked, maxEvidence);
      }
      if (asked.size > 0)
        for (const element of namedElementsIn(exchange)) if (isObject(element)) look(element, exchange);
    },
    troubles: (): readonly Trouble[] => troubles,
  };

  function look(element: JsonObject, list: Exchange): void {
    const name = element['name'] ?? null;
    const one = asked.get(name);
    if (one === undefined || element['id'] !== one.id) return;
    asked.delete(name);
    const trouble = {
      exchange: one.creation,
      expected: 'an id assigned by the server, also in the list',
      received: 'the id sent in the request, in the list',
      cause: 'the list shows the id of the request',
      comparedWith: list,
    };
    pushUpTo(troubles, { ...trouble, ...listedEvidence([element], String(name)) }, maxEvidence);
  }
}
