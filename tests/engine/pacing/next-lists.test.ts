import { describe, expect, it } from 'vitest';
import {
  type Case,
  decided,
  inFlight,
  keyless,
  noProof,
  now,
  plenty,
  post,
  proof,
  usedUp,
} from '../../support/pace.ts';

describe('the proof of the limit', () => {
  it.each<Case>([
    ['with nothing else to send', { waiting: [], proof }, 'list: proof'],
    ['when the window must be used up now', { proof: { ...proof, asked: false } }, 'list: proof'],
    [
      'with nothing else that the quota allows',
      { waiting: [post({ bucket: usedUp })], proof: { ...proof, asked: false, isDue: false } },
      'list: proof',
    ],
    ['beyond the limit', { proof: { ...proof, isDue: false, bucket: usedUp } }, 'exceed'],
    [
      'beyond the limit, before requests without the key, which may get its 429',
      { waiting: [keyless({ bucket: usedUp })], proof: { ...proof, asked: false, bucket: usedUp } },
      'exceed',
    ],
    [
      'beyond the limit one at a time',
      { waiting: [], proof: { ...proof, bucket: usedUp }, inFlight: inFlight(1) },
      'nothing',
    ],
    [
      'the last before the limit one at a time',
      { waiting: [], proof: { ...proof, bucket: { ...plenty, left: 2 } }, inFlight: inFlight(1) },
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
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});

describe('after a POST that may have broken the list', () => {
  it.each<Case>([
    ['the list is read before the next POST', { listDue: true }, 'list: storage'],
    ['POSTs in flight finish first', { listDue: true, inFlight: inFlight(1, { posts: 1 }) }, 'nothing'],
    ['one list is enough', { listDue: true, inFlight: inFlight(1, { plainLists: 1 }) }, 'nothing'],
    ['it waits while the most are in flight', { listDue: true, inFlight: inFlight(6) }, 'nothing'],
    ['other requests continue', { listDue: true, waiting: [post(), keyless({ priority: 3 })] }, 'send 3'],
    ['no POST waits', { listDue: true, waiting: [keyless()] }, 'send 500'],
    ['a control request follows a refused request', { controlDue: true }, 'list: control'],
    [
      'the list waits if its bucket is used up and the limit is not to be proven',
      { listDue: true, proof: { ...noProof, bucket: usedUp } },
      'wait for quota until 9000, X-RateLimit-Reset',
    ],
    [
      'but not while others are in flight, because they may show more',
      { listDue: true, proof: { ...noProof, bucket: usedUp }, inFlight: inFlight(1) },
      'nothing',
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
    ['a control request goes alone', { controlDue: true, inFlight: inFlight(1) }, 'nothing'],
  ])('%s', (_title, also, decision) => {
    expect(decided(also)).toBe(decision);
  });
});
