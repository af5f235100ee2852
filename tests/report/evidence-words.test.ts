import { describe, expect, test } from 'vitest';
import { alsoCorrectWords, comparedWords, occurrencesWords, rowWords } from '../../src/report/evidence.ts';
import { render as junit } from '../../src/report/junit.ts';
import { render as markdown } from '../../src/report/markdown.ts';
import type { TimelineRow } from '../../src/report/model/report.ts';
import { quotaLine } from '../../src/report/terminal/summary.ts';
import { terminalReport } from '../../src/report/terminal/terminal.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

describe('occurrencesWords', () => {
  const wordsOf = (count: number, tested: number) =>
    occurrencesWords({ ...sampleFinding, count, tested, places: [] });

  test.each([
    [1, 59, '1 of 59 times'],
    [1_127, 1_127, 'every time (1,127 of 1,127)'],
    [1, 1, 'once'],
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
      expect.stringMatching(/^place 0, .*, place 7 and 3 more cases$/),
    ]);
  });
});

test('lists are separated by semicolons if an item contains a comma, in every format', () => {
  const instances = ['name is an array, 50 levels deep', 'name is false'];
  const alsoCorrect = instances.map((place) => ({ place, count: 1 }));
  const finding = { ...sampleFinding, instances, alsoCorrect };
  const report = { ...sampleReport, findings: [finding] };
  const wanted = /(Cases|Also correct) +name is an array, 50 levels deep; name is false/g;
  const all = [terminalReport(report, { color: false, width: 110 }), junit(report), markdown(report)];
  for (const text of all) expect(text.match(wanted)).toHaveLength(2);
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
});

test('says whether the other exchange of a proof was sent before or afterwards', () => {
  const { exchange, comparedWith } = sampleFinding;
  if (exchange === undefined || comparedWith === undefined) throw new Error('the sample has no proof');
  expect(comparedWords(sampleFinding)).toMatchObject({ when: 'sent afterwards' });
  const before = { ...comparedWith, exchange: { ...comparedWith.exchange, id: 2 } };
  expect(comparedWords({ ...sampleFinding, comparedWith: before })).toMatchObject({ when: 'sent before' });
  const on = (connection: number, credential: string) => ({
    ...before,
    exchange: {
      ...before.exchange,
      connection,
      request: { ...exchange.request, again: { ...exchange.request.again, credential } },
    },
  });
  const whenBefore = (connection: number, credential: string) =>
    comparedWords({
      ...sampleFinding,
      exchange: { ...exchange, connection: 2 },
      comparedWith: on(connection, credential),
    })?.when;
  const own = exchange.request.again.credential;
  expect(whenBefore(2, `not ${own}`)).toBe('sent before on the same connection');
  expect([whenBefore(3, `not ${own}`), whenBefore(2, own)]).toEqual(['sent before', 'sent before']);
});

describe('the quota line', () => {
  const row = (atMs: number, tookMs: number, remaining: number, status = 200): TimelineRow => ({
    ...{ id: atMs, atMs, readMs: atMs + tookMs, operation: 'listCategories', withKey: true, status },
    ...{ limit: 8, remaining },
  });
  const waitAt = (atMs: number, seconds = 5) => ({ atMs, seconds, reason: 'for the limit to reset' });

  test('shows waits of the kit, and no other pauses', () => {
    const rows = [row(0, 5, 8), row(2_500, 5, 7), row(8_000, 5, 8), row(9_500, 5, 7)];
    expect(quotaLine(rows, [waitAt(2_600)], 80)).toBe('█▇ 5 s █▇');
    expect(quotaLine(rows, [], 80)).toBe('█▇█▇');
  });

  test.each<[what: string, rows: readonly TimelineRow[], wait: number]>([
    ['sent in the millisecond of the wait', [row(0, 2, 1), row(9, 0, 0, 429), row(5_009, 3, 8)], 9],
    ['whose clock is a little behind', [row(0, 2, 1), row(9, 0, 0, 429), row(5_005, 3, 8)], 5],
    [
      'while others are in flight, which end during the wait',
      [row(0, 5, 1), row(3, 4, 0, 429), row(4, 900, 0), row(5_009, 3, 8)],
      7,
    ],
  ])('shows a wait once, after the 429 that caused it: %s', (_what, rows, at) => {
    expect(quotaLine(rows, [waitAt(at)], 80)).toMatch(/^▂×▁? 5 s █$/);
  });

  test('shows concurrent responses in the order received', () => {
    const rows = [row(0, 9, 4), row(1, 3, 8), row(2, 5, 6), row(10, 1, 2)];
    expect(quotaLine(rows, [], 80)).toBe('█▆▅▃');
  });

  test('adds up waits between two responses, and omits short ones and those at the ends', () => {
    const rows = [row(100, 5, 8), row(9_000, 5, 8), row(9_900, 5, 8)];
    const waits = [waitAt(0, 0.05), waitAt(200), waitAt(5_300, 3), waitAt(9_010, 0.8), waitAt(9_950)];
    expect(quotaLine(rows, waits, 80)).toBe('█ 8 s ██');
  });
});
