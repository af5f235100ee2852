import { expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createBan } from '../../src/readings/outcomes.ts';
import { answered, cutOff, type Told } from '../support/answers.ts';

const answer = (status: number, request: Told['request'] = {}) => answered({ at: 0, status, request });
const order = { operation: 'orders' } as const;
const keyless = { presentation: 'none' } as const;
const elsewhere = { operation: 'elsewhere' } as const;

function shownBy(...exchanges: readonly Exchange[]): Exchange | undefined {
  const ban = createBan();
  for (const exchange of exchanges) ban.see(exchange);
  return ban.shownBy();
}

test('a key that was good before a 429, and is refused after it, looks banned', () => {
  const refused = answer(401);
  expect(shownBy(answer(200), answer(429), refused, answer(401))).toBe(refused);
  expect(shownBy(answer(429), answer(299), answer(403))).toMatchObject({
    outcome: { response: { status: 403 } },
  });
});

test('a 403 may be about rights, but for the list', () => {
  expect(shownBy(answer(200), answer(429), answer(403, order))).toBeUndefined();
  expect(shownBy(answer(200), answer(429), answer(401, order))).toBeDefined();
});

test('a key does not look banned that was never good, never limited, or not refused', () => {
  expect(shownBy(answer(300), answer(429), answer(401))).toBeUndefined();
  expect(shownBy(answer(200), answer(401))).toBeUndefined();
  expect(shownBy(answer(200), answer(429), answer(400), answer(500), cutOff(0))).toBeUndefined();
  expect(shownBy(answer(401), answer(200), answer(429))).toBeUndefined();
});

test('what was sent without the key, or to another path, tells nothing of it', () => {
  expect(shownBy(answer(200), answer(429), answer(401, keyless), answer(401, elsewhere))).toBeUndefined();
  expect(shownBy(answer(200, keyless), answer(429), answer(401))).toBeUndefined();
  expect(shownBy(answer(200), answer(429, elsewhere), answer(401))).toBeUndefined();
});
