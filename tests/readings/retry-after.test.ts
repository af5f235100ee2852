import { describe, expect, test } from 'vitest';
import type { HeaderLine } from '../../src/exchange/exchange.ts';
import { pauseAfter, readRetryAfter, retryAfterOf } from '../../src/readings/quota.ts';
import { start } from '../support/responses.ts';

const dateAt = (seconds: number) => new Date((start + seconds) * 1000).toUTCString();
const wallAt = start * 1000;
const date: HeaderLine = ['Date', dateAt(0)];
const retryAfter = (value: string): HeaderLine => ['Retry-After', value];
const resetIn = (seconds: number): HeaderLine => ['X-RateLimit-Reset', String(start + seconds)];

describe('a Retry-After of', () => {
  const noTime = { form: 'senseless', why: 'is neither whole seconds nor an HTTP-date' };
  const far = (seconds: number) => ({ form: 'senseless', why: 'is more than 25 hours ahead', seconds });
  test.each([
    ['0', { form: 'seconds', seconds: 0 }],
    ['30', { form: 'seconds', seconds: 30 }],
    ['00000000000000060', { form: 'seconds', seconds: 60 }],
    ['90000', { form: 'seconds', seconds: 90_000 }],
    ['90001', far(90_001)],
    ['999999999999', far(999_999_999_999)],
    ['9999999999999', noTime],
    ['1.5', { form: 'fraction', seconds: 1.5 }],
    ['1.25', { form: 'fraction', seconds: 1.25 }],
    ['90000.5', far(90_000.5)],
    ['1.', noTime],
    ['x1.5', noTime],
    ['1.5x', noTime],
    ['30s', noTime],
    ['x30', noTime],
    ['-1', noTime],
    ['', noTime],
    [dateAt(30), { form: 'date', seconds: 30 }],
    [dateAt(0), { form: 'date', seconds: 0 }],
    [dateAt(-10), { form: 'date', seconds: 0 }],
    [dateAt(-11), { form: 'senseless', why: 'is in the past' }],
    [dateAt(90_010), { form: 'date', seconds: 90_010 }],
    [dateAt(90_011), far(90_011)],
  ])('"%s"', (text, read) => {
    expect(readRetryAfter(text, start, 10)).toEqual(read);
  });
});

describe('the longest Retry-After', () => {
  test.each([
    [[], undefined],
    [[retryAfter('soon')], undefined],
    [[retryAfter('5'), retryAfter('7')], 7],
    [[retryAfter('5, 9')], 9],
    [[retryAfter('5 , 9 ,1.5')], 9],
    [[retryAfter('soon'), retryAfter('7')], 7],
    [[retryAfter('60,120')], 120],
    [[retryAfter('5, soon')], 5],
    [[retryAfter('x5, 9')], 9],
    [[retryAfter('5, 9x')], 5],
    [[retryAfter('15, 9')], 15],
    [[retryAfter('soon, 5')], 5],
    [[date, retryAfter(`20, ${dateAt(30)}`)], 20],
    [[date, retryAfter(dateAt(30))], 30],
    [[date, retryAfter(dateAt(-20))], undefined],
    [[retryAfter(dateAt(30))], 30],
    [[date, retryAfter(dateAt(-5))], 0],
    [[retryAfter(dateAt(-900))], undefined],
    [[date, retryAfter('172800')], 172_800],
    [[retryAfter('0')], 0],
    [[retryAfter(dateAt(-901))], undefined],
  ] as const)('%j: %s', (headers, seconds) => {
    expect(retryAfterOf(headers, wallAt)).toBe(seconds);
  });
});

describe('the pause after a 429', () => {
  test('is Retry-After, regardless of Reset', () => {
    expect(pauseAfter([date, retryAfter('5'), resetIn(40)], wallAt)).toEqual({
      seconds: 5,
      basis: 'Retry-After',
    });
    expect(pauseAfter([retryAfter('5')], wallAt, 9)).toEqual({ seconds: 5, basis: 'Retry-After' });
  });

  test('is the time to Reset if there is no valid Retry-After', () => {
    const toReset = (seconds: number) => ({ seconds, basis: 'X-RateLimit-Reset' });
    expect(pauseAfter([date, resetIn(40)], wallAt - 7_000)).toEqual(toReset(40));
    expect(pauseAfter([resetIn(40)], wallAt)).toEqual(toReset(40));
    expect(pauseAfter([date, resetIn(-5)], wallAt)).toEqual(toReset(0));
  });

  test('is a minute if there is neither', () => {
    for (const headers of [[], [resetIn(-5)], [resetIn(0)]])
      expect(pauseAfter(headers, wallAt)).toEqual({ seconds: 60, basis: 'no time given' });
  });

  test('lasts until Reset, if that is within a minute, once Retry-After has been too short twice', () => {
    const pause = (inVain: number, seconds: number, reset: number) =>
      pauseAfter([date, retryAfter(String(seconds)), resetIn(reset)], wallAt, inVain);
    expect(pause(1, 5, 40)).toEqual({ seconds: 5, basis: 'Retry-After' });
    expect(pause(2, 5, 40)).toEqual({ seconds: 40, basis: 'X-RateLimit-Reset' });
    expect(pause(3, 5, 60)).toEqual({ seconds: 60, basis: 'X-RateLimit-Reset' });
    expect(pause(3, 5, 61)).toEqual({ seconds: 5, basis: 'Retry-After' });
    expect(pause(3, 40, 40)).toEqual({ seconds: 40, basis: 'Retry-After' });
    expect(pause(3, 50, 40)).toEqual({ seconds: 50, basis: 'Retry-After' });
    expect(pauseAfter([date, resetIn(40)], wallAt, 3)).toEqual({ seconds: 40, basis: 'X-RateLimit-Reset' });
  });
});
