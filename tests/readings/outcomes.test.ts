import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createBodies, createErrorCodes, createOutcomes, isLarge } from '../../src/readings/outcomes.ts';
import { having } from '../support/readings.ts';
import { cutOff, responded } from '../support/responses.ts';

describe('outcomes are counted', () => {
  const list = responded({ at: 0 });
  const notBanned = () => createOutcomes({ shownBy: () => undefined });
  const counts = (...exchanges: readonly Exchange[]) =>
    having(notBanned(), ...exchanges)
      .all()
      .map(({ count }) => count);

  test('with the first of each', () => {
    const [first] = having(notBanned(), list, responded({ at: 1 })).all();
    expect(first).toEqual({ first: list, isBanned: false, count: 2 });
  });

  test.each<[what: string, other: Exchange]>([
    ['status', responded({ at: 1, status: 404 })],
    ['operation', responded({ at: 1, request: { operation: 'orders' } })],
    ['credential', responded({ at: 1, request: { credential: 'none' } })],
    ['place in the quota', { ...list, overLimit: true }],
    ['end without a response', cutOff(1)],
  ])('apart from those of another %s', (_what, other) => {
    expect(counts(list, other, list)).toEqual([2, 1]);
  });

  test('apart from those after a possible ban', () => {
    let shown: Exchange | undefined;
    const outcomes = createOutcomes({ shownBy: () => shown });
    outcomes.see(list);
    shown = list;
    outcomes.see(list);
    expect(outcomes.all().map(({ isBanned, count }) => [isBanned, count])).toEqual([
      [false, 1],
      [true, 1],
    ]);
  });
});

describe('bodies', () => {
  const sent = (body: string, status = 400, also: Partial<Exchange> = {}): Exchange => ({
    ...responded({ at: 0, status, request: post(Buffer.from(body)) }),
    ...also,
  });
  const all = (...exchanges: readonly Exchange[]) => having(createBodies('kitqz'), ...exchanges).all();

  test('of one kind are shown by the first and by the first of the smallest', () => {
    const [long, short, other] = [sent('{"name":700}'), sent('{"name":7}'), sent('{"name":8}')];
    expect(all(long, short, other)).toEqual([{ first: long, smallest: short, count: 3, place: 1 }]);
  });

  test.each<[what: string, other: Exchange]>([
    ['requirement', sent('{}')],
    ['response', sent('{"name":7}', 201)],
    ['case', sent('{"name":7}', 400, { purpose: 'another' })],
    ['purpose', sent('{"name":7}', 400, { sentFor: 'create.ok' })],
    ['size, which may be why it was refused', sent(`{"name":7,"x":"${'x'.repeat(1_000)}"}`)],
  ])('are of another kind if they have another %s', (_what, other) => {
    const first = sent('{"name":7}');
    expect(all(first, other)).toMatchObject([
      { count: 1, first },
      { count: 1, first: other },
    ]);
  });

  test('of zero bytes are of another kind than other bodies with the same meaning', () => {
    const notJson = (body: string) => ({
      ...sent(body),
      request: post(Buffer.from(body), { contentType: 'text/plain' }),
    });
    expect(all(notJson(''), notJson('a'))).toHaveLength(2);
    expect(all(notJson('a'), notJson('b'))).toHaveLength(1);
  });

  test('say nothing if the request was not authorized, was limited, or had no key', () => {
    const keyless = responded({
      at: 0,
      status: 201,
      request: { ...post(Buffer.from('{}')), credential: 'none' },
    });
    expect(all(sent('{}', 401), sent('{}', 429), keyless, responded({ at: 0 }))).toEqual([]);
  });

  test('are identified if they got a response', () => {
    const digests = (...exchanges: readonly Exchange[]) =>
      having(createBodies('kitqz'), ...exchanges).digests();
    expect(digests(sent('{}'), sent('{}', 401), sent('{"name":7}'))).toHaveLength(2);
    const empty = responded({ at: 0, status: 400, request: { operation: 'createCategory' } });
    expect(digests(empty)).toEqual([]);
    expect(digests(sent('{}', 429), { ...cutOff(0), request: post(Buffer.from('{}')) })).toEqual([]);
    expect(digests(responded({ at: 0, request: { body: Buffer.from('{}') } }))).toEqual([]);
  });

  test('are of another kind if a purpose and a case only look alike together', () => {
    const [one, other] = [
      { sentFor: 'a', purpose: 'bc' },
      { sentFor: 'ab', purpose: 'c' },
    ];
    expect(all(sent('{}', 400, one), sent('{}', 400, other))).toHaveLength(2);
  });

  test('are large above a thousand bytes', () => {
    expect(isLarge(sent('x'.repeat(1_000)))).toBe(false);
    expect(isLarge(sent('x'.repeat(1_001)))).toBe(true);
    expect(isLarge(responded({ at: 0 }))).toBe(false);
  });
});

describe('the codes of errors', () => {
  const error = (code: unknown, status = 401, operation: 'orders' | 'listCategories' = 'listCategories') =>
    responded({ at: 0, status, body: JSON.stringify({ code }), request: { operation } });
  const met = (...exchanges: readonly Exchange[]) => {
    const { tested, codes } = having(createErrorCodes(), ...exchanges).met();
    return { tested, codes: Object.fromEntries(codes) };
  };

  test('are counted by status, with the operations that returned them', () => {
    const refused = responded({ at: 0, status: 400, body: '{"code":"A"}', request: post(Buffer.from('{}')) });
    expect(met(error('A'), error('A', 401, 'orders'), error('B'), refused)).toEqual({
      tested: 4,
      codes: {
        '401 A': { count: 2, operations: new Set(['GET /categories', 'GET /store/orders']) },
        '401 B': { count: 1, operations: new Set(['GET /categories']) },
        '400 A': { count: 1, operations: new Set(['POST /categories']) },
      },
    });
  });

  test('are strings in errors whose schema is specified', () => {
    const list = responded({ at: 0, status: 401, body: '[{"code":"A"}]' });
    expect(met(error(7), error('A', 404), error('A', 200), list, cutOff(0))).toEqual({
      tested: 0,
      codes: {},
    });
  });
});
