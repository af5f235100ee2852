import { describe, expect, it } from 'vitest';
import { next } from '../../../src/engine/pacing/next.ts';
import {
  aGet,
  type Case,
  decided,
  inFlight,
  keyless,
  now,
  plenty,
  post,
  state,
  unknown,
  usedUp,
} from '../../support/pace.ts';

const left = (left: number) => ({ ...plenty, left });
const aPost = inFlight(1, { posts: 1 });

describe('waiting requests', () => {
  it.each<Case>([
    ['none', { waiting: [] }, 'nothing'],
    ['the highest priority goes first', { waiting: [post(), post({ priority: 700, order: 2 })] }, 'send 700'],
    ['the maximum in flight', { waiting: [aGet()], inFlight: inFlight(6) }, 'nothing'],
    ['one of a maximum of one', { waiting: [aGet()], inFlight: inFlight(1), most: 1 }, 'nothing'],
    ['a POST does not join another', { inFlight: aPost }, 'nothing'],
    ['a GET joins a POST', { waiting: [aGet()], inFlight: aPost }, 'send 500'],
    [
      'one that failed in company waits',
      { waiting: [aGet({ isAlone: true })], inFlight: inFlight(1) },
      'nothing',
    ],
    ['one that failed in company goes alone', { waiting: [aGet({ isAlone: true })] }, 'send 500'],
    ['none joins it', { waiting: [aGet()], inFlight: inFlight(1, { alone: 1 }) }, 'nothing'],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });

  it.each([[[1, 2]], [[2, 1]]])('with equal priority, the oldest goes first: %j', (orders) => {
    const waiting = orders.map((order) => post({ order }));
    expect(next(state({ waiting }), now)).toMatchObject({ kind: 'send', waiting: [{ order: 1 }] });
  });
});

describe('the burst', () => {
  const burst = [7, 6].map((priority) => post({ priority, inBurst: true }));
  const list = aGet({ priority: 5, inBurst: true });
  const later = [...burst, list, aGet({ priority: 4 })];
  it.each<Case>([
    ['goes once one of its requests is next', { waiting: later, mayBurst: true }, 'send 7 and 6 and 5'],
    ['waits for those in flight', { waiting: later, mayBurst: true, inFlight: inFlight(1) }, 'nothing'],
    ['waits for others', { waiting: [...burst, aGet({ priority: 9 })], mayBurst: true }, 'send 9'],
    ['is not sent if it must not be', { waiting: later }, 'send 7'],
    ['is not sent with one creation', { waiting: [list, ...burst.slice(1)], mayBurst: true }, 'send 6'],
    ['is not sent while a list is due', { waiting: later, mayBurst: true, listDue: true }, 'send 5'],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});

describe('the quota', () => {
  it.each<Case>([
    ['unknown: the first goes alone', { waiting: [aGet({ bucket: unknown })] }, 'send 500'],
    ['unknown: none joins it', { waiting: [aGet({ bucket: unknown })], inFlight: inFlight(1) }, 'nothing'],
    [
      'at most half of what is left',
      { waiting: [aGet({ bucket: left(8) })], inFlight: inFlight(3) },
      'send 500',
    ],
    ['not more', { waiting: [aGet({ bucket: left(7) })], inFlight: inFlight(3) }, 'nothing'],
    ['the last goes alone', { waiting: [aGet({ bucket: left(1) })] }, 'send 500'],
    ['used up', { waiting: [post({ bucket: usedUp })] }, 'wait for quota until 9000, X-RateLimit-Reset'],
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
    ['used up, others in flight', { waiting: [post({ bucket: usedUp })], inFlight: inFlight(1) }, 'nothing'],
    [
      'used up, but another bucket is not',
      { waiting: [post({ bucket: usedUp }), aGet({ priority: 3 })] },
      'send 3',
    ],
    ['requests without the key do not wait', { waiting: [keyless({ bucket: usedUp })] }, 'send 500'],
    [
      'requests without the key do not join the last ones',
      { waiting: [keyless({ bucket: left(1) })], inFlight: inFlight(1) },
      'nothing',
    ],
    [
      'used up, but the limit is not enforced: several in flight',
      { waiting: [aGet({ bucket: usedUp })], unlimited: true, inFlight: inFlight(3) },
      'send 500',
    ],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});
