import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { Exchange, Responded, Validity } from '../../src/exchange/exchange.ts';
import { sameText } from '../../src/readings/origins.ts';
import { createCreations } from '../../src/readings/readings.ts';
import { type ResponseParts, responded } from '../support/responses.ts';

const bird = { id: 7, name: 'kitqzaaaa' };

type Sent = Partial<ResponseParts> & {
  readonly sent?: unknown;
  readonly mark?: string;
  readonly shown?: unknown;
  readonly sentFor?: string;
  readonly validity?: Validity;
};

/** Creates a POST whose response is a 201 with the created category, unless other values are given. */
function created({
  at = 0,
  sent = { name: 'kitqzaaaa' },
  mark,
  shown = bird,
  sentFor = 'create.ok',
  validity = 'valid',
  ...also
}: Sent = {}) {
  const body = typeof sent === 'string' ? sent : JSON.stringify(sent);
  const request = { ...post(Buffer.from(body), mark === undefined ? {} : { mark }), ...also.request };
  return {
    ...responded({ at, status: 201, body: JSON.stringify(shown), ...also, request }),
    sentFor,
    validity,
  };
}

function listed(at: number, ...elements: readonly unknown[]): Responded {
  return responded({ at, body: JSON.stringify(elements) });
}

function having(...exchanges: readonly Exchange[]) {
  const creations = createCreations('kitqz', 2_000);
  for (const exchange of exchanges) creations.see(exchange);
  return creations;
}

describe('list.complete', () => {
  test.each([
    [undefined, undefined, true],
    [undefined, null, true],
    [undefined, '', true],
    [undefined, 'sings', false],
    ['sings', 'sings', true],
    ['sings', ' sings ', true],
    ['sings', 'barks', false],
    ['sings', undefined, false],
    ['sings', null, false],
    ['sings', 7, true],
    ['', undefined, true],
    ['  ', null, true],
  ])('compares the description %j with %j in the list: %s', (description, row, same) => {
    const shown = { ...bird, ...(description === undefined ? {} : { description }) };
    const { troubles } = having(created({ shown }), listed(5, { ...bird, description: row })).complete();
    expect(troubles).toHaveLength(same ? 0 : 1);
  });

  test('leaves fields of the wrong type to another requirement', () => {
    expect(having(created(), listed(5, { id: '7', name: 'kitqzaaaa' })).complete().troubles).toEqual([]);
    expect(having(created(), listed(5, { id: 7, name: 7 })).complete().troubles).toEqual([]);
  });

  test('shows at most three elements of the run as evidence', () => {
    const row = (id: number, name = 'kitqzaaaa') => ({ id, name });
    const [trouble] = having(created(), listed(5, row(7), row(8), row(9), row(10))).complete().troubles;
    expect(trouble?.listed).toBe(
      '{"id":7,"name":"kitqzaaaa"}, {"id":8,"name":"kitqzaaaa"}, {"id":9,"name":"kitqzaaaa"}',
    );
    expect(trouble?.comparedWith).toMatchObject({ sentAt: 0 });
    const [theirs] = having(created(), listed(5, row(7, 'dog'))).complete().troubles;
    expect(theirs).not.toHaveProperty('listed');
    const [own] = having(created(), listed(5, row(8, 'KITQZAAAA'), row(7, 'KITQZaaaB'))).complete().troubles;
    expect(own?.listed).toBe('{"id":7,"name":"KITQZaaaB"}');
  });
});

describe('invalid.nothing-stored', () => {
  test('names each case, and shows one list for each cause', () => {
    const one = (status: number, mark: string) => ({
      ...created({ status, mark, shown: {} }),
      purpose: `a ${status}`,
    });
    const rows = ['kitqzbbbb', 'kitqzcccc', 'kitqzdddd'].map((name) => ({ name }));
    const creations = having(
      one(400, 'kitqzbbbb'),
      one(401, 'kitqzcccc'),
      one(400, 'kitqzdddd'),
      one(400, 'kitqzeeee'),
      listed(1, ...rows),
    );
    const { troubles, alsoCorrect, tested } = creations.nothingStored();
    expect(
      troubles.map(({ instance, listed, comparedWith }) => [instance, listed, comparedWith?.sentAt]),
    ).toEqual([
      ['a 400', '{"name":"kitqzbbbb"}', 1000],
      ['a 401', '{"name":"kitqzcccc"}', 1000],
      ['a 400', '{"name":"kitqzdddd"}', undefined],
    ]);
    expect([alsoCorrect, tested]).toEqual([['a 400'], 4]);
  });
});

describe('create.id-unique', () => {
  test('reports an id that was already in the list, if the old category is still listed', () => {
    const dog = { id: 7, name: 'dog' };
    const before = listed(0, dog, { id: 'x', name: 'cat' });
    const troublesOf = (...exchanges: readonly Exchange[]) => having(...exchanges).uniqueIds().troubles;
    expect(troublesOf(before, created({ at: 1 }), listed(2, dog, bird))).toMatchObject([
      {
        exchange: { sentAt: 1000 },
        expected: 'an id that no other category has',
        where: 'id',
        received: '7, the id of a category that is already in the list',
        cause: 'a creation has an id already in use',
        comparedWith: { sentAt: 0 },
      },
    ]);
    // Another client may have removed the category. Only the next list shows whether that is so.
    expect(troublesOf(before, created({ at: 1 }))).toEqual([]);
    expect(troublesOf(before, created({ at: 1 }), listed(2, bird), listed(3, dog, bird))).toEqual([]);
    // A list that was requested before the creation returned is not the next list.
    const early = listed(1.05, bird);
    expect(troublesOf(before, created({ at: 1 }), early, listed(2, dog, bird))).toHaveLength(1);
    expect(troublesOf(listed(0, { id: 8, name: 'dog' }), created({ at: 1 }), listed(2, dog))).toEqual([]);
    expect(troublesOf(listed(5, dog), created({ at: 1 }), listed(6, dog))).toEqual([]);
    expect(troublesOf(before, created({ at: 0.1 }), listed(2, dog))).toHaveLength(1);
    expect(troublesOf(before, created({ at: 0.05 }), listed(2, dog))).toEqual([]);
  });
});

describe('the name of a creation', () => {
  const sent = (status: number, at: number) => created({ at, status, mark: 'kitqzaaaa' });

  test.each([
    ['refused before', 400, 201],
    ['refused afterwards', 201, 400],
  ])('may be listed, even if another body with the same name was %s', (_when, first, second) => {
    const creations = having(sent(first, 0), sent(second, 1), listed(5, { name: 'kitqzaaaa' }));
    expect(creations.nothingStored()).toMatchObject({ tested: 0, troubles: [] });
    expect(creations.leftovers()).toMatchObject([{ cause: 'created' }]);
  });
});

describe('a leftover', () => {
  test.each([
    ['invalid.unstated', 500, true],
    ['invalid.either', 201, true],
    ['invalid.either', 399, true],
    ['invalid.unstated', 400, false],
    ['invalid.unstated', 499, false],
    ['create.ok', 500, false],
  ])('is assumed if the response to a %s body is %i: %s', (sentFor, status, isAccepted) => {
    const creations = having(created({ sentFor, status, mark: 'kitqzcccc', shown: {} }));
    expect(creations.isConsequence({ name: 'kitqzcccc' })).toBe(isAccepted);
  });
});

test('leftovers have an id, a name and a cause', () => {
  const { leftovers, lastCreation } = having(
    created(),
    created({ at: 1, validity: 'none', request: { credential: 'none' } }),
    created({ at: 2, sent: { name: 7 }, shown: {}, mark: 'kitqzdddd' }),
    created({ at: 3, status: 400 }),
    created({ at: 4, status: 300 }),
    created({ at: 5, status: 299, shown: [] }),
    created({ at: 6, status: 200, shown: { id: '7', name: 'kitqzeeee' } }),
  );
  expect(leftovers()).toMatchObject([
    { id: '7', name: 'kitqzaaaa', cause: 'created' },
    { id: '7', name: 'kitqzaaaa', cause: 'accepted without a key' },
    { name: 'kitqzeeee', cause: 'created' },
  ]);
  expect(leftovers()[2]).not.toHaveProperty('id');
  expect(lastCreation()).toBe(6100);
});

test('a 2xx without a category counts as a leftover only if a list contains the category', () => {
  const creations = having(
    created({ sent: { name: 7 }, shown: {}, mark: 'kitqzdddd' }),
    created({ at: 1, status: 200, shown: [], mark: 'kitqzeeee' }),
  );
  expect(creations.leftovers()).toEqual([]);
  creations.see(listed(2, { id: 4, name: 'KITQZdddd' }));
  creations.see(listed(3, { id: 4, name: 'KITQZdddd' }));
  expect(creations.leftovers()).toEqual([{ id: '4', name: 'kitqzdddd', cause: 'accepted though invalid' }]);
});

test.each([
  ['a', 'a', true],
  ['a', ' a\n', true],
  [' a', 'a', true],
  ['e\u0301', '\u00e9', true],
  [`e${'\u0301'.repeat(30)}`, `\u00e9${'\u0301'.repeat(29)}`, true],
  ['a', 'A', false],
  ['a', 'b', false],
  ['a', '', false],
])('%j as sent and %j as received count as the same: %s', (sent, received, same) => {
  expect(sameText(sent, received)).toBe(same);
});
