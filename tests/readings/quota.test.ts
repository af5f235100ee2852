import { describe, expect, test } from 'vitest';
import { isAged, momentOf, quotaOf, secondsToReset, wholeNumber } from '../../src/readings/quota.ts';
import { responded, start } from '../support/responses.ts';

const date = new Date(start * 1000).toUTCString();

describe('the time of a response', () => {
  test('is its Date, with a tolerance of ten seconds', () => {
    expect(momentOf(responded({ at: 500, headers: [['Date', date]] }))).toEqual({
      seconds: start,
      tolerance: 10,
    });
  });

  test('comes from the local clock if there is no Date, with a tolerance of 15 minutes', () => {
    expect(momentOf(responded({ at: 500, took: 0 }))).toEqual({ seconds: start + 500, tolerance: 900 });
  });
});

describe('the quota of a response', () => {
  test('has the values of its three headers', () => {
    expect(quotaOf(responded({ at: 0, quota: [60, 59, 60] }))).toEqual({
      limit: 60,
      remaining: 59,
      reset: start + 60,
    });
    expect(quotaOf(responded({ at: 0, quota: [60, 60, 60] }))).toMatchObject({ remaining: 60 });
    expect(quotaOf(responded({ at: 0, quota: [1, 0, 60] }))).toMatchObject({ limit: 1, remaining: 0 });
  });

  test('omits each header that violates its requirement', () => {
    expect(quotaOf(responded({ at: 0, quota: [0, 0, 60] }))).toEqual({ remaining: 0, reset: start + 60 });
    expect(quotaOf(responded({ at: 0, quota: [0, 5, 60] }))).toEqual({ remaining: 5, reset: start + 60 });
    expect(quotaOf(responded({ at: 0, quota: [60, 61, 60] }))).toEqual({ limit: 60, reset: start + 60 });
    expect(quotaOf(responded({ at: 0, quota: [60, 59, -901] }))).toEqual({ limit: 60, remaining: 59 });
    expect(quotaOf(responded({ at: 0 }))).toEqual({});
  });

  test('keeps a Remaining without a Limit', () => {
    expect(quotaOf(responded({ at: 0, headers: [['x-ratelimit-remaining', '1000000']] }))).toEqual({
      remaining: 1_000_000,
    });
  });
});

test.each([
  ['0', 0],
  ['60', 60],
  ['9'.repeat(15), 999_999_999_999_999],
  ['9'.repeat(16), Number.MAX_SAFE_INTEGER],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['6a', undefined],
  ['a6', undefined],
  ['-6', undefined],
  ['', undefined],
  [undefined, undefined],
])('"%s" as a whole number is %s', (text, number) => {
  expect(wholeNumber(text)).toBe(number);
});

test('the time until a Reset is at least a tenth of a second', () => {
  const response = responded({ at: 10, took: 0 });
  expect(secondsToReset(response, start + 40)).toBe(30);
  expect(secondsToReset(response, start + 10)).toBe(0.1);
  expect(secondsToReset(response, start)).toBe(0.1);
});

test.each([
  ['Age', '0', true],
  ['age', '1', true],
  ['Age', 'soon', true],
  ['Ages', '1', false],
])('a response with %s: %s is from a cache: %s', (name, value, aged) => {
  expect(isAged(responded({ at: 0, headers: [[name, value]] }))).toBe(aged);
});
