import { expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createSentTexts } from '../../src/readings/origins.ts';
import { responded } from '../support/responses.ts';

const sent = (at: number, body: unknown, status = 201) =>
  responded({ at, status, request: post(Buffer.from(JSON.stringify(body))) });

const first = sent(0, { name: 'one', description: 'from the first' });
const second = sent(1, { name: 'two' });
const refused = sent(2, { name: 'three', description: 'from the first' }, 401);
const last = sent(3, { name: 'four' });

function senderOf(value: string, received: Exchange, ...exchanges: readonly Exchange[]) {
  const texts = createSentTexts();
  for (const exchange of [...exchanges, received]) texts.see(exchange);
  return texts.senderOf(value, received);
}

test('the sender is the newest creation with the string, or a refused POST if there is no creation', () => {
  const words = 'the previous creation';
  expect(senderOf('from the first', last, first)).toEqual({ exchange: first, words });
  expect(senderOf(' from the first ', last, first, refused)).toEqual({ exchange: first, words });
  expect(senderOf('one', last, first, second)).toEqual({
    exchange: first,
    words: 'an earlier creation of this run',
  });
  expect(senderOf('from the first', last, first, responded({ at: 2 }))).toEqual({ exchange: first, words });
  expect(senderOf('three', last, first, refused)).toEqual({
    exchange: refused,
    words: 'an earlier request of this run',
  });
});

test('the sender is the request sent last, not the one that ended last', () => {
  const one = sent(0, { name: 'same' });
  const two = sent(1, { name: 'same' });
  expect(senderOf('same', last, two, one)?.exchange).toBe(two);
  const atOnce = sent(3, { name: 'same' });
  expect(senderOf('same', last, atOnce)?.exchange).toBe(atOnce);
});

test('a string has no sender if it was not sent before, is blank, or was sent by the request itself', () => {
  expect(senderOf('made up', last, first)).toBeUndefined();
  expect(senderOf('four', last, sent(0, { name: 'four' }))).toBeUndefined();
  const both = sent(3, { name: 'four', description: 'five' });
  expect(senderOf('four', both, sent(0, { name: 'four' }))).toBeUndefined();
  expect(senderOf(' ', last, sent(0, { name: ' ' }))).toBeUndefined();
  expect(senderOf('later', last, sent(9, { name: 'later' }))).toBeUndefined();
  expect(senderOf('a list', last, sent(0, ['a list']))).toBeUndefined();
  const raw = (body: string) => responded({ at: 0, status: 201, request: post(Buffer.from(body)) });
  expect(senderOf('one', last, raw('{"name":"one"'), raw('null'))).toBeUndefined();
});
