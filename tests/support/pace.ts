import { type Bucket, next, type PaceState, type Waiting } from '../../src/engine/pacing/next.ts';

export const now = 1_000;
export const plenty: Bucket = { left: 40, isSound: true, isForgotten: false };
export const unknown: Bucket = { left: Number.POSITIVE_INFINITY, isSound: false, isForgotten: false };
export const usedUp: Bucket = {
  left: 0,
  isSound: true,
  isForgotten: false,
  availability: { at: 9_000, basis: 'X-RateLimit-Reset' },
};

export const post = (also: Partial<Waiting> = {}): Waiting => ({
  isPost: true,
  withKey: true,
  isPlainList: false,
  priority: 500,
  order: 1,
  bucket: plenty,
  ...also,
});
export const plainList = (also: Partial<Waiting> = {}) => post({ isPost: false, isPlainList: true, ...also });
export const keyless = (also: Partial<Waiting> = {}) => post({ isPost: false, withKey: false, ...also });

const none = { all: 0, posts: 0, withoutKey: 0, plainLists: 0 };
export const inFlight = (all: number, also: Partial<PaceState['inFlight']> = {}) => ({
  ...none,
  all,
  ...also,
});

/** Requests without the key do not use its quota. */
export const apart = { keyIsApart: true };

export const noProof: PaceState['proof'] = { asked: false, blocked: 'left out', bucket: plenty };
export const proof: PaceState['proof'] = { asked: true, bucket: plenty };

export function state(also: Partial<PaceState>): PaceState {
  return {
    inFlight: none,
    concurrency: 6,
    pausedUntil: Number.NEGATIVE_INFINITY,
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
export function decided(also: Partial<PaceState>): string {
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

/** A state that differs in this from one post in plenty, and the decision in a few words. */
export type Case = readonly [title: string, state: Partial<PaceState>, decision: string];
