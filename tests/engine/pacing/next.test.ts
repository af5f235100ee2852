import { describe, expect, it } from 'vitest';
import { next } from '../../../src/engine/pacing/next.ts';
import {
  aGet,
  type Case,
  decided,
  keyless,
  now,
  plenty,
  post,
  state,
  unknown,
  usedUp,
} from '../../support/pace.ts';

describe('waiting requests', () => {
  it.each<Case>([
    ['nothing is sent if there are none', { waiting: [] }, 'nothing'],
    ['the highest priority goes first', { waiting: [post(), aGet({ priority: 700, order: 2 })] }, 'send 700'],
    ['requests go one at a time', { waiting: [aGet(), keyless()] }, 'send 500'],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });

  it.each([[[1, 2]], [[2, 1]]])('with equal priority, the oldest goes first: %j', (orders) => {
    const waiting = orders.map((order) => post({ order }));
    expect(next(state({ waiting }), now)).toMatchObject({ kind: 'send', entries: [{ order: 1 }] });
  });
});

describe('the burst', () => {
  const creations = (...priorities: readonly number[]) =>
    post({ inBurst: true, entries: priorities.map((priority, order) => ({ priority, order })) });
  const list = aGet({ priority: 5, inBurst: true });
  const unkeyed = keyless({ priority: 8, inBurst: true });
  const later = [creations(7, 6), list, aGet({ priority: 4 })];
  it.each<Case>([
    ['is sent once one of its requests is next', { waiting: later, mayBurst: true }, 'send 7 and 6 and 5'],
    [
      'puts requests without the key last',
      { waiting: [unkeyed, ...later], mayBurst: true },
      'send 7 and 6 and 5 and 8',
    ],
    [
      'waits for requests in flight',
      { waiting: [creations(7, 6), aGet({ priority: 9 })], mayBurst: true },
      'send 9',
    ],
    ['is not sent if it is not allowed', { waiting: later }, 'send 7'],
    ['is not sent if it has only one creation', { waiting: [list, creations(6)], mayBurst: true }, 'send 6'],
    ['is not sent while a list is due', { waiting: later, mayBurst: true, listDue: true }, 'send 5'],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});

const left = (left: number) => ({ ...plenty, left });

describe('the quota', () => {
  it.each<Case>([
    ['if unknown, lets the first request go alone', { waiting: [aGet({ bucket: unknown })] }, 'send 500'],
    ['lets the last request go alone', { waiting: [aGet({ bucket: left(1) })] }, 'send 500'],
    [
      'used up: waits for Reset',
      { waiting: [post({ bucket: usedUp })] },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
    [
      'used up without a usable Reset: waits a minute',
      { waiting: [post({ bucket: { left: 0, isKnown: true } })] },
      'wait for quota until 61000, no usable X-RateLimit-Reset',
    ],
    [
      'two buckets used up: waits for the one that resets first',
      {
        waiting: [
          post({ bucket: usedUp }),
          aGet({ bucket: { ...usedUp, availability: { at: 4_000, basis: 'X-RateLimit-Reset' } } }),
        ],
      },
      'wait for quota until 4000, X-RateLimit-Reset',
    ],
    [
      'used up to the reserve: waits',
      { waiting: [post({ bucket: { ...usedUp, left: -3 } })] },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
    [
      'used up: requests of another bucket continue',
      { waiting: [post({ bucket: usedUp }), aGet({ priority: 3 })] },
      'send 3',
    ],
    ['used up: requests without the key do not wait', { waiting: [keyless({ bucket: usedUp })] }, 'send 500'],
    [
      'used up without an enforced limit: requests continue',
      { waiting: [aGet({ bucket: usedUp })], unlimited: true },
      'send 500',
    ],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});
