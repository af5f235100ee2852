import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createTimeline } from '../../src/readings/timeline.ts';
import { cutOff, responded, start } from '../support/responses.ts';

function seen(...exchanges: readonly Exchange[]) {
  const timeline = createTimeline(500);
  for (const exchange of exchanges) timeline.see(exchange);
  return timeline;
}

const many = (count: number): Exchange[] =>
  Array.from({ length: count }, (_one, at) => ({ ...responded({ at }), id: at + 1 }));

describe('a row of the timeline', () => {
  const plain = { id: 1, atMs: 500, readMs: 600, operation: 'listCategories', withKey: true };

  test('has the times since the start and the values of the response', () => {
    const response = responded({ at: 1, quota: [60, 59, 61.25], headers: [['Retry-After', ' 7 ']] });
    expect(seen(response).rows().rows).toStrictEqual([
      {
        ...plain,
        status: 200,
        limit: 60,
        remaining: 59,
        reset: start + 61.25,
        resetIn: 60.2,
        retryAfter: '7',
      },
    ]);
  });

  test('omits headers that are missing or invalid', () => {
    expect(seen(responded({ at: 1, status: 404 })).rows().rows).toStrictEqual([{ ...plain, status: 404 }]);
    expect(seen(responded({ at: 1, quota: [60, 61, -2000] })).rows().rows).toStrictEqual([
      { ...plain, status: 200, limit: 60 },
    ]);
  });

  test('has no status without a response, and says whether the request had the key', () => {
    const keyless = { ...cutOff(1), validity: 'none' as const };
    expect(seen(keyless).rows().rows).toStrictEqual([{ ...plain, withKey: false }]);
  });
});

describe('the rows of the timeline', () => {
  test('are in the order in which they were sent', () => {
    const [one, two, three] = many(3);
    if (!one || !two || !three) throw new Error('too few');
    expect(
      seen(three, one, two)
        .rows()
        .rows.map(({ id }) => id),
    ).toEqual([1, 2, 3]);
  });

  test('are the first 300 and the last 300 exchanges', () => {
    expect(seen(...many(600)).rows()).toMatchObject({ leftOut: 0, rows: { length: 600 } });
    const { rows, leftOut } = seen(...many(650)).rows();
    expect([rows.length, leftOut]).toEqual([600, 50]);
    expect([rows[299]?.id, rows[300]?.id, rows[599]?.id]).toEqual([300, 351, 650]);
  });

  test('that lead to an exchange are the last eight with the key and the same operation', () => {
    const all = many(12);
    const [first, second, third, , tenth] = [all[0], all[1], all[2], all[3], all[9]];
    if (!first || !second || !third || !tenth) throw new Error('too few');
    const orders = { ...third, request: { ...third.request, operation: 'orders' as const } };
    const mixed = [first, { ...second, validity: 'none' as const }, orders, ...all.slice(3)];
    const ids = seen(...mixed)
      .upTo(tenth)
      .map(({ id }) => id);
    expect(ids).toEqual([1, 4, 5, 6, 7, 8, 9, 10]);
    expect(
      seen(...all)
        .upTo(tenth)
        .map(({ id }) => id),
    ).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
