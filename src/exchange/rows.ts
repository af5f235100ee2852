import {
  isObject,
  type JsonCaps,
  type JsonObject,
  type JsonValue,
  type Outline,
  readJsonText,
} from '../json/read.ts';
import { writeJson } from '../json/value.ts';
import { anyMark } from '../payloads/names.ts';
import { conformsTo } from './validate.ts';

/** The elements of a list. */
export type Rows = ReturnType<ReturnType<typeof createRowsReader>['rows']>;

/** Whether an id fits the eight bytes that are kept of it. */
const isInt64 = (id: JsonValue | undefined): id is bigint =>
  typeof id === 'bigint' && BigInt.asIntN(64, id) === id;

const mostWithId = 100;
/** What is nested deeper in an element is not kept: no server stores a category so deep. */
const wholeElement: Outline = { names: new Set(['id', 'name', 'description']), depth: 8 };

/**
 * Indexes the elements of a list while it is read: some thirty bytes for each, whatever it holds. Those that a rule asks
 * for are read again.
 */
export function createRowsReader(caps: Partial<JsonCaps> | undefined) {
  let whole = '';
  const starts = numbers();
  const ends = numbers();
  const wrong = numbers();
  const idRows = numbers();
  const beyondRows = numbers();
  let ids = new BigInt64Array(16);
  let marked: Uint32Array | undefined;

  const at = (index: number): JsonValue => {
    const document = readJsonText(whole.slice(starts.at(index), ends.at(index)), caps, wholeElement);
    return document.ok ? document.value : null;
  };
  function* those(indexes: Iterable<number>): Iterable<JsonValue> {
    for (const index of indexes) yield at(index);
  }

  const rows = {
    get length() {
      return starts.length;
    },
    /** The ids that are int64 integers, in the order of the list. */
    get ids() {
      return ids.subarray(0, idRows.length);
    },
    /** The elements with this id; the first of very many. */
    withId(id: bigint): readonly JsonObject[] {
      const found: JsonObject[] = [];
      for (const row of those(isInt64(id) ? idsWith(id) : beyondRows.all()))
        if (isObject(row) && row['id'] === id && found.push(row) === mostWithId) break;
      return found;
    },
    /** The elements that may hold a name that a run of the kit made; some do not. */
    marked(): Iterable<JsonValue> {
      marked ??= markedRows();
      return those(marked);
    },
    /** Ids that are integers beyond int64, in the order of the list. */
    *idsBeyond(): Iterable<bigint> {
      for (const row of those(beyondRows.all()))
        if (isObject(row) && typeof row['id'] === 'bigint') yield row['id'];
    },
    /** The elements that do not conform to the schema Category. */
    wrong: (): Iterable<JsonValue> => those(wrong.all()),
    all: (): Iterable<JsonValue> => those(starts.all().keys()),
  };
  return {
    add(element: JsonValue, text: string, start: number, end: number): void {
      whole = text;
      if (!conformsTo('Category', element)) wrong.push(starts.length);
      const id = isObject(element) ? element['id'] : undefined;
      if (isInt64(id)) {
        if (idRows.length === ids.length) ids = larger(ids, new BigInt64Array(2 * ids.length));
        ids[idRows.length] = id;
        idRows.push(starts.length);
      } else if (typeof id === 'bigint') beyondRows.push(starts.length);
      starts.push(start);
      ends.push(end);
    },
    rows: () => rows,
  };

  function* idsWith(id: bigint): Iterable<number> {
    for (let found = rows.ids.indexOf(id); found !== -1; found = rows.ids.indexOf(id, found + 1))
      yield idRows.at(found);
  }

  /** Searches the text of all elements at once: in most of them nothing is found. */
  function markedRows(): Uint32Array {
    const found = numbers();
    const pattern = new RegExp(anyMark);
    let index = 0;
    for (let match = pattern.exec(whole); match !== null; match = pattern.exec(whole)) {
      while (index < starts.length && ends.at(index) <= match.index) index++;
      if (index < starts.length && starts.at(index) <= match.index) found.push(index++);
      if (index === starts.length) break;
      pattern.lastIndex = Math.max(match.index + 1, starts.at(index));
    }
    return found.all();
  }
}

/** Whole numbers below 2^32, four bytes each. */
function numbers() {
  let all = new Uint32Array(16);
  let length = 0;
  return {
    get length() {
      return length;
    },
    at: (index: number): number => all[index] ?? 0,
    push(value: number) {
      if (length === all.length) all = larger(all, new Uint32Array(2 * length));
      all[length++] = value;
    },
    all: () => all.subarray(0, length),
  };
}

function larger<Numbers extends { set(from: Numbers): void }>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}

/** Returns the JSON of those elements that the run created, with its mark in them: what others stored is not ours to show. */
export function rowsOfRun(rows: readonly JsonObject[], runMark: string): string[] {
  return rows.map(writeJson).filter((text) => text.toLowerCase().includes(runMark));
}
