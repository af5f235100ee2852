import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createRecovery } from '../../src/readings/recovery.ts';
import { type ReasonCode, reason } from '../../src/spec/reasons.ts';
import { type ResponseParts, responded } from '../support/responses.ts';

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

const open = (code: ReasonCode) => ({ kind: 'open', reason: reason(code) });
const notWaited = open('ended-early');
const tooShort = open('late-recovery');
const others = open('shared-key');

describe('recovery', () => {
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

  test('fails after one refusal in the window of the first 429, if no other client uses the key', () => {
    const reset = (at: number, ends: number) =>
      limitedAt(at, '10', { headers: [['Retry-After', '10']], quota: [60, 0, ends] });
    const [first, second, next] = [reset(20, 60), reset(31, 60), reset(31, 120)];
    const failed = { kind: 'still limited', refused: [second] };
    expect(decided([...alone(12), first, second])).toEqual(failed);
    expect(decided([...alone(12), first, second, responded({ at: 42 })])).toEqual(failed);
    expect(decided([...alone(12), first, next])).toEqual(notWaited);
    expect(decided([...alone(11), first, second])).toEqual(notWaited);
  });

  test('ignores a refusal if a request of the run was served after the 429 that asked for the wait', () => {
    const late = responded({ at: 19, took: 2, status: 201 });
    const [first, second] = [limitedAt(20), limitedAt(31)];
    expect(decided([...alone(12), late, first, second, limitedAt(42)])).toEqual(notWaited);
    expect(decided([...alone(12), first, late, second, responded({ at: 42 })])).toMatchObject({
      kind: 'served',
    });
    expect(decided([...alone(12), first, late, second, limitedAt(42), limitedAt(53)])).toMatchObject({
      kind: 'still limited',
    });
    const refused = limitedAt(19, '10', { took: 2 });
    expect(decided([...alone(12), first, refused, limitedAt(32), limitedAt(43)])).toMatchObject({
      kind: 'still limited',
    });
  });

  test('is undecided if one request is refused after Retry-After, and a later one is served', () => {
    const missed = [limitedAt(20), limitedAt(31), responded({ at: 42 })];
    expect(decided([...alone(12), ...missed])).toEqual(tooShort);
    expect(decided(missed)).toEqual(others);
    expect(decided([...alone(12), ...missed, limitedAt(43), responded({ at: 54 })])).toEqual(tooShort);
    expect(decided([limitedAt(0), responded({ at: 11 }), ...missed])).toEqual(others);
  });
});

describe('another client uses the key', () => {
  const twice = [limitedAt(20), limitedAt(31), limitedAt(42)];

  test('if Remaining falls by more than the number of requests of the run', () => {
    expect(decided([...alone(14, (at) => (at < 7 ? 59 - at : 58 - at)), ...twice])).toEqual(others);
    expect(decided([...alone(14, () => 59), ...twice])).toMatchObject({ kind: 'still limited' });
    // Remaining is too low only in the middle. Later requests are not counted, because they would explain the whole
    // fall.
    const dip = (at: number) => (at < 7 || at > 10 ? 59 - at : 58 - at);
    expect(decided([...alone(14, dip), ...twice])).toEqual(others);
    // Remaining falls only between the seventh and the eighth response, after requests that were not counted.
    expect(decided([...alone(14, (at) => (at < 7 ? 59 : 57)), ...twice])).toEqual(others);
    const touching = alone(14, (at) => (at < 7 ? 59 - at : 58 - at)).map((one) => ({
      ...one,
      readAt: one.sentAt + 1000,
    }));
    const [before, after] = [responded({ at: -1, took: 1 }), responded({ at: 14 })];
    expect(decided([before, ...touching, after, ...twice])).toEqual(others);
  });

  test('but not if requests in flight explain the fall', () => {
    const atOnce = (left: number) => responded({ at: 14, took: 1, quota: [60, left, 3605] });
    expect(decided([...alone(12), atOnce(45), atOnce(46), atOnce(47), ...twice])).toMatchObject({
      kind: 'still limited',
    });
    expect(decided([...alone(12), atOnce(44), atOnce(46), atOnce(47), ...twice])).toEqual(others);
  });

  test('if responses of the same window and operation show it', () => {
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

  test('or may use it, if too many responses come from a cache', () => {
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
