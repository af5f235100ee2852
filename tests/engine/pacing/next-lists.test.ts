import { describe, expect, it } from 'vitest';
import {
  type Case,
  decided,
  keyless,
  noProof,
  now,
  plenty,
  post,
  proof,
  unknown,
  usedUp,
} from '../../support/pace.ts';

const left = (left: number) => ({ ...plenty, left });

describe('the proof of the limit', () => {
  it.each<Case>([
    ['with nothing else to send', { waiting: [], proof, most: 1 }, 'list: proof'],
    ['when the window must be used up now', { proof: { ...proof, asked: false }, most: 1 }, 'list: proof'],
    [
      'with nothing else that the quota allows',
      { waiting: [post({ bucket: usedUp })], proof: { ...proof, asked: false, isDue: false }, most: 1 },
      'list: proof',
    ],
    ['beyond the limit', { proof: { ...proof, isDue: false, bucket: usedUp } }, 'exceed'],
    [
      'beyond the limit, before requests without the key, which may get its 429',
      { waiting: [keyless({ bucket: usedUp })], proof: { ...proof, asked: false, bucket: usedUp } },
      'exceed',
    ],
    [
      'several at a time, half of what is left',
      { waiting: [], proof: { ...proof, bucket: left(8) } },
      '4 lists: proof',
    ],
    ['not more than may be in flight', { waiting: [], proof, most: 6 }, '6 lists: proof'],
    [
      'the last before the limit one at a time',
      { waiting: [], proof: { ...proof, bucket: left(3) } },
      'list: proof',
    ],
    [
      'one while nothing is known of the quota',
      { waiting: [], proof: { ...proof, bucket: unknown } },
      'list: proof',
    ],
    ['impossible', { waiting: [], proof: { ...noProof, asked: true } }, 'give up proof: left out'],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});

describe('holds', () => {
  it.each<Case>([
    ['a 429: waits for the time it asked for', { limitedUntil: 5_000 }, 'wait for limit until 5000'],
    ['a 429: waits even if that time has passed', { limitedUntil: 500 }, 'wait for limit until 500'],
    ['a 429 at the end of the run', { limitedUntil: 5_000, goesOn: false }, 'nothing'],
    ['the recovery', { recovering: true }, 'list: recovery'],
    ['a pause', { pausedUntil: 2_000 }, 'wait for pause until 2000'],
    ['an expired pause', { pausedUntil: now }, 'send 500'],
    ['a pause before the recovery', { pausedUntil: 2_000, recovering: true }, 'wait for pause until 2000'],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});

describe('after a POST that may have broken the list', () => {
  it.each<Case>([
    ['the list is read before the next POST', { listDue: true }, 'list: storage'],
    ['other requests continue', { listDue: true, waiting: [post(), keyless({ priority: 3 })] }, 'send 3'],
    ['no POST waits', { listDue: true, waiting: [keyless()] }, 'send 500'],
    ['a control request follows a failure', { controlDue: true }, 'control'],
    [
      'the list waits if its bucket is used up and the limit is not to be proven',
      { listDue: true, proof: { ...noProof, bucket: usedUp } },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
    [
      'the proof goes first if its bucket is used up',
      { listDue: true, proof: { ...proof, asked: false, bucket: usedUp } },
      'exceed',
    ],
    [
      'so does a control request',
      { controlDue: true, proof: { ...noProof, bucket: usedUp } },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});
