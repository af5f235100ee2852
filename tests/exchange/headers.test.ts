import { describe, expect, test, vi } from 'vitest';
import { dateOf, field, fieldLines, httpDate, mediaType } from '../../src/exchange/headers.ts';

const lines = (...values: readonly string[]) => values.map((value): [string, string] => ['X-Limit', value]);

describe('a header', () => {
  test('has the trimmed values of all its lines, whatever the case of its name', () => {
    const head = [['X-Limit', ' 60'] as const, ['Via', 'here'] as const, ['x-LIMIT', '61 '] as const];
    expect(fieldLines(head, 'x-limit')).toEqual(['60', '61']);
    expect(fieldLines(head, 'X-LIMIT')).toEqual(['60', '61']);
    expect(fieldLines(head, 'X-Lim')).toEqual([]);
  });

  test.each<[value: string | undefined, ...lines: string[]]>([
    [undefined],
    ['60', '60'],
    ['60', ' 60', '60 '],
    [undefined, '60', '61'],
    [undefined, '60', '60', '61'],
    ['', ''],
  ])('has the value %s if its lines are equal: %j', (value, ...given) => {
    expect(field(lines(...given), 'X-Limit')).toBe(value);
  });

  test.each([
    ['60, 60', '60'],
    ['60,60', '60'],
    ['1.25 , 1.25', '1.25'],
    ['-1, -1', '-1'],
    ['60, 61', undefined],
    ['100,100', '100'],
    ['1,000', '1,000'],
    ['12,000', '12,000'],
    ['100,200', '100,200'],
    ['-1,000', '-1,000'],
    ['1,000,000', '1,000,000'],
    ['1,000.25', '1,000.25'],
    ['1234,567', undefined],
    ['1,0005', undefined],
    ['12,34', undefined],
    ['60, soon', '60, soon'],
    ['x60, x60', 'x60, x60'],
    ['60s, 60s', '60s, 60s'],
    ['a, a', 'a, a'],
  ])('with the line "%s" has the value %s', (line, value) => {
    expect(field(lines(line), 'X-Limit')).toBe(value);
  });
});

test.each([
  ['application/json', 'application/json'],
  [' Application/JSON ; charset=utf-8;x', 'application/json'],
  ['', ''],
])('the media type of "%s" is "%s"', (value, type) => {
  expect(mediaType([['content-type', value]])).toBe(type);
});

test('a response without a Content-Type has no media type', () => {
  expect(mediaType([['Via', 'here']])).toBeUndefined();
});

describe('an HTTP-date', () => {
  const at = Date.UTC(1994, 10, 6, 8, 49, 37);
  test.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', at],
    ['Sunday, 06-Nov-94 08:49:37 GMT', at],
    ['Monday, 15-Jun-26 00:00:00 GMT', Date.UTC(2026, 5, 15)],
    ['Sun Nov  6 08:49:37 1994', at],
    ['Wed Nov 16 08:49:37 1994', at + 10 * 86_400_000],
    ['Sun, 06 Nov 1994 23:59:60 GMT', Date.UTC(1994, 10, 6, 23, 59, 59)],
    ['Sun, 06 Nov 1994 24:00:00 GMT', undefined],
    ['Sun, 06 Nov 1994 23:60:00 GMT', undefined],
    ['Sun, 06 Nov 1994 23:59:61 GMT', undefined],
    ['Sunday, 06-Now-94 08:49:37 GMT', undefined],
    ['Someday, 06-Nov-94 08:49:37 GMT', undefined],
    ['Sun, 06 Now 1994 08:49:37 GMT', undefined],
    ['Son, 06 Nov 1994 08:49:37 GMT', undefined],
    ['Jan Foo 12 08:49:37 1994', undefined],
    ['Jan Nov 12 08:49:37 1994', undefined],
    ['Sun, 6 Nov 1994 08:49:37 GMT', undefined],
    ['sun, 06 Nov 1994 08:49:37 GMT', undefined],
    ['Sun, 06 Nov 1994 08:49:37', undefined],
    [' Sun, 06 Nov 1994 08:49:37 GMT', undefined],
    ['Sun, 06 Nov 1994 08:49:37 GMT+1', undefined],
    ['1994-11-06T08:49:37Z', undefined],
    ['', undefined],
  ])('"%s" is %s', (text, time) => {
    expect(httpDate(text)).toBe(time);
  });

  test.each([
    [50, 2076],
    [51, 1977],
    [-26, 2000],
    [-27, 1999],
  ])('with a two-digit year %i years from 2026 is in the year %i', (years, year) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 15), toFake: ['Date'] });
    const twoDigits = String((2026 + years) % 100).padStart(2, '0');
    const at = httpDate(`Monday, 15-Jun-${twoDigits} 00:00:00 GMT`);
    vi.useRealTimers();
    expect(at).toBe(Date.UTC(year, 5, 15));
  });

  test('in a Date header gives the time of the response', () => {
    expect(dateOf([['date', 'Sun, 06 Nov 1994 08:49:37 GMT']])).toBe(at);
    expect(dateOf([['Date', 'soon']])).toBeUndefined();
    expect(dateOf([])).toBeUndefined();
  });
});
