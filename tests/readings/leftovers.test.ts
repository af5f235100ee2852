import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import { validityOf } from '../../src/exchange/credentials.ts';
import type { Credential, Exchange } from '../../src/exchange/exchange.ts';
import { createCreations } from '../../src/readings/readings.ts';
import { cutOff, responded } from '../support/responses.ts';

const request = post(Buffer.from('{"name":"kitqzbbbb"}'), { mark: 'kitqzbbbb' });

function left(...exchanges: readonly Exchange[]) {
  const creations = createCreations('kitqz', 2_000);
  for (const exchange of exchanges) creations.see(exchange);
  return creations.leftovers();
}

const listed = (at: number, ...rows: readonly unknown[]) => responded({ at, body: JSON.stringify(rows) });

describe('what a list shows of a request that created nothing', () => {
  test.each([
    [400, 'accepted though invalid', 'answered 400, and stored all the same'],
    [401, 'accepted without a key', 'answered 401, and stored all the same'],
    [500, 'created', 'answered 500, and stored all the same'],
  ])('is left over after a %i, once', (status, cause, how) => {
    const row = { id: 9, name: 'KITQZbbbb' };
    const refused = responded({ at: 0, status, request });
    const lists = [listed(1, row), listed(2, row)];
    expect(left(refused, ...lists)).toEqual([{ id: '9', name: 'KITQZbbbb', cause, how }]);
    expect(left(refused, listed(1, { id: 9, name: 'other' }))).toEqual([]);
  });

  test('is left over with each row that a list shows, whatever holds the name', () => {
    const refused = responded({ at: 0, status: 400, request });
    const rows = [
      { id: 9, name: 'kitqzbbbb' },
      { id: 10, name: ['kitqzbbbb'] },
    ];
    expect(left(refused, listed(1, ...rows))).toMatchObject([
      { id: '9', name: 'kitqzbbbb' },
      { id: '10', name: 'kitqzbbbb' },
    ]);
  });

  test('is looked for in lists that were asked for once it had been answered', () => {
    const row = { id: 9, name: 'kitqzbbbb' };
    const slow = responded({ at: 0, took: 2, status: 400, request });
    expect(left(slow, listed(1, row))).toEqual([]);
    expect(left(slow, listed(2, row))).toHaveLength(1);
  });

  test('is not counted again where its answer called it otherwise', () => {
    const renamed = responded({ at: 0, status: 201, body: '{"id":9,"name":"other"}', request });
    expect(left(renamed, listed(1, { id: 9, name: 'kitqzbbbb' }))).toHaveLength(1);
  });

  test('is left over where no answer came', () => {
    expect(left({ ...cutOff(0), request }, listed(1, { name: 'kitqzbbbb' }))).toEqual([
      { name: 'kitqzbbbb', cause: 'created', how: 'not answered, and stored all the same' },
    ]);
  });

  test('is not counted again where it was created', () => {
    const created = responded({ at: 0, status: 201, body: '{"id":9,"name":"kitqzbbbb"}', request });
    expect(left(created, listed(1, { id: 9, name: 'kitqzbbbb' }))).toEqual([
      { id: '9', name: 'kitqzbbbb', cause: 'created' },
    ]);
  });
});

test.each<[Credential, how: string | undefined]>([
  ['none', undefined],
  ['scheme-missing', 'accepted with the key not as a bearer token'],
  ['scheme-basic', 'accepted with the key not as a bearer token'],
  ['scheme-basic-encoded', 'accepted with the key not as a bearer token'],
  ['unknown-key', 'accepted with another key'],
  ['key-cut', 'accepted with a part of the key'],
])('what was accepted with the key presented as %s says so', (credential, how) => {
  const accepted = {
    ...responded({ at: 0, status: 201, body: '{"id":9}', request: { ...request, credential } }),
    validity: validityOf(credential),
  };
  expect(left(accepted)).toEqual([
    { id: '9', name: 'kitqzbbbb', cause: 'accepted without a key', ...(how === undefined ? {} : { how }) },
  ]);
});

test('rows of others are no evidence, even where they have the id that is looked for', () => {
  const creations = createCreations('kitqz', 2_000);
  creations.see(responded({ at: 0, status: 201, body: '{"id":9,"name":"kitqzbbbb"}', request }));
  creations.see(listed(5, { id: 9, name: 'of somebody else' }));
  const [trouble] = creations.complete().troubles;
  expect(trouble?.comparedWith).toMatchObject({ request: { method: 'POST' } });
  expect(trouble?.listed).toBeUndefined();
});

test('a key under the scheme in lower case is the key, and what was presented otherwise is told', () => {
  const created = (credential: Credential) => {
    const sent = { ...request, credential };
    const response = responded({ at: 0, status: 201, body: '{"id":9,"name":"kitqzbbbb"}', request: sent });
    return left({ ...response, validity: validityOf(credential) })[0];
  };
  expect(created('bearer-lowercase')).toStrictEqual({ id: '9', name: 'kitqzbbbb', cause: 'created' });
  expect(created('none')).toStrictEqual({ id: '9', name: 'kitqzbbbb', cause: 'accepted without a key' });
});
