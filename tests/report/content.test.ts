import { expect, test } from 'vitest';
import { noLongerNeeded } from '../../src/report/accepted.ts';
import { countedIds } from '../../src/report/content.ts';

test.each([
  [['list.ok'], 'list.ok'],
  [['create.text', 'list.ok', 'create.text'], '2 of create.text, list.ok'],
  [['a', 'a', 'a', 'b', 'b', 'c', 'd', 'e', 'f', 'f', 'f', 'g'], '3 of a, 2 of b, c, d, e and 4 more'],
])('the requirement ids in %j are counted so that the counts add up', (ids, words) => {
  expect(countedIds(ids)).toBe(words);
});

test('several accepted failures of the same requirement are counted', () => {
  const states = ['POST /categories', 'GET /categories'].map((operation) => ({
    requirement: 'auth.key-missing',
    operation,
    reason: 'known',
    until: '2027-01-31',
    state: 'no longer needed' as const,
  }));
  expect(noLongerNeeded(states, undefined)).toBe(
    '2 accepted failures are no longer needed: 2 of auth.key-missing.',
  );
});
