import { describe, expect, it } from 'vitest';
import { type Bucket, next, type PaceState, type Waiting } from '../../../src/engine/pacing/next.ts';

const now = 1_000;
const plenty: Bucket = { left: 40, isSound: true, isForgotten: false };
const unknown: Bucket = { left: Number.POSITIVE_INFINITY, isSound: false, isForgotten: false };
const usedUp: Bucket = {
  left: 0,
  isSound: true,
  isForgotten: false,
  availability: { at: 9_000, basis: 'X-RateLimit-Reset' },
};

const post = (also: Partial<Waiting> = {}): Waiting => ({
  isPost: true,
  withKey: true,
  isPlainList: false,
  priority: 500,
  order: 1,
  bucket: plenty,
  ...also,
});
const plainList = (also: Partial<Waiting> = {}) => post({ isPost: false, isPlainList: true, ...also });
const keyless = (also: Partial<Waiting> = {}) => post({ isPost: false, withKey: false, ...also });

const none = { all: 0, posts: 0, withoutKey: 0, plainLists: 0 };
const inFlight = (all: number, also: Partial<PaceState['inFlight']> = {}) => ({ ...none, all, ...also });

/** Requests without the key do not use its quota. */
const apart = { keyIsApart: true };

const mixedWith = (bucket: Bucket) => [keyless({ priority: 999, bucket }), post({ bucket })];
const mixed = { waiting: mixedWith(plenty) };

const noProof: PaceState['proof'] = { asked: false, blocked: 'left out', bucket: plenty };
const proof: PaceState['proof'] = { asked: true, bucket: plenty };

function state(also: Partial<PaceState>): PaceState {
  return {
    inFlight: none,
    concurrency: 6,
    recovering: false,
    doubtful: false,
    listDue: false,
    controlDue: false,
    createsMayRunOut: false,
    unlimited: false,
    leftWithoutKey: Number.POSITIVE_INFINITY,
    keyIsApart: false,
    isNew: false,
    proof: noProof,
    waiting: [post()],
    goesOn: true,
    ...also,
  };
}

/** Returns the decision in a few words. */
function decided(also: Partial<PaceState>): string {
  const made = next(state(also), now);
  switch (made.kind) {
    case 'send':
      return `send ${made.waiting.priority}`;
    case 'list':
      return `list: ${made.why}`;
    case 'wait':
      return `wait for ${made.why} until ${made.until}${made.basis === undefined ? '' : `, ${made.basis}`}`;
    case 'give up proof':
      return `give up proof: ${made.reason}`;
    default:
      return made.kind;
  }
}

type Case = readonly [title: string, state: Partial<PaceState>, decision: string];

describe('waiting requests', () => {
  it.each<Case>([
    ['none', { waiting: [] }, 'nothing'],
    ['the highest priority goes first', { waiting: [post(), post({ priority: 700, order: 2 })] }, 'send 700'],
    [
      'with equal priority, the oldest goes first',
      { waiting: [post({ order: 2, priority: 7 }), post({ order: 1, priority: 7 })] },
      'send 7',
    ],
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
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
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
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});

describe('the proof of the limit', () => {
  it.each<Case>([
    ['with nothing else to send', { waiting: [], proof }, 'list: proof'],
    [
      'with nothing else that the quota allows',
      { waiting: [post({ bucket: usedUp })], proof: { ...proof, asked: false } },
      'list: proof',
    ],
    ['a waiting list counts for it', { waiting: [plainList({ bucket: usedUp })], proof }, 'send 500'],
    [
      'beyond the limit one at a time',
      { waiting: [], proof: { ...proof, bucket: usedUp }, inFlight: inFlight(1) },
      'nothing',
    ],
    ['impossible', { waiting: [], proof: { ...noProof, asked: true } }, 'give up proof: left out'],
    [
      'impossible while others are in flight',
      { waiting: [], proof: { ...noProof, asked: true }, inFlight: inFlight(1) },
      'nothing',
    ],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});

describe('holds', () => {
  it.each<Case>([
    [
      'a 429: nothing goes while others are in flight',
      { limitedUntil: 5_000, inFlight: inFlight(1) },
      'nothing',
    ],
    ['a 429: waits for the time it asked for', { limitedUntil: 5_000 }, 'wait for limit until 5000'],
    ['a 429: waits even if that time has passed', { limitedUntil: 500 }, 'wait for limit until 500'],
    ['a 429 at the end of the run', { limitedUntil: 5_000, goesOn: false }, 'nothing'],
    ['the recovery goes alone', { recovering: true, inFlight: inFlight(1) }, 'nothing'],
    ['the recovery', { recovering: true }, 'list: recovery'],
    ['a pause', { pausedUntil: 2_000 }, 'wait for pause until 2000'],
    ['an expired pause', { pausedUntil: now }, 'send 500'],
    ['a pause before the recovery', { pausedUntil: 2_000, recovering: true }, 'wait for pause until 2000'],
    ['two faults', { doubtful: true }, 'list: liveness check'],
    ['two faults at the end', { doubtful: true, waiting: [] }, 'nothing'],
    ['two faults, others in flight', { doubtful: true, inFlight: inFlight(1) }, 'nothing'],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});

describe('after a POST that may have broken the list', () => {
  it.each<Case>([
    ['the list is read before the next POST', { listDue: true }, 'list: storage'],
    ['POSTs in flight finish first', { listDue: true, inFlight: inFlight(1, { posts: 1 }) }, 'nothing'],
    ['one list is enough', { listDue: true, inFlight: inFlight(1, { plainLists: 1 }) }, 'nothing'],
    ['other requests continue', { listDue: true, waiting: [post(), keyless({ priority: 3 })] }, 'send 3'],
    ['no POST waits', { listDue: true, waiting: [keyless()] }, 'send 500'],
    ['a control request follows a refused request', { controlDue: true }, 'list: control'],
    [
      'the list waits if its bucket is used up and the limit is not to be proven',
      { listDue: true, proof: { ...noProof, bucket: usedUp } },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
    [
      'so does a control request',
      { controlDue: true, proof: { ...noProof, bucket: usedUp } },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
    [
      'so does a liveness check',
      { doubtful: true, proof: { ...noProof, bucket: usedUp } },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
    ['a control request goes alone', { controlDue: true, inFlight: inFlight(1) }, 'nothing'],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});
