import { describe, expect, test } from 'vitest';
import type { Exchange, FaultKind } from '../../src/exchange/exchange.ts';
import { createSilence } from '../../src/readings/silence.ts';
import { cutOff, responded } from '../support/responses.ts';

const failed = (at: number, kind: FaultKind, took = 0.1): Exchange => ({
  ...cutOff(at),
  readAt: (at + took) * 1000,
  outcome: { kind: 'fault', fault: { kind, sentence: 'it failed' } },
});

function seen(...exchanges: readonly Exchange[]) {
  const silence = createSilence();
  for (const exchange of exchanges) silence.see(exchange);
  return silence;
}

const cuts = (...times: readonly number[]) => times.map((at) => cutOff(at));

describe('the target stopped responding', () => {
  test('after four requests in a row without a response', () => {
    expect(seen(...cuts(1, 2, 3)).stop()).toBeUndefined();
    const four = cuts(1, 2, 3, 4);
    expect(seen(...four).stop()).toEqual({ since: 1000, count: 4, together: [four[0]], isRefusing: false });
  });

  test('and those in flight together count once', () => {
    expect(seen(...cuts(1, 1, 1, 2, 2, 3)).stop()).toBeUndefined();
    expect(seen(...cuts(1, 1, 1, 2, 2, 3, 4)).stop()).toMatchObject({ count: 7 });
  });

  test('unless one gets a response in between, or is sent over the limit', () => {
    for (const other of [responded({ at: 3.5 }), { ...cutOff(3.5), overLimit: true }]) {
      const silence = seen(...cuts(1, 2, 3), other);
      for (const one of cuts(4, 5, 6)) silence.see(one);
      expect(silence.stop()).toBeUndefined();
      silence.see(cutOff(7));
      expect(silence.stop()).toMatchObject({ since: 4000, count: 4 });
    }
  });

  test('unless the head of a response arrives in between, before the body is cut off', () => {
    const inBody = (kind: FaultKind): Exchange => ({
      ...cutOff(3.5),
      outcome: { kind: 'fault', fault: { kind, sentence: 'it failed', status: 200 } },
    });
    expect(seen(...cuts(1, 2, 3), inBody('cut'), cutOff(5)).stop()).toBeUndefined();
    // A body that never ends takes the whole timeout, so that few of them are enough.
    expect(seen(...cuts(1, 2, 3), inBody('timeout')).stop()).toMatchObject({ count: 4 });
  });

  test('even if a request gets a response that was already in flight', () => {
    const early = (at: number) => responded({ at, took: 3 });
    expect(seen(...cuts(1, 2, 3), early(1.05), cutOff(5)).stop()).toMatchObject({ since: 1000, count: 4 });
    expect(seen(...cuts(1, 2, 3), early(1.1), cutOff(5)).stop()).toBeUndefined();
  });

  test('and the requests that were in flight may be the cause', () => {
    const [first, second, third, ...later] = [failed(1, 'cut', 2), cutOff(2), cutOff(3), ...cuts(3.1, 4, 5)];
    if (first === undefined) throw new Error('no request');
    expect(
      seen(first, ...[second, third, ...later].filter((one) => one !== undefined)).stop()?.together,
    ).toEqual([first, second, third]);
  });

  test('and no longer listens if it refuses all connections after those', () => {
    const refused = [2, 3, 4].map((at) => failed(at, 'refused'));
    expect(seen(cutOff(1), ...refused).stop()?.isRefusing).toBe(true);
    expect(seen(cutOff(1), ...refused, cutOff(5)).stop()?.isRefusing).toBe(false);
  });
});
