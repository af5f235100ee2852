import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import { validityOf } from '../../src/exchange/credentials.ts';
import type { Credential, Exchange } from '../../src/exchange/exchange.ts';
import { possibleLeftovers } from '../../src/readings/leftovers.ts';
import { createCreations } from '../../src/readings/readings.ts';
import { responded } from '../support/responses.ts';

const request = post(Buffer.from('{"name":"kitqzbbbb"}'), { mark: 'kitqzbbbb' });

function left(...exchanges: readonly Exchange[]) {
  const creations = createCreations('kitqz', 2_000);
  for (const exchange of exchanges) creations.see(exchange);
  return creations.leftovers();
}

const listed = (at: number, ...rows: readonly unknown[]) => responded({ at, body: JSON.stringify(rows) });

describe('a listed category whose POST was not accepted', () => {
  test.each([
    [400, 'created', 'returned 400, but was stored'],
    [401, 'accepted without a key', 'returned 401, but was stored'],
    [500, 'created', 'returned 500, but was stored'],
  ])('is one leftover after a %i', (status, cause, how) => {
    const row = { id: 9, name: 'KITQZbbbb' };
    const refused = responded({ at: 0, status, request });
    const lists = [listed(1, row), listed(2, row)];
    expect(left(refused, ...lists)).toEqual([{ id: '9', name: 'KITQZbbbb', cause, how }]);
    expect(left(refused, listed(1, { id: 9, name: 'other' }))).toEqual([]);
    expect(left(refused, listed(1, 'kitqzbbbb', ['kitqzbbbb']))).toEqual([]);
    expect(left(refused, listed(1, { id: 9, name: 'kitqzcccc' }))).toEqual([]);
  });
});

test.each<[Credential, how: string | undefined]>([
  ['none', undefined],
  ['scheme-missing', 'POST /categories with the bare key'],
])('a leftover that was accepted with the credential %s names the credential', (credential, how) => {
  const accepted = {
    ...responded({ at: 0, status: 201, body: '{"id":9}', request: { ...request, credential } }),
    purpose: 'POST /categories with the bare key',
    validity: validityOf(credential),
  };
  expect(left(accepted)).toEqual([
    { id: '9', name: 'kitqzbbbb', cause: 'accepted without a key', ...(how === undefined ? {} : { how }) },
  ]);
});

test('elements of other clients are not shown as evidence, even with the same id', () => {
  const creations = createCreations('kitqz', 2_000);
  creations.see(responded({ at: 0, status: 201, body: '{"id":9,"name":"kitqzbbbb"}', request }));
  creations.see(listed(5, { id: 9, name: 'of someone else' }));
  const [trouble] = creations.complete().troubles;
  expect(trouble?.comparedWith).toMatchObject({ request: { method: 'POST' } });
  expect(trouble?.listed).toBeUndefined();
});

describe('what the target lost while it was away', () => {
  const creation = (id: number, name: string) =>
    responded({
      at: 0,
      status: 201,
      body: JSON.stringify({ id, name }),
      request: post(Buffer.from(JSON.stringify({ name })), { mark: name }),
    });
  // The target removed the mark from the name of the third category, which can also count as lost.
  const creations = [creation(7, 'kitqzaaaa'), creation(8, 'kitqzbbbb'), creation(9, '30')];
  const seenAfter = (...rows: readonly unknown[]) => {
    const one = createCreations('kitqz', 2_000);
    for (const exchange of creations) one.see(exchange);
    one.mayBeLost('absence');
    one.see(listed(1, ...rows));
    return { lost: one.lost(), ids: one.leftovers().map(({ id }) => id) };
  };

  test('does not count as a leftover, even if something else now has its id', () => {
    expect(seenAfter({ id: 7, name: 'of a customer' }, { id: 8, name: 'kitqzbbbb' })).toEqual({
      lost: 2,
      ids: ['8'],
    });
    expect(seenAfter()).toEqual({ lost: 3, ids: [] });
  });

  test('is nothing if the list shows everything', () => {
    const rows = [
      { id: 7, name: 'kitqzaaaa' },
      { id: 8, name: 'kitqzbbbb' },
      { id: 9, name: '30' },
    ];
    expect(seenAfter(...rows)).toEqual({ lost: 0, ids: ['7', '8', '9'] });
  });
});

test('a name that a list repeats thousands of times counts as at most ten leftovers', () => {
  const rows = Array.from({ length: 150_000 }, (_, id) => ({ id, name: 'kitqzbbbb' }));
  const list = responded({ at: 1, body: JSON.stringify(rows) });
  expect(left(responded({ at: 0, status: 400, request }), list)).toHaveLength(10);
});

test('a lower-case bearer scheme counts as the valid key', () => {
  const created = (credential: Credential) => {
    const sent = { ...request, credential };
    const response = responded({ at: 0, status: 201, body: '{"id":9,"name":"kitqzbbbb"}', request: sent });
    return left({ ...response, validity: validityOf(credential) })[0];
  };
  expect(created('bearer-lowercase')).toStrictEqual({ id: '9', name: 'kitqzbbbb', cause: 'created' });
  expect(created('none')).toStrictEqual({ id: '9', name: 'kitqzbbbb', cause: 'accepted without a key' });
});

test('categories that a broken list cannot show count as possible leftovers', () => {
  const mayBeLeft = (status: number, sent = request) =>
    possibleLeftovers({ list: listed(1), candidates: [responded({ at: 0, status, request: sent })] });
  expect(mayBeLeft(500)).toEqual([
    { name: 'kitqzbbbb', cause: 'created', how: 'returned 500; may be stored, but the list is broken' },
  ]);
  expect(mayBeLeft(201, post(Buffer.from('{"name":7}')))).toEqual([
    {
      name: '',
      cause: 'accepted though invalid',
      how: 'returned 201; may be stored, but the list is broken',
    },
  ]);
  const shown = responded({ at: 0, status: 201, body: '{"id":9}', request });
  expect(possibleLeftovers({ list: listed(1), candidates: [shown] })).toEqual([]);
  expect(possibleLeftovers(undefined)).toEqual([]);
});
