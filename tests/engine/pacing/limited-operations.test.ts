import { expect, it } from 'vitest';
import { createLimitedOperations, type Entry } from '../../../src/engine/pacing/requests.ts';
import type { Exchange, HttpRequest } from '../../../src/exchange/exchange.ts';
import { cutOff, responded } from '../../support/responses.ts';

const pets = { operation: 'petById' } as const;
const limited = (at: number, request: Partial<Exchange['request']> = pets, remaining = 50) =>
  responded({ at, status: 429, quota: [60, remaining, 3600], request });
const list = (at: number) => responded({ at });

/** Returns the place of the response that shows that its operation should not be sent again, if one does. */
function droppedAt(...exchanges: Exchange[]): number {
  const operations = createLimitedOperations();
  return exchanges.findIndex((one) => operations.see(one));
}

it.each<readonly [what: string, at: number, exchanges: Exchange[]]>([
  [
    'is dropped after two 429s with another operation served in between',
    2,
    [limited(0), list(4), limited(5)],
  ],
  ['is kept if nothing else was served in between', -1, [list(0), limited(1), limited(5)]],
  [
    'is kept if it was served in between',
    -1,
    [limited(0), list(4), responded({ at: 5, request: pets }), limited(6)],
  ],
  ['is kept at Remaining 0', -1, [limited(0, pets, 0), list(4), limited(5, pets, 0)]],
  ['is kept if the second was in flight with the first', -1, [limited(0), list(4), limited(0.05)]],
  ['is kept if it is the plain list', -1, [limited(0, {}), list(4), limited(5, {}), list(6), limited(7, {})]],
  [
    'is dropped if it gets no response in between',
    3,
    [limited(0), list(4), { ...cutOff(5), request: limited(5).request }, limited(6)],
  ],
  ['is kept if the other was not served', -1, [limited(0), responded({ at: 4, status: 400 }), limited(5)]],
  ['is kept if the other was in flight with the first', -1, [limited(0), list(0.05), limited(5)]],
  ['is dropped if the others follow at once', 2, [limited(0), list(0.1), limited(0.1)]],
  [
    'is kept if the second had no key',
    -1,
    [limited(0), list(4), limited(5, { ...pets, credential: 'none' })],
  ],
])('an operation %s', (_what, at, exchanges) => {
  expect(droppedAt(...exchanges)).toBe(at);
});

it('a dropped operation is not sent again with the key', () => {
  const operations = createLimitedOperations();
  const whyNot = (request: HttpRequest) => operations.whyNot({ request } as Entry);
  expect(whyNot(limited(6).request)).toBeUndefined();
  for (const one of [limited(0), list(4), limited(5)]) operations.see(one);
  expect(operations.has(limited(6).request)).toBe(true);
  expect(operations.has({ ...limited(6).request, credential: 'none' })).toBe(false);
  expect(operations.has(list(6).request)).toBe(false);
  expect(whyNot(limited(6).request)).toMatchObject({
    kind: 'operation limited',
    message:
      'GET /pets/{petId} returned 429 twice while other operations were served, so it was not sent again',
  });
  expect(whyNot(list(6).request)).toBeUndefined();
});
