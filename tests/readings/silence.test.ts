import { describe, expect, test } from 'vitest';
import type { Exchange, FaultKind } from '../../src/exchange/exchange.ts';
import { createSilence } from '../../src/readings/silence.ts';
import { cutOff, responded } from '../support/responses.ts';

const failed = (at: number, kind: FaultKind, took = 0.1): Exchange => ({
  ...cutOff(at),
  readAt: (at + took) * 1000,
  outcome: { kind: 'fault', fault: { kind, sentence: `it was ${kind}` } },
});

function seen(...exchanges: readonly Exchange[]) {
  const silence = createSilence();
  for (const exchange of exchanges) silence.see(exchange);
  return silence.stop();
}

const cuts = (...times: readonly number[]) => times.map((at) => cutOff(at));

describe('the target does not respond', () => {
  test('if several requests in a row fail, counted from the first', () => {
    const three = cuts(1, 2, 3);
    expect(seen(responded({ at: 0 }))).toBeUndefined();
    expect(seen(...three)).toMatchObject({ count: 3, together: [three[0]], isRefusing: false });
    expect(seen(...three, responded({ at: 3.5 }))).toBeUndefined();
    expect(seen(...three, responded({ at: 3.5, status: 502 }))).toMatchObject({
      count: 4,
      received: expect.stringContaining('502'),
    });
  });

  test('unless the head of a response arrives before the body is cut off', () => {
    const inBody: Exchange = {
      ...cutOff(3.5),
      outcome: { kind: 'fault', fault: { kind: 'cut', sentence: 'it failed', status: 200 } },
    };
    expect(seen(...cuts(1, 2, 3), inBody)).toBeUndefined();
  });

  test('if a firewall drops all packets, so that requests time out', () => {
    expect(seen(failed(1, 'timeout'), failed(2, 'timeout'))).toMatchObject({ count: 2 });
  });

  test('even if a request gets a response that was already in flight', () => {
    const early = (at: number) => responded({ at, took: 3 });
    expect(seen(...cuts(1, 2, 3), early(1.05))).toMatchObject({ count: 3 });
    expect(seen(...cuts(1, 2, 3), early(1.1))).toBeUndefined();
  });

  test('and the requests that were in flight may be the cause', () => {
    const inFlight = [failed(1, 'cut', 2), cutOff(2), cutOff(3)];
    expect(seen(...inFlight, ...cuts(3.1, 4, 5))?.together).toEqual(inFlight);
  });

  test('and no longer listens if it refuses all further connections', () => {
    const refused = [2, 3, 4].map((at) => failed(at, 'refused'));
    expect(seen(cutOff(1), ...refused)).toMatchObject({ isRefusing: true, received: 'it was refused' });
    expect(seen(cutOff(1), ...refused, cutOff(5))?.isRefusing).toBe(false);
  });

  test('and several requests without a valid key were sent directly before that', () => {
    const keyless = (at: number) => responded({ at, status: 401, request: { credential: 'none' } });
    expect(seen(keyless(0), keyless(1), ...cuts(2))).toMatchObject({ afterWithoutKey: 2 });
    expect(seen(keyless(0), responded({ at: 1 }), ...cuts(2))).not.toHaveProperty('afterWithoutKey');
  });
});
