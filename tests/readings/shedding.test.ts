import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../src/exchange/exchange.ts';
import { createShedding } from '../../src/readings/shedding.ts';
import { responded } from '../support/responses.ts';

const invalid: Partial<HttpRequest> = {
  method: 'POST',
  operation: 'createCategory',
  body: Buffer.from('{}'),
};

const again = { isRepeated: true, isPaced: true };

/** Passes responses to the reading: status, requests in flight, and the request, by default a list. */
function seen(
  responses: readonly (readonly [status: number, concurrent: number, request?: Partial<HttpRequest>])[],
) {
  const shedding = createShedding();
  for (const [at, [status, concurrent, request = {}]] of responses.entries())
    shedding.see({ ...responded({ at, status, request }), concurrent }, again);
  return shedding;
}

const { request } = responded({ at: 0, request: invalid });

describe('a 503', () => {
  test('alone does not show load shedding', () => {
    const shedding = seen([[503, 1]]);
    expect(shedding.oneAtATime()).toBe(false);
    expect(shedding.decision()).toEqual({ served: 0, together: 0 });
  });

  test('with others in flight decides nothing; after the second, requests go one at a time', () => {
    const once = seen([[503, 3]]);
    expect([once.oneAtATime(), once.isDecisive(request)]).toEqual([false, false]);
    const twice = seen([
      [503, 3],
      [503, 2, invalid],
    ]);
    expect(twice.oneAtATime()).toBe(true);
  });

  test('with others in flight was shed if the request is served alone', () => {
    const shedding = seen([
      [503, 3],
      [503, 3, invalid],
      [200, 1],
      [400, 1, invalid],
      [200, 1],
    ]);
    expect(shedding.decision()).toMatchObject({ served: 2, together: 0 });
    expect(shedding.decision().refused?.concurrent).toBe(3);
  });

  test('with others in flight was not shed unless the retry is served', () => {
    const shedding = seen([[503, 3, invalid]]);
    shedding.see(responded({ at: 1, status: 400, request: invalid }), { isRepeated: false, isPaced: true });
    shedding.see(responded({ at: 2, status: 429, request: invalid }), again);
    expect(shedding.decision().served).toBe(0);
  });

  test('alone is conclusive the third time, with a valid request served in between', () => {
    const before = [
      [503, 3, invalid],
      [503, 1, invalid],
    ] as const;
    expect(seen(before).controlDue()).toBe(true);
    expect(seen([...before, [503, 1, invalid]]).isDecisive(request)).toBe(false);
    const controlled = seen([...before, [200, 1], [503, 1, invalid]]);
    expect(controlled.isDecisive(request)).toBe(true);
    expect(seen([...before, [200, 1]]).controlDue()).toBe(false);
  });

  test('to every control request ends the wait', () => {
    const shedding = seen([
      [503, 3, invalid],
      [503, 1, invalid],
      [503, 1],
      [503, 1],
      [503, 1],
    ]);
    expect(shedding.controlDue()).toBe(false);
  });

  test('with others in flight is compared with other responses that came then', () => {
    expect(
      seen([
        [200, 3],
        [404, 2],
        [200, 1],
        [429, 3],
      ]).decision(),
    ).toEqual({ served: 0, together: 2 });
  });

  describe('alone', () => {
    const later = (status: number, also: Partial<HttpRequest> = {}, sent: Partial<typeof again> = {}) =>
      [responded({ at: 9, status, request: also }), { isRepeated: false, isPaced: true, ...sent }] as const;
    const shed = later(503, invalid);
    const control = later(200);
    const having = (...all: readonly (typeof shed)[]) => {
      const shedding = createShedding();
      for (const [exchange, sent] of all) shedding.see(exchange, sent);
      return shedding;
    };
    const { request: list } = responded({ at: 0 });

    test('three times, with valid requests served in between, is the server itself', () => {
      const thrice = [shed, control, shed, control, shed];
      expect(having(...thrice.slice(0, 4)).isOwn(request)).toBe(false);
      expect(having(...thrice).isOwn(request)).toBe(true);
      expect(having(...thrice).isOwn(list)).toBe(false);
      expect(having(...thrice).controlDue()).toBe(false);
    });

    test('is forgotten once such a request is served when repeated', () => {
      const twice = [shed, control, shed, control];
      const decisive = (...more: readonly (typeof shed)[]) => having(...twice, ...more).isDecisive(request);
      expect(decisive()).toBe(true);
      expect(decisive(later(400, invalid))).toBe(true);
      expect(decisive(later(400, invalid, { isRepeated: true }))).toBe(false);
    });

    test('says nothing without a gap', () => {
      const close = later(503, invalid, { isPaced: false });
      const shedding = having(close, close, close, close);
      expect([shedding.isDecisive(request), shedding.controlDue(), shedding.oneAtATime()]).toEqual([
        ...[false, false, true],
      ]);
    });

    test('waits until a valid request is served with the key', () => {
      expect(having(shed).controlDue()).toBe(true);
      expect(having(shed, later(200, { credential: 'none' })).controlDue()).toBe(true);
      expect(having(shed, later(404)).controlDue()).toBe(true);
      expect(having(shed, control).controlDue()).toBe(false);
    });

    test('waits for three control requests at most', () => {
      const refused = later(503);
      expect(having(shed, refused, refused).controlDue()).toBe(true);
      const three = [shed, refused, refused, refused];
      expect(having(...three).controlDue()).toBe(false);
      expect(having(...three).isOwn(list)).toBe(true);
      expect(having(...three, shed).controlDue()).toBe(false);
      expect(having(...three, control, shed).controlDue()).toBe(true);
      expect(having(refused, refused, shed, refused, refused).controlDue()).toBe(true);
    });

    test('to control requests is forgotten once one is served', () => {
      const refused = later(503);
      expect(having(shed, refused, refused, control, refused).isOwn(list)).toBe(false);
    });
  });

  test('says nothing about other operations, credentials and bodies', () => {
    const shedding = seen([
      [503, 3, invalid],
      [503, 1, invalid],
      [200, 1],
      [503, 1, invalid],
    ]);
    const others: readonly Partial<HttpRequest>[] = [
      {},
      { ...invalid, credential: 'none' },
      { ...invalid, body: Buffer.from('{"name":"abc"}') },
    ];
    for (const other of others)
      expect(shedding.isDecisive(responded({ at: 0, request: other }).request)).toBe(false);
  });

  test('at Remaining 0 is about the limit', () => {
    const shedding = createShedding();
    shedding.see({ ...responded({ at: 0, status: 503 }), concurrent: 3, overLimit: true }, again);
    expect(shedding.decision().refused).toBeUndefined();
  });
});
