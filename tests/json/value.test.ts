import { expect, test } from 'vitest';
import { readJsonText } from '../../src/json/read.ts';
import { type JsonValue, pointerOf, stringsIn, writeJson } from '../../src/json/value.ts';
import { processorTime } from '../support/processor-time.ts';

test.each([
  '9223372036854775807',
  '1.5',
  '"a \\"bird\\""',
  'true',
  'null',
  '[]',
  '[1,[2],"3"]',
  '{}',
  '{"id":9007199254740993,"a b":{"c":null},"list":[{}]}',
])('%s is written unchanged', (text) => {
  const document = readJsonText(text);
  expect(document.ok && writeJson(document.value)).toBe(text);
});

test('the depth of a long string does not slow down writing', () => {
  const long = 'x'.repeat(1_000_000);
  const written = (depth: number) => {
    let value: JsonValue = long;
    for (let level = 0; level < depth; level++) value = [1n, { a: true, b: value }];
    const { result, ms } = processorTime(() => writeJson(value));
    expect(result).toHaveLength(long.length + 2 + depth * '[1,{"a":true,"b":}]'.length);
    return ms;
  };
  // If each level copied the string, this would take three hundred times as long.
  expect(written(300)).toBeLessThan(20 * Math.max(written(1), 5));
});

test('a JSON Pointer is escaped according to RFC 6901', () => {
  expect(pointerOf([])).toBe('');
  expect(pointerOf([''])).toBe('/');
  expect(pointerOf(['a', 0, 'm~n', 'x/y', '~1'])).toBe('/a/0/m~0n/x~1y/~01');
});

test('the strings in a value include member names, but no array indexes', () => {
  const value = { a: ['b', [{ c: 'd' }, 1n]], e: null };
  expect([...stringsIn(value)]).toEqual(['a', 'e', 'b', 'c', 'd']);
});

test('the strings in a wide array are found at any depth', () => {
  let value: JsonValue = Array.from({ length: 20_000 }, () => '');
  for (let depth = 0; depth < 10_000; depth++) value = [value];
  expect([...stringsIn(value)]).toHaveLength(20_000);
});
