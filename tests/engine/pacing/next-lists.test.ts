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
    ['starts if nothing else is left to send', { waiting: [], proof, most: 1 }, 'list: proof'],
    [
      'starts if the window must be used up now',
      { proof: { ...proof, asked: false }, most: 1 },
      'list: proof',
    ],
    [
      'starts if the quota allows nothing else',
      { waiting: [post({ bucket: usedUp })], proof: { ...proof, asked: false, isDue: false }, most: 1 },
      'list: proof',
    ],
    ['sends a request beyond the limit', { proof: { ...proof, isDue: false, bucket: usedUp } }, 'exceed'],
    [
      'goes beyond the limit before requests without the key, which might return the 429 instead',
      { waiting: [keyless({ bucket: usedUp })], proof: { ...proof, asked: false, bucket: usedUp } },
      'exceed',
    ],
    [
      'sends half of the remaining requests at a time',
      { waiting: [], proof: { ...proof, bucket: left(8) } },
      '4 lists: proof',
    ],
    ['sends at most as many requests as may be in flight', { waiting: [], proof, most: 6 }, '6 lists: proof'],
    [
      'sends the last requests before the limit one at a time',
      { waiting: [], proof: { ...proof, bucket: left(3) } },
      'list: proof',
    ],
    [
      'sends one request while the quota is unknown',
      { waiting: [], proof: { ...proof, bucket: unknown } },
      'list: proof',
    ],
    [
      'is given up if it is impossible',
      { waiting: [], proof: { ...noProof, asked: true } },
      'give up proof: left out',
    ],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});

describe('the queue waits for', () => {
  it.each<Case>([
    ['the time that a 429 requests', { limitedUntil: 5_000 }, 'wait for limit until 5000'],
    ['a 429 even if its time has passed', { limitedUntil: 500 }, 'wait for limit until 500'],
    ['nothing after a 429 at the end of the run', { limitedUntil: 5_000, goesOn: false }, 'nothing'],
    ['the recovery', { recovering: true }, 'list: recovery'],
    ['a pause', { pausedUntil: 2_000 }, 'wait for pause until 2000'],
    ['no pause that has expired', { pausedUntil: now }, 'send 500'],
    ['a pause before the recovery', { pausedUntil: 2_000, recovering: true }, 'wait for pause until 2000'],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});

describe('after a POST that may have broken the list', () => {
  it.each<Case>([
    ['the list is read before the next POST', { listDue: true }, 'list: storage'],
    ['other requests continue', { listDue: true, waiting: [post(), keyless({ priority: 3 })] }, 'send 3'],
    ['the list is not read if no POST waits', { listDue: true, waiting: [keyless()] }, 'send 500'],
    ['a control request follows a failure', { controlDue: true }, 'control'],
    [
      'the list waits if its bucket is used up and the run does not prove the limit',
      { listDue: true, proof: { ...noProof, bucket: usedUp } },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
    [
      'the proof goes before the list if the bucket is used up',
      { listDue: true, proof: { ...proof, asked: false, bucket: usedUp } },
      'exceed',
    ],
    [
      'a control request waits if its bucket is used up',
      { controlDue: true, proof: { ...noProof, bucket: usedUp } },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});
