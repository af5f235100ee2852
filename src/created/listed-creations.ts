import { caseOf } from '../expect/answer.ts';
import type { Rows } from '../expect/rows.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/read.ts';
import type { Answer } from '../model/exchange.ts';
import { anyMark } from '../payloads/names.ts';
import type { LetIn } from './let-in.ts';
import { listedEvidence } from './listed-evidence.ts';
import { type Created, rowProblem } from './listed-row.ts';
import type { Looked, Trouble } from './looked.ts';

/** Whether the lists show what was created, as its 201 did: `list.complete`. */
export interface ListedCreations {
  created(one: Created): void;
  look(list: Answer, rows: Rows): void;
  /** Whether something is missing that may still show up (reading 6). */
  awaited(): boolean;
  looked(): Looked;
}

/** A new category may take this long to show in the list (reading 6), in milliseconds. */
export const listingDelayMs = 2_000;

const mostTroubles = 100;

/** `runMark` is what all names of the run begin with; `letIn` knows the rows that are there by another mistake. */
export function createListedCreations(runMark: string, letIn: Pick<LetIn, 'hasId'>): ListedCreations {
  const created: Created[] = [];
  const confirmed = new Set<Created>();
  const missing = new Set<Created>();
  const troubled = new Set<Created>();
  const troubles: Trouble[] = [];

  return {
    created: (one) => void created.push(one),
    look(list, all) {
      if (created.length === 0) return;
      const rowsOf = rowsFor(all);
      for (const one of created) {
        if (one.exchange.readAt > list.sentAt) continue;
        const rows = rowsOf(one);
        const problem = rowProblem(one, rows);
        if (problem === undefined) {
          confirmed.add(one);
          continue;
        }
        if (rows.length === 0) missing.add(one);
        if (rows.length === 0 && list.sentAt - one.exchange.readAt < listingDelayMs) continue;
        troubled.add(one);
        const evidence = { comparedWith: one.exchange, ...listedEvidence(rows, runMark) };
        if (troubles.length < mostTroubles) troubles.push({ exchange: list, ...problem, ...evidence });
      }
    },
    awaited: () => [...missing].some((one) => !confirmed.has(one)),
    looked: () => ({
      exercised: confirmed.size + troubles.length,
      troubles,
      kept: [...confirmed].filter((one) => !troubled.has(one)).map(({ exchange }) => caseOf(exchange)),
    }),
  };

  /** The rows of a list by what was created. Of that alone: a list may hold a million others. */
  function rowsFor(rows: Rows): (one: Created) => readonly JsonObject[] {
    const byName = new Map(created.map(({ name }): [JsonValue, JsonObject[]] => [name, []]));
    const areMarked = created.every(({ name }) => name.search(anyMark) >= 0);
    for (const element of areMarked ? rows.marked() : rows.all())
      if (isObject(element)) add(byName.get(element['name'] ?? null), element);
    return (one) => {
      // A body that was let in may have taken the name of what was created.
      const named = (byName.get(one.name) ?? []).filter(({ id }) => id === one.id || !letIn.hasId(id));
      return named.length > 0 ? named : rows.withId(one.id);
    };
  }
}

/** A list may hold one name very often: so many of its rows are compared. */
const mostRows = 1_000;

function add(rows: JsonObject[] | undefined, row: JsonObject): void {
  if (rows !== undefined && rows.length < mostRows) rows.push(row);
}
