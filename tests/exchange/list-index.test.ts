import { describe, expect, test } from 'vitest';
import { createListIndex } from '../../src/exchange/list-index.ts';
import { type JsonCaps, readJsonText } from '../../src/json/read.ts';

/** Returns the elements of a list, and what its document keeps. */
function listIndexOf(text: string, caps: Partial<JsonCaps> = {}) {
  const reader = createListIndex(caps);
  const outline = {
    names: new Set(['id', 'name', 'description']),
    depth: 1,
    onElement: reader.add,
  };
  return { document: readJsonText(text, caps, outline), rows: reader.index() };
}

const mark = 'kitqzabcdefghj';

describe('the elements of a list', () => {
  test('are indexed, and the list itself is not kept', () => {
    const { document, rows } = listIndexOf(' [ {"id":7,"name":"a"} , {"name":"b","id":-2} ,3, [{"id":4}] ]');
    expect(document).toMatchObject({ ok: true, value: [] });
    expect(rows.length).toBe(4);
    expect([...rows.ids]).toEqual([7n, -2n]);
    expect([...rows.all()]).toEqual([{ id: 7n, name: 'a' }, { name: 'b', id: -2n }, 3n, [{ id: 4n }]]);
  });

  test('that are not categories are listed', () => {
    const wrong = [
      '{"id":"1","name":"a"}',
      '{"id":1}',
      '"a"',
      'null',
      '[]',
      '{"id":1,"name":"a","description":{}}',
    ];
    const { rows } = listIndexOf(`[{"id":1,"name":"a","x":[1]},${wrong}]`);
    expect([...rows.wrong()].map(([place]) => place)).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...rows.wrong()].map(([, element]) => element)).toEqual([
      { id: '1', name: 'a' },
      { id: 1n },
      'a',
      null,
      [],
      { id: 1n, name: 'a', description: {} },
    ]);
  });

  test('are found by id, including ids beyond int64', () => {
    const least = -(2n ** 63n);
    const beyond = 2n ** 63n;
    const { rows } = listIndexOf(
      `[{"id":${least}},{"id":${beyond},"x":1},{"id":5},{"id":${beyond}},{"id":5.5}]`,
    );
    expect([...rows.ids]).toEqual([least, 5n]);
    expect([...rows.idsBeyond()]).toEqual([beyond, beyond]);
    expect(rows.withId(least)).toEqual([{ id: least }]);
    expect(rows.withId(beyond)).toEqual([{ id: beyond, x: 1n }, { id: beyond }]);
    expect(rows.withId(6n)).toEqual([]);
  });

  test('beyond int64 are found by their own id', () => {
    const { rows } = listIndexOf(`[{"id":${2n ** 63n}},{"id":${2n ** 63n + 1n}},{"id":${2n ** 63n}}]`);
    expect(rows.withId(2n ** 63n + 1n)).toEqual([{ id: 2n ** 63n + 1n }]);
  });

  test('have the first places of an id', () => {
    const { rows } = listIndexOf('[{"id":1},{"id":"1"},{"id":1},{"id":2},{"id":1}]');
    expect([rows.placesOf(1n, 1), rows.placesOf(1n, 2), rows.placesOf(1n, 9)]).toEqual([
      [0],
      [0, 2],
      [0, 2, 4],
    ]);
    expect(rows.placesOf(3n, 9)).toEqual([]);
  });

  test('of a long list are each found at their own place', () => {
    const at = Array.from({ length: 70 }, (_, place) => BigInt(place));
    const beyond = 2n ** 63n;
    const { rows } = listIndexOf(
      `[${at.map((place) => `{"id":${place},"name":"${mark}"},{"id":${beyond + place}}`)}]`,
    );
    expect([...rows.ids]).toEqual(at);
    expect([...rows.idsBeyond()]).toEqual(at.map((place) => beyond + place));
    expect([...rows.all()]).toEqual(
      at.flatMap((place) => [{ id: place, name: mark }, { id: beyond + place }]),
    );
    expect([...rows.marked()]).toEqual(at.map((place) => ({ id: place, name: mark })));
    expect([...rows.wrong()].map(([place]) => place)).toEqual(at.map((place) => Number(place) * 2 + 1));
    expect(at.map((place) => rows.placesOf(place, 2))).toEqual(at.map((place) => [Number(place) * 2]));
    expect(rows.withId(69n)).toEqual([{ id: 69n, name: mark }]);
  });

  test('with the same id are found up to the first hundred', () => {
    const { rows } = listIndexOf(`[${Array.from({ length: 300 }, () => '{"id":1}')}]`);
    expect(rows.withId(1n).length).toBe(100);
    expect(rows.ids.length).toBe(300);
  });

  test('that contain a name of the kit are found once, in any field and case', () => {
    const marked = [
      `{"id":2,"name":"${mark}"}`,
      `{"id":4,"x":{"y":["${mark.toUpperCase()}","${mark}"]}}`,
      `{"id":5,"${mark}":1}`,
      `"${mark}"`,
    ];
    const { rows } = listIndexOf(`[{"id":1},${marked[0]},{"id":3},${marked.slice(1)},{"id":6}]`);
    const ids = [...rows.marked()].map((element) => (element as { id?: bigint }).id);
    expect(ids).toEqual([2n, 4n, 5n, undefined]);
    expect([...rows.marked()].length).toBe(4);
  });

  test('keep the fields of the specification and the first 64 fields', () => {
    const fields = Array.from({ length: 1_000 }, (_, at) => `"k${at}":0`);
    const { rows } = listIndexOf(`[{${fields},"id":1,"name":"a","description":"b"}]`);
    const [element] = rows.all();
    expect(element).toMatchObject({ k0: 0n, k63: 0n, id: 1n, name: 'a', description: 'b' });
    expect(Object.keys(element ?? {}).length).toBe(67);
    expect([...rows.wrong()]).toEqual([]);
  });

  test('keep their fields even if their values exceed the limits', () => {
    const list = `[${'[1,2,3],'.repeat(30_000)}1]`;
    const { rows } = listIndexOf(`[{"id":"1","x":[${Array(2).fill(list)}]}]`);
    const [row] = rows.wrong();
    expect(row).toMatchObject([0, { id: '1' }]);
  });
});

test.each([
  '[[1,{"a":[]}],2',
  '{"x":{"a" 1}}',
  '{"x":[1,]}',
  '{"x":[{"a":1,}]}',
  '{"x":"\\x"}',
  '[[tru]]',
  '{"x":[01]}',
  '{"x":{"a":1]}',
  '[[1}]',
  '{"x":[1 2]}',
  '{"x":[1,2,3,4]}',
  '{"x":{"a":1,"b":1,"c":1,"d":1}}',
  '[[[[[]]]]]',
  '{"x":[[[[]]]]}',
])('%s has the same problem in outline as in full', (text) => {
  const caps = { depth: 4, elements: 3 };
  const full = readJsonText(text, caps);
  expect(full.ok).toBe(false);
  expect(listIndexOf(text, caps).document).toEqual(full);
});
