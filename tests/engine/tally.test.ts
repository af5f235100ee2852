import { describe, expect, test } from 'vitest';
import { addOccurrence, addReason, addSeen, emptyTally, occurrencesWords } from '../../src/engine/tally.ts';
import type { Credential, Exchange } from '../../src/exchange/exchange.ts';
import { responded } from '../support/responses.ts';

const mismatch = { expected: 'status 200', received: 'status 500', cause: 'returned 500' };

describe('a tally', () => {
  test('groups occurrences by cause, with the first exchange', () => {
    const tally = emptyTally();
    const first = responded({ at: 0, status: 500 });
    addOccurrence(tally, { ...mismatch, exchange: first, instance: 'one' });
    addOccurrence(tally, {
      ...mismatch,
      received: 'status 500 again',
      exchange: responded({ at: 0, status: 500 }),
      instance: 'two',
    });
    addOccurrence(tally, { ...mismatch, cause: 'another' });
    expect([...tally.causes.keys()]).toEqual(['returned 500', 'another']);
    const cause = tally.causes.get('returned 500');
    expect(cause).toMatchObject({ mismatch, count: 2 });
    expect(cause?.exchange).toBe(first);
    expect([...(cause?.instances ?? [])]).toEqual(['one', 'two']);
    expect([...(cause?.places ?? [])]).toEqual([['GET /categories returned 500', 2]]);
  });

  test('shows the simplest request: one without a computed key, then one that follows no other', () => {
    const tally = emptyTally();
    const withCredential = (credential: Credential, follows?: Exchange): Exchange => {
      const exchange = responded({ at: 0, status: 401 });
      const sent = { ...exchange, request: { ...exchange.request, credential } };
      return follows === undefined ? sent : { ...sent, follows };
    };
    const shown = (exchange: Exchange, received: string) => {
      addOccurrence(tally, { ...mismatch, received, exchange });
      return tally.causes.get(mismatch.cause)?.mismatch.received;
    };
    expect(shown(withCredential('unknown-key'), 'sed')).toBe('sed');
    expect(shown(withCredential('bearer-lowercase'), 'lower case')).toBe('lower case');
    expect(shown(withCredential('key-other-case'), 'tr')).toBe('lower case');
    expect(shown(withCredential('none', responded({ at: 0 })), 'following')).toBe('following');
    expect(shown(withCredential('none'), 'plain')).toBe('plain');
    expect(shown(withCredential('bearer'), 'as plain')).toBe('plain');
    expect(tally.causes.get(mismatch.cause)?.count).toBe(6);
  });

  test('accepts a cause without an exchange, an instance or a place', () => {
    const tally = emptyTally();
    addOccurrence(tally, mismatch);
    const cause = tally.causes.get('returned 500');
    const empty = { instances: new Set(), places: new Map(), statuses: new Set(), operations: new Set() };
    expect(cause).toEqual({ mismatch, count: 1, ...empty });
  });

  test('keeps the compared exchange and the listed element', () => {
    const tally = emptyTally();
    const comparedWith = responded({ at: 0 });
    addOccurrence(tally, { ...mismatch, comparedWith, listed: '{}' });
    expect(tally.causes.get('returned 500')?.mismatch).toStrictEqual({
      ...mismatch,
      comparedWith,
      listed: '{}',
    });
    expect(tally.flaky).toBe(false);
    addOccurrence(tally, { ...mismatch, cause: 'another' });
    expect(tally.causes.get('another')?.mismatch).toStrictEqual({ ...mismatch, cause: 'another' });
  });

  test('keeps the first exchange if a smaller body shows the same', () => {
    const tally = emptyTally();
    const firstFound = responded({ at: 0, status: 201 });
    addOccurrence(tally, { ...mismatch, exchange: responded({ at: 0, status: 201 }), firstFound });
    expect(tally.causes.get('returned 500')?.firstFound).toBe(firstFound);
  });

  test('keeps at most twenty instances and twelve places, and counts all', () => {
    const tally = emptyTally();
    for (let at = 0; at < 30; at++)
      addOccurrence(tally, {
        ...mismatch,
        exchange: responded({ at: 0, status: 200 + at }),
        instance: `one ${at}`,
      });
    addOccurrence(tally, { ...mismatch, exchange: responded({ at: 0, status: 200 }) });
    const cause = tally.causes.get('returned 500');
    expect(cause?.count).toBe(31);
    expect(cause?.instances.size).toBe(20);
    expect(cause?.places.size).toBe(12);
    expect(cause?.places.get('GET /categories returned 200')).toBe(2);
  });

  test('lists its observations in one line, in an order that does not depend on that of the responses', () => {
    const tally = emptyTally();
    expect(occurrencesWords(tally)).toBeUndefined();
    for (const text of ['b', 'c', 'a', 'b']) addSeen(tally, text);
    expect(occurrencesWords(tally)).toBe('a; b (2 times); c');
    for (let at = 0; at < 30; at++) addSeen(tally, `more ${at}`);
    expect(tally.seen.size).toBe(16);
  });

  test('counts each reason', () => {
    const tally = emptyTally();
    for (const reason of ['one', 'two', 'one']) addReason(tally, reason);
    expect([...tally.reasons]).toEqual([
      ['one', 2],
      ['two', 1],
    ]);
  });
});
