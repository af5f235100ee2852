import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createEnforcement } from '../../src/readings/enforcement.ts';
import { cutOff, responded, start, type Told } from '../support/responses.ts';

function decided(exchanges: readonly Exchange[]) {
  const enforcement = createEnforcement();
  for (const exchange of exchanges) enforcement.see(exchange);
  return enforcement.decision();
}

/** Lists one after the other, one a second, with what is told of each. */
const lists = (told: readonly Partial<Told>[], from = 0) =>
  told.map((one, index) => responded({ at: from + index, ...one }));

/** The same quota, in the window after that one. */
const later = (remaining: number, windows = 1): Partial<Told> => ({
  quota: [60, remaining, 3605 + windows * 3600],
});

const times = (count: number, one: Partial<Told>) => Array.from({ length: count }, () => one);

/** A quota of 60 in a window of an hour. */
const left = (remaining: number): Partial<Told> => ({ quota: [60, remaining, 3605] });
const limited: Partial<Told> = { status: 429 };
const open = { kind: 'open' };

describe('a limit', () => {
  test('is open before anything was seen', () => {
    expect(decided([])).toEqual(open);
    expect(decided(lists([left(59), left(1)]))).toEqual(open);
  });

  test('is proven by a 429 after a 0, or with one', () => {
    const after = lists([left(1), left(0), limited]);
    expect(decided(after)).toEqual({ kind: 'proven', by: after[2] });
    const alone = lists([{ ...limited, ...left(0) }]);
    expect(decided(alone)).toEqual({ kind: 'proven', by: alone[0] });
    expect(decided(lists([left(0), limited, ...times(30, { status: 200 })]))).toMatchObject({
      kind: 'proven',
    });
  });

  test('is not proven by a 429 out of the blue, of another operation, or of another key', () => {
    expect(decided(lists([limited]))).toEqual(open);
    expect(decided(lists([left(1), limited]))).toEqual(open);
    const orders: Partial<Told> = { request: { operation: 'orders' } };
    expect(decided(lists([left(0), { ...limited, ...orders }]))).toEqual(open);
    const keyless: Partial<Told> = { request: { credential: 'none' } };
    expect(decided(lists([left(0), { ...limited, ...keyless }]))).toEqual(open);
    expect(decided(lists([{ ...left(0), ...keyless }, limited]))).toEqual(open);
  });

  test('is proven by a 429 after a 0 of another Limit that still holds', () => {
    const day: Partial<Told> = { quota: [1000, 700, 7205] };
    const minute = (reset: number): Partial<Told> => ({ quota: [60, 0, reset] });
    expect(decided(lists([minute(5), day, limited]))).toMatchObject({ kind: 'proven' });
    expect(decided(lists([minute(1.5), day, limited]))).toEqual(open);
    expect(decided(lists([day, minute(1.5), limited]))).toMatchObject({ kind: 'proven' });
  });

  test('is not enforced where five are served after a 0, and more than can have come back', () => {
    const served = lists([left(0), ...times(5, left(0))]);
    expect(decided(served.slice(0, 5))).toEqual(open);
    expect(decided(served)).toEqual({
      kind: 'not enforced',
      by: served[5],
      served: true,
      seen: '5 requests after Remaining 0, one after the other, none of them 429',
      cause: 'a request after Remaining 0 is answered 200',
    });
  });

  test('is not enforced either where they are refused otherwise, or cut off', () => {
    expect(decided(lists([left(0), ...times(5, { status: 503 })]))).toMatchObject({
      kind: 'not enforced',
      served: false,
      cause: 'a request after Remaining 0 is answered 503',
    });
    const cut = [1, 2, 3, 4, 5].map((at) => cutOff(at));
    expect(decided([...lists([left(0)]), ...cut])).toMatchObject({
      kind: 'not enforced',
      served: false,
      cause: 'a request after Remaining 0 is cut off',
    });
  });

  test('is judged by plain lists after the 0, each sent after the one before was read', () => {
    const orders: Partial<Told> = { ...left(0), request: { operation: 'orders' } };
    expect(decided(lists([left(0), ...times(9, orders)]))).toEqual(open);
    expect(decided(lists([orders, ...times(9, { status: 200 })]))).toEqual(open);
    const touching = [0, 1, 2, 3, 4, 5].map((at) => responded({ at, took: 1, ...left(0) }));
    expect(decided(touching)).toMatchObject({ kind: 'not enforced' });
    const atOnce = times(9, left(0)).map((one) => responded({ at: 1, took: 1, ...one }));
    expect(decided([...lists([left(0)]), ...atOnce])).toEqual(open);
  });

  test('is not judged by what can have come back in the meantime', () => {
    // 60 in 60 s: one comes back each second, and so all that are asked are served by right.
    const refilled: Partial<Told> = { quota: [60, 0, 60] };
    expect(decided(lists([refilled, ...times(19, refilled)]))).toEqual(open);
    expect(decided(lists([refilled, ...times(20, refilled)]))).toEqual({
      kind: 'undecided',
      reason: '20 requests after Remaining 0 decided nothing: it refills as fast as it is asked',
    });
  });

  test('is not judged by a new window, or by the other of two Limits', () => {
    expect(decided(lists([left(0), ...times(9, later(59))]))).toEqual(open);
    expect(decided(lists([left(0), ...times(4, later(31)), ...times(4, later(0))]))).toEqual(open);
    expect(decided(lists([left(0), ...times(5, { quota: [1000, 700, 7205] })]))).toMatchObject({
      kind: 'not enforced',
    });
  });

  test('is undecided once the window turned over twice', () => {
    const over = [left(5), later(59), later(5), later(59, 2)];
    expect(decided(lists(over.slice(0, 3)))).toEqual(open);
    expect(decided(lists(over))).toEqual({
      kind: 'undecided',
      reason: 'the window turned over twice before it was used up: it refills faster than it can be asked',
    });
    expect(decided(lists([left(5), later(35), later(5), later(35, 2)]))).toEqual(open);
    const usedUp = [left(0), later(59), later(0), later(59, 2), later(0, 2), later(59, 3)];
    expect(decided(lists(usedUp))).toEqual(open);
    expect(decided(lists([...over, left(0), limited]))).toMatchObject({ kind: 'proven' });
    const orders = over.map((one): Partial<Told> => ({ ...one, request: { operation: 'orders' } }));
    expect(decided(lists(orders))).toEqual(open);
  });

  test('is not enforced where more are served in one window than Limit allows, and 0 is never shown', () => {
    const small = (reset: number): Partial<Told> => ({ quota: [10, 5, reset] });
    // 10, 7 for rounding, and 1 that comes back in the 17 s of them.
    const served = lists(times(19, small(7205)));
    expect(decided(served.slice(0, 18))).toEqual(open);
    expect(decided(served)).toEqual({
      kind: 'not enforced',
      by: served[18],
      served: true,
      seen: '19 requests served within 18.1 s at a Limit of 10',
      cause: 'more requests than the Limit are served in one window',
    });
  });

  test('is not enforced where a counter wraps around instead of being used up', () => {
    const wrapped = lists([left(1), left(0), left(59), left(58), left(57), left(56), left(55)]);
    expect(decided(wrapped.slice(0, 6))).toEqual(open);
    expect(decided(wrapped)).toMatchObject({ kind: 'not enforced', served: true });
    // As much can have come back: 60 in 60 s, a minute later.
    const refilled = [responded({ at: 0, quota: [60, 0, 61] }), responded({ at: 60, quota: [60, 59, 61] })];
    const served = [58, 57, 56, 55].map((left, at) =>
      responded({ at: 60.2 + at / 10, quota: [60, left, 61] }),
    );
    expect(decided([...refilled, ...served])).toEqual(open);
  });

  test('is judged by the longest time to the same Reset that was seen', () => {
    const minute = (at: number, remaining: number) => responded({ at, quota: [60, remaining, 60] });
    const served = [50, 50.2, 50.4, 50.6, 50.8, 51, 51.2, 51.4].map((at) => minute(at, 0));
    expect(decided([minute(0, 59), ...served])).toMatchObject({ kind: 'not enforced' });
    expect(decided(served)).toEqual(open);
  });

  test('is not judged by what a cache served, whatever its Age', () => {
    const cached: Partial<Told> = { ...left(0), headers: [['Age', '0']] };
    expect(decided(lists([left(0), ...times(30, cached)]))).toEqual(open);
    const small: Partial<Told> = { quota: [10, 5, 7205], headers: [['Age', '1']] };
    expect(decided(lists(times(40, small)))).toEqual(open);
    expect(decided(lists([{ ...left(0), headers: [['Age', '0']] }, limited]))).toEqual(open);
  });

  test('is judged by what is served, whatever Remaining shows', () => {
    const broken: Partial<Told> = {
      headers: [
        ['X-RateLimit-Limit', '10'],
        ['X-RateLimit-Remaining', '-1'],
        ['X-RateLimit-Reset', String(start + 7205)],
      ],
    };
    expect(decided(lists(times(19, broken)))).toMatchObject({
      kind: 'not enforced',
      cause: 'more requests than the Limit are served in one window',
    });
  });

  test('stays decided once it is not enforced', () => {
    const served = lists([left(0), ...times(5, left(0))]);
    expect(decided([...served, ...lists([limited], 10)])).toMatchObject({
      kind: 'not enforced',
      by: served[5],
    });
  });

  test('is judged by answers that tell Limit and Remaining', () => {
    const only = (...lines: readonly (readonly [string, string])[]): Partial<Told> => ({ headers: lines });
    const zero = only(['X-RateLimit-Remaining', '0'], ['X-RateLimit-Reset', String(start + 3605)]);
    expect(decided(lists([zero, limited]))).toEqual(open);
    const endless = only(['X-RateLimit-Limit', '60'], ['X-RateLimit-Remaining', '0']);
    expect(decided(lists([endless, limited]))).toMatchObject({ kind: 'proven' });
    expect(decided(lists(times(90, endless)))).toEqual(open);
    expect(decided(lists([endless, { quota: [1000, 700, 7205] }, limited]))).toMatchObject({
      kind: 'proven',
    });
  });

  test('is told by the newest answer, not by one that was overtaken', () => {
    const slow = responded({ at: 0, took: 5, ...left(0) });
    const fast = responded({ at: 1, ...left(5) });
    const after = responded({ at: 6, ...limited });
    expect(decided([fast, slow, after])).toEqual(open);
    expect(decided([slow, fast, after])).toEqual(open);
    const together = responded({ at: 1, ...left(0) });
    expect(decided([fast, together, after])).toMatchObject({ kind: 'proven' });
  });

  test('does not turn over by answers that overtake one another', () => {
    const low = (at: number) => responded({ at, took: 3, ...left(5) });
    const high = (at: number) => responded({ at: at + 1, ...later(59) });
    expect(decided([low(0), high(0), low(10), high(10)])).toEqual(open);
    const touching = [responded({ at: 0, took: 1, ...left(5) }), responded({ at: 1, took: 1, ...later(59) })];
    const again = [
      responded({ at: 2, took: 1, ...later(5) }),
      responded({ at: 3, took: 1, ...later(59, 2) }),
    ];
    expect(decided([...touching, ...again])).toMatchObject({ kind: 'undecided' });
  });

  test('is judged after a 0 by what leaves at most half of the Limit', () => {
    expect(decided(lists([left(0), ...times(5, left(30))]))).toMatchObject({ kind: 'not enforced' });
    expect(decided(lists([left(0), ...times(5, { status: 299 })]))).toMatchObject({ served: true });
    expect(decided(lists([left(0), ...times(5, { status: 300 })]))).toMatchObject({ served: false });
  });

  test('allows for twice the Limit where Reset moves', () => {
    const moving = lists(Array.from({ length: 29 }, (_one, at) => ({ quota: [10, 5, 7205 + at] as const })));
    expect(decided(moving.slice(0, 28))).toEqual(open);
    expect(decided(moving)).toMatchObject({ kind: 'not enforced' });
  });

  test('counts what is served anew for another Limit and another window', () => {
    const small: Partial<Told> = { quota: [10, 5, 7205] };
    const other: Partial<Told> = { quota: [11, 5, 7205] };
    expect(decided(lists([...times(12, small), ...times(12, other)]))).toEqual(open);
    const short: Partial<Told> = { quota: [10, 5, 12.05] };
    expect(decided(lists(times(12, short)))).toEqual(open);
    for (const status of [300, 404]) expect(decided(lists(times(30, { ...small, status })))).toEqual(open);
  });
});
