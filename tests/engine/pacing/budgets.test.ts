import { describe, expect, it } from 'vitest';
import { get, plainList, post } from '../../../src/checks/requests.ts';
import {
  createBacklog,
  createCreates,
  createInFlight,
  type Entry,
  isPlainList,
  type Wanted,
} from '../../../src/engine/pacing/requests.ts';
import type { HttpRequest } from '../../../src/exchange/exchange.ts';
import { listCategories, petById } from '../../../src/spec/operations.ts';
import { responded } from '../../support/responses.ts';

const ignore = () => {};

function backlogOf(...wanted: readonly Partial<Wanted>[]) {
  const backlog = createBacklog(({ priority }) => priority);
  for (const [index, one] of wanted.entries())
    backlog.want(
      { purpose: String(index), sentFor: 'list.ok', priority: 0, make: plainList, ...one },
      { resolve: ignore, reject: ignore },
    );
  return backlog;
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

describe('the backlog', () => {
  it('takes the waiting plain GET with the highest priority, and of these the oldest', () => {
    const elsewhere = { make: () => get(petById), priority: 9 };
    const backlog = backlogOf(elsewhere, {}, { sentFor: 'list.type', priority: 2 }, { priority: 2 });
    const taken = [1, 2, 3].map(() => backlog.takePlainList('own', 'limit.recovers').purpose);
    expect(taken).toEqual(['2', '3', '1']);
    expect(backlog.size()).toBe(1);
  });

  it('creates one if none waits, for which no caller waits', () => {
    const backlog = backlogOf({ make: () => get(petById) });
    const own = backlog.takePlainList('own', 'limit.recovers');
    expect(own).toMatchObject({
      ...{ purpose: 'own', sentFor: 'limit.recovers', priority: 0, internal: true, tries: 0 },
      ...{ request: plainList(), order: 1 },
    });
    expect(backlog.size()).toBe(1);
  });
});

describe('requests in flight', () => {
  const entryOf = (request: HttpRequest, also: Partial<Entry> = {}) => ({ request, ...also }) as Entry;

  it('are counted by what others depend on', () => {
    const inFlight = createInFlight();
    const sent = [entryOf(plainList()), entryOf(get(petById, 'none'), { isAlone: true }), entryOf(post({}))];
    for (const one of sent) inFlight.add(one);
    expect(inFlight.counts).toEqual({ all: 3, posts: 1, plainLists: 1, alone: 1 });
    for (const one of sent) inFlight.remove(one);
    expect(inFlight.counts).toEqual({ all: 0, posts: 0, plainLists: 0, alone: 0 });
  });

  it('each know the most that were in flight with them', () => {
    const inFlight = createInFlight();
    const [first, second, third] = [1, 2, 3].map(() => entryOf(get(petById)));
    if (first === undefined || second === undefined || third === undefined) return expect.fail();
    inFlight.add(first);
    inFlight.add(second);
    expect(inFlight.remove(first)).toBe(2);
    inFlight.add(third);
    expect([inFlight.remove(second), inFlight.remove(third)]).toEqual([2, 2]);
    inFlight.add(first);
    expect(inFlight.remove(first)).toBe(1);
  });
});

describe('creates', () => {
  const entry = (also: Partial<Entry> = {}) =>
    ({ sentFor: 'invalid.name', priority: 500, request: post({}), ...also }) as Entry;
  const served = (status = 201, request: Partial<HttpRequest> = post({})) => ({
    ...responded({ at: 0, status, request }),
    sentFor: 'invalid.name',
  });

  const creating = (most: number, reserved: number) => ({ creates: createCreates(most, reserved) });

  it('are the POSTs that were served', () => {
    const { creates } = creating(10, 0);
    for (const one of [served(), served(200), served(400), served(200, plainList())]) creates.see(one);
    expect(creates.count()).toBe(2);
  });

  it('are spent at their maximum, without the reserve until that is released', () => {
    const { creates } = creating(3, 1);
    creates.see(served());
    expect(creates.spent()).toBeUndefined();
    creates.see(served());
    expect(creates.spent()).toMatchObject({ kind: 'creates spent', message: '--max-creates 3 is used up' });
    creates.release();
    expect(creates.spent()).toBeUndefined();
    creates.see(served());
    expect(creates.spent()).toBeDefined();
  });

  it('send the last one last', () => {
    const { creates } = creating(3, 0);
    creates.see(served());
    const priority = (also?: Partial<Entry>) => creates.priorityOf(entry(also));
    expect(priority({ creates: true })).toBe(500);
    creates.see(served());
    expect(priority({ creates: true })).toBe(-1_500);
    expect(priority({ creates: true, request: plainList() })).toBe(500);
  });

  it('send bodies of a requirement later once two were accepted', () => {
    const { creates } = creating(10, 0);
    const priorities = () => [
      creates.priorityOf(entry()),
      creates.priorityOf(entry({ sentFor: 'invalid.description' })),
      creates.priorityOf(entry({ request: plainList() })),
    ];
    creates.see(served());
    expect(priorities()).toEqual([500, 500, 500]);
    creates.see(served());
    expect(priorities()).toEqual([-500, 500, 500]);
  });

  it('count those in flight as accepted if they create something', () => {
    const { creates } = creating(10, 0);
    creates.sent(entry());
    for (let count = 0; count < 2; count++) creates.sent(entry({ creates: true }));
    expect(creates.priorityOf(entry())).toBe(-500);
    creates.over(entry());
    expect(creates.priorityOf(entry())).toBe(-500);
    creates.over(entry({ creates: true }));
    expect(creates.priorityOf(entry())).toBe(500);
  });
});
