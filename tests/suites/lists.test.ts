import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import listing from '../../suites/listing.ts';
import { responded } from '../support/responses.ts';
import { checked } from './checked.ts';
import { concluded, judged, type Known, tallied } from './judged.ts';

const list = (elements: string) => responded({ at: 0, body: `[${elements}]` });
const judgment = (requirement: string, elements: string) => judged(listing, requirement, list(elements));
const placesIn = (requirement: string, elements: string) =>
  [...tallied(listing, requirement, [list(elements)]).causes.values()].map(({ mismatch }) => mismatch.at);

describe('elements that are not Categories', () => {
  const requirement = 'list.category';

  test('are shown with their places and ids, and with values if the run created them', () => {
    expect(
      placesIn(
        requirement,
        '{"id":5,"name":"a"},{"id":6,"name":7},{"id":"7","name":"b"},{"id":8,"name":"kitaaaa","description":[]},7',
      ),
    ).toEqual([
      [
        { pointer: '/1/name', id: '6', value: 'number' },
        { pointer: '/2/id', value: 'string' },
        { pointer: '/3/description', id: '8', value: 'array' },
        { pointer: '/4', value: 'number' },
      ],
    ]);
    expect(placesIn(requirement, '{"id":"9","name":"kitaaaa"}')).toEqual([
      [{ pointer: '/0/id', value: 'string "9"' }],
    ]);
  });

  test('are shown up to the fifth', () => {
    expect(placesIn(requirement, '1,2,3,4,5,6,7')).toEqual([
      ['/0', '/1', '/2', '/3', '/4'].map((pointer) => ({ pointer, value: 'number' })),
    ]);
  });

  test('are named by up to five ids', () => {
    const wrong = (count: number) =>
      Array.from({ length: count }, (_one, at) => `{"id":${at + 1},"name":true}`).join();
    expect(judgment(requirement, wrong(5))).toMatch(/: id 1, 2, 3, 4, 5: name is boolean/);
    expect(judgment(requirement, wrong(6))).toMatch(/: id 1, 2, 3, 4, 5 and 1 more: name is boolean/);
  });

  test('are counted up to a thousand', () => {
    const sevens = (count: number) => Array.from({ length: count }, () => 7).join();
    expect(judgment(requirement, sevens(999))).toMatch(/ \(999 of 999\): an element is number/);
    expect(judgment(requirement, sevens(1_001))).toMatch(
      / \(1000 of 1001\); checked only the first 1000: an element is number/,
    );
  });
});

describe('repeated ids', () => {
  const requirement = 'list.ids-unique';
  const received = (elements: string) => /received (.+): two/.exec(judgment(requirement, elements))?.[1];
  const ids = (...all: readonly (number | string)[]) => all.map((id) => `{"id":${id}}`).join();
  const [most, beyond, further] = ['9223372036854775807', '9223372036854775808', '9223372036854775809'];

  test('are shown at the first five places of the first', () => {
    const at = (...places: readonly number[]) =>
      places.map((place) => ({ pointer: `/${place}/id`, value: 'number 3' }));
    expect(placesIn(requirement, ids(8, 3, 8, 1, 3))).toEqual([
      [0, 2].map((place) => ({ pointer: `/${place}/id`, value: 'number 8' })),
    ]);
    expect(placesIn(requirement, ids(3, 3, 3, 3, 3, 3))).toEqual([at(0, 1, 2, 3, 4)]);
  });

  test('are counted beyond int64, too', () => {
    expect(received(ids(1, beyond, further, beyond, most))).toBe('1 of 5 ids repeated');
    expect(received(ids(1, 1, beyond, beyond, beyond))).toBe('3 of 5 ids repeated');
    expect(judgment(requirement, ids(1, beyond, further))).toBe('met');
  });
});

describe('a list that a body broke', () => {
  const bodies = (count: number) =>
    ['first', 'second', 'third', 'fourth', 'fifth']
      .slice(0, count)
      .map((purpose) => ({ ...responded({ at: 1, status: 201, request: post(Buffer.from('7')) }), purpose }));
  const broken = (candidates: readonly Exchange[]): Known => ({
    listHealth: {
      broken: () => ({ list: responded({ at: 2, status: 500 }), candidates }),
      needsList: () => false,
    },
  });

  test.each([
    [3, 'one of 3 bodies: “first” (status 201), “second” (status 201), “third” (status 201)'],
    [4, 'one of 4 bodies: “first” (status 201), “second” (status 201), “third” (status 201), 1 more'],
    [5, 'one of 5 bodies: “first” (status 201), “second” (status 201), “third” (status 201), 2 more'],
  ])('names up to three of %i bodies', (count, words) => {
    expect(concluded(listing, 'list.ok', [], broken(bodies(count)))).toBe(
      `expected the list, as before, received status 500, broken by ${words}: a request body broke the list`,
    );
  });

  test('is not read again at the end, whatever is missing from it', async () => {
    const request = post(Buffer.from('{"name":"kitaaaa"}'), { mark: 'kitaaaa' });
    const created = responded({ at: 0, status: 201, body: '{"id":1,"name":"kitaaaa"}', request });
    for (const before of [[created], [created, responded({ at: 1, body: '[]' })]]) {
      const { sent, waits } = await checked(
        listing,
        'the list at the end',
        () => expect.fail('a request was sent'),
        { before, readings: broken([created]) },
      );
      expect([sent, waits]).toEqual([[], []]);
    }
  });

  test('withdraws the passes of earlier lists', () => {
    expect(tallied(listing, 'list.ok', [list('')], broken(bodies(1))).tested).toBe(1);
    expect(tallied(listing, 'list.ok', [list('')]).tested).toBe(1);
    expect(concluded(listing, 'list.ok', [])).toBe('not selected');
  });
});

test('a redirect to a path with a trailing slash is named', () => {
  const moved = (location: string) =>
    judged(listing, 'list.ok', responded({ at: 0, status: 301, headers: [['Location', location]] }));
  expect(moved('/v1/categories/')).toBe(
    'expected a response at this path, without a trailing slash, received status 301, Location "/v1/categories/": redirected to a path with a trailing slash',
  );
  expect(moved('/v1/pets')).toBe('expected status 200, received status 301: returned 301');
});
