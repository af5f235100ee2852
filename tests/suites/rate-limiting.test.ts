import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { EnforcementDecision } from '../../src/readings/enforcement.ts';
import limiting from '../../suites/rate-limiting.ts';
import { cutOff, type ResponseParts, responded, start } from '../support/responses.ts';
import { concluded, judged, type Known, tallied } from './judged.ts';

const limited = (also: Partial<ResponseParts> = {}) => responded({ at: 0, took: 0, status: 429, ...also });
const retryAfter = (...values: readonly string[]) => values.map((value) => ['Retry-After', value] as const);

describe('the limit', () => {
  const judgment = (decision: EnforcementDecision, leftOut?: string) =>
    concluded(limiting, 'limit.enforced', [], {
      enforcement: { decision: () => decision },
      proofSkipped: () => leftOut,
    });
  const by = limited();

  test('is enforced if that is proven', () => {
    expect(judgment({ kind: 'proven', by })).toBe('met');
  });

  test('is not enforced if requests beyond it are served', () => {
    const decision = {
      kind: 'not enforced',
      by,
      served: true,
      seen: 'much',
      cause: 'all is served',
    } as const;
    expect(judgment(decision)).toBe('expected 429 once the limit is used up, received much: all is served');
    const { causes } = tallied(limiting, 'limit.enforced', [], { enforcement: { decision: () => decision } });
    expect([...causes.values()][0]?.exchange).toBe(by);
  });

  test('is not judged before it is reached', () => {
    expect(judgment({ kind: 'undecided', reason: 'it refills' }, 'the budget')).toBe(
      'not judged: it refills',
    );
    expect(judgment({ kind: 'open' }, 'the budget')).toBe('not judged: the budget');
    expect(judgment({ kind: 'open' })).toBe('not judged: the limit was not reached');
  });

  test('was not reached by 429s of another limit', () => {
    const met = (...exchanges: readonly Exchange[]) =>
      concluded(limiting, 'limit.enforced', exchanges, {
        enforcement: { decision: () => ({ kind: 'open' }) },
        proofSkipped: () => undefined,
      });
    const stray = limited({ quota: [60, 40, 30] });
    const another = 'but none at Remaining 0: a limit other than the one in the headers applied';
    expect(met(stray)).toBe(`not judged: one response was 429, ${another}`);
    expect(met(stray, responded({ at: 1 }), stray, stray)).toBe(
      `not judged: 3 responses were 429, ${another}`,
    );
    expect(met(limited({}))).toBe(
      'not judged: one response was 429, but without Remaining, so it is unknown which limit applied',
    );
    expect(met(limited({ request: { credential: 'none' } }))).toBe('not judged: the limit was not reached');
  });
});

describe('a 429', () => {
  const judgment = (requirement: string, also: Partial<ResponseParts>) =>
    judged(limiting, requirement, limited(also));

  test('must carry Retry-After', () => {
    const requirement = 'limit.retry-after';
    expect(judgment(requirement, { headers: retryAfter('5') })).toBe('met');
    expect(judgment(requirement, {})).toBe(
      'expected a Retry-After header, received none: a 429 has no Retry-After',
    );
    expect(judgment(requirement, { status: 500 })).toBe('not selected');
    expect(judgment(requirement, { request: { operation: 'elsewhere' } })).toBe('not selected');
    expect(judged(limiting, requirement, cutOff(0))).toBe('not selected');
  });

  test('should not give milliseconds', () => {
    const agrees = (value: string, toReset = 60) =>
      judgment('limit.retry-after-agrees', { quota: [60, 0, toReset], headers: retryAfter(value) });
    const warned = (value: string, toReset = 60) =>
      `expected the seconds until the limit resets, received ${value}, with a Reset ${toReset} s away: Retry-After is in milliseconds`;
    for (const value of ['48000', '60000', '72000']) expect(agrees(value)).toBe(warned(value));
    expect(agrees('12000', 10)).toBe(warned('12000', 10));
    expect(agrees('8000', 10)).toBe(warned('8000', 10));
    // Rounded, or a whole number of seconds later.
    expect(agrees('1000', 3)).toBe(warned('1000', 3));
    for (const value of ['60', '5', '999', '47999', '72001', '60000.0']) expect(agrees(value)).toBe('met');
    expect(agrees('1000', 12)).toBe('met');
    expect(agrees('999', 2)).toBe('met');
    expect(agrees('12001', 10)).toBe('met');
    const notJudged = 'not judged: see limit.retry-after, limit.retry-after-value, headers.reset';
    expect(agrees('3600000', 3_600)).toBe(notJudged);
    expect(judgment('limit.retry-after-agrees', { headers: retryAfter('60000') })).toBe(notJudged);
    expect(judgment('limit.retry-after-agrees', { quota: [60, 0, 60] })).toBe(notJudged);
    const elsewhere = { request: { operation: 'elsewhere' } } as const;
    expect(judgment('limit.retry-after-agrees', elsewhere)).toBe('not selected');
  });

  test('must give one readable time', () => {
    const requirement = 'limit.retry-after-value';
    expect(judgment(requirement, { headers: retryAfter('5') })).toBe('met');
    expect(judgment(requirement, { headers: retryAfter('5', '5') })).toBe('met');
    expect(judgment(requirement, { headers: retryAfter('5, 5') })).toBe('met');
    expect(judgment(requirement, {})).toBe('not judged: see limit.retry-after');
    expect(judgment(requirement, { headers: retryAfter('5', '6') })).toBe(
      'expected one value, received "5" and "6": Retry-After has different values',
    );
    expect(judgment(requirement, { headers: retryAfter('soon') })).toMatch(
      /^expected whole seconds or an HTTP-date, at most 25 hours ahead, received "soon": Retry-After is .+$/,
    );
    expect(judgment(requirement, { status: 500, headers: retryAfter('soon') })).toBe('not selected');
  });

  test('may give a date, compared with the Date of the response', () => {
    const date = (seconds: number) => new Date((start + seconds) * 1000).toUTCString();
    const past = (dated: readonly (readonly [string, string])[]) =>
      judgment('limit.retry-after-value', { headers: [...retryAfter(date(-60)), ...dated] });
    expect(past([['Date', date(0)]])).toMatch(/^expected whole seconds or an HTTP-date/);
    expect(past([])).toBe('met');
    expect(past([['Date', date(-70)]])).toBe('met');
  });
});

describe('after the time that Retry-After gives', () => {
  const requirement = 'limit.recovers';
  const judgment = (exchanges: readonly Exchange[], known: Known = {}) =>
    concluded(limiting, requirement, exchanges, known);
  /** Twelve responses of one window, which show no other client. */
  const alone = Array.from({ length: 12 }, (_one, at) => responded({ at, quota: [60, 59 - at, 100] }));
  const refused = (at: number, reset: number, seconds = 5) =>
    limited({ at, quota: [60, 0, reset], headers: retryAfter(String(seconds)) });

  test('requests must be served again', () => {
    expect(judgment([...alone, refused(20, 100), responded({ at: 25 })])).toBe('met');
  });

  test('is not judged without a decision', () => {
    const banned = { ban: { shownBy: () => limited() } };
    expect(judgment([])).toBe('not judged: no 429 was received');
    expect(judgment([], banned)).toMatch(/^not judged: .*ban/);
    expect(judgment([...alone, refused(20, 100)])).toBe(
      'not judged: the run ended before the time in Retry-After was over',
    );
    expect(judgment([...alone, refused(20, 100), responded({ at: 25 })], banned)).toBe('met');
  });

  const again = 'expected a status other than 429 after the time in Retry-After, received 429 again';

  test('fails if requests are still refused, and shows the last 429', () => {
    const first = [...alone, refused(20, 100)];
    const { causes, tested } = tallied(limiting, requirement, [...first, refused(25, 100), refused(30, 100)]);
    expect(tested).toBe(2);
    expect([...causes.values()]).toMatchObject([{ exchange: { sentAt: 30_000 }, count: 2 }]);
    expect(judgment([...first, refused(25, 100), refused(30, 100)])).toBe(
      `${again}, 2 times in a row, each after the time in Retry-After; the last had Retry-After 5 s and a Reset 70 s away: still 429 after Retry-After`,
    );
    expect(judgment([...first, refused(25, 100), refused(30, 101, 6)])).toMatch(
      /Retry-After 6 s and a Reset 71 s away; Reset moved with each 429: /,
    );
    expect(judgment([...first, refused(25, 101), refused(30, 100)])).toMatch(/Reset 70 s away: still/);
    expect(judgment([...first, refused(25, 100), refused(30, 101), refused(35, 102)])).toMatch(
      /3 times in a row, .+ and a Reset 67 s away; Reset moved with each 429: /,
    );
  });

  test('shows a 429 without Reset', () => {
    const bare = (at: number) => limited({ at, headers: retryAfter('5') });
    expect(judgment([...alone, refused(20, 100), bare(25), refused(30, 101)])).toMatch(
      /and a Reset 71 s away: still/,
    );
    expect(judgment([...alone, refused(20, 100), bare(25), bare(30)])).toBe(
      `${again}, 2 times in a row, each after the time in Retry-After: still 429 after Retry-After`,
    );
  });
});
