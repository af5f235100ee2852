import { describe, expect, it } from 'vitest';
import { type Bucket, next } from '../../../src/engine/pacing/next.ts';
import {
  apart,
  type Case,
  decided,
  inFlight,
  keyless,
  now,
  plainList,
  plenty,
  post,
  proof,
  state,
  unknown,
  usedUp,
} from '../../support/pace.ts';

const mixedWith = (bucket: Bucket) => [keyless({ priority: 999, bucket }), post({ bucket })];
const mixed = { waiting: mixedWith(plenty) };

describe('waiting requests', () => {
  it.each<Case>([
    ['none', { waiting: [] }, 'nothing'],
    ['the highest priority goes first', { waiting: [post(), post({ priority: 700, order: 2 })] }, 'send 700'],
    ['the maximum in flight', { inFlight: inFlight(6) }, 'nothing'],
    ['a server that is too slow for two at a time', { inFlight: inFlight(1), concurrency: 0 }, 'nothing'],
    ['one goes alone, however slow the server is', { concurrency: 0 }, 'send 500'],
    ['while Remaining is new, those with the key go first', { ...mixed, isNew: true }, 'send 500'],
    [
      'while Remaining is new, the others go if those with the key are held',
      { ...mixed, isNew: true, listDue: true },
      'send 999',
    ],
    ['one at a time, the highest priority goes first', { ...mixed, isNew: true, concurrency: 1 }, 'send 999'],
    ['in plenty, the highest priority goes first', { ...mixed, ...apart }, 'send 999'],
    [
      'as the quota runs out, those with the key go first',
      { ...apart, waiting: mixedWith({ ...plenty, left: 11 }) },
      'send 500',
    ],
    [
      'with twelve left, the highest priority goes first',
      { ...apart, waiting: mixedWith({ ...plenty, left: 12 }) },
      'send 999',
    ],
    [
      'as a quota runs out that others may use, the highest priority goes first',
      { waiting: mixedWith({ ...plenty, left: 11 }) },
      'send 999',
    ],
    [
      'creations that may run out',
      { createsMayRunOut: true, inFlight: inFlight(1, { posts: 1 }) },
      'nothing',
    ],
    [
      'creations that may run out, while the limit can be proven',
      { createsMayRunOut: true, inFlight: inFlight(1, { posts: 1 }), proof: { ...proof, asked: false } },
      'nothing',
    ],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });

  it.each([[[1, 2]], [[2, 1]]])('with equal priority, the oldest goes first: %j', (orders) => {
    const waiting = orders.map((order) => post({ order }));
    expect(next(state({ waiting }), now)).toMatchObject({ kind: 'send', waiting: { order: 1 } });
  });
});

describe('the quota', () => {
  it.each<Case>([
    [
      'unknown: up to four in flight',
      { waiting: [post({ bucket: unknown })], inFlight: inFlight(3) },
      'send 500',
    ],
    ['unknown: not five', { waiting: [post({ bucket: unknown })], inFlight: inFlight(4) }, 'nothing'],
    ['known: five', { inFlight: inFlight(4) }, 'send 500'],
    [
      'unreliable: the last ten go one at a time',
      { waiting: [post({ bucket: { ...unknown, left: 10 } })], inFlight: inFlight(1) },
      'nothing',
    ],
    [
      'no more in flight than are left',
      { waiting: [post({ bucket: { ...plenty, left: 4 } })], inFlight: inFlight(3) },
      'nothing',
    ],
    [
      'forgotten during a wait: the first request goes alone',
      { waiting: [post({ bucket: { ...unknown, isForgotten: true } })], inFlight: inFlight(1) },
      'nothing',
    ],
    [
      'used up: waits for the reset',
      { waiting: [post({ bucket: usedUp })] },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
    [
      'used up without a usable Reset: waits a minute',
      { waiting: [post({ bucket: { left: 0, isSound: false, isForgotten: false } })] },
      'wait for quota until 61000, no usable X-RateLimit-Reset',
    ],
    [
      'two buckets used up: waits for the one that resets first',
      {
        waiting: [
          post({ bucket: usedUp }),
          plainList({ bucket: { ...usedUp, availability: { at: 4_000, basis: 'gradual refill' } } }),
        ],
      },
      'wait for quota until 4000, gradual refill',
    ],
    [
      'two buckets used up: waits for the first one if that resets first',
      {
        waiting: [
          post({ bucket: { ...usedUp, availability: { at: 4_000, basis: 'gradual refill' } } }),
          plainList({ bucket: usedUp }),
        ],
      },
      'wait for quota until 4000, gradual refill',
    ],
    [
      'two buckets used up until the same time: names the reason of the first',
      {
        waiting: [
          post({ bucket: usedUp }),
          plainList({ bucket: { ...usedUp, availability: { at: 9_000, basis: 'gradual refill' } } }),
        ],
      },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
    [
      'used up to the reserve: waits',
      { waiting: [post({ bucket: { ...usedUp, left: -3 } })] },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
    [
      'used up: does not wait while others are in flight',
      { waiting: [post({ bucket: usedUp })], inFlight: inFlight(1) },
      'nothing',
    ],
    [
      'used up, but another bucket is not',
      { waiting: [post({ bucket: usedUp }), plainList({ priority: 3 })] },
      'send 3',
    ],
    ['requests without the key do not wait', { waiting: [keyless({ bucket: usedUp })] }, 'send 500'],
    [
      'no more requests without the key than their own limit allows',
      { waiting: [keyless()], inFlight: inFlight(2, { withoutKey: 2 }), leftWithoutKey: 4 },
      'nothing',
    ],
    [
      'the first request without the key shows what their own limit is now',
      { waiting: [keyless()], leftWithoutKey: 0 },
      'send 500',
    ],
    [
      'requests with the key do not wait for the limit of the others',
      { inFlight: inFlight(2, { withoutKey: 2 }), leftWithoutKey: 0 },
      'send 500',
    ],
    [
      'requests without the key may use it: they wait for its proof',
      { waiting: [keyless({ bucket: usedUp })], proof: { ...proof, asked: false, bucket: usedUp } },
      'list: proof',
    ],
    [
      'requests without the key do not use it: they do not wait for its proof',
      { ...apart, waiting: [keyless({ bucket: usedUp })], proof: { ...proof, asked: false, bucket: usedUp } },
      'send 500',
    ],
    [
      'requests without the key may use it: they do not join the last ones',
      { waiting: [keyless({ bucket: { ...plenty, left: 1 } })], inFlight: inFlight(1) },
      'nothing',
    ],
    [
      'requests without the key do not use it: they join the last ones',
      { ...apart, waiting: [keyless({ bucket: { ...plenty, left: 1 } })], inFlight: inFlight(1) },
      'send 500',
    ],
    [
      'requests without the key do not use it, but one in flight may get a 429',
      { ...apart, waiting: [keyless({ bucket: usedUp })], inFlight: inFlight(1) },
      'nothing',
    ],
    [
      'requests without the key do not use it, and six are in flight',
      { ...apart, waiting: [keyless()], inFlight: inFlight(6, { withoutKey: 5 }) },
      'nothing',
    ],
    [
      'no more with the key in flight than are left for them',
      {
        ...apart,
        waiting: [post({ bucket: { ...plenty, left: 2 } })],
        inFlight: inFlight(4, { withoutKey: 3 }),
      },
      'nothing',
    ],
    [
      'as many with the key in flight as are left for them',
      {
        ...apart,
        waiting: [post({ bucket: { ...plenty, left: 3 } })],
        inFlight: inFlight(4, { withoutKey: 3 }),
      },
      'send 500',
    ],
    [
      'used up, but the limit is not enforced',
      { waiting: [post({ bucket: usedUp })], unlimited: true },
      'send 500',
    ],
    [
      'used up, but the limit is not enforced: several in flight',
      { waiting: [post({ bucket: usedUp })], unlimited: true, inFlight: inFlight(3) },
      'send 500',
    ],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});
