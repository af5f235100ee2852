import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { Exchange, HeaderLine } from '../../src/exchange/exchange.ts';
import { createListHealth } from '../../src/readings/post-stops.ts';
import { createCreations } from '../../src/readings/readings.ts';
import authentication from '../../suites/authentication.ts';
import listing from '../../suites/listing.ts';
import { cutOff, type ResponseParts, responded } from '../support/responses.ts';
import { checked, type Serve } from './checked.ts';
import { concluded, judged, type Known, tallied } from './judged.ts';

const json: HeaderLine = ['Content-Type', 'application/json'];
const judgment = (requirement: string, body: string, also: Partial<ResponseParts> = {}, known?: Known) =>
  judged(listing, requirement, responded({ at: 0, body, headers: [json], ...also }), known);

const requirements = ['list.category', 'list.ids-unique', 'list.media-type', 'list.page-marks'];

test.each(requirements)('%s judges only lists', (requirement) => {
  expect(judgment(requirement, '[{"id":1,"name":"a"},{"id":2,"name":"b"}]')).toBe('met');
  expect(judgment(requirement, '[]', { status: 404 })).toBe('not selected');
  expect(judgment(requirement, '[]', { request: { credential: 'none' } })).toBe('not selected');
  expect(judgment(requirement, '{"id":1}')).toBe(
    requirement === 'list.media-type' ? 'met' : 'not judged: see list.ok',
  );
  expect(judgment(requirement, '[')).toBe('not judged: see list.ok');
});

describe('GET /categories', () => {
  test('must return a JSON array', () => {
    expect(judgment('list.ok', '[]')).toBe('met');
    expect(judgment('list.ok', '[')).toMatch(
      /^expected a JSON array, received a body that is not JSON .+: the list is not JSON$/,
    );
    expect(judgment('list.ok', '{}')).toMatch(
      /^expected a JSON array, received .+: the list is not an array$/,
    );
    expect(judgment('list.ok', '[]', { status: 500 })).toBe(
      'expected status 200, received status 500: returned 500',
    );
    expect(judged(listing, 'list.ok', { ...cutOff(0), attempt: 2 })).toMatch(/no response \(cut\)$/);
  });

  test('is not judged if the key is refused', () => {
    expect(judgment('list.ok', '[]', { status: 401 })).toBe('not judged: see auth.key-accepted');
  });

  test('is not judged while the key looks banned', () => {
    const ban = { shownBy: () => responded({ at: 0 }) };
    expect(judgment('list.ok', '[', {}, { ban })).toMatch(/^not judged: .*ban/);
  });

  const listed = (at: number, body: string, status = 200) => responded({ at, body, status, headers: [json] });
  const posted = (body: string, purpose: string) => ({
    ...responded({ at: 1, status: 201, request: post(Buffer.from(body)) }),
    purpose,
  });
  const brokenBy = (bad: string, status: number, ...posts: readonly Exchange[]): Known => {
    const listHealth = createListHealth(2_000);
    for (const one of [listed(0, '[]'), ...posts, listed(2, bad, status), listed(3, bad, status)])
      listHealth.see(one);
    return { listHealth };
  };
  const number = posted('{"name":7}', 'name is a number');
  const plain = posted('{"name":"parrot"}', 'a plain category');

  test.each([
    ['', 500, 'status 500'],
    ['[{"name":NaN}]', 200, 'a body that is not JSON (.+)'],
    ['{"error":1}', 200, 'a JSON object with "error"'],
  ])('blames the body that broke it: %s, status %i', (bad, status, words) => {
    expect(concluded(listing, 'list.ok', [], brokenBy(bad, status, number))).toMatch(
      new RegExp(
        `^expected the list, as before, received ${words}, broken by “name is a number” \\(status 201\\): a request body broke the list$`,
      ),
    );
  });

  test('blames all bodies that may have broken it, invalid ones first', () => {
    expect(concluded(listing, 'list.ok', [], brokenBy('', 500, plain, number))).toMatch(
      /broken by one of 2 bodies: “name is a number” \(status 201\), “a plain category” \(status 201\): /,
    );
    const { causes } = tallied(listing, 'list.ok', [], brokenBy('', 500, plain, number));
    expect([...causes.values()].map(({ mismatch }) => mismatch.comparedWith)).toEqual([number]);
  });

  test.each([...requirements, 'list.complete'])('makes %s not tested once it is broken', (requirement) => {
    expect(concluded(listing, requirement, [], brokenBy('', 500, number))).toBe('not judged: see list.ok');
  });
});

describe('an element', () => {
  test('must be a Category', () => {
    expect(judgment('list.category', '[]')).toBe('not judged: the list was empty');
    expect(
      judgment('list.category', '[{"id":"1","name":"a"},{"id":2,"name":"b"},{"id":"3","name":7}]'),
    ).toMatch(
      /^expected Categories: .+, received id is string, .+ \(2 of 3\); name is number, .+ \(1 of 3\): id is string, .+; name is number, .+$/,
    );
    expect(judgment('list.category', '[7]')).toMatch(/: an element is number, not .+$/);
    expect(judgment('list.category', '[{"id":1,"name":7},{"id":"1","name":"a"}]')).toMatch(
      /received name is .+; id is .+: id is string, .+; name is number, .+$/,
    );
  });

  test('is not judged if it is the consequence of another violation', () => {
    const creations = { isConsequence: () => true, isOfEarlierRun: () => false, isOfThisRun: () => false };
    expect(judgment('list.category', '[{"id":"1"}]', {}, { creations })).toBe('met');
    expect(judgment('list.category', '[7]', {}, { creations })).toMatch(/^expected/);
  });

  test('is not judged if another run of the kit stored it', () => {
    const earlier = '{"id":1,"name":"kitqzhprdkaaah","description":53162}';
    const known = { creations: createCreations('kitqzaaaaa', 2_000) };
    expect(judgment('list.category', `[${earlier}]`, {}, known)).toBe('met');
    expect(judgment('list.category', `[${earlier},{"id":2,"name":7}]`, {}, known)).toMatch(
      /name is .+ \(1 of 2\); .+ id 2:/,
    );
    expect(judgment('list.ids-unique', `[${earlier},{"id":1,"name":"parrot"}]`)).toMatch(
      /^expected a different id/,
    );
  });

  test('is named by its id if it has no mark', () => {
    const element = (id: number, name = 'parrot') => `{"id":${id},"name":"${name}","description":7}`;
    const left = ': description is number, not a string$';
    expect(judgment('list.category', `[${element(5)}]`)).toMatch(
      new RegExp(`; elements without the kit's mark, perhaps leftovers of an earlier run: id 5${left}`),
    );
    expect(judgment('list.category', `[${[5, 6, 7, 8, 9, 10, 11].map((id) => element(id))}]`)).toMatch(
      new RegExp(`: id 5, 6, 7, 8, 9 and 2 more${left}`),
    );
    expect(judgment('list.category', `[${element(5, 'kitaaaa')}]`)).toMatch(/\(1 of 1\): description is/);
  });

  test('must have a unique id', () => {
    expect(judgment('list.ids-unique', '[{"id":1},{"id":2},{"id":1},{"id":1}]')).toBe(
      'expected a different id for each element, received 2 of 4 ids repeated: two elements share an id',
    );
    const few = 'not judged: fewer than two categories with an int64 id were listed';
    expect(judgment('list.ids-unique', '[{"id":1}]')).toBe(few);
    expect(judgment('list.ids-unique', '[{"id":1},{"id":"1"},7]')).toBe(few);
  });
});

describe('the list shows no sign of pagination', () => {
  const marked = (name: string, value: string) =>
    judgment('list.page-marks', '[{"id":1},{"id":2}]', { headers: [[name, value]] });
  const part = (mark: string) =>
    `expected all categories in one response, received ${mark}: the list is marked as one page`;

  test.each([
    '</v1/categories?page=2>; rel="next"',
    '<x>; rel=next',
    '<x>;rel=next',
    '<x>; REL = "last next"',
    '<y>; rel="prev", <x>; rel=next',
  ])('except with the Link %s', (link) => expect(marked('Link', link)).toBe(part('a Link to a next page')));

  test.each(['<x>; rel="prev"', '<x>; rel="nextpage"', '<next>; rel=self', 'next'])(
    'also with %s',
    (link) => {
      expect(marked('Link', link)).toBe('met');
    },
  );

  test.each(['X-Total-Count', 'X-Total', 'Total-Count'])(
    'but with %s above the number of elements',
    (name) => {
      expect(marked(name, '3')).toBe(part(`${name} above the number of elements`));
      expect(marked(name, '12')).toBe(part(`${name} above the number of elements`));
      for (const value of ['2', '0', 'x3', '3x', '', '1e3', '0x9', '9.0', '9'.repeat(16)])
        expect(marked(name, value)).toBe('met');
    },
  );

  test('except with a Content-Range above it', () => {
    const range = part('a Content-Range with a total above the number of elements');
    expect(marked('Content-Range', 'items 0-1/3')).toBe(range);
    expect(marked('Content-Range', 'items 0-1/12')).toBe(range);
    for (const value of ['items 0-1/2', 'items 0-1/*', 'items 0-1/3x', '3'])
      expect(marked('Content-Range', value)).toBe('met');
  });
});

test('the list is application/json', () => {
  expect(judgment('list.media-type', '[]', { headers: [['Content-Type', 'text/html']] })).toBe(
    'expected the media type application/json, received "text/html": Content-Type is not application/json',
  );
});

describe('the list at the end', () => {
  const title = 'the list at the end';
  const bird = { id: 7, name: 'kitaaaa' };
  const created = (at: number): Exchange => ({
    ...responded({
      at,
      status: 201,
      body: JSON.stringify(bird),
      request: post(Buffer.from('{"name":"kitaaaa"}'), { mark: 'kitaaaa' }),
    }),
    purpose: 'a creation',
  });
  const listed = (at: number, ...elements: readonly unknown[]) =>
    responded({ at, body: JSON.stringify(elements) });
  const showing = (...elements: readonly unknown[]): Serve => {
    return () => ({ status: 200, body: JSON.stringify(elements) });
  };
  const end = async (before: readonly Exchange[], serve = showing(bird)) => {
    const { judgment, sent, waits } = await checked(listing, title, serve, { before });
    // The rule judges the lists that the check requests.
    expect(judgment).toBe('not judged: no list was returned');
    return { sent: sent.map(({ sentAt }) => sentAt / 1000), waits };
  };

  test('is sent after a creation, even if another connection showed it', async () => {
    expect(await end([])).toEqual({ sent: [0], waits: [] });
    expect(await end([listed(0), created(1)])).toEqual({ sent: [2], waits: [] });
    expect(await end([created(1), listed(2, bird)])).toEqual({ sent: [3], waits: [] });
    expect(await end([listed(2)])).toEqual({ sent: [], waits: [] });
  });

  test('is sent on the connection of other lists, which carries no creation', () => {
    const checks = [...listing.checks, ...authentication.checks];
    const kept = checks.filter((one) => 'needs' in one && one.needs.onListConnection === true);
    expect(kept.map((one) => one.title)).toEqual([
      'the list before the first creation',
      title,
      'GET /categories with the scheme in lower case',
    ]);
  });

  const reason = 'for a new category to appear in the list (it may take 2 s)';

  test('is delayed while a new category may still appear', async () => {
    const { sent, waits } = await end([created(0), listed(1)]);
    expect(waits).toEqual([[1000, reason]]);
    expect(sent).toEqual([3]);
  });

  test('is sent immediately once that time is over', async () => {
    expect(await end([created(0), listed(1), listed(1.5), responded({ at: 4 })])).toEqual({
      sent: [5],
      waits: [],
    });
    const atThatMoment = [created(0), listed(1), listed(1.5), responded({ at: 2 })];
    expect((await end(atThatMoment)).waits).toEqual([]);
  });

  test('is retried if a category is still missing', async () => {
    let lists = 0;
    const later: Serve = () => ({ status: 200, body: JSON.stringify(++lists === 1 ? [] : [bird]) });
    const { sent, waits } = await end([created(0)], later);
    expect(waits).toEqual([[1000, reason]]);
    expect(sent).toEqual([1, 3]);
  });
});

test('created categories must be listed', () => {
  const requirement = 'list.complete';
  const creations = createCreations('kit', 2_000);
  const bird = { id: 7, name: 'kitaaaa' };
  const request = post(Buffer.from('{"name":"kitaaaa"}'));
  const judgment = () => concluded(listing, requirement, [], { creations });
  expect(judgment()).toBe('not judged: no list was read after a creation (see create.created, list.ok)');
  creations.see({
    ...responded({ at: 0, status: 201, body: JSON.stringify(bird), request }),
    purpose: 'a creation',
  });
  creations.see(responded({ at: 1, body: JSON.stringify([bird]) }));
  expect(judgment()).toBe('met');
  expect([...tallied(listing, requirement, [], { creations }).alsoCorrect.keys()]).toEqual(['a creation']);
  creations.see(responded({ at: 5, body: '[]' }));
  expect(judgment()).toMatch(/: a created category is missing from the list$/);
});

describe('a response that is not a list', () => {
  const outside = (value: unknown) =>
    /received (.+): the list is not an array/.exec(judgment('list.ok', JSON.stringify(value)))?.[1];

  test('is described by the names of its fields', () => {
    expect(outside(7)).toBe('a JSON number');
    expect(outside({})).toBe('a JSON object');
    expect(outside({ data: [], 'a"b': 1 })).toBe('a JSON object with "data", "a\\"b"');
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_one, at) => [`f${at}`, at]));
    expect(outside(fields(5))).toBe('a JSON object with "f0", "f1", "f2", "f3", "f4"');
    expect(outside(fields(6))).toBe('a JSON object with "f0", "f1", "f2", "f3", "f4" and more');
  });
});
