import { expect, it } from 'vitest';
import { dateOf, field, fieldLines } from '../../src/exchange/headers.ts';
import { headerLines } from '../../src/http/round-trip.ts';

const one = headerLines(['Date', 'Sat, 21 Nov 2026 10:00:00 GMT', 'x-a', ' 1 ', 'X-A', '1', 'Via', 'here']);
const other = headerLines([
  'Date',
  'Sat, 21 Nov 2026 10:00:01 GMT',
  'x-a',
  '2, 2',
  'X-B',
  '1',
  'Via',
  'here',
]);

it('reads the fields of two heads in turn', () => {
  for (let round = 0; round < 2; round++) {
    expect(fieldLines(one, 'X-a')).toEqual(['1', '1']);
    expect(fieldLines(other, 'X-a')).toEqual(['2, 2']);
    expect([field(one, 'X-A'), field(one, 'X-B')]).toEqual(['1', undefined]);
    expect([field(other, 'X-A'), field(other, 'X-B')]).toEqual(['2', '1']);
    expect((dateOf(other) ?? 0) - (dateOf(one) ?? 0)).toBe(1_000);
  }
});

it('returns lines that callers may change', () => {
  fieldLines(one, 'X-A').pop();
  expect(fieldLines(one, 'X-A')).toEqual(['1', '1']);
});

it('returns undefined for a head without Date', () => {
  const without = headerLines(['Via', 'here']);
  expect([dateOf(without), dateOf(without)]).toEqual([undefined, undefined]);
  expect(dateOf(one)).toBe(Date.UTC(2026, 10, 21, 10));
});

it('shares lines with the previous response at the same position only', () => {
  const first = headerLines(['Via', 'here', 'X-A', '1', 'X-B', '1']);
  const second = headerLines(['Via', 'here', 'X-A', '2', 'x-b', '1']);
  expect(second).toEqual([
    ['Via', 'here'],
    ['X-A', '2'],
    ['x-b', '1'],
  ]);
  expect(second.map((line, index) => line === first[index])).toEqual([true, false, false]);
});
