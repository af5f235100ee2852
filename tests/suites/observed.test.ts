import { expect, test } from 'vitest';
import { emptyTally } from '../../src/engine/tally.ts';
import { petById } from '../../src/spec/operations.ts';
import errors from '../../suites/errors.ts';
import headers from '../../suites/rate-limit-headers.ts';
import limiting from '../../suites/rate-limiting.ts';
import versioning from '../../suites/versioning.ts';
import { cutOff, responded, start, type Told } from '../support/responses.ts';
import { observed, tallied } from './judged.ts';

const limited = (also: Partial<Told> = {}) => responded({ at: 0, took: 0, status: 429, ...also });
const after = (value: string) => ['Retry-After', value] as const;

test('the form of Retry-After is told, of 429s alone', () => {
  const told = (value: string) =>
    observed(limiting, 'limit.retry-after-unit', limited({ headers: [after(value)] }));
  expect(told('5')).toBe('seconds');
  expect(told('5.5')).toBe('fraction');
  expect(told(new Date((start + 5) * 1000).toUTCString())).toBe('date');
  expect(told('soon')).toBe('neither seconds nor a date');
  expect(
    observed(limiting, 'limit.retry-after-unit', limited(), responded({ at: 0, headers: [after('5')] })),
  ).toBeUndefined();
});

test('Retry-After is compared with Reset', () => {
  const told = (seconds: number, reset: number) =>
    observed(
      limiting,
      'limit.retry-after-agrees',
      limited({ quota: [60, 0, reset], headers: [after(String(seconds))] }),
    );
  expect(told(30, 32)).toBe('they name the same moment');
  expect(told(32, 30)).toBe('they name the same moment');
  expect(told(30, 33)).toBe('they are -3 s apart');
  expect(told(33, 30)).toBe('they are 3 s apart');
  expect(observed(limiting, 'limit.retry-after-agrees', limited({ headers: [after('5')] }))).toBeUndefined();
  expect(observed(limiting, 'limit.retry-after-agrees', limited({ quota: [60, 0, 30] }))).toBeUndefined();
  expect(
    observed(
      limiting,
      'limit.retry-after-agrees',
      responded({ at: 0, quota: [60, 0, 30], headers: [after('5')] }),
    ),
  ).toBeUndefined();
});

test('the body of a 429 is told by size and type, and how often', () => {
  const told = (body: string, type?: string) =>
    limited({ body, headers: type === undefined ? [] : [['Content-Type', type]] });
  expect(observed(limiting, 'limit.body', told(''), told(''))).toBe('no body (2 times)');
  expect(observed(limiting, 'limit.body', told('abc', 'text/plain'), told('abc'))).toBe(
    '3 bytes of no media type; 3 bytes of text/plain',
  );
  expect(observed(limiting, 'limit.body', responded({ at: 0, body: 'abc' }))).toBeUndefined();
});

test('of what differs each time sixteen are shown, and counted on', () => {
  const bodies = Array.from({ length: 20 }, (_one, at) => limited({ body: 'x'.repeat(at + 1) }));
  const seen = observed(limiting, 'limit.body', ...bodies, limited({ body: 'x' }))?.split('; ');
  expect(seen).toHaveLength(16);
  expect(seen?.[0]).toBe('1 bytes of no media type (2 times)');
  expect(tallied(limiting, 'limit.body', bodies)).toMatchObject({ tested: 20 });
  expect(tallied(limiting, 'limit.body', [])).toEqual(emptyTally());
});

test('what a Reset brings is told once it has passed', () => {
  const shown = (at: number, remaining: number, also: Partial<Told> = {}) =>
    responded({ at, took: 0, quota: [60, remaining, at < 60 ? 60 : 120], ...also });
  const row = 'headers.reset-reached';
  const none = 'no Reset passed during the run';
  const passed = [shown(0, 9), shown(60, 59), shown(120, 59, { quota: [60, 59, 180] })];
  expect(tallied(headers, row, passed)).toMatchObject({ tested: 2 });
  expect(observed(headers, row, ...passed)).toBe('Remaining stayed at 59 of 60');
  expect(observed(headers, row, shown(0, 0), shown(60, 0, { status: 429 }))).toBe(
    'Remaining stayed at 0 of 60, and the answer was 429',
  );
  for (const missing of ['Limit', 'Remaining', 'Reset']) {
    const lines = [
      ['X-RateLimit-Limit', '60'],
      ['X-RateLimit-Remaining', '59'],
      ['X-RateLimit-Reset', String(start + 120)],
    ] as const;
    const partly = responded({ at: 60, headers: lines.filter(([name]) => !name.endsWith(missing)) });
    expect(observed(headers, row, shown(0, 9), partly), missing).toBe(none);
  }
  expect(observed(headers, row, shown(0, 9), shown(60, 59))).toBe('Remaining went from 9 to 59 of 60');
  expect(observed(headers, row, shown(0, 9), shown(1, 8), shown(61, 59), shown(62, 58))).toBe(
    'Remaining went from 8 to 59 of 60',
  );
  expect(observed(headers, row, shown(0, 9), shown(59.9, 8))).toBe(none);
  expect(observed(headers, row, shown(0, 9), shown(60, 59, { quota: [61, 59, 120] }))).toBe(none);
  expect(observed(headers, row, shown(0, 9), shown(60, 59, { request: { credential: 'none' } }))).toBe(none);
  expect(observed(headers, row, shown(0, 9), shown(60, 59, { request: { operation: 'orders' } }))).toBe(none);
  expect(observed(headers, row, shown(0, 9), responded({ at: 60 }), cutOff(60))).toBe(none);
});

test('the sunset of the deprecated operation is told as it is announced', () => {
  const request = { operation: petById.id };
  const told = (also: Partial<Told>) =>
    observed(versioning, 'versioning.sunset', responded({ at: 0, request, ...also }));
  expect(told({})).toBe('Sunset: none, Deprecation: none');
  expect(
    told({
      headers: [
        ['Sunset', 'a day'],
        ['Deprecation', '@1'],
      ],
    }),
  ).toBe('Sunset: a day, Deprecation: @1');
  expect(told({ request: {} })).toBeUndefined();
});

test('each code is told once, in the same order whichever came first', () => {
  const refused = (code: string, request?: Told['request']) =>
    responded({ at: 0, status: 401, body: JSON.stringify({ code }), ...(request && { request }) });
  const told = observed(
    errors,
    'errors.codes',
    refused('b'),
    refused('a'),
    refused('b', { operation: petById.id }),
  );
  expect(told).toBe('401 a on GET /categories; 401 b on GET /categories, GET /pets/{petId} (2 times)');
});

test('codes are those of the stated errors, sixteen of them, each with the operations in order', () => {
  const row = 'errors.codes';
  const of = (body: string, status = 401, request: Told['request'] = {}) =>
    responded({ at: 0, status, body, request });
  for (const exchange of [of('{"code":7}'), of('{}'), of('[]'), of('{'), of('{"code":"a"}', 404), cutOff(0)])
    expect(observed(errors, row, exchange)).toBeUndefined();
  const pet = of('{"code":"a"}', 401, { operation: petById.id });
  expect(observed(errors, row, pet, of('{"code":"a"}'))).toBe(
    '401 a on GET /categories, GET /pets/{petId} (2 times)',
  );
  const many = Array.from({ length: 20 }, (_one, at) => of(`{"code":"c${at + 10}"}`));
  const all = [...many, of('{"code":"c10"}')];
  const seen = observed(errors, row, ...all);
  expect(seen?.split('; ')).toHaveLength(16);
  expect(seen).toMatch(/^401 c10 on GET \/categories \(2 times\); 401 c11/);
  expect(tallied(errors, row, all).tested).toBe(21);
});
