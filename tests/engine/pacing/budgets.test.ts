import { describe, expect, it } from 'vitest';
import { get, plainList, post } from '../../../src/checks/requests.ts';
import {
  begin,
  countInFlight,
  createRequests,
  createsLeft,
  isPlainList,
  newEntry,
  priorityNow,
  takePlainList,
  type Wanted,
} from '../../../src/engine/pacing/requests.ts';
import type { HttpRequest } from '../../../src/exchange/exchange.ts';
import { listCategories, petById } from '../../../src/spec/operations.ts';

function requestsOf(...wanted: readonly Partial<Wanted>[]) {
  const requests = createRequests();
  for (const [index, one] of wanted.entries())
    requests.waiting.add(
      newEntry(requests, {
        purpose: String(index),
        sentFor: 'list.ok',
        priority: 0,
        make: plainList,
        ...one,
      }),
    );
  return requests;
}

it.each<readonly [request: HttpRequest, is: boolean]>([
  [plainList(), true],
  [get(petById), false],
  [get(listCategories, 'none'), false],
  [get(listCategories, 'bearer-lowercase'), false],
  [post({ name: 'A' }), false],
])('a plain list is GET /categories with the key as specified: $operation, $credential', (request, is) => {
  expect(isPlainList(request)).toBe(is);
});

describe('a plain GET of the queue', () => {
  it('is the waiting one with the highest priority, and of these the oldest', () => {
    const elsewhere = { make: () => get(petById), priority: 9 };
    const requests = requestsOf(elsewhere, {}, { sentFor: 'list.type', priority: 2 }, { priority: 2 });
    const taken = [1, 2, 3].map(() => takePlainList(requests, 'own', 'limit.recovers').purpose);
    expect(taken).toEqual(['2', '3', '1']);
    expect(requests.waiting.size).toBe(1);
  });

  it('is created if none waits', () => {
    const requests = requestsOf({ make: () => get(petById) });
    expect(takePlainList(requests, 'own', 'limit.recovers')).toMatchObject({
      purpose: 'own',
      sentFor: 'limit.recovers',
      priority: 0,
      caller: undefined,
      tries: 0,
      request: plainList(),
      order: 1,
    });
    expect(requests.waiting.size).toBe(1);
  });
});

describe('requests in flight', () => {
  it('are counted by what others depend on', () => {
    const requests = createRequests();
    const made = [plainList(), get(petById, 'none'), post({})];
    for (const request of made) {
      const wanted = { purpose: 'one', sentFor: 'list.ok', priority: 0, make: () => request };
      begin(requests, { ...newEntry(requests, wanted), isAlone: request.credential === 'none' });
    }
    expect(countInFlight(requests)).toEqual({ all: 3, posts: 1, plainLists: 1, alone: 1 });
    requests.inFlight.clear();
    expect(countInFlight(requests)).toEqual({ all: 0, posts: 0, plainLists: 0, alone: 0 });
  });

  it('each know the most that were in flight with them', () => {
    const requests = requestsOf({}, {}, {});
    const [first, second, third] = [...requests.waiting];
    if (first === undefined || second === undefined || third === undefined) return expect.fail();
    begin(requests, first);
    begin(requests, second);
    requests.inFlight.delete(first);
    begin(requests, third);
    expect([first, second, third].map(({ together }) => together)).toEqual([2, 2, 2]);
    requests.inFlight.clear();
    begin(requests, first);
    expect(first.together).toBe(1);
  });
});

it('creates are left up to their maximum, without the reserve', () => {
  expect(createsLeft({ most: 40, reserved: 10, count: 9 })).toBe(21);
});

it('the last create goes last', () => {
  const requests = requestsOf({ creates: true, priority: 500, make: () => post({}) }, { priority: 500 });
  const prioritiesWith = (count: number) =>
    [...requests.waiting].map((entry) => priorityNow({ most: 10, reserved: 0, count }, entry));
  expect(prioritiesWith(8)).toEqual([500, 500]);
  expect(prioritiesWith(9)).toEqual([-1_500, 500]);
});
