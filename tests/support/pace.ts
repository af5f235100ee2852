import { type Bucket, next, type SendingState, type Waiting } from '../../src/engine/pacing/next.ts';

export const now = 1_000;
export const plenty: Bucket = { left: 40, isKnown: true };
export const unknown: Bucket = { left: Number.POSITIVE_INFINITY, isKnown: false };
export const usedUp: Bucket = {
  left: 0,
  isKnown: true,
  availability: { at: 9_000, basis: 'X-RateLimit-Reset' },
};

export const post = (also: Partial<Waiting> = {}): Waiting => ({
  isPost: true,
  withKey: true,
  inBurst: false,
  isAlone: false,
  priority: 500,
  order: 1,
  bucket: plenty,
  ...also,
});
export const aGet = (also: Partial<Waiting> = {}) => post({ isPost: false, ...also });
export const keyless = (also: Partial<Waiting> = {}) => post({ isPost: false, withKey: false, ...also });

const none = { all: 0, posts: 0, plainLists: 0, alone: 0 };
export const inFlight = (all: number, also: Partial<SendingState['inFlight']> = {}) => ({
  ...none,
  all,
  ...also,
});

export const noProof: SendingState['proof'] = {
  asked: false,
  isDue: false,
  blocked: 'left out',
  bucket: plenty,
};
export const proof: SendingState['proof'] = { asked: true, isDue: true, bucket: plenty };

export function state(also: Partial<SendingState>): SendingState {
  return {
    inFlight: none,
    most: 6,
    mayBurst: false,
    pausedUntil: Number.NEGATIVE_INFINITY,
    recovering: false,
    listDue: false,
    controlDue: false,
    unlimited: false,
    proof: noProof,
    waiting: [post()],
    goesOn: true,
    ...also,
  };
}

/** Returns the decision in a few words. */
export function decided(also: Partial<SendingState>): string {
  const made = next(state(also), now);
  switch (made.kind) {
    case 'send':
      return `send ${made.waiting.map(({ priority }) => priority).join(' and ')}`;
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
export type Case = readonly [title: string, state: Partial<SendingState>, decision: string];
