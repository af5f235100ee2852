import { describe, expect, test } from 'vitest';
import { plainList } from '../../src/checks/requests.ts';
import type { Exchange, HeaderLine } from '../../src/exchange/exchange.ts';
import type { UsageDecision } from '../../src/readings/usage.ts';
import headers from '../../suites/rate-limit-headers.ts';
import { cutOff, type ResponseParts, responded, start } from '../support/responses.ts';
import { checked, type Otherwise, type Serve } from './checked.ts';
import { concluded, judged, type Known, tallied } from './judged.ts';

const limit = (value: string): HeaderLine => ['X-RateLimit-Limit', value];
const remaining = (value: string): HeaderLine => ['X-RateLimit-Remaining', value];
const reset = (value: string): HeaderLine => ['X-RateLimit-Reset', value];
const retryAfter = (value: string): HeaderLine => ['Retry-After', value];
const date: HeaderLine = ['Date', new Date(start * 1000).toUTCString()];
const soon = String(start + 30);
const good = [limit('60'), remaining('59'), reset(soon)];
const seePresent = 'not judged: see headers.present';

const judgment = (
  requirement: string,
  lines: readonly HeaderLine[],
  also: Partial<ResponseParts> = {},
  known?: Known,
) => judged(headers, requirement, responded({ at: 0, took: 0, headers: lines, ...also }), known);

test.each(['headers.present', 'headers.form', 'headers.limit', 'headers.remaining', 'headers.reset'])(
  '%s accepts valid headers, and judges only named operations',
  (requirement) => {
    expect(judgment(requirement, good)).toBe('met');
    expect(judgment(requirement, good, { status: 401, request: { credential: 'none' } })).toBe('met');
    expect(judgment(requirement, good, { request: { operation: 'elsewhere' } })).toBe('not selected');
    expect(judged(headers, requirement, cutOff(0))).toBe('not selected');
  },
);

describe('the three headers', () => {
  const three = 'expected the three headers, one value each, received ';
  test.each([
    [[limit('60'), remaining('59')], 'X-RateLimit-Reset is missing'],
    [[reset(soon)], 'X-RateLimit-Limit is missing, X-RateLimit-Remaining is missing'],
    [[...good, limit('61')], 'X-RateLimit-Limit has 2 different values'],
    [[limit('60, 61'), remaining('59'), reset(soon)], 'X-RateLimit-Limit has 2 different values'],
    [[limit('59,60'), remaining('59'), reset(soon)], 'X-RateLimit-Limit has 2 different values'],
  ])('%j', (lines, problems) => {
    const verdict = `${three}${problems}: ${problems}`;
    expect(judgment('headers.present', lines)).toBe(verdict);
    expect(judgment('headers.elsewhere', lines, { request: { operation: 'elsewhere' } })).toBe(verdict);
    expect(judgment('headers.elsewhere', lines)).toBe('not selected');
  });

  test('are present if a comma is inside a number, which is one value', () => {
    const grouped = [limit('1,000'), remaining('59'), reset(soon)];
    expect(judgment('headers.present', grouped)).toBe('met');
    expect(judgment('headers.limit', grouped)).toBe(
      'expected a positive integer, received "1,000": Limit is not a positive integer',
    );
    expect(judgment('headers.present', [limit('100,100'), remaining('59'), reset(soon)])).toBe('met');
    expect(judgment('headers.limit', [limit('100,100'), remaining('59'), reset(soon)])).toBe('met');
  });

  test('may be missing next to similar headers, which the finding lists', () => {
    const lines = [limit('60'), remaining('59'), ['RateLimit-Reset', '5'], ['X-Rate-Limit-Limit', '60']];
    const missing = 'X-RateLimit-Reset is missing';
    const similar = ' (similar headers in the response: RateLimit-Reset, X-Rate-Limit-Limit)';
    expect(judgment('headers.present', lines as HeaderLine[])).toBe(
      `${three}${missing}${similar}: ${missing}`,
    );
  });

  test('may be missing next to many similar headers: the finding lists four, cut to sixty characters', () => {
    const similar = ['a', 'b', 'c', 'd', 'e'].map(
      (name): HeaderLine => [`RateLimit-${name.repeat(60)}`, '5'],
    );
    const listed = ['a', 'b', 'c', 'd'].map((name) => `RateLimit-${name.repeat(50)}`);
    expect(judgment('headers.present', [limit('60'), remaining('59'), ...similar])).toMatch(
      new RegExp(`\\(similar headers in the response: ${listed.join(', ')}\\): `),
    );
  });

  test.each([
    [[], undefined],
    [
      [limit('60'), remaining('59')],
      /^Look where the server sets X-RateLimit-Limit and X-RateLimit-Remaining of these responses, and set X-RateLimit-Reset there/,
    ],
    [[...good, limit('5000')], /^Two places set the header/],
    [
      [['RateLimit-Limit', '60']] as HeaderLine[],
      /^Rename the headers that the server sends \(RateLimit-Limit\) to X-RateLimit-Limit, /,
    ],
  ])('are fixed in the place that %j shows', (lines, fix) => {
    const { causes } = tallied(headers, 'headers.present', [responded({ at: 0, headers: lines })]);
    const [cause] = causes.values();
    if (fix === undefined) expect(cause?.mismatch.advice).toBeUndefined();
    else expect(cause?.mismatch.advice?.fix).toMatch(fix);
  });

  test('may appear twice with one value, except for headers.form', () => {
    const twice = [...good, limit('60')];
    expect(judgment('headers.present', twice)).toBe('met');
    expect(judgment('headers.form', twice)).toBe(
      'expected X-RateLimit-Limit once, received X-RateLimit-Limit 2 times: X-RateLimit-Limit appears more than once',
    );
    expect(judgment('headers.form', [...good, limit('61')])).toBe('met');
    expect(judgment('headers.form', [...good, retryAfter('5'), retryAfter('5')])).toMatch(
      /^expected Retry-After once/,
    );
  });

  test('should be whole numbers', () => {
    const fraction = (name: string, value: string) =>
      `expected ${name} as a whole number, received "${value}": ${name} is a fraction`;
    expect(judgment('headers.form', [limit('60'), reset('1800000030.25')])).toBe(
      fraction('X-RateLimit-Reset', '1800000030.25'),
    );
    expect(judgment('headers.form', [...good, retryAfter('1.25')])).toBe(fraction('Retry-After', '1.25'));
    for (const value of ['a1.5', '1.5a', '1.', '.5'])
      expect(judgment('headers.form', [...good, retryAfter(value)])).toBe('met');
    expect(judgment('headers.form', [retryAfter('1.25')])).toBe(seePresent);
  });
});

describe('Limit', () => {
  test.each(['0', '000', '-60', '60.5', 'sixty', 'x60', ''])('must not be "%s"', (value) => {
    expect(judgment('headers.limit', [limit(value)])).toBe(
      `expected a positive integer, received "${value}": Limit is not a positive integer`,
    );
  });

  test('may have any number of digits, and zeros before them', () => {
    for (const value of ['0060', '5', '600']) expect(judgment('headers.limit', [limit(value)])).toBe('met');
    expect(judgment('headers.limit', [])).toBe(seePresent);
  });
});

describe('Remaining', () => {
  test.each([
    ['-1', 'an integer from 0 to Limit', 'Remaining is negative'],
    ['59.5', 'an integer from 0 to Limit', 'Remaining is not an integer'],
    ['61', 'an integer from 0 to 60', 'Remaining is above Limit'],
  ])('must not be "%s"', (value, expected, cause) => {
    expect(judgment('headers.remaining', [limit('60'), remaining(value)])).toBe(
      `expected ${expected}, received "${value}": ${cause}`,
    );
  });

  test('must be at most a readable Limit', () => {
    expect(judgment('headers.remaining', [limit('60'), remaining('60')])).toBe('met');
    expect(judgment('headers.remaining', [limit('sixty'), remaining('61')])).toBe('met');
    const most = '9223372036854775807';
    expect(judgment('headers.remaining', [limit(most), remaining('9223372036854775806')])).toBe('met');
    expect(judgment('headers.remaining', [limit(most), remaining('9223372036854775808')])).toBe(
      `expected an integer from 0 to ${most}, received "9223372036854775808": Remaining is above Limit`,
    );
    expect(judgment('headers.remaining', [limit('60')])).toBe(seePresent);
  });
});

describe('Reset', () => {
  const expected = `expected a Unix timestamp from ${start} (now) to 25 hours later, received `;
  test.each([
    ['30', ' (perhaps seconds from now)', 'is in the past'],
    ['30.25', ' (perhaps seconds from now)', 'is in the past'],
    ['99999999.5', ' (perhaps seconds from now)', 'is in the past'],
    ['100000000', '', 'is in the past'],
    [`${start + 30}000`, ' (perhaps milliseconds)', 'is more than 25 hours ahead'],
    [`${start + 30}000000`, ' (perhaps microseconds)', 'is more than 25 hours ahead'],
    [`${start + 1e7}000`, '', 'is more than 25 hours ahead'],
    [`${start + 1e7}000000`, '', 'is more than 25 hours ahead'],
    ['27-01-15', '', 'is not a Unix timestamp in seconds'],
    [`${start + 30}0`, '', 'is more than 25 hours ahead'],
    ['2027-01-15T08:00:00Z', ' (a date)', 'is not a Unix timestamp in seconds'],
    ['soon', '', 'is not a Unix timestamp in seconds'],
    ['-30', '', 'is not a Unix timestamp in seconds'],
  ])('must not be "%s"', (value, guess, problem) => {
    expect(judgment('headers.reset', [date, reset(value)])).toBe(
      `${expected}"${value}"${guess}: Reset ${problem}`,
    );
  });
});

describe("the plan's number", () => {
  const free: Known = { plan: 'free' };
  const enterprise: Known = { plan: 'enterprise' };
  const own = 'not judged: Enterprise quotas are agreed with each customer';

  test('may be per minute or per day', () => {
    expect(judgment('headers.plan', good, {}, free)).toBe('met');
    expect(judgment('headers.plan', [limit('1000')], {}, free)).toBe('met');
    expect(judgment('headers.plan', [limit('61')], {}, free)).toBe(
      'expected 60 (per minute) or 1000 (per day), received "61": Limit is not the plan\'s number',
    );
    expect(judgment('headers.plan', [], {}, free)).toBe(seePresent);
  });

  test('is judged only for responses to the key', () => {
    for (const requirement of ['headers.plan', 'headers.plan-window']) {
      expect(judgment(requirement, good, {}, enterprise)).toBe(own);
      expect(judgment(requirement, good)).toBe(own);
      expect(judgment(requirement, good, { status: 401 }, free)).toBe('not selected');
      expect(judgment(requirement, good, { request: { credential: 'none' } }, free)).toBe('not selected');
      expect(judged(headers, requirement, cutOff(0), free)).toBe('not selected');
    }
  });

  test('must reset within a minute if it is the one per minute', () => {
    const window = (lines: readonly HeaderLine[]) => judgment('headers.plan-window', lines, {}, free);
    const ahead = (seconds: number) => [date, limit('60'), reset(String(start + seconds))];
    expect(window(ahead(70))).toBe('met');
    expect(window(ahead(71))).toBe(
      'expected a Reset at most 70 s after Date, received 71 s after Date: the limit per minute resets after more than a minute',
    );
    expect(window([date, limit('1000'), reset(soon)])).toBe(
      "not judged: no response showed the plan's number per minute (see headers.plan)",
    );
    expect(window([date, limit('60')])).toBe('not judged: see headers.reset, headers.plan');
    expect(window(good)).toBe('not judged: the responses have no Date');
  });
});

describe('Remaining falls', () => {
  const requirement = 'headers.usage';
  const judgment = (decision: UsageDecision) => {
    const usage = { decision: () => decision };
    return concluded(headers, requirement, [], { usage });
  };

  test('according to the reading of the whole run', () => {
    const shown = responded({ at: 0 });
    expect(judgment({ kind: 'falls' })).toBe('met');
    expect(judgment({ kind: 'open', reason: 'nothing tells' })).toBe('not judged: nothing tells');
    expect(judgment({ kind: 'unchanged', shown, deciding: 3, falling: 1 })).toBe(
      'expected a falling Remaining within one window, received it fell in 1 of 3 stretches of twelve requests: Remaining does not fall',
    );
  });

  const title = 'more plain GETs, if the requests so far do not show whether Remaining falls';
  /** Returns lists with this Remaining, in a window longer than any test. */
  const showing =
    (remaining: (sent: number) => number): Serve =>
    (_request, purpose) => {
      expect(purpose).toBe(title);
      sent++;
      return { status: 200, quota: [60, remaining(sent), 3605] };
    };
  let sent = 0;
  const more = (serve: Serve, readings: Otherwise['readings'] = {}, ...before: readonly Exchange[]) => {
    sent = 0;
    return checked(headers, title, serve, { readings, before });
  };
  const undecided = { decision: () => ({ kind: 'undecided', reason: 'it refills' }) as const };

  test('according to as many plain GETs as needed', async () => {
    const falls = await more(showing((at) => 60 - at));
    expect(falls.judgment).toBe('met');
    expect(falls.sent).toHaveLength(12);
    expect(falls.sent[0]?.request).toEqual(plainList());
  });

  test('or fails after two stretches', async () => {
    const still = await more(showing(() => 50));
    expect(still.judgment).toBe('not judged: Remaining does not fall');
    expect(still.sent).toHaveLength(23);
  });

  test('or is inconclusive after twenty-four GETs', async () => {
    const unread = await more(showing((at) => (at < 12 ? 0 : at)));
    expect(unread.judgment).toMatch(
      /^not judged: Remaining did not fall from one list to the next, but the lists are inconclusive: /,
    );
    expect(unread.sent).toHaveLength(24);
  });

  test('or sends nothing more if no response has the headers', async () => {
    expect((await more(() => 'cut')).sent).toHaveLength(1);
    expect((await more(() => ({ status: 200 }))).sent).toHaveLength(1);
    for (const missing of [limit, remaining, reset]) {
      const headers = [limit('60'), remaining('50'), reset(String(start + 3605))];
      const partly = headers.filter(([name]) => name !== missing('')[0]);
      expect((await more(() => ({ status: 200, headers: partly }))).sent, missing('')[0]).toHaveLength(1);
    }
  });

  test('are sent only if at least one list had the headers', async () => {
    const serve = showing((at) => 60 - at);
    const bare = responded({ at: 0, body: '[]' });
    const full = responded({ at: 1, body: '[]', quota: [60, 60, 3605] });
    expect((await more(serve, {}, bare)).sent).toEqual([]);
    expect((await more(serve, {}, bare, full)).sent).toHaveLength(11);
  });

  test('or sends nothing more if the quota refills as fast as it is used', async () => {
    const refilling = await more(
      showing((at) => 60 - at),
      { enforcement: undecided },
    );
    expect(refilling.judgment).toBe('not judged: too few requests in one window');
    expect(refilling.sent).toEqual([]);
  });

  test('according to earlier requests, without new ones', async () => {
    const usage = { decision: () => ({ kind: 'falls' }) as const };
    const { judgment, sent } = await more(
      showing(() => 50),
      { usage, enforcement: undecided },
    );
    expect([judgment, sent]).toEqual(['met', []]);
  });
});

test('Limit must stay the same within a window', () => {
  const requirement = 'headers.limit-steady';
  const shown = (at: number, limit: number) => responded({ at, quota: [limit, 5, 3605] });
  expect(concluded(headers, requirement, [shown(0, 60), shown(1, 60)])).toBe('met');
  const changing = [60, 61, 60, 61, 60, 61].map((limit, at) => shown(at, limit));
  expect(concluded(headers, requirement, changing)).toMatch(
    /^expected the same Limit while Reset stays the same, received Limit .+ with the same Reset: /,
  );
  expect(concluded(headers, requirement, [])).toBe('not judged: see headers.limit, headers.reset');
});
