import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { EnforcementDecision } from '../../src/readings/enforcement.ts';
import limiting from '../../suites/rate-limiting.ts';
import { cutOff, responded, start, type Told } from '../support/responses.ts';
import { concluded, judged, type Known, tallied } from './judged.ts';

const limited = (also: Partial<Told> = {}) => responded({ at: 0, took: 0, status: 429, ...also });
const retryAfter = (...values: readonly string[]) => values.map((value) => ['Retry-After', value] as const);

describe('the limit', () => {
  const said = (decision: EnforcementDecision, leftOut?: string) =>
    concluded(limiting, 'limit.enforced', [], {
      enforcement: { decision: () => decision },
      proofSkipped: () => leftOut,
    });
  const by = limited();

  test('is enforced where that is proven', () => {
    expect(said({ kind: 'proven', by })).toBe('met');
  });

  test('is not enforced where requests beyond it are served', () => {
    const decision = {
      kind: 'not enforced',
      by,
      served: true,
      seen: 'much',
      cause: 'all is served',
    } as const;
    expect(said(decision)).toBe('expected 429 once the limit is used up, received much: all is served');
    const { causes } = tallied(limiting, 'limit.enforced', [], { enforcement: { decision: () => decision } });
    expect([...causes.values()][0]?.exchange).toBe(by);
  });

  test('is not judged before it is reached, with the reason', () => {
    expect(said({ kind: 'undecided', reason: 'it refills' }, 'the budget')).toBe('not judged: it refills');
    expect(said({ kind: 'open' }, 'the budget')).toBe('not judged: the budget');
    expect(said({ kind: 'open' })).toBe('not judged: the limit was not reached');
  });

  test('is not said to be out of reach where 429s came', () => {
    const met = (...exchanges: readonly Exchange[]) =>
      concluded(limiting, 'limit.enforced', exchanges, {
        enforcement: { decision: () => ({ kind: 'open' }) },
        proofSkipped: () => undefined,
      });
    const stray = limited({ quota: [60, 40, 30] });
    const another = 'but none at Remaining 0: another limit than the one in the headers was met';
    expect(met(stray)).toBe(`not judged: one response was 429, ${another}`);
    expect(met(stray, responded({ at: 1 }), stray, stray)).toBe(
      `not judged: 3 responses were 429, ${another}`,
    );
    expect(met(limited({ request: { credential: 'none' } }))).toBe('not judged: the limit was not reached');
  });
});

describe('a 429', () => {
  const said = (row: string, also: Partial<Told>) => judged(limiting, row, limited(also));

  test('carries Retry-After', () => {
    const row = 'limit.retry-after';
    expect(said(row, { headers: retryAfter('5') })).toBe('met');
    expect(said(row, {})).toBe('expected a Retry-After header, received none: a 429 has no Retry-After');
    expect(said(row, { status: 500 })).toBe('not selected');
    expect(said(row, { request: { operation: 'elsewhere' } })).toBe('not selected');
    expect(judged(limiting, row, cutOff(0))).toBe('not selected');
  });

  test('gives one time that can be read', () => {
    const row = 'limit.retry-after-value';
    expect(said(row, { headers: retryAfter('5') })).toBe('met');
    expect(said(row, { headers: retryAfter('5', '5') })).toBe('met');
    expect(said(row, { headers: retryAfter('5, 5') })).toBe('met');
    expect(said(row, {})).toBe('not judged: see limit.retry-after');
    expect(said(row, { headers: retryAfter('5', '6') })).toBe(
      'expected one time, received "5" and "6": Retry-After has different values',
    );
    expect(said(row, { headers: retryAfter('soon') })).toMatch(
      /^expected whole seconds or an HTTP-date, at most 25 hours ahead, received "soon": Retry-After is .+$/,
    );
    expect(said(row, { status: 500, headers: retryAfter('soon') })).toBe('not selected');
  });

  test('by a date is held against the Date of the answer', () => {
    const date = (seconds: number) => new Date((start + seconds) * 1000).toUTCString();
    const past = (dated: readonly (readonly [string, string])[]) =>
      said('limit.retry-after-value', { headers: [...retryAfter(date(-60)), ...dated] });
    expect(past([['Date', date(0)]])).toMatch(/^expected whole seconds or an HTTP-date/);
    expect(past([])).toBe('met');
    expect(past([['Date', date(-70)]])).toBe('met');
  });
});

describe('after the time that Retry-After gives', () => {
  const row = 'limit.recovers';
  const said = (exchanges: readonly Exchange[], known: Known = {}) =>
    concluded(limiting, row, exchanges, known);
  /** Twelve answers of one window, by which nobody else uses the key. */
  const alone = Array.from({ length: 12 }, (_one, at) => responded({ at, quota: [60, 59 - at, 100] }));
  const refused = (at: number, reset: number, seconds = 5) =>
    limited({ at, quota: [60, 0, reset], headers: retryAfter(String(seconds)) });

  test('requests are served again', () => {
    expect(said([...alone, refused(20, 100), responded({ at: 25 })])).toBe('met');
  });

  test('or it is not judged', () => {
    const banned = { ban: { shownBy: () => limited() } };
    expect(said([])).toBe('not judged: no 429 was received');
    expect(said([], banned)).toMatch(/^not judged: .*ban/);
    expect(said([...alone, refused(20, 100)])).toBe(
      'not judged: the run ended before the time in Retry-After was over',
    );
    expect(said([...alone, refused(20, 100), responded({ at: 25 })], banned)).toBe('met');
  });

  const again = 'expected an answer other than 429 after the time given in Retry-After, received 429 again';

  test('or they are still refused, with what the last 429 said', () => {
    const first = [...alone, refused(20, 100)];
    const { causes, tested } = tallied(limiting, row, [...first, refused(25, 100), refused(30, 100)]);
    expect(tested).toBe(2);
    expect([...causes.values()]).toMatchObject([{ exchange: { sentAt: 30_000 }, count: 2 }]);
    expect(said([...first, refused(25, 100), refused(30, 100)])).toBe(
      `${again}, 2 times in a row, each time after the time told was over; the last said Retry-After 5 s, its Reset was 70 s away: still 429 after Retry-After`,
    );
    expect(said([...first, refused(25, 100), refused(30, 101, 6)])).toMatch(
      /Retry-After 6 s, its Reset was 71 s away; Reset moved on from one to the next: /,
    );
    expect(said([...first, refused(25, 101), refused(30, 100)])).toMatch(/Reset was 70 s away: still/);
    expect(said([...first, refused(25, 100), refused(30, 101), refused(35, 102)])).toMatch(
      /3 times in a row, .+, its Reset was 67 s away; Reset moved on from one to the next: /,
    );
  });

  test('and one that shows no Reset is told without it', () => {
    const bare = (at: number) => limited({ at, headers: retryAfter('5') });
    expect(said([...alone, refused(20, 100), bare(25), bare(30)])).toBe(
      `${again}, 2 times in a row, each time after the time told was over: still 429 after Retry-After`,
    );
  });
});
