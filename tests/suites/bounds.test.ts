import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { EveryResponse, Rule } from '../../src/checks/vocabulary.ts';
import { createJudge } from '../../src/engine/judge.ts';
import { observationsOf } from '../../src/engine/tally.ts';
import type { Exchange, HeaderLine } from '../../src/exchange/exchange.ts';
import type { Readings } from '../../src/readings/readings.ts';
import { internalsIn } from '../../suites/errors.ts';
import { suites } from '../../suites/index.ts';
import { freshReadings } from '../support/readings.ts';
import { type ResponseParts, responded, start } from '../support/responses.ts';

/**
 * Judges exchanges by the rules of one requirement. Returns "met", the causes, what is observed, or why the requirement is
 * not tested. The gallery shows that each requirement finds its defects. These tables are about values that no server of the
 * gallery sends.
 */
function judged(requirement: string, exchanges: readonly Exchange[], known: Partial<Readings> = {}): string {
  const rules = suites
    .flatMap(({ checks }) => checks)
    .filter(
      (one): one is Rule =>
        one.requirement === requirement && (one.kind === 'everyResponse' || one.kind === 'conclusion'),
    );
  const readings = { ...freshReadings(), ...known };
  const judge = createJudge(rules, readings, () => {});
  for (const exchange of exchanges) {
    readings.see(exchange);
    judge.see(exchange);
  }
  judge.end();
  expect(judge.kitFaults).toEqual([]);
  const tally = judge.tally(requirement);
  if (tally.causes.size > 0) return [...tally.causes.keys()].join(' | ');
  const reasons = tally.reasons.filter(({ inPart }) => inPart || tally.tested === 0);
  return (
    [...reasons.map(({ why }) => why.text), ...observationsOf(tally)][0] ??
    (tally.tested > 0 ? 'met' : 'not selected')
  );
}

const at = (seconds: number) => String(start + seconds);
const limit = (value: string): HeaderLine => ['X-RateLimit-Limit', value];
const remaining = (value: string): HeaderLine => ['X-RateLimit-Remaining', value];
const reset = (value: string): HeaderLine => ['X-RateLimit-Reset', value];
const retryAfter = (value: string): HeaderLine => ['Retry-After', value];
const date: HeaderLine = ['Date', new Date(start * 1000).toUTCString()];
const three = [limit('60'), remaining('59'), reset(at(30))];
const most = '9223372036854775807';
const notPositive = 'Limit is not a positive integer';
const far = 'Reset is more than 25 hours ahead';
const noTime = 'Reset is not a Unix timestamp in seconds';
const past = 'Reset is in the past';

test.each<readonly [requirement: string, lines: readonly HeaderLine[], judgment: string]>([
  ...['0', '000', '-60', '60.5', 'x60', '', '1,000'].map(
    (value) => ['headers.limit', [limit(value)], notPositive] as const,
  ),
  ...['0060', '5', '100,100'].map((value) => ['headers.limit', [limit(value)], 'met'] as const),
  ['headers.remaining', [limit('60'), remaining('-1')], 'Remaining is negative'],
  ['headers.remaining', [limit('60'), remaining('59.5')], 'Remaining is not an integer'],
  ['headers.remaining', [limit('60'), remaining('60')], 'met'],
  ['headers.remaining', [limit('60'), remaining('61')], 'Remaining is above Limit'],
  ['headers.remaining', [limit('sixty'), remaining('61')], 'met'],
  ['headers.remaining', [limit(most), remaining('9223372036854775806')], 'met'],
  ['headers.remaining', [limit(most), remaining('9223372036854775808')], 'Remaining is above Limit'],
  ...['30', '30.25', '100000000', at(-11)].map(
    (value) => ['headers.reset', [date, reset(value)], past] as const,
  ),
  ...[at(-10), at(90_010)].map((value) => ['headers.reset', [date, reset(value)], 'met'] as const),
  ...[at(90_011), `${at(30)}000`].map((value) => ['headers.reset', [date, reset(value)], far] as const),
  ...['27-01-15', 'soon', '-30', ''].map((value) => ['headers.reset', [date, reset(value)], noTime] as const),
  ['headers.form', [...three, limit('60')], 'X-RateLimit-Limit appears more than once'],
  ['headers.form', [...three, limit('61')], 'met'],
  ['headers.form', [...three, retryAfter('5'), retryAfter('5')], 'Retry-After appears more than once'],
  ['headers.form', [...three, retryAfter('1.25')], 'Retry-After is a fraction'],
  ...['a1.5', '1.5a', '1.', '.5'].map(
    (value) => ['headers.form', [...three, retryAfter(value)], 'met'] as const,
  ),
  ['headers.present', [limit('59,60'), ...three.slice(1)], 'X-RateLimit-Limit has 2 different values'],
  ['headers.plan', [limit('1000')], 'met'],
  ['headers.plan', [limit('61')], "Limit is not the plan's number"],
  ['headers.plan-window', [date, limit('60'), reset(at(70))], 'met'],
  [
    'headers.plan-window',
    [date, limit('60'), reset(at(71))],
    'the limit per minute resets after more than a minute',
  ],
])('%s, with the headers %j: %s', (requirement, headers, judgment) => {
  expect(judged(requirement, [responded({ at: 0, took: 0, headers })], { plan: 'free' })).toBe(judgment);
});

describe('a 429', () => {
  const limited = (value: string, toReset: number, also: readonly HeaderLine[] = []) =>
    responded({
      at: 0,
      took: 0,
      status: 429,
      quota: [60, 0, toReset],
      headers: [retryAfter(value), ...also],
    });

  test.each<readonly [value: string, toReset: number, isInMs: boolean, unit: string]>([
    ['60', 60, false, 'a whole number, apparently in seconds'],
    ['72', 60, false, 'a whole number, apparently in seconds'],
    ['73', 60, false, 'a whole number, unit unclear'],
    ['999', 2, false, 'a whole number, unit unclear'],
    ['1000', 3, true, 'a whole number, apparently in milliseconds'],
    ['47999', 60, false, 'a whole number, unit unclear'],
    ['48000', 60, true, 'a whole number, apparently in milliseconds'],
    ['72000', 60, true, 'a whole number, apparently in milliseconds'],
    ['72001', 60, false, 'a whole number, unit unclear'],
    ['5.5', 60, false, 'a fraction, apparently in seconds'],
    ['60000.5', 60, false, 'a fraction, unit unclear'],
    ['soon', 60, false, 'neither a number nor a date'],
  ])('with Retry-After %s, %i s before Reset, states milliseconds: %s', (value, toReset, isInMs, unit) => {
    const one = [limited(value, toReset)];
    expect(judged('limit.retry-after-agrees', one) === 'Retry-After is in milliseconds').toBe(isInMs);
    expect(judged('limit.retry-after-unit', one)).toBe(unit);
  });

  test('may give a date, which the kit compares with the Date of the response', () => {
    const [gone, now] = [-60, 0].map((seconds) => new Date((start + seconds) * 1000).toUTCString());
    const judgment = (...also: readonly HeaderLine[]) =>
      judged('limit.retry-after-value', [limited(gone ?? '', 60, also)]);
    expect(judgment(['Date', now ?? ''])).toMatch(/^Retry-After /);
    expect(judgment()).toBe('met');
  });
});

describe('a list', () => {
  const listed = (requirement: string, body: string, headers: readonly HeaderLine[] = []) =>
    judged(requirement, [responded({ at: 0, body, headers })]);

  test.each<readonly [name: string, value: string, isMarked: boolean]>([
    ['Link', '</v1/categories?page=2>; rel="next"', true],
    ['Link', '<y>; rel="prev", <x>;rel=next', true],
    ['Link', '<x>; REL = "last next"', true],
    ['Link', '<x>; rel="nextpage"', false],
    ['Link', '<next>; rel=self', false],
    ['X-Total-Count', '3', true],
    ...['2', 'x3', '3x', '1e3', '0x9', '9.0'].map((value) => ['X-Total-Count', value, false] as const),
    ['Content-Range', 'items 0-1/12', true],
    ['Content-Range', 'items 0-1/2', false],
    ['Content-Range', 'items 0-1/*', false],
  ])('with the header %s: %s is marked as a page: %s', (name, value, isMarked) => {
    const judgment = listed('list.page-marks', '[{"id":1},{"id":2}]', [[name, value]]);
    expect(judgment).toBe(isMarked ? 'the list is marked as one page' : 'met');
  });

  test('is checked for repeated ids without rounding them, even beyond int64', () => {
    expect(listed('list.ids-unique', `[{"id":${most}},{"id":9223372036854775808}]`)).not.toMatch(/share/);
    expect(
      listed('list.ids-unique', '[{"id":1},{"id":9223372036854775808},{"id":9223372036854775808}]'),
    ).toBe('two elements share an id');
  });
});

describe('an invalid body', () => {
  const sent = (body: string | Uint8Array, status: number) => [
    responded({ at: 0, status: 201, request: post('{"name":"kitzzzz"}') }),
    responded({ at: 1, status, request: post(body) }),
  ];
  const large = (length: number) => `[${' '.repeat(length - 2)}]`;
  const notUtf8 = Buffer.from('{"name":"\xe9"}', 'latin1');

  test.each<readonly [requirement: string, body: string | Uint8Array, status: number, isMet: boolean]>([
    ['invalid.body-type', large(1_001), 413, true],
    ['invalid.body-type', large(1_000), 413, false],
    ['invalid.body-type', large(1_001), 422, false],
    ['invalid.body-malformed', large(1_002).slice(0, -1), 413, false],
    ['invalid.body-empty', ' ', 201, false],
    ['invalid.body-malformed', ' ', 422, false],
    ['invalid.body-malformed', ' ', 400, true],
    ['invalid.body-lenient', '{"name":"kitaaaa",}', 201, false],
    ['invalid.body-malformed', '{"name":"kitaaaa",}', 500, false],
    ...[200, 299, 400, 499].map((status) => ['invalid.body-bytes', notUtf8, status, true] as const),
    ...[300, 500].map((status) => ['invalid.body-bytes', notUtf8, status, false] as const),
  ])('%s: for %s, the status %i is correct: %s', (requirement, body, status, isMet) => {
    expect(judged(requirement, sent(body, status))).toBe(isMet ? 'met' : `returned ${status}`);
  });
});

describe('the lowercase scheme', () => {
  const got = (status: number, also: Partial<ResponseParts> = {}) => responded({ at: 0, status, ...also });
  const lower = (status: number) => got(status, { request: { credential: 'bearer-lowercase' } });
  const orders = (status: number) => got(status, { request: { operation: 'orders' } });

  test.each<readonly [what: string, exchanges: readonly Exchange[], judgment: RegExp]>([
    ['yes, if lists are served', [got(200), lower(401)], /^returned 401$/],
    ['yes, if lists fail in a different way', [got(200), lower(401), got(500)], /^returned 401$/],
    [
      'yes, if another operation always refuses the key',
      [got(200), orders(401), lower(401)],
      /^returned 401$/,
    ],
    [
      'no, if another operation refuses the key only now and then',
      [got(200), orders(200), orders(401), lower(401)],
      /^a requirement/,
    ],
    ['no, if lists fail in the same way', [got(200), lower(500), got(500)], /^a requirement/],
    ['no, if the response is a redirect', [got(200), lower(304)], /^a requirement/],
    ['no, if there was no list', [lower(401)], /^a requirement/],
    ['no, if the response is a 429', [got(200), lower(429)], /^not selected$/],
  ])('is judged: %s', (_what, exchanges, judgment) => {
    expect(judged('auth.scheme-case', exchanges)).toMatch(judgment);
  });
});

describe('server internals', () => {
  test.each<readonly [text: string, name: string | undefined]>([
    ['   at get (/srv/app.js:10:7)', 'a JavaScript stack trace'],
    ['Traceback (most recent call last):', 'a Python stack trace'],
    ['no\\tat org.pets.Api.all(Api.java:42)', 'a Java stack trace'],
    ['no at Api.All(Int32 id) in Api.cs:line 42', 'a .NET stack trace'],
    ['goroutine 18 [running]:', 'a Go stack trace'],
    ['Uncaught PDOException: no on line 42', 'a PHP error'],
    ["app.rb:42:in 'all'", 'a Ruby stack trace'],
    ['{"in":"/srv/pets/app.py"}', 'a file path'],
    ['in C:\\\\pets\\\\app.py', 'a file path'],
    ...['SELECT id FROM pets', 'INSERT  INTO pets (name) VALUES (?)', 'UPDATE pets SET name = ?'].map(
      (text) => [text, 'SQL'] as const,
    ),
    ...['no: SQLSTATE 42', 'no: ORA-00942', 'syntax error at or near "pets"'].map(
      (text) => [text, 'a database error'] as const,
    ),
    ...[
      'Look at com.example for help.',
      'Arrive at Paris(home) in time.',
      'An error on line 42 of the body.',
      'The file pets.rb:42 is unknown.',
      'The path /pets/7 is unknown.',
      'SELECT a pet, then UPDATE it.',
      'It was closed\n at 12:30:15',
    ].map((text) => [text, undefined] as const),
  ])('in %j: %s', (text, name) => {
    expect(internalsIn(text)?.name).toBe(name);
  });

  test.each(['\\n at (((', '\\n at :::', '\n at :1:(:1:', '\n at A(() in ', ' at a.b(c', 'SELECT  '])(
    'are searched for in linear time, even if a string repeats %j many times',
    (unit) => {
      const before = process.cpuUsage();
      internalsIn(unit.repeat(Math.ceil(20_000 / unit.length)));
      expect(process.cpuUsage(before).user).toBeLessThan(150_000);
    },
  );
});

test.each([
  ['60', '"60", which is a limit of plan free: is --plan right?'],
  ['1000', '"1000", which is a limit of plan free or business: is --plan right?'],
  ['61', '"61"'],
])('headers.plan, with Limit %s for plan Pro: %s', (value, received) => {
  const checks = suites.flatMap((suite) => suite.checks);
  const rule =
    checks.find((one): one is EveryResponse => one.requirement === 'headers.plan') ?? expect.fail();
  const exchange = responded({ at: 0, headers: [limit(value)] });
  expect(() => rule.judge(exchange, { ...freshReadings(), plan: 'pro' })).toThrow(`received ${received}`);
});
