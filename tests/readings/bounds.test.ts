import { describe, expect, test } from 'vitest';
import { entryUpTo, forgetFirst, pushNewest, pushUpTo } from '../../src/readings/bounds.ts';

const letters = ['a', 'b', 'c', 'd', 'e'];

describe('what a reading keeps is bounded', () => {
  test.each([
    [0, '', ''],
    [2, 'ab', 'de'],
    [4, 'abcd', 'bcde'],
    [5, 'abcde', 'abcde'],
    [6, 'abcde', 'abcde'],
  ])('to the first or newest %i values', (most, first, newest) => {
    const [kept, last]: [string[], string[]] = [[], []];
    for (const letter of letters) {
      pushUpTo(kept, letter, most);
      pushNewest(last, letter, most);
    }
    expect(kept.join('')).toBe(first);
    expect(last.join('')).toBe(newest);
  });

  test.each([
    [0, ''],
    [1, 'e'],
    [4, 'bcde'],
    [5, 'abcde'],
  ])('to the newest %i entries of a map', (most, kept) => {
    const map = new Map(letters.map((letter) => [letter, letter]));
    forgetFirst(map, most);
    expect([...map.keys()].join('')).toBe(kept);
  });

  test('to the first entries of a map, which stay', () => {
    const map = new Map<string, { readonly made: string }>();
    const entryOf = (key: string) => entryUpTo(map, key, 2, () => ({ made: key }));
    const first = entryOf('a');
    expect(first).toEqual({ made: 'a' });
    expect([entryOf('b'), entryOf('c')]).toEqual([{ made: 'b' }, undefined]);
    expect(entryOf('a')).toBe(first);
    expect([...map.keys()]).toEqual(['a', 'b']);
  });
});
