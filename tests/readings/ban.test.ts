import { expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createBan } from '../../src/readings/outcomes.ts';
import { cutOff, type ResponseParts, responded } from '../support/responses.ts';

const response = (status: number, request: ResponseParts['request'] = {}) =>
  responded({ at: 0, status, request });
const order = { operation: 'orders' } as const;
const keyless = { credential: 'none' } as const;
const elsewhere = { operation: 'elsewhere' } as const;

function shownBy(...exchanges: readonly Exchange[]): Exchange | undefined {
  const ban = createBan();
  for (const exchange of exchanges) ban.see(exchange);
  return ban.shownBy();
}

test('a key that was accepted before a 429 and is refused after it may be banned', () => {
  const refused = response(401);
  expect(shownBy(response(200), response(429), refused, response(401))).toBe(refused);
  expect(shownBy(response(429), response(299), response(403))).toMatchObject({
    outcome: { response: { status: 403 } },
  });
});

test('a 403 counts only for the list; elsewhere it may be about permissions', () => {
  expect(shownBy(response(200), response(429), response(403, order))).toBeUndefined();
  expect(shownBy(response(200), response(429), response(401, order))).toBeDefined();
});

test('a key that was never accepted, limited or refused is not banned', () => {
  expect(shownBy(response(300), response(429), response(401))).toBeUndefined();
  expect(shownBy(response(200), response(401))).toBeUndefined();
  expect(shownBy(response(200), response(429), response(400), response(500), cutOff(0))).toBeUndefined();
  expect(shownBy(response(401), response(200), response(429))).toBeUndefined();
});

test('requests without the key, or to unlisted paths, are ignored', () => {
  expect(
    shownBy(response(200), response(429), response(401, keyless), response(401, elsewhere)),
  ).toBeUndefined();
  expect(shownBy(response(200, keyless), response(429), response(401))).toBeUndefined();
  expect(shownBy(response(200), response(429, elsewhere), response(401))).toBeUndefined();
});
