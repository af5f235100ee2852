import { expect, test } from 'vitest';
import { createSeenTexts } from '../../src/payloads/seen-texts.ts';
import { memoryInUse } from '../support/memory-in-use.ts';

test('a text is met for the first time once, however many others are', () => {
  const seen = createSeenTexts();
  const texts = Array.from({ length: 5_000 }, (_one, index) => `{"name":${index}}`);
  expect(texts.filter((text) => seen.add(text))).toEqual(texts);
  expect(texts.filter((text) => seen.add(text))).toEqual([]);
  expect(seen.add('')).toBe(true);
});

test('some ten bytes are kept of each', () => {
  const seen = createSeenTexts();
  const before = memoryInUse();
  for (let index = 0; index < 100_000; index++) seen.add(`{"name":${index}}`);
  expect((memoryInUse() - before) / 100_000).toBeLessThan(30);
  expect(seen.add('{"name":7}')).toBe(false);
});
