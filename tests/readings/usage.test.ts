import { describe, expect, test } from 'vitest';
import { createUsage } from '../../src/readings/usage.ts';
import { type ResponseParts, responded } from '../support/responses.ts';

/**
 * Returns the decision after lists that are sent one per second, with Remaining taken from `remaining`. By default, the
 * window is an hour.
 */
function decided(
  count: number,
  remaining: (at: number) => number,
  {
    limit = 60,
    reset = 3605,
    ...also
  }: Partial<ResponseParts> & { readonly limit?: number; readonly reset?: number } = {},
) {
  const usage = createUsage();
  for (let at = 0; at < count; at++)
    usage.see(responded({ at, quota: [limit, remaining(at), reset], ...also }));
  return usage.decision();
}

const still = () => 50;
const falling = (at: number) => 59 - at;

describe('Remaining', () => {
  test('is undecided until ten other requests have been completed between two responses', () => {
    expect(decided(11, falling)).toMatchObject({ kind: 'open' });
    expect(decided(12, falling)).toEqual({ kind: 'falls' });
  });

  test('does not fall if two comparisons in one series show no fall', () => {
    expect(decided(22, still)).toMatchObject({ kind: 'open' });
    expect(decided(23, still)).toMatchObject({ kind: 'unchanged', deciding: 2, falling: 0 });
    const { shown } = decided(23, still) as { shown: { sentAt: number } };
    expect(shown.sentAt).toBe(22_000);
  });

  test('is undecided if a refill may hide the fall', () => {
    // The responses that are compared are 11.1 s apart, in a window of 100 s.
    const inWindow = (limit: number) => decided(23, still, { limit, reset: 100.1 });
    expect(inWindow(80).kind).toBe('unchanged');
    expect(inWindow(90).kind).toBe('open');
    expect(inWindow(100).kind).toBe('open');
  });

  test('may be seen falling on any operation, but only plain lists show that it does not fall', () => {
    const orders = { request: { operation: 'orders' } as const };
    expect(decided(12, falling, orders)).toEqual({ kind: 'falls' });
    expect(decided(34, still, orders)).toMatchObject({ kind: 'open' });
    expect(decided(34, still, { status: 500 })).toMatchObject({ kind: 'open' });
    expect(decided(12, falling, { status: 500 })).toEqual({ kind: 'falls' });
  });

  test('does not fall if lists show no fall, whatever other operations show', () => {
    const usage = createUsage();
    const seen: string[] = [];
    for (let at = 0; at < 60; at++) {
      usage.see(responded({ at, quota: [60, 50, 3605] }));
      usage.see(responded({ at: at + 0.5, quota: [60, 59 - at, 3605], request: { operation: 'orders' } }));
      seen.push(usage.decision().kind);
    }
    // Eleven other requests lie between a list and the sixth list after it: five lists and six GETs of orders.
    expect([seen[5], seen[6], seen[21], seen[22], seen[59]]).toEqual([
      'open',
      'open',
      'open',
      'unchanged',
      'unchanged',
    ]);
  });

  test('is undecided if it falls for orders and there are too few lists', () => {
    const decidedBy = (between: number, last: number, credential: 'bearer' | 'none' = 'bearer') => {
      const usage = createUsage();
      const orders = { request: { operation: 'orders', credential } } as const;
      for (let at = 0; at < 12; at++)
        usage.see(responded({ at, quota: [60, 59 - at, 3605], request: { operation: 'orders' } }));
      usage.see(responded({ at: 20, quota: [60, 40, 3605] }));
      for (let at = 0; at < between; at++)
        usage.see(responded({ at: 21 + at, quota: [60, 30, 3605], ...orders }));
      usage.see(responded({ at: 50, quota: [60, last, 3605] }));
      return usage.decision().kind;
    };
    expect([decidedBy(10, 40), decidedBy(11, 40), decidedBy(11, 39)]).toEqual(['falls', 'open', 'falls']);
    expect(decidedBy(11, 40, 'none')).toBe('falls');
  });

  test('falls for lists if it falls in most comparisons of one window', () => {
    const windows = (...each: readonly (readonly [count: number, remaining: (at: number) => number])[]) => {
      const usage = createUsage();
      for (const [window, [count, remaining]] of each.entries())
        for (let at = 0; at < count; at++)
          usage.see(responded({ at: window * 4_000 + at, quota: [60, remaining(at), (window + 1) * 4_000] }));
      return usage.decision();
    };
    expect(windows([12, falling], [12, still], [12, still])).toEqual({ kind: 'falls' });
    expect(windows([34, falling], [23, still])).toMatchObject({ kind: 'unchanged', deciding: 2, falling: 0 });
  });

  test('falls visibly even if a refill could have hidden it', () => {
    // The compared responses are 11.1 s apart. In that time, a limit of 1,000 in 100 s could refill 112 requests.
    const inWindow = (remaining: (at: number) => number) =>
      decided(36, remaining, { limit: 1_000, reset: 100.1 }).kind;
    expect(inWindow((at) => 900 - at)).toBe('falls');
    expect(inWindow((at) => 900 - Math.ceil((at * 6) / 11))).toBe('falls');
    expect(inWindow((at) => 900 - Math.floor((at * 5) / 11))).toBe('open');
  });

  test('is compared from the start again after a long pause, and only above 0', () => {
    const given = (quota: (at: number) => readonly [number, number, number], from = 0) => {
      const usage = createUsage();
      for (let at = 0; at < 16; at++)
        usage.see(responded({ at: at < from ? at : at + 60, quota: quota(at) }));
      return usage.decision();
    };
    // After a pause of a minute, no comparison begins with the first three responses, and the next twelve are compared.
    const all = (at: number) => [60, 50 - at, 200] as const;
    expect(given(all)).toEqual({ kind: 'falls' });
    expect(given(all, 3)).toEqual({ kind: 'falls' });
    // With only eleven responses after the pause, a refill may hide that Remaining is unchanged, but not that it falls.
    expect(given(all, 5)).toEqual({ kind: 'falls' });
    expect(given((at) => [60, at < 5 ? 50 : 47, 200], 5)).toMatchObject({ kind: 'open' });
    expect(given((at) => [60, at < 4 ? 0 : 50 - at, 3605])).toEqual({ kind: 'falls' });
    expect(given((at) => [60, at < 5 ? 0 : 50 - at, 3605])).toMatchObject({ kind: 'open' });
  });
});

describe('an undecided result about Remaining has a reason', () => {
  const whyOpen = (count: number, given: (at: number) => Partial<ResponseParts>) => {
    const usage = createUsage();
    for (let at = 0; at < count; at++) usage.see(responded({ at, ...given(at) }));
    const decision = usage.decision();
    return decision.kind === 'open' ? decision.reason.text : decision.kind;
  };

  test.each<[what: string, count: number, given: (at: number) => Partial<ResponseParts>, reason: RegExp]>([
    ['few requests were sent', 11, () => ({ quota: [60, 50, 3605] }), /^too few requests in one window$/],
    [
      'many requests with a moving Reset',
      84,
      (at) => ({ quota: [60, 50, 3605 + at] }),
      /^at most 1 of 84 requests had the same operation, Limit and Reset; 12 are needed$/,
    ],
    [
      'many requests without a Reset',
      84,
      () => ({
        headers: [
          ['X-RateLimit-Limit', '60'],
          ['X-RateLimit-Remaining', '50'],
        ],
      }),
      /^a requirement that it depends on is violated$/,
    ],
    [
      'many responses from a cache',
      84,
      () => ({ quota: [60, 50, 3605], headers: [['Age', '5']] }),
      /^a cache serves GET \/categories/,
    ],
    [
      'many requests with a fast refill',
      84,
      () => ({ quota: [1_000, 500, 100] }),
      /^Remaining did not fall from one list to the next, but the lists are inconclusive: /,
    ],
    [
      'many requests for orders with a fast refill',
      84,
      () => ({ quota: [1_000, 500, 100], request: { operation: 'orders' } }),
      /^84 requests in one window are inconclusive: .* refilling may have hidden the fall$/,
    ],
  ])('%s', (_what, count, given, reason) => {
    expect(whyOpen(count, given)).toMatch(reason);
  });
});
