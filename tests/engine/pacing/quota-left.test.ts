import { describe, expect, it } from 'vitest';
import { quotaEstimate, unusable } from '../../support/quota-estimates.ts';
import type { ResponseParts } from '../../support/responses.ts';
import { cutOff } from '../../support/responses.ts';

type Quota = NonNullable<ResponseParts['quota']>;

describe('what is left', () => {
  it('is unknown before the first response', () => {
    const { estimate } = quotaEstimate();
    expect(estimate.bucket('orders', 1)).toEqual({
      ...{ left: Number.POSITIVE_INFINITY, isSound: false, isForgotten: false, availability: undefined },
    });
    expect(estimate.remaining()).toBeUndefined();
    expect(estimate.leftWithoutKey()).toBe(Number.POSITIVE_INFINITY);
  });

  it.each<readonly [limit: number, left: number]>([
    [50, 25],
    [51, 24],
    [101, 19],
    [unusable, 25],
  ])(
    'excludes a tenth of the Limit, at least five, for other clients: of 30 with Limit %d, %d',
    (limit, left) => {
      const gentle = quotaEstimate(true);
      gentle.get(0, [limit, 30, 60]);
      expect(gentle.left()).toBe(left);
      const normal = quotaEstimate();
      normal.get(0, [limit, 30, 60]);
      expect(normal.left()).toBe(30);
    },
  );

  it('is the least that any Limit leaves', () => {
    const { get, left } = quotaEstimate();
    get(0, [60, 30, 60]);
    get(0, [1_000, 12, 3_600]);
    expect(left()).toBe(12);
    get(0, [60, 4, 60]);
    expect(left()).toBe(4);
  });

  it.each<readonly [title: string, quotas: readonly (readonly [at: number, quota: Quota])[], until: number]>([
    ['a second after Reset', [[0, [60, 30, 60]]], 61],
    ['a minute and a second without Reset', [[0, [60, 30, unusable]]], 61],
    [
      'a minute and a second after the newest response, if none had a Reset',
      [
        [0, [60, 30, unusable]],
        [10, [60, 29, unusable]],
      ],
      71,
    ],
    [
      'the length of the longest window if only another Limit has a Reset',
      [
        [0, [60, 50, 30]],
        [10, [60, 49, 30]],
        [20, [1_000, 20, unusable]],
      ],
      51,
    ],
    [
      'a Reset shown earlier, if the newest response has none',
      [
        [0, [60, 50, 30]],
        [10, [60, 49, unusable]],
      ],
      31,
    ],
    [
      'not a Reset that has passed',
      [
        [0, [60, 50, 30]],
        [31, [60, 59, unusable]],
      ],
      62,
    ],
    [
      'the newest Reset',
      [
        [0, [60, 50, 30]],
        [10, [60, 59, 45]],
      ],
      46,
    ],
  ])('is known until %s', (_title, quotas, until) => {
    const { get, knowsAt } = quotaEstimate();
    for (const [at, quota] of quotas) get(at, quota);
    expect([knowsAt(until - 0.001), knowsAt(until)]).toEqual([true, false]);
  });

  it('counts the window from the head of the response, not from the end of its body', () => {
    const { read, send, knowsAt } = quotaEstimate();
    read(send(), 0, { took: 30, headAt: 2_000, quota: [60, 30, unusable] });
    expect([knowsAt(62), knowsAt(63)]).toEqual([true, false]);
  });

  it('is unknown again after a wait, also without the key', () => {
    const { estimate, get, read, send } = quotaEstimate();
    get(0, [60, 30, 60]);
    read(send('orders', false), 0, { quota: [10, 7, 60] });
    estimate.forget();
    expect(estimate.bucket('createCategory', 1)).toMatchObject({
      ...{ left: Number.POSITIVE_INFINITY, isSound: false, isForgotten: true },
    });
    expect(estimate.leftWithoutKey()).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('a response', () => {
  const usual: Quota = [60, 30, 60];
  it.each<readonly [what: string, shown: Parameters<ReturnType<typeof quotaEstimate>['read']>[2]]>([
    ['with 401', { status: 401, quota: usual }],
    ['without Remaining', { quota: [60, unusable, 60] }],
    ['to a request without the key', { quota: usual }],
  ])('%s does not show the quota of the key', (what, shown) => {
    const { estimate, read, send, left } = quotaEstimate();
    read(send('createCategory', !what.includes('without the key')), 0, shown);
    expect([left(), estimate.remaining()]).toEqual([Number.POSITIVE_INFINITY, undefined]);
    expect(estimate.bucket('createCategory', 1).isForgotten).toBe(false);
  });

  it('that never comes shows nothing, and its request is no longer in flight', () => {
    const { estimate, get, send, left } = quotaEstimate();
    const lost = send();
    get(0, usual);
    expect(left()).toBe(29);
    estimate.settled(cutOff(0), lost);
    expect(left()).toBe(30);
  });

  it('to a request without the key shows what is left without it', () => {
    const { estimate, get, read, send } = quotaEstimate();
    const shows = (remaining: number) =>
      read(send('orders', false), 0, { status: 401, quota: [10, remaining, 60] });
    shows(7);
    shows(unusable);
    get(0, usual);
    expect(estimate.leftWithoutKey()).toBe(7);
  });

  it('gives the Remaining of the progress line if it has a Limit', () => {
    const { estimate, get } = quotaEstimate();
    get(0, usual);
    get(0, [unusable, 20, 60]);
    expect(estimate.remaining()).toBe(30);
  });
});

it('Remaining is new until twelve responses with the key were read', () => {
  const { estimate, get, read, send } = quotaEstimate();
  for (let without = 0; without < 20; without++) read(send('orders', false), 0, { status: 401 });
  for (let count = 1; count < 12; count++) get(0, undefined);
  expect(estimate.isNew()).toBe(true);
  get(0, undefined);
  expect(estimate.isNew()).toBe(false);
});

describe('a response that arrives late', () => {
  it.each<readonly [what: string, late: Quota, left: number]>([
    ['counts if it shows less', [60, 20, 60], 20],
    ['counts if its Reset differs by no more than a second', [60, 20, 61], 20],
    ['does not count if it shows more', [60, 40, 60], 30],
    ['does not count if it shows another window', [60, 20, 62], 30],
  ])('%s', (_what, quota, expected) => {
    const { get, read, send, left } = quotaEstimate();
    const late = send();
    get(1, [60, 30, 60]);
    read(late, 0, { took: 1, quota });
    expect(left()).toBe(expected);
  });

  it('leaves the time of the newer one', () => {
    const { get, read, send, knowsAt } = quotaEstimate();
    const late = send();
    get(1, [60, 30, 60]);
    read(late, 0, { took: 1, quota: [60, 20, 59] });
    expect([knowsAt(60.999), knowsAt(61)]).toEqual([true, false]);
  });
});
