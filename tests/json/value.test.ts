import { expect, test } from 'vitest';
import { readJsonText } from '../../src/json/read.ts';
import { pointerOf, writeJson } from '../../src/json/value.ts';

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

test('a pointer is escaped by RFC 6901', () => {
  expect(pointerOf([])).toBe('');
  expect(pointerOf([''])).toBe('/');
  expect(pointerOf(['a', 0, 'm~n', 'x/y', '~1'])).toBe('/a/0/m~0n/x~1y/~01');
});
