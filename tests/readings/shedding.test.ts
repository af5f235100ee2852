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
