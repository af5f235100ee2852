import fc from 'fast-check';
import { expect, it } from 'vitest';
import { get, plainList, post } from '../../../src/checks/requests.ts';
import { createBacklog, type Entry } from '../../../src/engine/pacing/requests.ts';
import type { HttpRequest } from '../../../src/exchange/exchange.ts';
import { petById } from '../../../src/spec/operations.ts';
import { inTiers } from '../../support/tiers.ts';

const requests: readonly HttpRequest[] = [plainList(), get(petById), post(new Uint8Array())];
const rows = ['list.ok', 'invalid.name-type', 'invalid.name-missing'];

/** A requirement with temporarily lower priority, as after its bodies were accepted. */
const lowered = 'invalid.name-type';
const priorityOf = ({ priority, sentFor }: Entry) => (sentFor === lowered ? priority - 5 : priority);

const wantedRequest = fc.record({
  priority: fc.integer({ min: 0, max: 9 }),
  request: fc.constantFrom(...requests),
  sentFor: fc.constantFrom(...rows),
});
/** A request is added, the best is taken, or the best is taken and put back. */
const step = fc.oneof(
  { weight: 3, arbitrary: wantedRequest },
  fc.constantFrom('take' as const, 'put back' as const),
);

const never = () => {
  throw new Error('must not be called');
};

for (const { rows, options } of inTiers([100, 500], 2))
  it.each(rows)(
    'takes the highest priority first, then the oldest, in any sequence of additions and returns: %i',
    options,
    (numRuns) => {
      fc.assert(
        fc.property(fc.array(step, { size: '+2' }), (steps) => {
          const backlog = createBacklog(priorityOf);
          const waiting: { readonly order: number; readonly priority: number }[] = [];
          let order = 0;
          const taken: (string | undefined)[] = [];
          const wanted: (string | undefined)[] = [];
          for (const one of steps) {
            if (typeof one === 'object') {
              const { priority, request, sentFor } = one;
              const purpose = String(order);
              backlog.want(
                { purpose, sentFor, priority, make: () => request },
                { resolve: never, reject: never },
              );
              waiting.push({ order: order++, priority: sentFor === lowered ? priority - 5 : priority });
              continue;
            }
            waiting.sort((a, b) => b.priority - a.priority || a.order - b.order);
            const [first] = backlog
              .firsts()
              .toSorted((a, b) => priorityOf(b) - priorityOf(a) || a.order - b.order);
            const best = first && backlog.take(first);
            taken.push(best?.purpose);
            wanted.push(waiting[0]?.order.toString());
            if (best === undefined) continue;
            if (one === 'put back') backlog.add(best);
            else waiting.shift();
          }
          expect(taken).toEqual(wanted);
          expect(backlog.size()).toBe(waiting.length);
          expect(
            backlog
              .takeAll()
              .map(({ purpose }) => Number(purpose))
              .sort(byNumber),
          ).toEqual(waiting.map((one) => one.order).sort(byNumber));
          expect(backlog.size()).toBe(0);
        }),
        { numRuns },
      );
    },
  );

it('takes whole lanes by their first requests', () => {
  const backlog = createBacklog(priorityOf);
  for (let number = 0; number < 200; number++) {
    const request = number % 4 === 0 ? get(petById) : post(new Uint8Array());
    const wanted = { purpose: String(number), sentFor: 'list.ok', priority: number % 7, make: () => request };
    backlog.want(wanted, { resolve: never, reject: never });
  }
  const isPost = ({ request }: Entry) => request.method === 'POST';
  expect(backlog.firsts()).toHaveLength(2);
  const posts = backlog.takeAll(backlog.firsts().filter(isPost));
  expect(posts).toHaveLength(150);
  expect(posts.every(isPost)).toBe(true);
  expect(backlog.size()).toBe(50);
});

function byNumber(a: number, b: number): number {
  return a - b;
}
