import { expect, test } from 'vitest';
import { readJsonText } from '../../src/json/read.ts';
import { writeJson } from '../../src/json/write.ts';

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
])('%s is written as it was read', (text) => {
  const document = readJsonText(text);
  expect(document.ok && writeJson(document.value)).toBe(text);
});
