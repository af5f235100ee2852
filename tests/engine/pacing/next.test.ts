import { describe, expect, it } from 'vitest';
import { type Bucket, next, type PaceState, type Waiting } from '../../../src/engine/pacing/next.ts';

const now = 1_000;
const plenty: Bucket = { left: 40, isSound: true, isForgotten: false };
const unknown: Bucket = { left: Number.POSITIVE_INFINITY, isSound: false, isForgotten: false };
const usedUp: Bucket = {
  left: 0,
  isSound: true,
  isForgotten: false,
  back: { at: 9_000, basis: 'X-RateLimit-Reset' },
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
    proof: noProof,
    waiting: [post()],
    goesOn: true,
    ...also,
  };
}

/** What is decided, in a few words. */
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

type Row = readonly [title: string, state: Partial<PaceState>, decision: string];

describe('what waits', () => {
  it.each<Row>([
    ['nothing', { waiting: [] }, 'nothing'],
    ['the highest priority goes first', { waiting: [post(), post({ priority: 700, order: 2 })] }, 'send 700'],
    [
      'of equal ones the oldest goes first',
      { waiting: [post({ order: 2, priority: 7 }), post({ order: 1, priority: 7 })] },
      'send 7',
    ],
    ['as many in flight as may be', { inFlight: inFlight(6) }, 'nothing'],
    ['a service that is too slow for two at a time', { inFlight: inFlight(1), concurrency: 0 }, 'nothing'],
    ['one goes alone, however slow the service is', { concurrency: 0 }, 'send 500'],
    ['creates that may run out', { createsMayRunOut: true, inFlight: inFlight(1, { posts: 1 }) }, 'nothing'],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});

describe('the quota', () => {
  it.each<Row>([
    [
      'unknown: up to four in flight',
      { waiting: [post({ bucket: unknown })], inFlight: inFlight(3) },
      'send 500',
    ],
    ['unknown: no fifth', { waiting: [post({ bucket: unknown })], inFlight: inFlight(4) }, 'nothing'],
    ['known: a fifth', { inFlight: inFlight(4) }, 'send 500'],
    [
      'in doubt the last ten go one at a time',
      { waiting: [post({ bucket: { ...unknown, left: 10 } })], inFlight: inFlight(1) },
      'nothing',
    ],
    [
      'no more in flight than are left',
      { waiting: [post({ bucket: { ...plenty, left: 4 } })], inFlight: inFlight(3) },
      'nothing',
    ],
    [
      'forgotten in a wait: the first goes alone',
      { waiting: [post({ bucket: { ...unknown, isForgotten: true } })], inFlight: inFlight(1) },
      'nothing',
    ],
    [
      'used up: waited for',
      { waiting: [post({ bucket: usedUp })] },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
    [
      'used up with no usable Reset: a minute',
      { waiting: [post({ bucket: { left: 0, isSound: false, isForgotten: false } })] },
      'wait for quota until 61000, no usable X-RateLimit-Reset',
    ],
    [
      'two buckets used up: the one that is back first is waited for',
      {
        waiting: [
          post({ bucket: usedUp }),
          plainList({ bucket: { ...usedUp, back: { at: 4_000, basis: 'gradual refill' } } }),
        ],
      },
      'wait for quota until 4000, gradual refill',
    ],
    [
      'the reserve: below 0 nothing goes',
      { waiting: [post({ bucket: { ...usedUp, left: -3 } })] },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
    [
      'used up: not while others are in flight',
      { waiting: [post({ bucket: usedUp })], inFlight: inFlight(1) },
      'nothing',
    ],
    [
      'another bucket has more',
      { waiting: [post({ bucket: usedUp }), plainList({ priority: 3 })] },
      'send 3',
    ],
    ['requests without the key are not held', { waiting: [keyless({ bucket: usedUp })] }, 'send 500'],
    [
      'no more of them than are left without the key',
      { waiting: [keyless()], inFlight: inFlight(2, { withoutKey: 2 }), leftWithoutKey: 4 },
      'nothing',
    ],
    ['a 0 that stops nobody', { waiting: [post({ bucket: usedUp })], unlimited: true }, 'send 500'],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});

describe('the proof of the limit', () => {
  it.each<Row>([
    ['with nothing else to send', { waiting: [], proof }, 'list: proof'],
    [
      'with nothing that the quota allows',
      { waiting: [post({ bucket: usedUp })], proof: { ...proof, asked: false } },
      'list: proof',
    ],
    ['a list that waits rides on it', { waiting: [plainList({ bucket: usedUp })], proof }, 'send 500'],
    [
      'beyond the limit one at a time',
      { waiting: [], proof: { ...proof, bucket: usedUp }, inFlight: inFlight(1) },
      'nothing',
    ],
    ['it cannot be made', { waiting: [], proof: { ...noProof, asked: true } }, 'give up proof: left out'],
    [
      'it cannot be made yet',
      { waiting: [], proof: { ...noProof, asked: true }, inFlight: inFlight(1) },
      'nothing',
    ],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});

describe('holds', () => {
  it.each<Row>([
    ['a 429: nothing goes', { limitedUntil: 5_000, inFlight: inFlight(1) }, 'nothing'],
    ['a 429: the time it gave is waited for', { limitedUntil: 5_000 }, 'wait for limit until 5000'],
    ['a 429: even after that time it is waited for', { limitedUntil: 500 }, 'wait for limit until 500'],
    ['a 429 at the end of all', { limitedUntil: 5_000, goesOn: false }, 'nothing'],
    ['the recovery goes alone', { recovering: true, inFlight: inFlight(1) }, 'nothing'],
    ['the recovery', { recovering: true }, 'list: recovery'],
    ['a pause', { pausedUntil: 2_000 }, 'wait for pause until 2000'],
    ['a pause that is over', { pausedUntil: now }, 'send 500'],
    ['a pause before the recovery', { pausedUntil: 2_000, recovering: true }, 'wait for pause until 2000'],
    ['two faults', { doubtful: true }, 'list: sign of life'],
    ['two faults at the end', { doubtful: true, waiting: [] }, 'nothing'],
    ['two faults, others in flight', { doubtful: true, inFlight: inFlight(1) }, 'nothing'],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});

describe('what a POST may have broken', () => {
  it.each<Row>([
    ['the list is read before the next POST', { listDue: true }, 'list: storage'],
    ['POSTs in flight come back first', { listDue: true, inFlight: inFlight(1, { posts: 1 }) }, 'nothing'],
    ['one list is enough', { listDue: true, inFlight: inFlight(1, { plainLists: 1 }) }, 'nothing'],
    ['others go meanwhile', { listDue: true, waiting: [post(), keyless({ priority: 3 })] }, 'send 3'],
    ['no POST waits', { listDue: true, waiting: [keyless()] }, 'send 500'],
    ['a control after what was refused alone', { controlDue: true }, 'list: control'],
    [
      'nor does any of these GETs where its bucket is used up and the limit is not to be proven',
      { listDue: true, proof: { ...noProof, bucket: usedUp } },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
    [
      'the same of a control',
      { controlDue: true, proof: { ...noProof, bucket: usedUp } },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
    [
      'the same of a sign of life',
      { doubtful: true, proof: { ...noProof, bucket: usedUp } },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
    ['the control goes alone', { controlDue: true, inFlight: inFlight(1) }, 'nothing'],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});
