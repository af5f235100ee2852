import {
  isObject,
  type JsonCaps,
  type JsonObject,
  type JsonValue,
  type Outline,
  readJsonText,
} from '../json/read.ts';
import { anyMark } from '../payloads/names.ts';
import { isOfShape } from './shapes.ts';

/** The elements of a list. A long one is not kept as values: those that a rule asks for are read again. */
export interface Rows {
  readonly length: number;
  /** The ids that are int64 integers, in the order of the list. */
  readonly ids: BigInt64Array;
  /** Those with this id; of very many the first. */
  withId(id: bigint): readonly JsonObject[];
  /** The elements that may hold a name that a run of the kit made; some do not. */
  marked(): Iterable<JsonValue>;
  /** Ids that are integers beyond int64, in the order of the list. */
  idsBeyond(): Iterable<bigint>;
  /** The elements that are not of the shape Category. */
  wrong(): Iterable<JsonValue>;
  all(): Iterable<JsonValue>;
}

/** Collects the elements of a list while it is read. */
export interface RowsReader {
  add(element: JsonValue, text: string, start: number, end: number): void;
  rows(): Rows;
}

/** Whether an id fits the eight bytes that are kept of it. */
const isInt64 = (id: JsonValue | undefined): id is bigint =>
  typeof id === 'bigint' && BigInt.asIntN(64, id) === id;

/** An index of a list: some thirty bytes for each element, whatever the element holds. */
export function createRowsReader(caps: Partial<JsonCaps> | undefined): RowsReader {
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

  const rows: Rows = {
    get length() {
      return starts.length;
    },
    get ids() {
      return ids.subarray(0, idRows.length);
    },
    withId(id) {
      const found: JsonObject[] = [];
      for (const row of isInt64(id) ? those(rowsWith(id)) : those(beyondRows.all()))
        if (isObject(row) && row['id'] === id && found.push(row) === mostWithId) break;
      return found;
    },
    marked: () => {
      marked ??= markedRows();
      return those(marked);
    },
    *idsBeyond() {
      for (const row of those(beyondRows.all()))
        if (isObject(row) && typeof row['id'] === 'bigint') yield row['id'];
    },
    wrong: () => those(wrong.all()),
    *all() {
      for (let index = 0; index < starts.length; index++) yield at(index);
    },
  };
  return {
    add(element, text, start, end) {
      whole = text;
      if (!isOfShape('Category', element)) wrong.push(starts.length);
      const id = isObject(element) ? element['id'] : undefined;
      if (isInt64(id)) {
        if (idRows.length === ids.length) {
          const larger = new BigInt64Array(2 * ids.length);
          larger.set(ids);
          ids = larger;
        }
        ids[idRows.length] = id;
        idRows.push(starts.length);
      } else if (typeof id === 'bigint') beyondRows.push(starts.length);
      starts.push(start);
      ends.push(end);
    },
    rows: () => rows,
  };

  function* rowsWith(id: bigint): Iterable<number> {
    for (let found = rows.ids.indexOf(id); found !== -1; found = rows.ids.indexOf(id, found + 1))
      yield idRows.at(found);
  }

  /** One look at the text for all elements: in most of them nothing is found. */
  function markedRows(): Uint32Array {
    const found = numbers();
    const pattern = new RegExp(anyMark);
    let index = 0;
    for (let match = pattern.exec(whole); match !== null; match = pattern.exec(whole)) {
      while (index < starts.length && ends.at(index) <= match.index) index++;
      if (index === starts.length) break;
      if (starts.at(index) <= match.index) found.push(index++);
      if (index === starts.length) break;
      pattern.lastIndex = Math.max(match.index + 1, starts.at(index));
    }
    return found.all();
  }
}

const mostWithId = 100;
const categoryNames: ReadonlySet<string> = new Set(['id', 'name', 'description']);
/** What stands deeper in an element is not kept: no server stores a category so deep that it was sent. */
const wholeElement: Outline = { names: categoryNames, depth: 8 };

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
      if (length === all.length) {
        const larger = new Uint32Array(2 * length);
        larger.set(all);
        all = larger;
      }
      all[length++] = value;
    },
    all: () => all.subarray(0, length),
  };
}
