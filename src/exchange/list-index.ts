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
export type ListIndex = ReturnType<ReturnType<typeof createListIndex>['index']>;

/** Checks whether an id fits in eight bytes. */
const isInt64 = (id: JsonValue | undefined): id is bigint =>
  typeof id === 'bigint' && BigInt.asIntN(64, id) === id;

const maxWithId = 100;
/** Deeper values of an element are dropped: no server nests a category that deep. */
const wholeElement: Outline = { names: new Set(['id', 'name', 'description']), depth: 8 };

/**
 * Indexes the elements of a list while it is parsed, at about thirty bytes each. Elements that a rule needs are parsed
 * again.
 */
export function createListIndex(caps: Partial<JsonCaps> | undefined) {
  let whole = '';
  const starts = numbers();
  const ends = numbers();
  const wrong = numbers();
  const withInt64Id = numbers();
  const beyondInt64 = numbers();
  let ids = new BigInt64Array(16);
  let marked: Uint32Array | undefined;

  const elementAt = (at: number): JsonValue => {
    const document = readJsonText(whole.slice(starts.at(at), ends.at(at)), caps, wholeElement);
    return document.ok ? document.value : null;
  };
  function* those(indexes: Iterable<number>): Iterable<JsonValue> {
    for (const at of indexes) yield elementAt(at);
  }

  const index = {
    get length() {
      return starts.length;
    },
    /** The ids that are int64 integers, in the order of the list. */
    get ids() {
      return ids.subarray(0, withInt64Id.length);
    },
    /** The first elements with this id. */
    withId(id: bigint): readonly JsonObject[] {
      const found: JsonObject[] = [];
      for (const element of those(isInt64(id) ? idsWith(id) : beyondInt64.all()))
        if (isObject(element) && element['id'] === id && found.push(element) === maxWithId) break;
      return found;
    },
    /** The elements that may contain a name created by a run of the kit. */
    marked(): Iterable<JsonValue> {
      marked ??= findMarked();
      return those(marked);
    },
    /** The integer ids beyond int64, in the order of the list. */
    *idsBeyond(): Iterable<bigint> {
      for (const element of those(beyondInt64.all()))
        if (isObject(element) && typeof element['id'] === 'bigint') yield element['id'];
    },
    at: elementAt,
    /** The first places of an int64 id. */
    placesOf(id: bigint, most: number): number[] {
      const found: number[] = [];
      for (const row of idsWith(id)) if (found.push(row) === most) break;
      return found;
    },
    /** The elements that do not conform to the schema Category, each with its place. */
    *wrong(): Iterable<readonly [place: number, element: JsonValue]> {
      for (const place of wrong.all()) yield [place, elementAt(place)];
    },
    all: (): Iterable<JsonValue> => those(starts.all().keys()),
  };
  return {
    add(element: JsonValue, text: string, start: number, end: number): void {
      whole = text;
      if (!conformsTo('Category', element)) wrong.push(starts.length);
      const id = isObject(element) ? element['id'] : undefined;
      if (isInt64(id)) {
        if (withInt64Id.length === ids.length) ids = larger(ids, new BigInt64Array(2 * withInt64Id.length));
        ids[withInt64Id.length] = id;
        withInt64Id.push(starts.length);
      } else if (typeof id === 'bigint') beyondInt64.push(starts.length);
      starts.push(start);
      ends.push(end);
    },
    index: () => index,
  };

  function* idsWith(id: bigint): Iterable<number> {
    for (let found = index.ids.indexOf(id); found !== -1; found = index.ids.indexOf(id, found + 1))
      yield withInt64Id.at(found);
  }

  /** Searches the text of the whole list at once, because few elements match. */
  function findMarked(): Uint32Array {
    const found = numbers();
    const pattern = new RegExp(anyMark);
    let next = 0;
    for (const [at, start] of starts.all().entries()) {
      if (next < start) {
        pattern.lastIndex = start;
        next = pattern.exec(whole)?.index ?? Number.POSITIVE_INFINITY;
      }
      if (next < ends.at(at)) found.push(at);
    }
    return found.all();
  }
}

/** Creates a growing list of integers below 2^32, four bytes each. */
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

/** Returns the JSON of the elements that this run created. Reports must not show data of others. */
export function elementsOfRun(elements: readonly JsonObject[], runMark: string): string[] {
  return elements.map(writeJson).filter((text) => text.toLowerCase().includes(runMark));
}
