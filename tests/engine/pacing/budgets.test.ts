import { expect, it } from 'vitest';
import { get, plainList, post } from '../../../src/checks/requests.ts';
import {
  creationsLeft,
  enqueue,
  newEntry,
  type Queue,
  takePlainList,
  type Wanted,
} from '../../../src/engine/pacing/requests.ts';
import type { HttpRequest } from '../../../src/exchange/exchange.ts';
import { isPlainList } from '../../../src/exchange/picks.ts';
import { listCategories, petById } from '../../../src/spec/operations.ts';

function waiting(...wanted: readonly Partial<Wanted>[]): Queue {
  const queue: Queue = new Map();
  const counter = { made: 0 };
  for (const [index, one] of wanted.entries())
    enqueue(
      queue,
      newEntry(counter, { purpose: String(index), sentFor: 'list.ok', priority: 0, make: plainList, ...one }),
    );
  return queue;
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

it('the next plain GET is the oldest of those with the highest priority', () => {
  const elsewhere = { make: () => get(petById), priority: 9 };
  const queue = waiting(elsewhere, {}, { sentFor: 'list.type', priority: 2, inBurst: true }, { priority: 2 });
  expect([1, 2, 3, 4].map(() => takePlainList(queue)?.purpose)).toEqual(['2', '3', '1', undefined]);
  expect(queue.size).toBe(1);
});

it('requests of the same kind wait in one line, in the order in which they will be sent', () => {
  const bodies = [1, 3, 2, 3].map((priority) => ({ priority, make: () => post({ name: 'A' }) }));
  const queue = waiting(...bodies, { make: () => get(listCategories, 'none') });
  expect([...queue.values()].map((entries) => entries.map(({ purpose }) => purpose))).toEqual([
    ['1', '3', '2', '0'],
    ['4'],
  ]);
});

it('creations are available up to their maximum, minus the reserve', () => {
  expect(creationsLeft({ most: 40, reserved: 10, count: 9 })).toBe(21);
});
