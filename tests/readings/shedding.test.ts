import { expect, test } from 'vitest';
import type { HttpRequest } from '../../src/exchange/exchange.ts';
import { createShedding } from '../../src/readings/shedding.ts';
import { responded } from '../support/responses.ts';

const invalid: Partial<HttpRequest> = {
  method: 'POST',
  operation: 'createCategory',
  body: Buffer.from('{}'),
};

const again = { isRepeated: true };

/**
 * Passes responses to the reading, each with its status, the requests in flight, and the request, which is a list by
 * default.
 */
function seen(
  responses: readonly (readonly [status: number, concurrent: number, request?: Partial<HttpRequest>])[],
) {
  const shedding = createShedding();
  for (const [at, [status, concurrent, request = {}]] of responses.entries())
    shedding.see({ ...responded({ at, status, request }), concurrent }, again);
  return shedding;
}

test('a 503 while other requests are in flight counts as load shedding if the request is served when sent alone', () => {
  const shedding = seen([
    [503, 3],
    [503, 3, invalid],
    [200, 1],
    [400, 1, invalid],
    [200, 1],
  ]);
  expect(shedding.decision()).toMatchObject({ tested: 1 });
  expect(shedding.decision().refused?.concurrent).toBe(3);
});
