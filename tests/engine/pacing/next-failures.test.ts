import { describe, expect, it } from 'vitest';
import type { SendingState } from '../../../src/engine/pacing/next.ts';
import { aGet, type Case, decided, keyless, noProof, now, post, proof, usedUp } from '../../support/pace.ts';

/**
 * Returns a state in which a request that failed is sent again. Unless a test says otherwise, its control request has been
 * sent, and the failed request does not have to wait.
 */
function repetition(also: Partial<NonNullable<SendingState['repetition']>> = {}) {
  const { waiting = aGet({ priority: 9 }) } = also;
  const entry = waiting.entries[0] ?? expect.fail();
  return { repetition: { entry, isControlled: true, quietUntil: now, isList: false, ...also, waiting } };
}

describe('a request that failed', () => {
  it.each<Case>([
    ['is sent again before all others', { ...repetition(), waiting: [aGet({ priority: 700 })] }, 'send 9'],
    ['is sent again if nothing else waits', { ...repetition(), waiting: [] }, 'send 9'],
    [
      'waits until nothing has been sent for a moment',
      repetition({ quietUntil: 1_150 }),
      'wait for quiet until 1150',
    ],
    [
      'waits for the same moment before its control',
      repetition({ quietUntil: 1_150, isControlled: false }),
      'wait for quiet until 1150',
    ],
    ['waits for its control', repetition({ isControlled: false }), 'control'],
    [
      'makes other requests wait meanwhile',
      { ...repetition({ isControlled: false }), waiting: [aGet({ priority: 700 })] },
      'control',
    ],
    [
      'waits for the gap of its kind',
      repetition({ waiting: aGet({ priority: 9, gapUntil: 1_250 }) }),
      'wait for gap until 1250',
    ],
    [
      'waits for the list if it is a POST',
      { ...repetition({ waiting: post() }), listDue: true },
      'list: storage',
    ],
    ['does not wait for the list if it is not a POST', { ...repetition(), listDue: true }, 'send 9'],
    ['waits for a pause', { ...repetition(), pausedUntil: 2_000 }, 'wait for pause until 2000'],
    ['waits for a limit', { ...repetition(), limitedUntil: 2_000 }, 'wait for limit until 2000'],
    ['waits for the recovery', { ...repetition(), recovering: true }, 'list: recovery'],
    [
      'may be the GET of the recovery, which then needs no control',
      { ...repetition({ isList: true, isControlled: false }), recovering: true },
      'send 9',
    ],
    [
      'waits for the proof at Remaining 0',
      { ...repetition(), proof: { ...proof, bucket: usedUp } },
      'exceed',
    ],
    ['waits for the proof once the proof is due', { ...repetition(), proof, most: 1 }, 'list: proof'],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });

  const held = repetition({ waiting: aGet({ priority: 9, heldUntil: 4_000 }) });
  const spent = repetition({ waiting: aGet({ priority: 9, bucket: usedUp }) });
  it.each<Case>([
    ['does not delay other requests', { ...held, waiting: [aGet({ priority: 3 })] }, 'send 3'],
    [
      'is waited for if nothing else is left',
      { ...held, waiting: [] },
      'wait for quota until 4000, Retry-After',
    ],
    ['waits for its quota', { ...spent, waiting: [] }, 'wait for quota until 9000, X-RateLimit-Reset'],
    [
      'waits only until another request is allowed again',
      { ...spent, waiting: [aGet({ heldUntil: 4_000 })] },
      'wait for quota until 4000, Retry-After',
    ],
  ])('whose operation the run has given up on %s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});

describe('a control request', () => {
  const other = { waiting: [aGet({ priority: 700 })] };
  it.each<Case>([
    ['goes first if the target may be away', { ...other, controlDue: true }, 'control'],
    [
      'goes first even without a quiet moment',
      { ...repetition({ quietUntil: 1_150 }), controlDue: true },
      'control',
    ],
    ['goes before the recovery', { controlDue: true, recovering: true }, 'control'],
    ['waits for a pause', { controlDue: true, pausedUntil: 2_000 }, 'wait for pause until 2000'],
    ['waits for a limit', { controlDue: true, limitedUntil: 2_000 }, 'wait for limit until 2000'],
    ['waits for the gap of its kind', { controlDue: true, listGapUntil: 1_250 }, 'wait for gap until 1250'],
    [
      'waits for its quota',
      { ...repetition({ isControlled: false }), proof: { ...noProof, bucket: usedUp } },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
    [
      'is sent at Remaining 0 if the limit is not enforced',
      { ...repetition({ isControlled: false }), unlimited: true, proof: { ...noProof, bucket: usedUp } },
      'control',
    ],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});

describe('gaps', () => {
  const gap = { gapUntil: 1_250 };
  const longer = { gapUntil: 1_600 };
  it.each<Case>([
    ['delay their own kind', { waiting: [aGet(gap)] }, 'wait for gap until 1250'],
    [
      'do not delay other kinds',
      { waiting: [aGet({ ...gap, priority: 700 }), aGet({ priority: 3 })] },
      'send 3',
    ],
    ['delay nothing once they are over', { waiting: [aGet({ gapUntil: now })] }, 'send 500'],
    [
      'delay the queue only until the first of them ends',
      { waiting: [post(longer), aGet(gap)] },
      'wait for gap until 1250',
    ],
    [
      'do not delay a kind that the run has given up on',
      { waiting: [aGet({ ...gap, heldUntil: 4_000 }), post(longer)] },
      'wait for gap until 1600',
    ],
    [
      'delay the list that a POST waits for',
      { listDue: true, listGapUntil: 1_250 },
      'wait for gap until 1250',
    ],
    ['delay the proof', { proof, listGapUntil: 1_250 }, 'wait for gap until 1250'],
    [
      'delay the GET beyond the limit',
      { proof: { ...proof, bucket: usedUp }, listGapUntil: 1_250 },
      'wait for gap until 1250',
    ],
    ['do not delay the recovery', { recovering: true, listGapUntil: 1_250 }, 'list: recovery'],
    [
      'delay one request of the burst, so that the rest of the burst goes without it',
      {
        waiting: [keyless({ ...gap, inBurst: true }), post({ inBurst: true })],
        mayBurst: true,
      },
      'send 500',
    ],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});
