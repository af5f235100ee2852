import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { Exchange, Responded, Validity } from '../../src/exchange/exchange.ts';
import { createMarkFinder, sameText } from '../../src/readings/origins.ts';
import { createCreations } from '../../src/readings/readings.ts';
import { cutOff, type ResponseParts, responded } from '../support/responses.ts';

const bird = { id: 7, name: 'kitqzaaaa' };

type Sent = Partial<ResponseParts> & {
  readonly sent?: unknown;
  readonly mark?: string;
  readonly shown?: unknown;
  readonly sentFor?: string;
  readonly validity?: Validity;
};

/** Creates the POST of a category that returned 201 with it, unless other values are given. */
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
  test('passes if a list shows the creation as its 201 did', () => {
    const creations = having(created(), listed(1, { id: 1, name: 'dog' }, bird));
    expect(creations.complete()).toMatchObject({ tested: 1, troubles: [] });
    expect(creations.awaited()).toBe(false);
  });

  test('allows a creation two seconds to appear', () => {
    const creations = having(created(), listed(2.05));
    expect(creations.complete()).toMatchObject({ tested: 0, troubles: [] });
    expect(creations.awaited()).toBe(true);
    const other = created({ sent: { name: 'kitqzbbbb' }, shown: { id: 8, name: 'kitqzbbbb' } });
    expect(having(created(), other, listed(1, bird)).awaited()).toBe(true);
    creations.see(listed(2.09, bird));
    expect(creations.complete()).toMatchObject({ tested: 1, troubles: [] });
    expect(creations.awaited()).toBe(false);
  });

  test('reports what is wrong with a listed creation at once', () => {
    const { troubles } = having(created(), listed(1, { ...bird, name: 'kitqzaaab' })).complete();
    expect(troubles).toHaveLength(1);
  });

  test('finds a creation by a name that no mark begins', () => {
    const digits = created({ sent: { name: '471100' }, shown: { id: 8, name: '471100' } });
    const row = { id: 9, name: '471100' };
    const cause = 'the list shows a different id, unlike the 201';
    expect(having(digits, listed(5, row)).complete().troubles).toMatchObject([{ cause }]);
    expect(having(created(), digits, listed(5, bird, row)).complete().troubles).toMatchObject([{ cause }]);
  });

  test('says that an earlier list contained a creation that is missing', () => {
    const { troubles } = having(created(), listed(1, bird), listed(3)).complete();
    expect(troubles).toMatchObject([
      { received: 'a list without it, although an earlier list contained it' },
    ]);
  });

  test('reports a missing creation', () => {
    const { tested, troubles } = having(created(), listed(2.2, { id: 1, name: 'dog' })).complete();
    expect(tested).toBe(1);
    expect(troubles).toMatchObject([
      {
        exchange: { sentAt: 2200 },
        expected: 'the category "kitqzaaaa" with id 7 in the list',
        received: 'a list without it',
        cause: 'a created category is missing from the list',
      },
    ]);
  });

  test('ignores lists requested before the creation', () => {
    expect(having(created({ at: 5 }), listed(1)).complete()).toMatchObject({ tested: 0, troubles: [] });
    expect(having(created({ at: 5, took: 1 }), listed(5.5)).awaited()).toBe(false);
  });

  test.each([
    ['a different id', 'the id of its 201', { id: 8, name: 'kitqzaaaa' }],
    ['a different name', 'the name of its 201', { id: 7, name: 'kitqzaaab' }],
    [
      'a description',
      'no description (its 201 had none)',
      { id: 7, name: 'kitqzaaaa', description: 'sings' },
    ],
    [
      'a different id and a description',
      'the id of its 201 and no description (its 201 had none)',
      { id: 8, name: 'kitqzaaaa', description: 'sings' },
    ],
  ])('reports %s', (shown, expected, row) => {
    expect(having(created(), listed(5, row)).complete().troubles).toMatchObject([
      {
        expected: `the category "kitqzaaaa" with id 7 with ${expected}`,
        received: `${shown} in the list`,
        cause: `the list shows ${shown}, unlike the 201`,
      },
    ]);
  });

  test.each([
    ['a different description', { id: 7, name: 'kitqzaaaa', description: 'barks' }],
    ['no description', { id: 7, name: 'kitqzaaaa' }],
    ['no description', { id: 7, name: 'kitqzaaaa', description: null }],
  ])('reports %s instead of that of its 201', (shown, row) => {
    const singing = created({ shown: { ...bird, description: 'sings' } });
    expect(having(singing, listed(5, row)).complete().troubles).toMatchObject([
      {
        expected: 'the category "kitqzaaaa" with id 7 with the description of its 201',
        received: `${shown} in the list`,
        cause: `the list shows ${shown}, unlike the 201`,
      },
    ]);
  });

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

  test('reports a creation that is listed twice', () => {
    const { troubles } = having(created(), listed(5, bird, { ...bird, id: 8 })).complete();
    expect(troubles).toMatchObject([
      {
        expected: 'the category "kitqzaaaa" with id 7 once',
        received: '2 elements with its name or id',
        cause: 'a created category is listed more than once',
      },
    ]);
    expect(having(created(), listed(5, bird, bird)).complete().troubles).toEqual([]);
  });

  test('leaves fields of the wrong type to another requirement', () => {
    expect(having(created(), listed(5, { id: '7', name: 'kitqzaaaa' })).complete().troubles).toEqual([]);
    expect(having(created(), listed(5, { id: 7, name: 7 })).complete().troubles).toEqual([]);
  });

  test('ignores a wrongly accepted body with the same name', () => {
    const accepted = created({
      sent: { name: 'kitqzaaaa', description: 7 },
      shown: { id: 9, name: 'kitqzaaaa' },
    });
    const other = { id: 9, name: 'kitqzaaaa' };
    expect(having(accepted, created(), listed(5, bird, other)).complete().troubles).toEqual([]);
    expect(having(created(), listed(5, bird, other)).complete().troubles).toHaveLength(1);
  });

  test('ignores creations whose 201 shows no valid id and name', () => {
    for (const given of [
      { status: 200 },
      { status: 201, shown: { id: '7', name: 'kitqzaaaa' } },
      { status: 201, shown: { id: 7, name: 7 } },
      { status: 201, shown: [bird] },
      { request: { credential: 'none' } as const },
      { sent: { name: 'kitqzaaaa', extra: 1 } },
      { sent: { name: 7 } },
    ])
      expect(having(created(given), listed(5)).complete()).toMatchObject({ tested: 0, troubles: [] });
    expect(having(created(), responded({ at: 5, body: '{"id":1}' })).complete().tested).toBe(0);
    expect(having(created(), responded({ at: 5, body: '[' })).complete().tested).toBe(0);
  });

  test('counts the two seconds from the moment the 201 was read', () => {
    expect(having(created(), listed(0.1, bird)).complete().tested).toBe(1);
    expect(having(created(), listed(2.1)).complete().troubles).toHaveLength(1);
  });

  test('finds a creation among elements of any type', () => {
    expect(having(created(), listed(1, null, 7, [bird], bird)).complete()).toMatchObject({
      tested: 1,
      troubles: [],
    });
  });

  test('does not wait for a creation that is listed differently', () => {
    expect(having(created(), listed(1, { ...bird, name: 'kitqzaaab' })).awaited()).toBe(false);
  });

  test('treats a description of the wrong type in the 201 as none', () => {
    const given = created({ shown: { ...bird, description: 7 } });
    expect(having(given, listed(5, { ...bird, description: 'sings' })).complete().troubles).toMatchObject([
      { expected: 'the category "kitqzaaaa" with id 7 with no description (its 201 had none)' },
    ]);
  });

  test('lists a creation as also correct only if no list missed it', () => {
    const purpose = (exchange: Exchange, words: string) => ({ ...exchange, purpose: words });
    const other = created({ at: 1, sent: { name: 'kitqzbbbb' }, shown: { id: 8, name: 'kitqzbbbb' } });
    const creations = having(purpose(created(), 'the first'), purpose(other, 'the second'));
    creations.see(listed(5, bird, { id: 8, name: 'kitqzbbbb' }));
    expect(creations.complete().alsoCorrect).toEqual(['the first', 'the second']);
    creations.see(listed(6, bird));
    expect(creations.complete().alsoCorrect).toEqual(['the first']);
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

  test('counts a category once, however many lists show it', () => {
    const lists = Array.from({ length: 120 }, (_one, at) => listed(5 + at));
    const { tested, troubles } = having(created(), ...lists).complete();
    expect([tested, troubles.length]).toEqual([1, 1]);
  });
});

describe('invalid.nothing-stored', () => {
  const refused = (status: number, at = 0) => created({ at, status, mark: 'kitqzbbbb', shown: {} });

  test.each([400, 401])('reports a body that returned %i but is stored', (status) => {
    const creations = having(
      refused(status),
      listed(1, { id: 9, name: 'A KITQZBBBB' }),
      listed(2, { name: 'kitqzbbbb' }),
    );
    expect(creations.nothingStored()).toMatchObject({
      tested: 1,
      troubles: [
        {
          exchange: { sentAt: 0 },
          expected: `a list without the body that returned ${status}`,
          received: 'a list that contains it',
          cause: `stored although it returned ${status}`,
        },
      ],
    });
  });

  test('searches only lists requested after the refusal', () => {
    expect(having(refused(400), listed(1, bird)).nothingStored()).toMatchObject({
      tested: 1,
      troubles: [],
    });
    expect(having(refused(400, 5), listed(1, { name: 'kitqzbbbb' })).nothingStored()).toMatchObject({
      tested: 0,
      troubles: [],
    });
    expect(having(refused(400)).nothingStored()).toMatchObject({ tested: 0, troubles: [] });
    expect(having(refused(400), listed(0.1, { name: 'kitqzbbbb' })).nothingStored().tested).toBe(1);
  });

  test('searches by names of the run only', () => {
    const named = (mark: string) => created({ status: 400, mark, shown: {} });
    expect(
      having(named('kitqzbbbb "it\'s"'), listed(1, { name: 'kitqzbbbb' })).nothingStored(),
    ).toMatchObject({
      troubles: [{ cause: 'stored although it returned 400' }],
    });
    expect(having(named('hamster'), listed(1, { name: 'hamster' })).nothingStored().tested).toBe(0);
  });

  test('names each case, with one list for each cause', () => {
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

  test('names a generated body by its fault', () => {
    const generated = {
      faultClass: { id: 'a', fault: 'name is a number', control: '', accepted: '' },
      seed: 1,
      path: '0',
    };
    const exchange = created({ status: 400, mark: 'kitqzbbbb', shown: {} });
    const creations = having({ ...exchange, request: { ...exchange.request, generated } }, listed(1));
    expect(creations.nothingStored().alsoCorrect).toEqual(['name is a number']);
  });

  test.each([201, 402, 404, 500])('does not count a %i as a refusal', (status) => {
    expect(having(refused(status), listed(1, { name: 'kitqzbbbb' })).nothingStored()).toMatchObject({
      tested: 0,
      troubles: [],
    });
  });
});

describe('create.id-unique', () => {
  test('reports an id that an earlier creation has', () => {
    const creations = having(created(), created({ at: 1 }), created({ at: 2, shown: { ...bird, id: 8 } }));
    expect(creations.uniqueIds()).toMatchObject({
      tested: 3,
      troubles: [
        {
          exchange: { sentAt: 1000 },
          expected: 'a unique id',
          received: 'id 7, same as an earlier creation',
          cause: 'two creations have the same id',
        },
      ],
    });
  });

  test('reports an id that was in the list before, if the old category still is', () => {
    const dog = { id: 7, name: 'dog' };
    const before = listed(0, dog, { id: 'x', name: 'cat' });
    const troublesOf = (...exchanges: readonly Exchange[]) => having(...exchanges).uniqueIds().troubles;
    expect(troublesOf(before, created({ at: 1 }), listed(2, dog, bird))).toMatchObject([
      {
        exchange: { sentAt: 1000 },
        expected: 'an id that no other category has',
        received: 'id 7, of a category that was in the list before the creation and still is',
        cause: 'a creation has an id already in use',
        comparedWith: { sentAt: 0 },
      },
    ]);
    // Another client may have removed it, and only the next list shows whether it did.
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

  test('is judged by valid creations only', () => {
    const refused = created({ status: 400 });
    const elsewhere = created({ request: { operation: 'elsewhere' } });
    for (const other of [refused, elsewhere])
      expect(having(other, other).uniqueIds()).toEqual({ tested: 0, troubles: [] });
  });

  test('ignores ids beyond int64', () => {
    const beyond = responded({ at: 0, body: `[{"id":${2n ** 64n + 7n}}]` });
    expect(having(beyond, created({ at: 1 })).uniqueIds().troubles).toEqual([]);
  });
});

describe('the name of a creation', () => {
  const sent = (status: number, at: number) => created({ at, status, mark: 'kitqzaaaa' });

  test.each([
    ['refused before', 400, 201],
    ['refused afterwards', 201, 400],
  ])('may be listed, even if another body with it was %s', (_when, first, second) => {
    const creations = having(sent(first, 0), sent(second, 1), listed(5, { name: 'kitqzaaaa' }));
    expect(creations.nothingStored()).toMatchObject({ tested: 0, troubles: [] });
    expect(creations.leftovers()).toMatchObject([{ cause: 'created' }]);
  });
});

describe('a wrongly accepted body', () => {
  const wrong = { name: 'kitqzcccc', description: 7 };

  test.each([
    ['invalid.body-lenient', '{"name":"kitqzcccc",}'],
    ['invalid.body-bytes', Buffer.from('{"name":"\xe9"}', 'latin1')],
  ])('is not a leftover of an invalid body if accepting it is allowed: %s', (_row, body) => {
    const request = post(typeof body === 'string' ? Buffer.from(body) : body);
    const creations = having(created({ request }));
    expect(creations.leftovers()).toEqual([{ id: '7', name: 'kitqzaaaa', cause: 'created' }]);
  });

  test('has consequences in lists, found by its id or name', () => {
    const creations = having(created({ sent: wrong, mark: 'kitqzcccc' }));
    expect(creations.isConsequence({ id: 7n })).toBe(true);
    expect(creations.isConsequence({ id: 8n, name: 'KITQZCCCC' })).toBe(true);
    expect(creations.isConsequence({ id: 8n, name: 'kitqzdddd' })).toBe(false);
    expect(having(created()).isConsequence({ id: 7n })).toBe(false);
    expect(having(created({ sent: wrong })).isConsequence({ id: 8n, name: 'kitqzcccc' })).toBe(false);
  });

  test('may be any element if it has neither id nor name', () => {
    expect(having(created({ sent: wrong, shown: {} })).isConsequence({ id: 1n })).toBe(true);
    for (const shown of [{}, []])
      expect(having(created({ sent: wrong, shown, mark: 'kitqzcccc' })).isConsequence({ id: 1n })).toBe(
        false,
      );
  });

  test.each([
    ['invalid.unstated', 500, true],
    ['invalid.either', 201, true],
    ['invalid.either', 399, true],
    ['invalid.unstated', 400, false],
    ['invalid.unstated', 499, false],
    ['create.ok', 500, false],
  ])('is assumed for a body of %s that returned %i: %s', (sentFor, status, isAccepted) => {
    const creations = having(created({ sentFor, status, mark: 'kitqzcccc', shown: {} }));
    expect(creations.isConsequence({ name: 'kitqzcccc' })).toBe(isAccepted);
  });

  test('is never assumed for a GET', () => {
    const get = responded({ at: 0, status: 500, body: '{"id":1,"name":"kitqzcccc"}' });
    const seen = having({ ...get, sentFor: 'invalid.unstated' });
    expect(seen.isConsequence({ name: 'kitqzcccc' })).toBe(false);
    const orders = responded({
      at: 0,
      body: '{"id":1,"name":"kitqzcccc"}',
      request: { operation: 'orders' },
    });
    expect(having(orders).leftovers()).toEqual([]);
    expect(having(orders).isConsequence({ id: 1n })).toBe(false);
    expect(having(orders).lastCreation()).toBeUndefined();
  });

  test('is assumed without a response', () => {
    const request = post(Buffer.from('{"name":"kitqzcccc"}'), { mark: 'kitqzcccc' });
    const creations = having({ ...cutOff(0), request, sentFor: 'invalid.unstated' });
    expect(creations.isConsequence({ name: 'kitqzcccc' })).toBe(true);
    expect(creations.lastCreation()).toBeUndefined();
  });
});

test('leftovers have id, name and cause', () => {
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

test('a 2xx without a category counts as a leftover only if a list shows it', () => {
  const creations = having(
    created({ sent: { name: 7 }, shown: {}, mark: 'kitqzdddd' }),
    created({ at: 1, status: 200, shown: [], mark: 'kitqzeeee' }),
  );
  expect(creations.leftovers()).toEqual([]);
  creations.see(listed(2, { id: 4, name: 'KITQZdddd' }));
  creations.see(listed(3, { id: 4, name: 'KITQZdddd' }));
  expect(creations.leftovers()).toEqual([{ id: '4', name: 'kitqzdddd', cause: 'accepted though invalid' }]);
});

describe('the names of a run', () => {
  const found = (value: unknown) => [...createMarkFinder('kitqz')(value as never)];

  test('are found in any string, in any case', () => {
    expect(found('kitqzabcd')).toEqual(['kitqzabcd']);
    expect(found('a KitqzAbcd and kitqzefgh.')).toEqual(['kitqzabcd', 'kitqzefgh']);
    expect(found('kitabc')).toEqual([]);
    expect(found('kit1bcd')).toEqual([]);
    expect(found(null)).toEqual([]);
  });

  test('are found as keys and values', () => {
    expect(found({ a: [{ kitqzabcd: 'kitqzefgh' }, null, 7n, true] })).toEqual(['kitqzabcd', 'kitqzefgh']);
  });
});

test.each([
  ['a', 'a', true],
  ['a', ' a\n', true],
  [' a', 'a', true],
  ['e\u0301', '\u00e9', true],
  ['a', 'A', false],
  ['a', 'b', false],
  ['a', '', false],
])('sent %j, received %j: same is %s', (sent, received, same) => {
  expect(sameText(sent, received)).toBe(same);
});
