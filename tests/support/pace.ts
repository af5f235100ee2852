import { next, type SendingState, type Waiting } from '../../src/engine/pacing/next.ts';
import type { Bucket } from '../../src/engine/pacing/quota.ts';
import type { Ranked } from '../../src/engine/pacing/requests.ts';
import { customReason } from '../../src/spec/reasons.ts';

export const now = 1_000;
export const plenty: Bucket = { left: 40, isKnown: true };
export const unknown: Bucket = { left: Number.POSITIVE_INFINITY, isKnown: false };
export const usedUp: Bucket = {
  left: 0,
  isKnown: true,
  availability: { at: 9_000, basis: 'X-RateLimit-Reset' },
};

/** Creates waiting requests of the same kind: one, unless `entries` lists more. */
export const post = ({ priority = 500, order = 1, ...also }: Partial<Waiting & Ranked> = {}): Waiting => ({
  isPost: true,
  withKey: true,
  inBurst: false,
  goesLate: false,
  goesLast: false,
  entries: [{ priority, order }],
  bucket: plenty,
  gapUntil: Number.NEGATIVE_INFINITY,
  ...also,
});
export const aGet = (also: Partial<Waiting & Ranked> = {}) => post({ isPost: false, ...also });
export const keyless = (also: Partial<Waiting & Ranked> = {}) =>
  post({ isPost: false, withKey: false, ...also });

export const noProof: SendingState['proof'] = {
  asked: false,
  isDue: false,
  blocked: customReason('left out'),
  bucket: plenty,
};
export const proof: SendingState['proof'] = { asked: true, isDue: true, bucket: plenty };

export function state(also: Partial<SendingState>): SendingState {
  return {
    most: 6,
    mayBurst: false,
    pausedUntil: Number.NEGATIVE_INFINITY,
    listGapUntil: Number.NEGATIVE_INFINITY,
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
      return `send ${made.entries.map(({ priority }) => priority).join(' and ')}`;
    case 'list':
      return made.count === 1 ? `list: ${made.why}` : `${made.count} lists: ${made.why}`;
    case 'wait':
      return `wait for ${made.why} until ${made.until}${made.basis === undefined ? '' : `, ${made.basis}`}`;
    case 'give up proof':
      return `give up proof: ${made.reason.text}`;
    default:
      return made.kind;
  }
}

/**
 * A title, how the state differs from that of a single waiting POST with plenty of quota, and the decision in a few
 * words.
 */
export type Case = readonly [title: string, state: Partial<SendingState>, decision: string];
