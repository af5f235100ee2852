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
    ['was rate-limited', list(2, 429)],
    ['was refused', list(2, 401)],
    ['is requested again', { ...list(2, 503), again: true as const }],
    ['is requested again after a cut', { ...cutOff(2), again: true as const }],
    ['was interrupted', interrupted],
    ['was requested without the key', responded({ at: 2, status: 500, request: { credential: 'none' } })],
    ['belongs to another operation', responded({ at: 2, status: 500, request: { operation: 'orders' } })],
  ])('because a list that %s does not count', (_, other) => {
    const health = seen(list(0), sent(1, 500, valid), other, other);
    expect(health.needsList()).toBe(true);
    expect(health.broken()).toBeUndefined();
  });
});

describe('the requests that may have broken the list are', () => {
  const bad = [list(8, 500), list(9, 500)];

  test('POSTs since the last good list', () => {
    expect(
      blamed(list(0), sent(1, 500, valid, 'early'), list(4), sent(5, 500, valid, 'late'), ...bad),
    ).toEqual(['late']);
    // The list was requested after the early response had been read, so the early POST is not blamed, even though lists may
    // be late.
    for (const [early, late] of [
      [500, 500],
      [400, 400],
    ] as const)
      expect(
        blamed(list(0), sent(3, early, valid, 'early'), list(3.1), sent(5, late, valid, 'late'), ...bad),
      ).toEqual(['late']);
  });

  test('POSTs that were in flight during the last good list', () => {
    const late = { ...sent(5, 201, '{"name":7}', 'late'), sentAt: 1000 };
    expect(blamed(list(0), sent(2, 500, valid, 'early'), late, ...bad)).toEqual(['late', 'early']);
  });

  test('only POSTs that were not refused, if there are any', () => {
    expect(blamed(list(0), sent(1, 400, '{}', 'refused'), sent(2, 201, valid, 'created'), ...bad)).toEqual([
      'created',
    ]);
    expect(blamed(list(0), sent(1, 400, '{}', 'refused'), ...bad)).toEqual(['refused']);
  });

  test('POSTs shortly before the last good list, if none followed it', () => {
    expect(blamed(list(0), sent(1, 201, valid, 'created'), list(2), ...bad)).toEqual(['created']);
    expect(blamed(list(0), sent(1, 201, valid, 'created'), list(3.1), ...bad)).toBeUndefined();
    expect(blamed(list(0), sent(1, 400, valid, 'refused'), list(3.1), ...bad)).toBeUndefined();
  });
});
