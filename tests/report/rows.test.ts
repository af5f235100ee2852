import { describe, expect, test } from 'vitest';
import type { TimelineRow } from '../../src/report/model/report.ts';
import { adviceRows, comparedWhen, findingRows, timelineWords } from '../../src/report/rows.ts';
import { quotaLine } from '../../src/report/terminal/summary.ts';
import { sampleFinding } from './sample-report.ts';

/** Returns the text of the row with this label. */
const textOf = (label: string, more: Partial<typeof sampleFinding>) =>
  findingRows({ ...sampleFinding, ...more }).find((row) => row.label === label)?.text;

describe('the occurrences', () => {
  test.each([
    [1, 59, '1 of 59 times'],
    [1_127, 1_127, 'every time (1,127 of 1,127)'],
    [1, 1, 'once'],
  ])('are described for %i of %s', (count, tested, words) => {
    expect(textOf('Occurrences', { count, tested, places: [] })).toBe(words);
  });

  test('name a few places or cases, and count the others', () => {
    const places = Array.from({ length: 11 }, (_one, index) => ({ place: `place ${index}`, count: 1 }));
    expect(textOf('Occurrences', { places })).toMatch(/, place 3 and 7 more places$/);
    expect(textOf('Occurrences', { places: places.slice(0, 5) })).toMatch(/, place 3 and 1 more place$/);
    const first = { ...sampleFinding, alsoCorrect: places };
    const [row] = adviceRows({ first, impact: '', fix: '', software: undefined, fails: true }, '');
    expect(row?.text).toMatch(/^place 0, .*, place 7 and 3 more cases$/);
  });
});

test('lists are separated by semicolons if an item contains a comma', () => {
  const instances = ['name is an array, 50 levels deep', 'name is false'];
  expect(textOf('Cases', { instances })).toBe('name is an array, 50 levels deep; name is false');
});

test.each([
  ['a search', {}, 'Smallest body', /; reduced in 7 tries$/],
  ['one try', { tries: 1 }, 'Smallest body', /; reduced in 1 try$/],
  ['no search', { smallest: '{"a":1}', found: '{"a":1}', tries: 0 }, 'Invalid body', /name is a string\)$/],
  ['long runs of whitespace', { smallest: `{${' '.repeat(10)}"a":1}` }, 'Smallest body', /7 tries$/],
] as const)('a generated body is named after %s', (_what, more, label, words) => {
  const { payload } = sampleFinding;
  if (payload === undefined) throw new Error('the sample has no payload');
  const changed = { payload: { ...payload, ...more } };
  expect(textOf('Payload', changed)).toMatch(words);
  expect(textOf(label, changed)).toMatch(/^\{[^ ]|^\{ "a":1\} \(whitespace shortened\)$/);
});

test('the timeline shows Reset relative to the response', () => {
  const row = { id: 1, atMs: 6_880, readMs: 6_881, operation: 'listCategories', withKey: true, status: 429 };
  const whole = { ...row, limit: 60, remaining: 0, reset: 1_795_278_257, retryAfter: '1' };
  expect(timelineWords({ ...whole, resetIn: -2 })).toBe(
    '   6.88 s  429   0 of 60 left  Reset 2 s ago  Retry-After "1"',
  );
});

test('says whether the other exchange of a proof was sent before or afterwards', () => {
  const { exchange, comparedWith } = sampleFinding;
  if (exchange === undefined || comparedWith === undefined) throw new Error('the sample has no proof');
  expect(comparedWhen(sampleFinding)).toBe('sent afterwards');
  const before = { ...comparedWith, exchange: { ...comparedWith.exchange, id: 2 } };
  expect(comparedWhen({ ...sampleFinding, comparedWith: before })).toBe('sent before');
  const on = (connection: number, credential: string) => ({
    ...before,
    exchange: {
      ...before.exchange,
      connection,
      request: { ...exchange.request, again: { ...exchange.request.again, credential } },
    },
  });
  const whenBefore = (connection: number, credential: string) =>
    comparedWhen({
      ...sampleFinding,
      exchange: { ...exchange, connection: 2 },
      comparedWith: on(connection, credential),
    });
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
