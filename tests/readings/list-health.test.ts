import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createListHealth } from '../../src/readings/post-stops.ts';
import { cutOff, responded } from '../support/responses.ts';

const valid = '{"name":"parrot"}';

function sent(at: number, status: number, body: string, purpose = 'a body'): Exchange {
  return { ...responded({ at, status, request: post(Buffer.from(body)) }), purpose };
}

const list = (at: number, status = 200, body = '[]') => responded({ at, status, body });

const interrupted: Exchange = {
  ...cutOff(2),
  outcome: { kind: 'fault', fault: { kind: 'aborted', sentence: 'the run was interrupted' } },
};

function seen(...exchanges: readonly Exchange[]) {
  const health = createListHealth(2_000);
  for (const exchange of exchanges) health.see(exchange);
  return health;
}

const blamed = (...exchanges: readonly Exchange[]) =>
  seen(...exchanges)
    .broken()
    ?.candidates.map(({ purpose }) => purpose);

describe('the list must be checked before the next POST', () => {
  test.each([
    ['a POST that returned 500', [sent(1, 500, valid)]],
    ['a POST that returned 503', [sent(1, 503, valid)]],
    ['a POST that is cut off', [{ ...cutOff(1), request: post(Buffer.from(valid)) }]],
    ['the first 2xx to an invalid class', [sent(1, 201, '{"name":7}')]],
    ['a broken list after a POST', [sent(1, 400, '{}'), list(2, 500)]],
  ])('after %s', (_, exchanges) => {
    expect(seen(list(0), ...exchanges).needsList()).toBe(true);
    expect(seen(list(0), ...exchanges, list(9)).needsList()).toBe(false);
    expect(seen(list(0), ...exchanges).whyNoPost()).toBeUndefined();
  });

  test('but not after a 2xx to a valid body, a redirect, a refusal or a 429', () => {
    const posts = [201, 300, 307, 400, 401, 429].map((status, at) => sent(at + 1, status, valid));
    expect(seen(list(0), ...posts).needsList()).toBe(false);
  });

  test('once for each class', () => {
    const first = [list(0), sent(1, 201, '{"name":7}', 'a number'), list(2)];
    expect(seen(...first, sent(3, 201, '{"name":8}', 'a number')).needsList()).toBe(false);
    expect(seen(...first, sent(3, 201, '{"name":[]}', 'an array')).needsList()).toBe(true);
  });

  test('and a list requested before the response does not count', () => {
    const early = { ...list(3), sentAt: 500, readAt: 3000 };
    expect(seen(list(0), sent(1, 500, valid), early).needsList()).toBe(true);
    expect(seen(list(0), sent(1, 500, valid), list(1.1)).needsList()).toBe(false);
  });

  test.each([
    ['was rate-limited', list(2, 429)],
    ['was refused', list(2, 401)],
    ['is retried', list(2, 503)],
    ['is retried after a cut', cutOff(2)],
    ['was interrupted', interrupted],
    ['was requested without the key', responded({ at: 2, status: 500, request: { credential: 'none' } })],
    ['is of another operation', responded({ at: 2, status: 500, request: { operation: 'orders' } })],
  ])('and a list that %s does not count', (_, other) => {
    const health = seen(list(0), sent(1, 500, valid), other, other);
    expect(health.needsList()).toBe(true);
    expect(health.broken()).toBeUndefined();
  });
});

describe('the list is broken', () => {
  test('if it fails twice in a row, and then no POST is sent', () => {
    const bad = list(2, 500);
    const health = seen(list(0), sent(1, 201, '{"name":7}'), bad);
    expect(health.broken()).toBeUndefined();
    health.see(list(3, 500));
    expect(health.broken()?.list).toBe(bad);
    expect(health.whyNoPost()).toMatch(/list is broken/);
    expect(health.needsList()).toBe(false);
    const found = health.broken();
    for (const at of [4, 20]) health.see(list(at));
    expect(health.broken()).toEqual(found);
    expect(found?.candidates).toHaveLength(1);
  });

  test.each([
    ['not JSON', list(2, 200, '[{"name":NaN}]')],
    ['not an array', list(2, 200, '{}')],
    ['cut off twice', { ...cutOff(2), attempt: 2 as const }],
  ])('if it is %s', (_, bad) => {
    expect(blamed(list(0), sent(1, 500, valid), bad, bad)).toEqual(['a body']);
  });

  test('but not if it is good in between', () => {
    expect(blamed(list(0), sent(1, 500, valid), list(2, 500), list(3), list(4, 500))).toBeUndefined();
  });

  test('but not if it exceeds a limit of the kit', () => {
    const { outcome, ...deep } = list(2, 200, '[[[1]]]');
    const unread: Exchange = {
      ...deep,
      outcome: { kind: 'response', response: { ...outcome.response, maxNesting: 2 } },
    };
    expect(blamed(list(0), sent(1, 500, valid), unread, unread)).toBeUndefined();
  });

  test('but not if it was never served, or no POST came before', () => {
    expect(blamed(list(0, 500), sent(1, 201, valid), list(2, 500), list(3, 500))).toBeUndefined();
    expect(blamed(list(0), list(2, 500), list(3, 500))).toBeUndefined();
    expect(seen(list(0, 500), sent(1, 500, valid), list(2, 500)).needsList()).toBe(false);
  });
});

describe('suspects are', () => {
  const bad = [list(8, 500), list(9, 500)];

  test('POSTs since the last good list', () => {
    expect(
      blamed(list(0), sent(1, 500, valid, 'early'), list(4), sent(5, 500, valid, 'late'), ...bad),
    ).toEqual(['late']);
    // The list was requested when the early one had been read, even if a list may be late.
    for (const [early, late] of [
      [500, 500],
      [400, 400],
    ] as const)
      expect(
        blamed(list(0), sent(3, early, valid, 'early'), list(3.1), sent(5, late, valid, 'late'), ...bad),
      ).toEqual(['late']);
  });

  test('POSTs that were in flight then', () => {
    const late = { ...sent(5, 201, '{"name":7}', 'late'), sentAt: 1000 };
    expect(blamed(list(0), sent(2, 500, valid, 'early'), late, ...bad)).toEqual(['late', 'early']);
  });

  test('POSTs that were not refused, if there are any', () => {
    expect(blamed(list(0), sent(1, 400, '{}', 'refused'), sent(2, 201, valid, 'created'), ...bad)).toEqual([
      'created',
    ]);
    expect(blamed(list(0), sent(1, 400, '{}', 'refused'), ...bad)).toEqual(['refused']);
  });

  test('POSTs shortly before the last good list, if none came since', () => {
    expect(blamed(list(0), sent(1, 201, valid, 'created'), list(2), ...bad)).toEqual(['created']);
    expect(blamed(list(0), sent(1, 201, valid, 'created'), list(3.1), ...bad)).toBeUndefined();
    expect(blamed(list(0), sent(1, 400, valid, 'refused'), list(3.1), ...bad)).toBeUndefined();
  });

  test('not POSTs sent after the list broke', () => {
    for (const at of [8.1, 10])
      expect(blamed(list(0), sent(1, 500, valid), ...bad, sent(at, 500, valid, 'later'))).toEqual(['a body']);
  });

  test('not POSTs that were rate-limited', () => {
    expect(blamed(list(0), sent(1, 429, valid), ...bad)).toBeUndefined();
  });

  test('in the order sent, by number if sent at once', () => {
    const posts = [3, 1, 2].map((id) => ({ ...sent(5, 500, valid, `the ${id}`), id }));
    expect(blamed(list(0), ...posts, sent(4, 500, valid, 'first'), ...bad)).toEqual([
      ...['first', 'the 1', 'the 2', 'the 3'],
    ]);
  });
});

describe('no more POSTs are sent because every POST is redirected', () => {
  const redirects = (...exchanges: readonly Exchange[]) => seen(...exchanges).whyNoPost();
  const movedList = list(0, 308);

  test('once a valid body and another one, or the list, were redirected', () => {
    const why = 'no more POSTs are sent because every POST is redirected (see create.created)';
    expect(redirects(list(0), sent(1, 308, valid), sent(2, 302, '{}'))).toBe(why);
    expect(redirects(movedList, sent(1, 307, valid))).toBe(why);
    expect(redirects(movedList, sent(1, 503, valid), sent(2, 307, valid))).toBe(why);
  });

  test('but not if one was not, if only one kind was, or for requests without the key', () => {
    expect(redirects(movedList, sent(1, 307, '{}'))).toBeUndefined();
    expect(redirects(list(0), sent(1, 303, valid), sent(2, 303, valid))).toBeUndefined();
    expect(redirects(list(0), sent(1, 303, valid), sent(2, 400, '{}'), sent(3, 302, '{}'))).toBeUndefined();
    const withoutKey = responded({
      at: 2,
      status: 302,
      request: post(Buffer.from('{}'), { credential: 'none' }),
    });
    expect(redirects(list(0), sent(1, 303, valid), withoutKey)).toBeUndefined();
  });
});
