import { expect, test } from 'vitest';
import { plainList } from '../../src/checks/requests.ts';
import { emptyTally } from '../../src/engine/tally.ts';
import { dependent } from '../../src/exchange/finding.ts';
import { petById } from '../../src/spec/operations.ts';
import errors from '../../suites/errors.ts';
import headers from '../../suites/rate-limit-headers.ts';
import limiting from '../../suites/rate-limiting.ts';
import versioning from '../../suites/versioning.ts';
import { cutOff, type ResponseParts, responded, start } from '../support/responses.ts';
import { observed, tallied } from './judged.ts';

const limited = (also: Partial<ResponseParts> = {}) => responded({ at: 0, took: 0, status: 429, ...also });
const after = (value: string) => ['Retry-After', value] as const;

test('notes the form and the apparent unit of Retry-After, only for 429s', () => {
  const reply = (value: string, toReset = 60) =>
    observed(
      limiting,
      'limit.retry-after-unit',
      limited({ quota: [60, 0, toReset], headers: [after(value)] }),
    );
  expect(['0', '5', '60', '72'].map((value) => reply(value))).toEqual(
    Array.from({ length: 4 }, () => 'a whole number, apparently in seconds'),
  );
  expect(reply('3', 1)).toBe('a whole number, apparently in seconds');
  expect(reply('5.5')).toBe('a fraction, apparently in seconds');
  expect(['48000', '60000', '72000'].map((value) => reply(value))).toEqual(
    Array.from({ length: 3 }, () => 'a whole number, apparently in milliseconds'),
  );
  expect(['1000', '1500', '3000'].map((value) => reply(value, 1))).toEqual(
    Array.from({ length: 3 }, () => 'a whole number, apparently in milliseconds'),
  );
  // More than a day of seconds, and still readable as a minute of milliseconds.
  expect(reply('3600000', 3_600)).toBe('a whole number, apparently in milliseconds');
  for (const value of ['73', '999', '47999', '72001', '3600'])
    expect(reply(value)).toBe('a whole number, unit unclear');
  expect(reply('60000.5')).toBe('a fraction, unit unclear');
  const bare = limited({ headers: [after('5')] });
  expect(observed(limiting, 'limit.retry-after-unit', bare)).toBe('a whole number, unit unclear');
  expect(reply(new Date((start + 5) * 1000).toUTCString())).toBe('a date');
  expect(reply('soon')).toBe('neither a number nor a date');
  expect(
    observed(limiting, 'limit.retry-after-unit', limited(), responded({ at: 0, headers: [after('5')] })),
  ).toBeUndefined();
});

test('compares Retry-After with Reset', () => {
  const reply = (seconds: number, reset: number) =>
    observed(
      limiting,
      'limit.retry-after-agrees',
      limited({ quota: [60, 0, reset], headers: [after(String(seconds))] }),
    );
  expect(reply(30, 32)).toBe('Retry-After and Reset give the same time');
  expect(reply(32, 30)).toBe('Retry-After and Reset give the same time');
  expect(reply(30, 33)).toBe('Retry-After is 3 s before Reset');
  expect(reply(33, 30)).toBe('Retry-After is 3 s after Reset');
  // A penalty may be longer than the window, which is legal.
  expect(reply(1_800, 30)).toBe('Retry-After is 1770 s after Reset');
  for (const without of [{ headers: [after('5')] }, { quota: [60, 0, 30] as const }])
    expect(observed(limiting, 'limit.retry-after-agrees', limited(without))).toBe(dependent);
  expect(
    observed(
      limiting,
      'limit.retry-after-agrees',
      responded({ at: 0, quota: [60, 0, 30], headers: [after('5')] }),
    ),
  ).toBeUndefined();
});

test('notes the size and type of the body of 429s, with counts', () => {
  const reply = (body: string, type?: string) =>
    limited({ body, headers: type === undefined ? [] : [['Content-Type', type]] });
  expect(observed(limiting, 'limit.body', reply(''), reply(''))).toBe('no body (2 times)');
  expect(observed(limiting, 'limit.body', reply('abc', 'text/plain'), reply('abc'))).toBe(
    '3 bytes of no media type; 3 bytes of text/plain',
  );
  expect(observed(limiting, 'limit.body', responded({ at: 0, body: 'abc' }))).toBeUndefined();
});

test('shows at most sixteen different values, and counts the rest', () => {
  const bodies = Array.from({ length: 20 }, (_one, at) => limited({ body: 'x'.repeat(at + 1) }));
  const seen = observed(limiting, 'limit.body', ...bodies, limited({ body: 'x' }))?.split('; ');
  expect(seen).toHaveLength(16);
  expect(seen?.[0]).toBe('1 bytes of no media type (2 times)');
  expect(tallied(limiting, 'limit.body', bodies)).toMatchObject({ tested: 20 });
  expect(tallied(limiting, 'limit.body', [])).toEqual(emptyTally());
});

test('notes Remaining before and after a Reset that has passed', () => {
  const shown = (at: number, remaining: number, also: Partial<ResponseParts> = {}) =>
    responded({ at, took: 0, quota: [60, remaining, at < 60 ? 60 : 120], ...also });
  const requirement = 'headers.reset-reached';
  const none =
    'no two consecutive responses to GET /categories had the same Limit and a Reset time between them';
  const passed = [shown(0, 9), shown(60, 59), shown(120, 59, { quota: [60, 59, 180] })];
  expect(tallied(headers, requirement, passed)).toMatchObject({ tested: 2 });
  expect(observed(headers, requirement, ...passed)).toBe('Remaining stayed at 59 of 60');
  expect(observed(headers, requirement, shown(0, 0), shown(60, 0, { status: 429 }))).toBe(
    'Remaining stayed at 0 of 60, and the response was 429',
  );
  for (const missing of ['Limit', 'Remaining', 'Reset']) {
    const lines = [
      ['X-RateLimit-Limit', '60'],
      ['X-RateLimit-Remaining', '59'],
      ['X-RateLimit-Reset', String(start + 120)],
    ] as const;
    const partly = responded({ at: 60, headers: lines.filter(([name]) => !name.endsWith(missing)) });
    expect(observed(headers, requirement, shown(0, 9), partly), missing).toBe(none);
  }
  expect(observed(headers, requirement, shown(0, 9), shown(60, 59))).toBe(
    'Remaining went from 9 to 59 of 60',
  );
  expect(observed(headers, requirement, shown(0, 9), shown(1, 8), shown(61, 59), shown(62, 58))).toBe(
    'Remaining went from 8 to 59 of 60',
  );
  expect(observed(headers, requirement, shown(0, 9), shown(59.9, 8))).toBe(none);
  expect(observed(headers, requirement, shown(0, 9), shown(60, 59, { quota: [61, 59, 120] }))).toBe(none);
  expect(
    observed(headers, requirement, shown(0, 9), shown(60, 59, { request: { credential: 'none' } })),
  ).toBe(none);
  expect(
    observed(headers, requirement, shown(0, 9), shown(60, 59, { request: { operation: 'orders' } })),
  ).toBe(none);
  expect(observed(headers, requirement, shown(0, 9), responded({ at: 60 }), cutOff(60))).toBe(none);
});

test('notes the announced sunset of the deprecated operation', () => {
  const request = { operation: petById.id };
  const reply = (also: Partial<ResponseParts>) =>
    observed(versioning, 'versioning.sunset', responded({ at: 0, request, ...also }));
  expect(reply({})).toBe('Sunset: none, Deprecation: none');
  expect(
    reply({
      headers: [
        ['Sunset', 'a day'],
        ['Deprecation', '@1'],
      ],
    }),
  ).toBe('Sunset: a day, Deprecation: @1');
  expect(reply({ request: {} })).toBeUndefined();
  const cut = { ...cutOff(0), attempt: 2, request: { ...plainList(), ...request } } as const;
  expect(observed(versioning, 'versioning.sunset', cut)).toBeUndefined();
});

test('notes each code once, in a stable order', () => {
  const refused = (code: string, request?: ResponseParts['request']) =>
    responded({ at: 0, status: 401, body: JSON.stringify({ code }), ...(request && { request }) });
  const reply = observed(
    errors,
    'errors.codes',
    refused('b'),
    refused('a'),
    refused('b', { operation: petById.id }),
  );
  expect(reply).toBe('401 a on GET /categories; 401 b on GET /categories, GET /pets/{petId} (2 times)');
});

test('notes at most sixteen codes of specified errors, each with its operations in order', () => {
  const requirement = 'errors.codes';
  const of = (body: string, status = 401, request: ResponseParts['request'] = {}) =>
    responded({ at: 0, status, body, request });
  for (const exchange of [of('{"code":7}'), of('{}'), of('[]'), of('{'), of('{"code":"a"}', 404), cutOff(0)])
    expect(observed(errors, requirement, exchange)).toBeUndefined();
  const pet = of('{"code":"a"}', 401, { operation: petById.id });
  expect(observed(errors, requirement, pet, of('{"code":"a"}'))).toBe(
    '401 a on GET /categories, GET /pets/{petId} (2 times)',
  );
  const many = Array.from({ length: 20 }, (_one, at) => of(`{"code":"c${at + 10}"}`));
  const all = [...many, of('{"code":"c10"}')];
  const seen = observed(errors, requirement, ...all);
  expect(seen?.split('; ')).toHaveLength(16);
  expect(seen).toMatch(/^401 c10 on GET \/categories \(2 times\); 401 c11/);
  expect(tallied(errors, requirement, all).tested).toBe(21);
});
