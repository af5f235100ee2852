import { describe, expect, it } from 'vitest';
import { isObject, type JsonValue, type Outline, readJsonText } from '../../src/json/read.ts';

const named = (depth: number): Outline => ({ names: new Set(['id', 'name']), depth });
const range = (count: number) => Array.from({ length: count }, (_, at) => at);
const members = (count: number) => range(count).map((at) => `"n${at}":0`);

function read(text: string, outline: Outline, caps = {}) {
  const document = readJsonText(text, caps, outline);
  if (!document.ok) throw new Error(document.problem);
  return document;
}

const keysOf = (value: JsonValue | undefined) => (isObject(value) ? Object.keys(value) : undefined);

describe('an outline', () => {
  it.each([
    ['{"a":{"b":{"c":1}},"d":[[[1]],2]}', 0, {}],
    ['{"a":{"b":{"c":1}},"d":[[[1]],2]}', 1, { a: {}, d: [] }],
    ['{"a":{"b":{"c":1}},"d":[[[1]],2]}', 2, { a: { b: {} }, d: [[], 2n] }],
    ['{"a":{"b":{"c":1}},"d":[[[1]],2]}', 3, { a: { b: { c: 1n } }, d: [[[]], 2n] }],
    ['[{"a":1},[2],"b",true]', 0, []],
    ['[{"a":1},[2],"b",true,false,null]', 1, [{}, [], 'b', true, false, null]],
  ])('of %s to depth %i', (text, depth, value) => {
    expect(read(text, named(depth)).value).toEqual(value);
  });

  it('keeps 64 elements and members, and members with its names at any position', () => {
    const text = `{"list":[${range(70).join()}],${members(70).join()},"name":"a","other":1,"id":7}`;
    const { value } = read(text, named(5));
    expect(keysOf(value)).toEqual(['list', ...range(63).map((at) => `n${at}`), 'name', 'id']);
    expect(value).toMatchObject({ list: range(64).map(BigInt), name: 'a', id: 7n });
  });

  it('detects repeated names among members that it drops, but not inside them', () => {
    const text = `{${members(64).join()},"x":1,"n3":1,"y":{"a":1,"a":2},"x":2,"z":3,"name":1,"name":2}`;
    expect(read(text, named(5)).duplicates).toEqual([
      { path: '/n3', offset: text.lastIndexOf('"n3"') },
      { path: '/x', offset: text.lastIndexOf('"x"') },
      { path: '/name', offset: text.lastIndexOf('"name"') },
    ]);
    expect(read('{"a":{"b":1,"b":2}}', named(1)).duplicates).toEqual([]);
    expect(read('{"a":{"b":1,"b":2}}', named(2)).duplicates).toHaveLength(1);
  });

  it('compares the first ten thousand names that it drops', () => {
    const text = `{${members(10_065).join()},"n10063":1,"n10064":1,"n10065":1}`;
    expect(read(text, named(5)).duplicates.map(({ path }) => path)).toEqual(['/n10063']);
  });

  it.each(['[', '{"a":'])('limits the depth of what it drops: %s', (open) => {
    const close = open === '[' ? '[]]' : '[]}';
    const nested = (levels: number) => `${open.repeat(levels - 1)}[]${close.slice(2).repeat(levels - 1)}`;
    for (const depth of [0, 1, 3]) {
      expect(readJsonText(nested(9), { depth: 9 }, named(depth))).toMatchObject({ ok: true });
      expect(readJsonText(nested(10), { depth: 9 }, named(depth))).toMatchObject({ kind: 'too-deep' });
    }
    const last = (levels: number) => `{${members(64).join()},"last":${nested(levels - 1)}}`;
    expect(readJsonText(last(9), { depth: 9 }, named(5))).toMatchObject({ ok: true });
    expect(readJsonText(last(10), { depth: 9 }, named(5))).toMatchObject({ kind: 'too-deep' });
  });

  it('shows the objects of an array with its names only, and anything else as null', () => {
    const shown: [JsonValue, string][] = [];
    const onElement = (element: JsonValue, text: string, start: number, end: number) =>
      shown.push([element, text.slice(start, end)]);
    const texts = [
      '{"x":1,"id":2,"name":{"id":3}}',
      '{"id":[4],"tags":[5],"id":{}}',
      '[{"id":6}]',
      '"id"',
      '7',
      'true',
    ];
    const { value, duplicates } = read(`[ ${texts.join(' , ')} ]`, { ...named(1), onElement });
    expect(value).toEqual([]);
    expect(duplicates).toHaveLength(1);
    expect(shown.map(([, text]) => text)).toEqual(texts);
    expect(shown.map(([element]) => element)).toEqual([
      { id: 2n, name: {} },
      { id: {} },
      null,
      null,
      null,
      null,
    ]);
    expect(read('{"list":[{"id":1}]}', { ...named(5), onElement }).value).toEqual({ list: [{ id: 1n }] });
    expect(shown).toHaveLength(texts.length);
  });
});

describe('the memory of an outline', () => {
  const limit = 4 * 1024 * 1024;
  /** Writes nested arrays that take all of `bytes` except less than one level. */
  function nestedOf(bytes: number): string {
    const levels = Math.floor(bytes / 180);
    const chains = 60;
    const each = range(chains).map((at) => Math.floor((levels - 6 - chains + at) / chains));
    return `[${each.map((count) => '['.repeat(count) + ']'.repeat(count)).join()}]`;
  }
  /** Fills the memory except some hundred bytes; the member `x` follows the members that are kept. */
  const filled = (bytes: number, x: string, caps = {}) =>
    read(
      `{"fill":${nestedOf(bytes)},${members(63)
        .join()
        .replaceAll(':0', ':null')},"x":${x},"id":0,"name":[true]}`,
      named(500),
      caps,
    ).value;

  it('is not that of a document with few elements', () => {
    const value = filled(50_000, '0', { elements: 100 });
    expect(value).toMatchObject({ id: 0n, name: [true] });
    expect(value).toHaveProperty('fill.59.0.0', [[]]);
  });

  it('is not used by what it drops', () => {
    const much = (element: string) => `[${Array(999).fill(element).join()}]`;
    const kinds = ['0', '12.5', '""', '[]', '{}', '{"a":0}', '[0]'];
    expect(filled(limit - 5_000, `[${kinds.map(much).join()}]`)).toMatchObject({ id: 0n, name: [true] });
  });

  it('is limited: further parts are dropped, except members with its names', () => {
    const value = filled(limit + 20_000, '0');
    expect(value).toMatchObject({ id: 0n, name: [] });
    expect(value).not.toHaveProperty('n0');
  });
});
