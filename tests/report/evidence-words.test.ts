import { describe, expect, test } from 'vitest';
import { alsoCorrectWords, comparedWords, occurrencesWords, rowWords } from '../../src/report/evidence.ts';
import { quotaLine } from '../../src/report/terminal/summary.ts';
import { sampleFinding } from './sample-report.ts';

describe('occurrencesWords', () => {
  const wordsOf = (count: number, tested?: number) => {
    const { tested: _, ...finding } = { ...sampleFinding, count, places: [] };
    return occurrencesWords(tested === undefined ? finding : { ...finding, tested });
  };

  test.each([
    [1, 59, '1 of 59 times'],
    [1_127, 1_127, 'every time (1,127 of 1,127)'],
    [1, 1, 'once'],
    [1, undefined, 'once'],
    [4, undefined, '4 times'],
  ])('describes %i of %s', (count, tested, words) => {
    expect(wordsOf(count, tested)).toBe(words);
  });

  test('says how many places or cases are not listed', () => {
    const places = Array.from({ length: 11 }, (_one, index) => ({ place: `place ${index}`, count: 1 }));
    expect(occurrencesWords({ ...sampleFinding, places })).toMatch(/, place 3 and 7 more places$/);
    expect(occurrencesWords({ ...sampleFinding, places: places.slice(0, 5) })).toMatch(
      /, place 3 and 1 more place$/,
    );
    expect(alsoCorrectWords({ ...sampleFinding, alsoCorrect: places })).toEqual([
      expect.stringMatching(/^place 0; .*; place 7 and 3 more cases$/),
    ]);
  });
});

describe('rowWords', () => {
  const row = { id: 1, atMs: 6_880, readMs: 6_881, operation: 'listCategories', withKey: true, status: 429 };
  const full = { ...row, limit: 60, remaining: 0, reset: 1_795_278_257, retryAfter: '1' };

  test('shows Reset relative to the response', () => {
    expect(rowWords({ ...full, resetIn: 6 })).toBe(
      '   6.88 s  429   0 of 60 left  Reset in 6 s  Retry-After "1"',
    );
    expect(rowWords({ ...full, resetIn: -2 })).toContain('Reset 2 s ago');
  });

  test('shows the timestamp in a report of an older kit', () => {
    expect(rowWords(full)).toContain('Reset 1795278257');
  });
});

test('says whether the other exchange of a proof was sent before or afterwards', () => {
  const { exchange, comparedWith } = sampleFinding;
  if (exchange === undefined || comparedWith === undefined) throw new Error('the sample has no proof');
  expect(comparedWords(sampleFinding)).toMatchObject({ when: 'sent afterwards' });
  const before = { ...comparedWith, exchange: { ...comparedWith.exchange, id: 2 } };
  expect(comparedWords({ ...sampleFinding, comparedWith: before })).toMatchObject({ when: 'sent before' });
});

test('shows waits of the kit in the quota line, and no other pauses', () => {
  const at = (atMs: number, remaining: number) => ({
    ...{ id: 1, atMs, readMs: atMs + 5, operation: 'listCategories', withKey: true, status: 200 },
    ...{ limit: 8, remaining },
  });
  const rows = [at(0, 8), at(2_500, 7), at(8_000, 8), at(9_500, 7)];
  const waits = [{ atMs: 2_600, seconds: 5, reason: 'for the limit to reset' }];
  expect(quotaLine(rows, waits, 80)).toBe('█▇ 5 s █▇');
  expect(quotaLine(rows, [], 80)).toBe('█▇█▇');
});
