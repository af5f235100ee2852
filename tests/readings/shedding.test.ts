import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../src/exchange/exchange.ts';
import { createShedding } from '../../src/readings/shedding.ts';
import { responded } from '../support/responses.ts';

const invalid: Partial<HttpRequest> = {
  method: 'POST',
  operation: 'createCategory',
  body: Buffer.from('{}'),
};

const again = { isRepeated: true, isPaced: true, isRecovery: false };

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
  test('with others in flight was shed if the request is served alone', () => {
    const shedding = seen([
      [503, 3],
      [503, 3, invalid],
      [200, 1],
      [400, 1, invalid],
      [200, 1],
    ]);
    expect(shedding.decision()).toMatchObject({ served: 2, tested: 1 });
    expect(shedding.decision().refused?.concurrent).toBe(3);
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
});
