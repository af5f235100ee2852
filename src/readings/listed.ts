import { caseOf } from '../exchange/answer.ts';
import { type Answer, type Exchange, statusOf } from '../exchange/exchange.ts';
import type { Mismatch } from '../exchange/finding.ts';
import type { Rows } from '../exchange/rows.ts';
import { rowsOfRun } from '../exchange/rows-of-run.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/read.ts';
import { anyMark } from '../payloads/names.ts';
import { pushUpTo } from './bounded.ts';
import { type Created, createdBy, rowsIn } from './created.ts';
import type { createLetIn } from './origins.ts';
import { sameText } from './sent-texts.ts';

/** What a list, or an answer, does not show as it should. */
export interface Trouble extends Mismatch {
  readonly exchange: Exchange;
  /** What was sent, by name. */
  readonly instance?: string;
}

/** So many creations are looked for in the lists, the first: what a service loses it loses among these. */
const mostCreations = 1_000;
const mostTroubles = 100;

/** A creation whose 201 shows its name, and what the lists showed of it so far. */
interface Watched extends Created {
  readonly name: string;
  isConfirmed: boolean;
  isMissing: boolean;
  isTroubled: boolean;
}

/**
 * Whether the lists show what was created, as its 201 did, after `listingDelayMs` at most: `list.complete`. `runMark` is
 * what all names of the run begin with; `letIn` knows the rows that are there by another mistake.
 */
export function createListedCreations(
  runMark: string,
  listingDelayMs: number,
  letIn: Pick<ReturnType<typeof createLetIn>, 'hasId'>,
) {
  const created: Watched[] = [];
  const troubles: Trouble[] = [];

  return {
    see(exchange: Exchange): void {
      const rows = rowsIn(exchange);
      if (rows !== undefined) look(exchange, rows);
      const one = statusOf(exchange) === 201 ? createdBy(exchange) : undefined;
      if (typeof one?.name !== 'string') return;
      const state = { isConfirmed: false, isMissing: false, isTroubled: false };
      pushUpTo(created, { ...one, name: one.name, ...state }, mostCreations);
    },
    /** Whether something is missing that may still show up (reading 6). */
    awaited: () => created.some(({ isMissing, isConfirmed }) => isMissing && !isConfirmed),
    result() {
      const confirmed = created.filter(({ isConfirmed }) => isConfirmed);
      return {
        exercised: confirmed.length + troubles.length,
        troubles,
        /** In which cases all was right. */
        kept: confirmed.filter(({ isTroubled }) => !isTroubled).map(({ exchange }) => caseOf(exchange)),
      };
    },
  };

  function look(list: Exchange, all: Rows): void {
    if (created.length === 0) return;
    const rowsOf = rowsFor(all);
    for (const one of created) {
      if (one.exchange.readAt > list.sentAt) continue;
      const rows = rowsOf(one);
      const problem = rowProblem(one, rows);
      one.isConfirmed ||= problem === undefined;
      if (problem === undefined) continue;
      one.isMissing ||= rows.length === 0;
      if (rows.length === 0 && list.sentAt - one.exchange.readAt < listingDelayMs) continue;
      one.isTroubled = true;
      const evidence = { comparedWith: one.exchange, ...listedEvidence(rows, runMark) };
      pushUpTo(troubles, { exchange: list, ...problem, ...evidence }, mostTroubles);
    }
  }

  /** The rows of a list by what was created. Of that alone: a list may hold a million others. */
  function rowsFor(all: Rows): (one: Watched) => readonly JsonObject[] {
    const byName = new Map(created.map(({ name }): [JsonValue, JsonObject[]] => [name, []]));
    const areMarked = created.every(({ name }) => name.search(anyMark) >= 0);
    for (const element of areMarked ? all.marked() : all.all()) {
      const rows = isObject(element) ? byName.get(element['name'] ?? null) : undefined;
      if (rows !== undefined && isObject(element)) pushUpTo(rows, element, mostRows);
    }
    return (one) => {
      // A body that was let in may have taken the name of what was created.
      const named = (byName.get(one.name) ?? []).filter(({ id }) => id === one.id || !letIn.hasId(id));
      return named.length > 0 ? named : all.withId(one.id);
    };
  }
}

/** A list may hold one name very often: so many of its rows are compared. */
const mostRows = 1_000;

/** What is wrong with the rows of the list that are one creation's, if anything. */
function rowProblem(one: Watched, rows: readonly JsonObject[]): Mismatch | undefined {
  const [row, second] = rows;
  const what = `the category "${one.name}" with id ${one.id}`;
  if (row === undefined) {
    return {
      expected: `${what}, created before, in the list`,
      received: 'a list without it',
      cause: 'a created category is missing from the list',
    };
  }
  if (second !== undefined && row['id'] !== second['id']) {
    return {
      expected: `${what} once`,
      received: `it stands in the list ${rows.length} times`,
      cause: 'a created category stands in the list more than once',
    };
  }
  const { id, name, description } = row;
  const described = typeof one.description === 'string' ? one.description : undefined;
  // A field of another type is list.category's to judge.
  const faults = [
    ...(typeof id === 'bigint' && id !== one.id ? [['the id of its 201', 'another id']] : []),
    ...(typeof name === 'string' && !sameText(name, one.name)
      ? [['the name of its 201', 'another name']]
      : []),
    ...(differs(described, description) ? [descriptionFault(described, description)] : []),
  ];
  if (faults.length === 0) return undefined;
  const told = faults.map(([due]) => due).join(' and ');
  const shown = faults.map(([, found]) => found).join(' and ');
  return {
    expected: `${what} with ${told}`,
    received: `the list shows it with ${shown}`,
    cause: `the list shows ${shown}, unlike the 201`,
  };
}

/** What was due and what was shown in its place, where the description was left out, put in, or changed. */
function descriptionFault(created: string | undefined, listed: JsonValue | undefined): readonly string[] {
  if (typeof listed !== 'string') return ['the description of its 201', 'no description'];
  return created === undefined
    ? ['no description (its 201 had none)', 'a description']
    : ['the description of its 201', 'another description'];
}

function differs(created: string | undefined, listed: JsonValue | undefined): boolean {
  if (typeof listed === 'string') return !sameText(listed, created ?? '');
  return created !== undefined && created.trim() !== '' && (listed === undefined || listed === null);
}

/** So many rows of a list are shown as evidence. */
const mostRowsShown = 3;

/** What of these rows of a list is shown beside a finding: those of the run, by the letters that its names begin with. */
export function listedEvidence(rows: readonly JsonObject[], runMark: string): Pick<Mismatch, 'listed'> {
  const ours = rowsOfRun(rows.slice(0, mostRowsShown), runMark);
  return ours.length === 0 ? {} : { listed: ours.join(', ') };
}

/** So many creations are told apart by their ids: the first. */
const mostIds = 2_000;

/**
 * Whether each creation got an id that nothing else has, `create.id-unique`: kept are the ids of what was created, and of
 * the newest list those that were there before.
 */
export function createUniqueIds() {
  const givenTo = new Map<bigint, Answer>();
  const troubles: Trouble[] = [];
  let exercised = 0;
  let newestList: { readonly exchange: Exchange; readonly ids: BigInt64Array } | undefined;

  return {
    see(exchange: Exchange): void {
      const rows = rowsIn(exchange);
      if (rows !== undefined) newestList = { exchange, ids: rows.ids };
      const one = createdBy(exchange);
      if (one !== undefined) seeCreated(one);
    },
    /** Whether a valid creation got this id. */
    isGiven: (id: bigint) => givenTo.has(id),
    result: () => ({ exercised, troubles }),
  };

  function seeCreated({ exchange, id }: Created): void {
    exercised++;
    const twice = givenTo.get(id);
    const wasListed =
      newestList !== undefined &&
      newestList.exchange.readAt <= exchange.sentAt &&
      newestList.ids.includes(id);
    const other = twice ?? (wasListed ? newestList?.exchange : undefined);
    if (other !== undefined) pushUpTo(troubles, idTrouble(exchange, id, twice, other), mostTroubles);
    if (twice !== undefined || givenTo.size < mostIds) givenTo.set(id, exchange);
  }
}

function idTrouble(exchange: Answer, id: bigint, twice: Answer | undefined, comparedWith: Exchange): Trouble {
  return twice === undefined
    ? {
        expected: 'an id that the list did not hold before',
        received: `id ${id}, which the list held before the creation`,
        cause: 'a creation gets an id that was in use',
        exchange,
        comparedWith,
      }
    : {
        expected: 'an id that no other creation got',
        received: `id ${id}, as the creation before it`,
        cause: 'two creations get the same id',
        exchange,
        comparedWith,
      };
}
