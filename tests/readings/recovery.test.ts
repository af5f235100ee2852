import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createRecovery } from '../../src/readings/recovery.ts';
import { cutOff, type ResponseParts, responded } from '../support/responses.ts';

function decided(exchanges: readonly Exchange[]) {
  const recovery = createRecovery();
  for (const exchange of exchanges) recovery.see(exchange);
  return recovery.decision();
}

/** Creates a 429 at this second, with a Retry-After of ten by default. */
const limitedAt = (at: number, retryAfter = '10', also: Partial<ResponseParts> = {}) =>
  responded({ at, status: 429, headers: [['Retry-After', retryAfter]], ...also });

/** Creates responses, one a second, whose Remaining shows that no other client uses the key. */
const alone = (count: number, remaining = (at: number) => 59 - at) =>
  Array.from({ length: count }, (_one, at) => responded({ at, quota: [60, remaining(at), 3605] }));

const open = (reason: string) => ({ kind: 'open', reason });
const notWaited = open('the run ended before the time in Retry-After was over');
const dependent = 'a requirement that it depends on is violated';
const invalid = open(dependent);
const tooShort = open(
  'a request after Retry-After returned 429 again; requests were served only after a second wait',
);
const others = open('other clients use this key and may have used the new quota');

describe('recovery', () => {
  test('is open without a 429, or before Retry-After is over', () => {
    expect(decided(alone(3))).toEqual(open('no 429 was received'));
    expect(decided([limitedAt(0)])).toEqual(notWaited);
    expect(decided([limitedAt(0), responded({ at: 10 })])).toEqual(notWaited);
  });

  test('is proven by a response after Retry-After', () => {
    const after = responded({ at: 10.1 });
    expect(decided([limitedAt(0), after])).toEqual({ kind: 'served', by: after });
    expect(decided([limitedAt(0), after, responded({ at: 11, status: 500 })])).toEqual({
      kind: 'served',
      by: after,
    });
    expect(decided([limitedAt(0), responded({ at: 11, status: 299 })])).toMatchObject({ kind: 'served' });
  });

  test('stays proven if a later request fails for another reason', () => {
    const served = [limitedAt(0), responded({ at: 11 })];
    expect(decided([...served, limitedAt(12), responded({ at: 23, status: 500 })])).toMatchObject({
      kind: 'served',
    });
  });

  test('is undecided if the request fails for another reason', () => {
    expect(decided([limitedAt(0), responded({ at: 11, status: 300 })])).toEqual(open(dependent));
    expect(decided([limitedAt(0), cutOff(11)])).toEqual(open(dependent));
  });

  test('uses only requests with the key', () => {
    const keyless = { request: { credential: 'none' } as const };
    expect(decided([limitedAt(0), responded({ at: 11, ...keyless })])).toEqual(notWaited);
    expect(decided([limitedAt(0, '10', keyless)])).toEqual(open('no 429 was received'));
  });

  test('waits for the longest Retry-After line', () => {
    const two = limitedAt(0, '2', {
      headers: [
        ['Retry-After', '2'],
        ['Retry-After', '20'],
      ],
    });
    expect(decided([two, responded({ at: 19 })])).toEqual(notWaited);
    expect(decided([two, responded({ at: 20.1 })])).toMatchObject({ kind: 'served' });
    expect(decided([limitedAt(0, '2, 20'), responded({ at: 19 })])).toEqual(notWaited);
  });

  test('is open if Retry-After is invalid or missing', () => {
    expect(decided([limitedAt(0, 'soon')])).toEqual(invalid);
    expect(decided([responded({ at: 0, status: 429 })])).toEqual(invalid);
    expect(decided([limitedAt(0, 'soon'), responded({ at: 100 })])).toEqual(invalid);
    const half = limitedAt(0, '2', {
      headers: [
        ['Retry-After', '2'],
        ['Retry-After', 'soon'],
      ],
    });
    expect(decided([half, responded({ at: 100 })])).toEqual(invalid);
    expect(decided([limitedAt(0), limitedAt(1, 'soon'), responded({ at: 100 })])).toEqual(invalid);
  });

  test('restarts the wait after each 429', () => {
    expect(decided([limitedAt(0), limitedAt(5), responded({ at: 12 })])).toEqual(notWaited);
  });

  test('fails after two refusals in a row, if no other client uses the key', () => {
    const twice = [limitedAt(20), limitedAt(31), limitedAt(42)];
    expect(decided([...alone(12), ...twice.slice(0, 2)])).toEqual(notWaited);
    expect(decided([...alone(12), ...twice])).toEqual({ kind: 'still limited', refused: twice.slice(1) });
    expect(decided([...alone(12), ...twice, responded({ at: 60 })])).toMatchObject({ kind: 'still limited' });
    const more = [...twice, limitedAt(53)];
    expect(decided([...alone(12), ...more])).toEqual({ kind: 'still limited', refused: more.slice(1) });
    expect(decided([...alone(12), ...more, responded({ at: 70 }), limitedAt(80), limitedAt(91)])).toEqual({
      kind: 'still limited',
      refused: more.slice(1),
    });
    expect(decided([...alone(11), ...twice])).toEqual(others);
    expect(decided(twice)).toEqual(others);
  });

  test('is undecided if a request is refused after Retry-After, and one after the next is served', () => {
    const missed = [limitedAt(20), limitedAt(31), responded({ at: 42 })];
    expect(decided([...alone(12), ...missed])).toEqual(tooShort);
    expect(decided(missed)).toEqual(others);
    expect(decided([...alone(12), ...missed, limitedAt(43), responded({ at: 54 })])).toEqual(tooShort);
    expect(decided([limitedAt(0), responded({ at: 11 }), ...missed])).toEqual(others);
  });

  test('remembers half of the requests of a long run', () => {
    const many = Array.from({ length: 401 }, (_one, at) => responded({ at, quota: [1000, 999 - at, 3605] }));
    const twice = [limitedAt(410), limitedAt(421), limitedAt(432)];
    expect(decided([...many, ...twice])).toMatchObject({ kind: 'still limited' });
  });

  test('counts refusals in a row only', () => {
    const between = responded({ at: 42 });
    const twice = [limitedAt(20), limitedAt(31), between, limitedAt(43), limitedAt(54)];
    expect(decided([...alone(12), ...twice])).toEqual(tooShort);
    expect(decided([...alone(12), ...twice, limitedAt(65)])).toMatchObject({ kind: 'still limited' });
  });
});

describe('another client uses the key', () => {
  const twice = [limitedAt(20), limitedAt(31), limitedAt(42)];

  test('if Remaining falls by more than the requests of the run', () => {
    expect(decided([...alone(14, (at) => (at < 7 ? 59 - at : 58 - at)), ...twice])).toEqual(others);
    expect(decided([...alone(14, () => 59), ...twice])).toMatchObject({ kind: 'still limited' });
    // Only in the middle: later requests are not counted, so that the whole fall is explained.
    const dip = (at: number) => (at < 7 || at > 10 ? 59 - at : 58 - at);
    expect(decided([...alone(14, dip), ...twice])).toEqual(others);
    // Only between the seventh and the eighth, after requests that were not counted.
    expect(decided([...alone(14, (at) => (at < 7 ? 59 : 57)), ...twice])).toEqual(others);
    const touching = alone(14, (at) => (at < 7 ? 59 - at : 58 - at)).map((one) => ({
      ...one,
      readAt: one.sentAt + 1000,
    }));
    const [before, after] = [responded({ at: -1, took: 1 }), responded({ at: 14 })];
    expect(decided([before, ...touching, after, ...twice])).toEqual(others);
  });

  test('judging by what came before the first 429', () => {
    const [first, ...rest] = twice;
    const used = rest.map((one) => ({
      ...one,
      ...limitedAt(one.sentAt / 1000, '10', { quota: [60, 0, 3605] }),
    }));
    expect(decided([...alone(12), ...[first].filter((one) => one !== undefined), ...used])).toMatchObject({
      kind: 'still limited',
    });
  });

  test('but not if Remaining rises in between', () => {
    expect(decided([...alone(14, (at) => (at < 7 ? 50 - at : 58 - at)), ...twice])).toMatchObject({
      kind: 'still limited',
    });
  });

  test('but not if requests in flight explain the fall', () => {
    const atOnce = (left: number) => responded({ at: 14, took: 1, quota: [60, left, 3605] });
    expect(decided([...alone(12), atOnce(45), atOnce(46), atOnce(47), ...twice])).toMatchObject({
      kind: 'still limited',
    });
    expect(decided([...alone(12), atOnce(44), atOnce(46), atOnce(47), ...twice])).toEqual(others);
  });

  test('judging by responses of one window and operation', () => {
    const window = [
      ...alone(6),
      ...alone(12)
        .slice(6)
        .map((_one, index) => responded({ at: 6 + index, quota: [60, 59 - index, 7205] })),
    ];
    expect(decided([...window, ...twice])).toEqual(others);
    const next = [17, 18].map((at) => responded({ at, quota: [60, 76 - at, 7205] }));
    expect(decided([...alone(14), ...next, ...twice])).toEqual(others);
    const after = [0, 1].map((at) => responded({ at: at - 10, quota: [60, 5, 0] }));
    expect(decided([...after, ...alone(12), ...twice])).toMatchObject({ kind: 'still limited' });
    const orders = responded({ at: 13, quota: [60, 3, 3605], request: { operation: 'orders' } });
    expect(decided([...alone(13), orders, ...twice])).toMatchObject({ kind: 'still limited' });
  });

  test('judging by responses with readable headers and the key', () => {
    const bare = (at: number) => responded({ at, headers: [['X-RateLimit-Remaining', '1']] });
    expect(decided([...alone(13), bare(13), ...twice])).toMatchObject({ kind: 'still limited' });
    const keyless = responded({ at: 13, quota: [60, 3, 3605], request: { credential: 'none' } });
    expect(decided([...alone(13), keyless, ...twice])).toMatchObject({ kind: 'still limited' });
    expect(decided([...alone(12), cutOff(13), ...twice])).toMatchObject({ kind: 'still limited' });
  });

  test('judging by responses with Limit, Remaining and Reset', () => {
    for (const missing of ['Limit', 'Remaining', 'Reset']) {
      const { outcome, ...rest } = responded({ at: 13, quota: [60, 46, 3605] });
      const headers = outcome.response.headers.filter(([name]) => !name.endsWith(missing));
      const partly: Exchange = {
        ...rest,
        outcome: { kind: 'response', response: { ...outcome.response, headers } },
      };
      expect(decided([...alone(13), partly, ...twice]), missing).toMatchObject({ kind: 'still limited' });
    }
  });

  test('but not if requests without the key are counted too', () => {
    const keyless = (at: number, status = 401) => responded({ at, status, request: { credential: 'none' } });
    const mixed = alone(20, (at) => 59 - at).map((one, at) => (at % 4 === 3 ? keyless(at) : one));
    expect(decided([...mixed, ...twice])).toMatchObject({ kind: 'still limited' });
  });

  test('cannot be ruled out if too many responses come from a cache', () => {
    const cached = alone(20).map((one) => ({
      ...one,
      outcome: {
        ...one.outcome,
        response: {
          ...one.outcome.response,
          headers: [...one.outcome.response.headers, ['Age', '0'] as const],
        },
      },
    }));
    expect(decided([...alone(20), ...twice])).toMatchObject({ kind: 'still limited' });
    expect(decided([...cached, ...twice])).toEqual(others);
  });
});
