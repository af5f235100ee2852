import { describe, expect, it } from 'vitest';
import { quotaEstimate, unusable } from '../../support/quota-estimates.ts';

/** Sends one request after the other: a number is the Remaining of one with the key, 'k' is one without it. */
function inTurn(responses: string, { at = 10, step = 0, limit = 60, reset = 70 } = {}) {
  const quota = quotaEstimate();
  for (const [index, one] of responses.split(' ').entries()) {
    const seconds = at + index * step;
    if (one === 'k') quota.read(quota.send('createCategory', false), seconds, { status: 401 });
    else quota.get(seconds, [limit, Number(one), reset]);
  }
  return quota;
}

const times = (count: number, response: string | number) => Array(count).fill(response).join(' ');

describe('Remaining', () => {
  it.each<readonly [what: string, responses: string, isSound: boolean]>([
    ['falls, over twelve responses', `59 ${times(11, 58)}`, true],
    ['falls, but over eleven responses', `59 ${times(10, 58)}`, false],
    ['never falls', times(12, 59), false],
    ['only rises', `50 ${times(11, 59)}`, false],
    ['rises and falls', `50 59 ${times(10, 58)}`, true],
    ['falls by one more than was sent, as fractions are rounded', `59 57 ${times(10, 56)}`, true],
    ['falls by two more than was sent', `59 56 ${times(10, 56)}`, false],
    ['fell by two more, and then as sent', `59 56 ${times(10, 55)} 48 47`, false],
    ['falls by two more than was sent after it rose', `50 59 56 ${times(9, 56)}`, false],
    ['falls by one more than was sent since it was first highest', `59 59 56 ${times(9, 56)}`, true],
    ['falls by the requests without the key, too', `59 k k k 55 ${times(10, 54)}`, true],
    ['falls by two more than the requests with and without it', `59 k k k 53 ${times(10, 53)}`, false],
  ])('can be relied on or not: %s', (_what, responses, isSound) => {
    expect(inTurn(responses).estimate.bucket('createCategory', 1).isSound).toBe(isSound);
  });

  it.each<readonly [what: string, limit: number, reset: number]>([
    ['without a Reset', 60, unusable],
    ['without a Limit', unusable, 70],
  ])('cannot be relied on %s', (_what, limit, reset) => {
    const { estimate } = inTurn(`59 ${times(11, 58)}`, { limit, reset });
    expect(estimate.bucket('createCategory', 1).isSound).toBe(false);
  });

  it('cannot be relied on if one of two Limits has no Reset', () => {
    const { estimate, get } = inTurn(`59 ${times(11, 58)}`);
    get(10, [1_000, 900, unusable]);
    expect(estimate.bucket('createCategory', 1).isSound).toBe(false);
  });

  it('is compared for each operation and each Limit alone', () => {
    const { estimate, get } = inTurn(`59 ${times(10, 58)}`);
    get(10, [1_000, 30, 3_600]);
    get(10, [60, 40, 70], 'orders');
    expect(estimate.bucket('createCategory', 1).isSound).toBe(true);
  });

  it('is not compared with what was read before a wait', () => {
    const { estimate, get } = inTurn(`59 ${times(11, 58)}`);
    estimate.forget();
    expect(estimate.bucket('createCategory', 1).isSound).toBe(false);
    get(80, [60, 20, 140]);
    expect(estimate.bucket('createCategory', 1).isSound).toBe(true);
  });
});

describe('requests without the key', () => {
  it.each<readonly [what: string, responses: string, apart: boolean]>([
    ['three do not count', '59 k k k 58', true],
    ['two may not have counted by chance', '59 k k 58', false],
    ['only those after the highest Remaining show it', 'k k 59 k k 58', false],
    ['Remaining then falls by one more, as fractions are rounded', '59 k k k 58 56', true],
    ['Remaining then falls by two more', '59 k k k 58 55', false],
    ['Remaining then falls by two more since it was highest', '40 59 k k k 58 55', false],
    ['two with the key did not count by chance', '59 59 59 k k k 58', true],
    ['three with the key did not count', '59 59 59 59 k k k 58', false],
  ])('are known not to use its quota or not: %s', (_what, responses, apart) => {
    expect(inTurn(responses).estimate.onlyWithKey()).toBe(apart);
  });

  it('are compared with what the window may have refilled meanwhile', () => {
    const apart = (withoutKey: number) =>
      inTurn(`59 ${times(withoutKey, 'k')} 58`, { step: 2 / (withoutKey + 1) }).estimate.onlyWithKey();
    expect([apart(4), apart(5)]).toEqual([false, true]);
  });

  it('stay known not to use it after a wait', () => {
    const { estimate, get } = inTurn('59 k k k 58');
    estimate.forget();
    get(80, [60, 20, 140]);
    expect(estimate.onlyWithKey()).toBe(true);
  });
});
