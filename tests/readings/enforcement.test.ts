import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createEnforcement } from '../../src/readings/enforcement.ts';
import { plainListsFor } from '../../src/spec/catalog.ts';
import { reason } from '../../src/spec/reasons.ts';
import { type ResponseParts, responded } from '../support/responses.ts';

function decided(exchanges: readonly Exchange[]) {
  const enforcement = createEnforcement();
  for (const exchange of exchanges) enforcement.see(exchange);
  return enforcement.decision();
}

/** Marks exchanges as part of the proof, in which resets count. */
const proving = (exchanges: readonly Exchange[]) =>
  exchanges.map((one) => ({ ...one, sentFor: plainListsFor.proof }));

const aList = '[{"id":1,"name":"dog"}]';

/** Creates lists that are sent one after the other, one a second. */
const lists = (given: readonly Partial<ResponseParts>[], from = 0) =>
  given.map((one, index) => responded({ at: from + index, body: aList, ...one }));

/** Returns a quota of 60 with this Remaining, in a later window. */
const later = (remaining: number, windows = 1): Partial<ResponseParts> => ({
  quota: [60, remaining, 3605 + windows * 3600],
});

const times = (count: number, one: Partial<ResponseParts>) => Array.from({ length: count }, () => one);

/** Returns a quota of 60 in a window of an hour. */
const left = (remaining: number): Partial<ResponseParts> => ({ quota: [60, remaining, 3605] });
const limited: Partial<ResponseParts> = { status: 429 };
const open = { kind: 'open' };

describe('the enforcement of a limit', () => {
  test('is proven by a 429 with or after Remaining 0', () => {
    const after = lists([left(1), left(0), limited]);
    expect(decided(after)).toEqual({ kind: 'proven', by: after[2] });
    const alone = lists([{ ...limited, ...left(0) }]);
    expect(decided(alone)).toEqual({ kind: 'proven', by: alone[0] });
    expect(decided(lists([left(0), limited, ...times(30, { status: 200 })]))).toMatchObject({
      kind: 'proven',
    });
  });

  test('is proven by a 429 after Remaining 0 of another Limit that is still valid', () => {
    const day: Partial<ResponseParts> = { quota: [1000, 700, 7205] };
    const minute = (reset: number): Partial<ResponseParts> => ({ quota: [60, 0, reset] });
    expect(decided(lists([minute(5), day, limited]))).toMatchObject({ kind: 'proven' });
    expect(decided(lists([minute(1.5), day, limited]))).toEqual(open);
    expect(decided(lists([{ ...minute(2), took: 0 }, day, limited]))).toEqual(open);
    expect(decided(lists([{ quota: [60, 5, 5] }, day, limited]))).toEqual(open);
    expect(decided(lists([day, minute(1.5), limited]))).toMatchObject({ kind: 'proven' });
  });

  test('is disproved by five requests served after Remaining 0 and beyond what could be refilled', () => {
    const served = lists([left(0), ...times(5, left(0))]);
    expect(decided(served.slice(0, 5))).toEqual(open);
    expect(decided(served)).toEqual({
      kind: 'not enforced',
      by: served[5],
      served: true,
      seen: 'status 200, without a 429 in 5 requests',
      context: 'after Remaining 0',
      cause: 'a request after Remaining 0 returned 200',
    });
  });

  test('is not disproved by requests that a refill may have allowed', () => {
    // With 60 requests in 60 s, one is refilled each second, so every request may be served.
    const refilled: Partial<ResponseParts> = { quota: [60, 0, 60] };
    expect(decided(lists([refilled, ...times(19, refilled)]))).toEqual(open);
    expect(decided(lists([refilled, ...times(20, refilled)]))).toEqual({
      kind: 'undecided',
      reason: reason('refilled-after-zero', '20'),
    });
  });

  test('is not disproved by at most as many requests as a refill may have allowed', () => {
    // With 60 requests in 60 s, three are refilled within 2.8 s, and two more are allowed.
    const refilled = [0, 0.5, 1, 1.5, 2, 2.5, 2.7].map((at) => responded({ at, quota: [60, 0, 60] }));
    expect(decided(refilled.slice(0, 6))).toEqual(open);
    expect(decided(refilled)).toMatchObject({ kind: 'not enforced' });
  });

  describe('at a latency at which the quota could be refilled by one for each request sent', () => {
    const shown = (remaining: number, reset = 120): Partial<ResponseParts> => ({
      quota: [60, remaining, reset],
      took: 1,
    });
    /** Creates lists whose Remaining goes from `from` down to 0, one list a second. */
    const countdown = (from: number) => Array.from({ length: from + 1 }, (_one, at) => shown(from - at));

    test('is disproved by five requests if Remaining fell for each list before it reached 0', () => {
      const served = lists([...countdown(9), ...times(5, shown(0))]);
      expect(decided(served.slice(0, -1))).toEqual(open);
      expect(decided(served)).toMatchObject({ kind: 'not enforced' });
      expect(decided(lists([...countdown(9), ...times(5, { status: 403, took: 1 })]))).toMatchObject({
        kind: 'not enforced',
        served: false,
      });
      const wrapped = [59, 58, 57, 56, 55].map((remaining) => shown(remaining));
      expect(decided(lists([...countdown(9), ...wrapped]))).toMatchObject({ kind: 'not enforced' });
    });

    test.each<[what: string, given: readonly Partial<ResponseParts>[]]>([
      ['one of them showed no fall', [shown(9), ...countdown(9), ...times(5, shown(0))]],
      ['one of them had no headers', [...countdown(9).slice(0, -1), { took: 1 }, ...times(6, shown(0))]],
      ['the fall took less time than the lists after it', [...countdown(4), ...times(5, shown(0))]],
      ['only Remaining 0 is known', times(6, shown(0))],
      [
        'Remaining rises after it reached 0',
        [...countdown(9), ...times(2, shown(0)), ...times(3, shown(30))],
      ],
      ['Reset moves after Remaining reached 0', [...countdown(9), ...times(4, shown(0)), shown(0, 121)]],
    ])('is not disproved by five requests if %s', (_what, given) => {
      expect(decided(lists(given))).toEqual(open);
    });

    test('is disproved by five requests if Remaining fell by half of Limit in less time than they take', () => {
      const fast = (from: number) =>
        lists(countdown(from).map((one) => ({ ...one, took: 0 }))).map((one, index) => ({
          ...one,
          ...{ sentAt: index * 10, headAt: index * 10 + 5, readAt: index * 10 + 5 },
        }));
      const slow = lists(times(5, { ...shown(0), took: 1 }), 1);
      expect(decided([...fast(30), ...slow])).toMatchObject({ kind: 'not enforced' });
      expect(decided([...fast(29), ...slow])).toEqual(open);
    });

    test('is not disproved by five requests if the last one is read in the last two seconds before Reset', () => {
      const until = (reset: number) =>
        decided(
          lists(
            [...countdown(9), ...times(5, shown(0))].map((one) => ({
              ...one,
              quota: [...(one.quota ?? [60, 0, 0])].with(2, reset) as [number, number, number],
            })),
          ),
        );
      expect(until(17)).toMatchObject({ kind: 'not enforced' });
      expect(until(16.5)).toEqual(open);
    });
  });

  test('is undecided once the window has reset twice', () => {
    const over = [left(5), later(59), later(5), later(59, 2)];
    expect(decided(lists(over))).toEqual(open);
    expect(decided(proving(lists(over.slice(0, 3))))).toEqual(open);
    expect(decided(proving(lists(over)))).toEqual({
      kind: 'undecided',
      reason: reason('window-reset'),
    });
    expect(decided(proving(lists([left(5), later(35), later(5), later(35, 2)])))).toEqual(open);
    const usedUp = [left(0), later(59), later(0), later(59, 2), later(0, 2), later(59, 3)];
    expect(decided(proving(lists(usedUp)))).toEqual(open);
    expect(decided(proving(lists([...over, left(0), limited])))).toMatchObject({ kind: 'proven' });
    const orders = over.map((one): Partial<ResponseParts> => ({ ...one, request: { operation: 'orders' } }));
    expect(decided(proving(lists(orders)))).toEqual(open);
  });

  test.each([3605, 3606])('counts a rise after Reset as a reset, at second %i', (at) => {
    const before = [responded({ at: 0, ...left(59) }), responded({ at: 3600, ...left(5) })];
    const after = [responded({ at, took: 0, ...left(59) }), ...lists([later(5), later(59, 2)], 3610)];
    expect(decided(proving([...before, ...after]))).toMatchObject({ kind: 'undecided' });
  });

  test.each([0, 3_000])(
    'is disproved by more requests than Limit in one window without Remaining 0, at %i s',
    (from) => {
      const small = (reset: number): Partial<ResponseParts> => ({ quota: [10, 5, reset] });
      // Up to 18 requests are allowed: 10, 7 for rounding, and 1 that is refilled within 17 s.
      const served = lists(times(19, small(from + 7205)), from);
      expect(decided(served.slice(0, 18))).toEqual(open);
      expect(decided(served)).toEqual({
        kind: 'not enforced',
        by: served[18],
        served: true,
        context: 'beyond the limit',
        seen: '19 requests served within 18.1 s with a Limit of 10',
        cause: 'more requests than Limit served in one window',
      });
    },
  );

  test('uses the longest time to Reset as the length of the window', () => {
    // Up to 26 requests are allowed: 10, 7 for rounding, and 9 that are refilled within 50 of 60.9 s.
    const served = Array.from({ length: 27 }, (_one, at) => responded({ at: 2 * at, quota: [10, 5, 61] }));
    expect(decided(served.slice(0, 26))).toEqual(open);
    expect(decided(served)).toMatchObject({ seen: '27 requests served within 52.1 s with a Limit of 10' });
  });

  test('restarts the count in the next window, which begins at Reset', () => {
    const first = responded({ at: 0, took: 0, quota: [10, 5, 10] });
    const burst = times(18, { quota: [10, 5, 20] }).map((one) => responded({ at: 10, took: 0, ...one }));
    expect(decided([first, ...burst.slice(1)])).toEqual(open);
    expect(decided([first, ...burst])).toMatchObject({
      context: 'beyond the limit',
      seen: '18 requests served within 0.0 s with a Limit of 10',
    });
    const later = times(18, { quota: [10, 5, 110] }).map((one) => responded({ at: 100, took: 0, ...one }));
    expect(decided([first, ...later])).toMatchObject({ kind: 'not enforced' });
  });

  test('is disproved by a counter that wraps around', () => {
    const wrapped = lists([left(1), left(0), left(59), left(58), left(57), left(56), left(55)]);
    expect(decided(wrapped.slice(0, 6))).toEqual(open);
    expect(decided(wrapped)).toMatchObject({ kind: 'not enforced', served: true });
    const hourOld = lists([left(1), left(0), ...times(5, left(59))], 2000);
    expect(decided(hourOld)).toMatchObject({ kind: 'not enforced', served: true });
    // With 60 requests in 60 s, this may be a refill, because a minute has passed.
    const refilled = [responded({ at: 0, quota: [60, 0, 61] }), responded({ at: 60, quota: [60, 59, 61] })];
    const served = [58, 57, 56, 55].map((left, at) =>
      responded({ at: 60.2 + at / 10, quota: [60, left, 61] }),
    );
    expect(decided([...refilled, ...served])).toEqual(open);
  });

  test('uses the longest time to the same Reset as the window', () => {
    const minute = (at: number, remaining: number) => responded({ at, quota: [60, remaining, 60] });
    const served = [50, 50.2, 50.4, 50.6, 50.8, 51, 51.2, 51.4].map((at) => minute(at, 0));
    expect(decided([minute(0, 59), ...served])).toMatchObject({ kind: 'not enforced' });
    expect(decided(served)).toEqual(open);
  });

  test('uses the newest response, not one that arrived out of order', () => {
    const slow = responded({ at: 0, took: 5, ...left(0) });
    const fast = responded({ at: 1, ...left(5) });
    const after = responded({ at: 6, ...limited });
    expect(decided([fast, slow, after])).toEqual(open);
    expect(decided([slow, fast, after])).toEqual(open);
    const together = responded({ at: 1, ...left(0) });
    expect(decided([fast, together, after])).toMatchObject({ kind: 'proven' });
  });

  test('does not count responses that are out of order as a reset', () => {
    const low = (at: number) => responded({ at, took: 3, ...left(5) });
    const high = (at: number) => responded({ at: at + 1, ...later(59) });
    expect(decided(proving([low(0), high(0), low(10), high(10)]))).toEqual(open);
    const touching = [responded({ at: 0, took: 1, ...left(5) }), responded({ at: 1, took: 1, ...later(59) })];
    const again = [
      responded({ at: 2, took: 1, ...later(5) }),
      responded({ at: 3, took: 1, ...later(59, 2) }),
    ];
    expect(decided(proving([...touching, ...again]))).toMatchObject({ kind: 'undecided' });
  });

  test('is disproved after Remaining 0 only while Remaining is at most half of Limit', () => {
    expect(decided(lists([left(0), ...times(5, left(30))]))).toMatchObject({ kind: 'not enforced' });
    expect(decided(lists([left(0), ...times(5, {})]))).toMatchObject({ served: true });
    for (const other of [{ status: 299 }, { body: '{"message":"used up"}' }, { body: '[]' }])
      expect(decided(lists([left(0), ...times(5, other)]))).toMatchObject({
        kind: 'not enforced',
        served: false,
      });
  });

  test('allows twice the Limit if Reset moves', () => {
    const moving = lists(Array.from({ length: 28 }, (_one, at) => ({ quota: [10, 5, 7205 + at] as const })));
    expect(decided(moving.slice(0, 27))).toEqual(open);
    expect(decided(moving)).toMatchObject({ kind: 'not enforced' });
  });
});
