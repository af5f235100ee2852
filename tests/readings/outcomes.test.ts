import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createBodies, createOutcomes } from '../../src/readings/outcomes.ts';
import { having } from '../support/readings.ts';
import { cutOff, responded } from '../support/responses.ts';

describe('outcomes are counted', () => {
  const list = responded({ at: 0 });
  const notBanned = () => createOutcomes({ shownBy: () => undefined });
  const counts = (...exchanges: readonly Exchange[]) =>
    having(notBanned(), ...exchanges)
      .all()
      .map(({ count }) => count);

  test.each<[what: string, other: Exchange]>([
    ['status', responded({ at: 1, status: 404 })],
    ['operation', responded({ at: 1, request: { operation: 'orders' } })],
    ['credential', responded({ at: 1, request: { credential: 'none' } })],
    ['place in the quota', { ...list, overLimit: true }],
    ['end without a response', cutOff(1)],
  ])('separately for each %s', (_what, other) => {
    expect(counts(list, other, list)).toEqual([2, 1]);
  });
});

describe('bodies', () => {
  const sent = (body: string, status = 400, also: Partial<Exchange> = {}): Exchange => ({
    ...responded({ at: 0, status, request: post(Buffer.from(body)) }),
    ...also,
  });
  const all = (...exchanges: readonly Exchange[]) => having(createBodies('kitqz'), ...exchanges).all();

  test.each<[what: string, other: Exchange]>([
    ['requirement', sent('{}')],
    ['response', sent('{"name":7}', 201)],
    ['case', sent('{"name":7}', 400, { purpose: 'another' })],
    ['purpose', sent('{"name":7}', 400, { sentFor: 'create.ok' })],
    ['size, which may be the reason for the refusal', sent(`{"name":7,"x":"${'x'.repeat(1_000)}"}`)],
  ])('have a different kind if they have a different %s', (_what, other) => {
    const first = sent('{"name":7}');
    expect(all(first, other)).toMatchObject([
      { count: 1, first },
      { count: 1, first: other },
    ]);
  });

  test('are identified if they have a response', () => {
    const digests = (...exchanges: readonly Exchange[]) =>
      having(createBodies('kitqz'), ...exchanges).digests();
    expect(digests(sent('{}'), sent('{}', 401), sent('{"name":7}'))).toHaveLength(2);
    const empty = responded({ at: 0, status: 400, request: { operation: 'createCategory' } });
    expect(digests(empty)).toEqual([]);
    expect(digests(sent('{}', 429), { ...cutOff(0), request: post(Buffer.from('{}')) })).toEqual([]);
    expect(digests(responded({ at: 0, request: { body: Buffer.from('{}') } }))).toEqual([]);
  });
});
