import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { Exchange, Responded, Validity } from '../../src/exchange/exchange.ts';
import { createMarkFinder, sameText } from '../../src/readings/origins.ts';
import { createCreations } from '../../src/readings/readings.ts';
import { cutOff, responded, type Told } from '../support/responses.ts';

const bird = { id: 7, name: 'kitqzaaaa' };

type Sent = Partial<Told> & {
  readonly sent?: unknown;
  readonly mark?: string;
  readonly shown?: unknown;
  readonly sentFor?: string;
  readonly validity?: Validity;
};

/** A POST of the bird that was answered 201 with it, unless told otherwise. */
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

describe('what was created is in the list', () => {
  test('where a list shows it as its 201 did', () => {
    const creations = having(created(), listed(1, { id: 1, name: 'dog' }, bird));
    expect(creations.complete()).toMatchObject({ tested: 1, troubles: [] });
    expect(creations.awaited()).toBe(false);
  });

  test('or may show up within two seconds', () => {
    const creations = having(created(), listed(2.05));
    expect(creations.complete()).toMatchObject({ tested: 0, troubles: [] });
    expect(creations.awaited()).toBe(true);
    creations.see(listed(2.09, bird));
    expect(creations.complete()).toMatchObject({ tested: 1, troubles: [] });
    expect(creations.awaited()).toBe(false);
  });

  test('or is missing', () => {
    const { tested, troubles } = having(created(), listed(2.2, { id: 1, name: 'dog' })).complete();
    expect(tested).toBe(1);
    expect(troubles).toMatchObject([
      {
        exchange: { sentAt: 2200 },
        expected: 'the category "kitqzaaaa" with id 7, created before, in the list',
        received: 'a list without it',
        cause: 'a created category is missing from the list',
      },
    ]);
  });

  test('but not in one that was asked for before it was created', () => {
    expect(having(created({ at: 5 }), listed(1)).complete()).toMatchObject({ tested: 0, troubles: [] });
    expect(having(created({ at: 5, took: 1 }), listed(5.5)).awaited()).toBe(false);
  });

  test.each([
    ['another id', 'the id of its 201', { id: 8, name: 'kitqzaaaa' }],
    ['another name', 'the name of its 201', { id: 7, name: 'kitqzaaab' }],
    [
      'a description',
      'no description (its 201 had none)',
      { id: 7, name: 'kitqzaaaa', description: 'sings' },
    ],
    [
      'another id and a description',
      'the id of its 201 and no description (its 201 had none)',
      { id: 8, name: 'kitqzaaaa', description: 'sings' },
    ],
  ])('with %s', (shown, due, row) => {
    expect(having(created(), listed(5, row)).complete().troubles).toMatchObject([
      {
        expected: `the category "kitqzaaaa" with id 7 with ${due}`,
        received: `the list shows it with ${shown}`,
        cause: `the list shows ${shown}, unlike the 201`,
      },
    ]);
  });

  test.each([
    ['another description', { id: 7, name: 'kitqzaaaa', description: 'barks' }],
    ['no description', { id: 7, name: 'kitqzaaaa' }],
    ['no description', { id: 7, name: 'kitqzaaaa', description: null }],
  ])('with %s in the place of that of its 201', (shown, row) => {
    const singing = created({ shown: { ...bird, description: 'sings' } });
    expect(having(singing, listed(5, row)).complete().troubles).toMatchObject([
      {
        expected: 'the category "kitqzaaaa" with id 7 with the description of its 201',
        received: `the list shows it with ${shown}`,
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
  ])('with the description %j, listed as %j: %s', (description, row, same) => {
    const shown = { ...bird, ...(description === undefined ? {} : { description }) };
    const { troubles } = having(created({ shown }), listed(5, { ...bird, description: row })).complete();
    expect(troubles).toHaveLength(same ? 0 : 1);
  });

  test('twice', () => {
    const { troubles } = having(created(), listed(5, bird, { ...bird, id: 8 })).complete();
    expect(troubles).toMatchObject([
      {
        expected: 'the category "kitqzaaaa" with id 7 once',
        received: 'it stands in the list 2 times',
        cause: 'a created category stands in the list more than once',
      },
    ]);
    expect(having(created(), listed(5, bird, bird)).complete().troubles).toEqual([]);
  });

  test('and a field of another type is for another row', () => {
    expect(having(created(), listed(5, { id: '7', name: 'kitqzaaaa' })).complete().troubles).toEqual([]);
    expect(having(created(), listed(5, { id: 7, name: 7 })).complete().troubles).toEqual([]);
  });

  test('whoever else took its name by a mistake that is blamed elsewhere', () => {
    const accepted = created({
      sent: { name: 'kitqzaaaa', description: 7 },
      shown: { id: 9, name: 'kitqzaaaa' },
    });
    const other = { id: 9, name: 'kitqzaaaa' };
    expect(having(accepted, created(), listed(5, bird, other)).complete().troubles).toEqual([]);
    expect(having(created(), listed(5, bird, other)).complete().troubles).toHaveLength(1);
  });

  test('also where that mistake got the id that it got itself', () => {
    const accepted = created({ sent: { name: 'kitqzaaaa', description: 7 } });
    const { troubles } = having(accepted, created({ at: 1 }), listed(5, bird, { ...bird, id: 8 })).complete();
    expect(troubles).toMatchObject([{ cause: 'a created category stands in the list more than once' }]);
  });

  test('only as far as the answer to its creation told what it is', () => {
    for (const told of [
      { status: 200 },
      { status: 201, shown: { id: '7', name: 'kitqzaaaa' } },
      { status: 201, shown: { id: 7, name: 7 } },
      { status: 201, shown: [bird] },
      { request: { credential: 'none' } as const },
      { sent: { name: 'kitqzaaaa', extra: 1 } },
      { sent: { name: 7 } },
    ])
      expect(having(created(told), listed(5)).complete()).toMatchObject({ tested: 0, troubles: [] });
    expect(having(created(), responded({ at: 5, body: '{"id":1}' })).complete().tested).toBe(0);
    expect(having(created(), responded({ at: 5, body: '[' })).complete().tested).toBe(0);
  });

  test('from the very moment on in which its answer was read, with two seconds to show up', () => {
    expect(having(created(), listed(0.1, bird)).complete().tested).toBe(1);
    expect(having(created(), listed(2.1)).complete().troubles).toHaveLength(1);
  });

  test('among whatever else stands there', () => {
    expect(having(created(), listed(1, null, 7, [bird], bird)).complete()).toMatchObject({
      tested: 1,
      troubles: [],
    });
  });

  test('and one that a list shows otherwise is not waited for', () => {
    expect(having(created(), listed(1, { ...bird, name: 'kitqzaaab' })).awaited()).toBe(false);
  });

  test('and of those whose 201 told no text as description no other is missed', () => {
    const told = created({ shown: { ...bird, description: 7 } });
    expect(having(told, listed(5, { ...bird, description: 'sings' })).complete().troubles).toMatchObject([
      { expected: 'the category "kitqzaaaa" with id 7 with no description (its 201 had none)' },
    ]);
  });

  test('and is named where all was right, not where it was missing once', () => {
    const purpose = (exchange: Exchange, words: string) => ({ ...exchange, purpose: words });
    const other = created({ at: 1, sent: { name: 'kitqzbbbb' }, shown: { id: 8, name: 'kitqzbbbb' } });
    const creations = having(purpose(created(), 'the first'), purpose(other, 'the second'));
    creations.see(listed(5, bird, { id: 8, name: 'kitqzbbbb' }));
    expect(creations.complete().alsoCorrect).toEqual(['the first', 'the second']);
    creations.see(listed(6, bird));
    expect(creations.complete().alsoCorrect).toEqual(['the first']);
  });

  test('and the rows of the run, three at most, are the evidence', () => {
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

  test('and of a hundred troubles no more are told', () => {
    const lists = Array.from({ length: 120 }, (_one, at) => listed(5 + at));
    expect(having(created(), ...lists).complete().troubles).toHaveLength(100);
  });
});

describe('what was refused is not in the list', () => {
  const refused = (status: number, at = 0) => created({ at, status, mark: 'kitqzbbbb', shown: {} });

  test.each([400, 401])('a %i that is stored all the same', (status) => {
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
          expected: `a body that was answered ${status} is not in the list`,
          received: 'the list shows it afterwards',
          cause: `what was answered ${status} is stored`,
        },
      ],
    });
  });

  test('is shown by its own request and the list, even after very many others', () => {
    const others = Array.from({ length: 1_000 }, (_one, index) =>
      created({
        status: 400,
        mark: `kitqz${[...String(index + 1_000)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`,
        shown: {},
      }),
    );
    const list = listed(1, { id: 9, name: 'kitqzzzzz' });
    const late = created({ status: 400, mark: 'kitqzzzzz', shown: {} });
    expect(having(...others, late, list).nothingStored()).toMatchObject({
      tested: 1_001,
      troubles: [{ exchange: late, comparedWith: list, cause: 'what was answered 400 is stored' }],
    });
  });

  test('is searched in lists that were asked for afterwards', () => {
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

  test('is searched by the name of the run in it, whatever else it says', () => {
    const named = (mark: string) => created({ status: 400, mark, shown: {} });
    expect(
      having(named('kitqzbbbb "it\'s"'), listed(1, { name: 'kitqzbbbb' })).nothingStored(),
    ).toMatchObject({
      troubles: [{ cause: 'what was answered 400 is stored' }],
    });
    expect(having(named('hamster'), listed(1, { name: 'hamster' })).nothingStored().tested).toBe(0);
  });

  test('is named, with the list that shows it once for each cause', () => {
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

  test('is named by its fault where it was drawn', () => {
    const generated = {
      faultClass: { id: 'a', fault: 'name is a number', control: '', accepted: '' },
      seed: 1,
      path: '0',
    };
    const exchange = created({ status: 400, mark: 'kitqzbbbb', shown: {} });
    const creations = having({ ...exchange, request: { ...exchange.request, generated } }, listed(1));
    expect(creations.nothingStored().alsoCorrect).toEqual(['name is a number']);
  });

  test.each([201, 402, 404, 500])('but a %i refused nothing', (status) => {
    expect(having(refused(status), listed(1, { name: 'kitqzbbbb' })).nothingStored()).toMatchObject({
      tested: 0,
      troubles: [],
    });
  });
});

describe('an id is new', () => {
  test('unless the creation before it got the same', () => {
    const creations = having(created(), created({ at: 1 }), created({ at: 2, shown: { ...bird, id: 8 } }));
    expect(creations.uniqueIds()).toMatchObject({
      tested: 3,
      troubles: [
        {
          exchange: { sentAt: 1000 },
          expected: 'an id that no other creation got',
          received: 'id 7, as the creation before it',
          cause: 'two creations get the same id',
        },
      ],
    });
  });

  test('unless the list held it before', () => {
    const before = listed(0, { id: 7, name: 'dog' }, { id: 'x', name: 'cat' });
    expect(having(before, created({ at: 1 })).uniqueIds().troubles).toMatchObject([
      {
        expected: 'an id that the list did not hold before',
        received: 'id 7, which the list held before the creation',
        cause: 'a creation gets an id that was in use',
      },
    ]);
    expect(having(listed(0, { id: 8, name: 'dog' }), created({ at: 1 })).uniqueIds().troubles).toEqual([]);
    expect(having(listed(5, { id: 7, name: 'dog' }), created({ at: 1 })).uniqueIds().troubles).toEqual([]);
    const read = listed(0, { id: 8, name: 'dog' }, { id: 7, name: 'dog' });
    expect(having(read, created({ at: 0.1 })).uniqueIds().troubles).toHaveLength(1);
    expect(having(read, created({ at: 0.05 })).uniqueIds().troubles).toEqual([]);
  });

  test('and numbers beyond int64 are none', () => {
    const beyond = responded({ at: 0, body: `[{"id":${2n ** 64n + 7n}}]` });
    expect(having(beyond, created({ at: 1 })).uniqueIds().troubles).toEqual([]);
  });
});

describe('what a mistake let in', () => {
  const wrong = { name: 'kitqzcccc', description: 7 };

  test.each([
    ['invalid.body-lenient', '{"name":"kitqzcccc",}'],
    ['invalid.body-bytes', Buffer.from('{"name":"\xe9"}', 'latin1')],
  ])('is not counted as accepted though invalid where it may be accepted: %s', (_row, body) => {
    const request = post(typeof body === 'string' ? Buffer.from(body) : body);
    const creations = having(created({ request }));
    expect(creations.leftovers()).toEqual([{ id: '7', name: 'kitqzaaaa', cause: 'created' }]);
  });

  test('may show in lists, by its id or its name', () => {
    const creations = having(created({ sent: wrong, mark: 'kitqzcccc' }));
    expect(creations.isConsequence({ id: 7n })).toBe(true);
    expect(creations.isConsequence({ id: 8n, name: 'KITQZCCCC' })).toBe(true);
    expect(creations.isConsequence({ id: 8n, name: 'kitqzdddd' })).toBe(false);
    expect(having(created()).isConsequence({ id: 7n })).toBe(false);
    expect(having(created({ sent: wrong })).isConsequence({ id: 8n, name: 'kitqzcccc' })).toBe(false);
  });

  test('may be anything where neither is known', () => {
    expect(having(created({ sent: wrong, shown: {} })).isConsequence({ id: 1n })).toBe(true);
    expect(having(created({ sent: wrong, shown: {}, mark: 'kitqzcccc' })).isConsequence({ id: 1n })).toBe(
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
  ])('by a body of %s that is answered %i: %s', (sentFor, status, letIn) => {
    const creations = having(created({ sentFor, status, mark: 'kitqzcccc', shown: {} }));
    expect(creations.isConsequence({ name: 'kitqzcccc' })).toBe(letIn);
  });

  test('is never a GET', () => {
    const get = responded({ at: 0, status: 500, body: '{"id":1,"name":"kitqzcccc"}' });
    const seen = having({ ...get, sentFor: 'invalid.unstated' });
    expect(seen.isConsequence({ name: 'kitqzcccc' })).toBe(false);
    const orders = responded({
      at: 0,
      body: '{"id":1,"name":"kitqzcccc"}',
      request: { operation: 'orders' },
    });
    expect(having(orders).leftovers()).toEqual([]);
    expect(having(orders).lastCreation()).toBeUndefined();
  });

  test('may have been let in where no answer came', () => {
    const request = post(Buffer.from('{"name":"kitqzcccc"}'), { mark: 'kitqzcccc' });
    const creations = having({ ...cutOff(0), request, sentFor: 'invalid.unstated' });
    expect(creations.isConsequence({ name: 'kitqzcccc' })).toBe(true);
    expect(creations.lastCreation()).toBeUndefined();
  });
});

test('what is left behind is told by id, name and cause', () => {
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

test('what was answered 2xx without a category is left behind only if a list shows it', () => {
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

  test('are found in any text, in any case', () => {
    expect(found('kitqzabcd')).toEqual(['kitqzabcd']);
    expect(found('a KitqzAbcd and kitqzefgh.')).toEqual(['kitqzabcd', 'kitqzefgh']);
    expect(found('kitabc')).toEqual([]);
    expect(found('kit1bcd')).toEqual([]);
    expect(found(null)).toEqual([]);
  });

  test('are found at any place that a server stores, as key or value', () => {
    expect(found({ a: [{ kitqzabcd: 'kitqzefgh' }, null, 7n, true] })).toEqual(['kitqzabcd', 'kitqzefgh']);
    const nested = (levels: number): unknown => (levels === 0 ? 'kitqzabcd' : [nested(levels - 1)]);
    expect(found(nested(8))).toEqual(['kitqzabcd']);
    expect(found(nested(9))).toEqual([]);
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
])('%j came back as %j: %s', (sent, received, same) => {
  expect(sameText(sent, received)).toBe(same);
});
