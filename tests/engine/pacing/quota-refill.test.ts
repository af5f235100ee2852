import { describe, expect, it } from 'vitest';
import type { Availability } from '../../../src/engine/pacing/next.ts';
import { quotaEstimate, unusable } from '../../support/quota-estimates.ts';

const atReset = (at: number): Availability => ({ at, basis: 'X-RateLimit-Reset' });
const gradual = (at: number): Availability => ({ at, basis: 'gradual refill' });

/** Of all estimates here, used up at a time in seconds: Reset is a minute later, with its margin. */
const usedUp = (at: number) => [60, 0, at + 59] as const;

/** A quota that was served at second 10 after a 429 at second 0, long before its Reset, and then used up. */
function refilling(reserve = false) {
  const quota = quotaEstimate(reserve);
  quota.get(0, [60, 0, 60], 'createCategory', 429);
  quota.get(10, usedUp(10));
  return quota;
}

const availability = ({ estimate }: ReturnType<typeof quotaEstimate>, requests = 1) =>
  estimate.bucket('createCategory', requests).availability;

describe('a used up quota', () => {
  it('is available at Reset', () => {
    const quota = quotaEstimate();
    quota.get(0, [60, 1, 60]);
    expect(availability(quota)).toBeUndefined();
    quota.get(0, [60, 0, 60]);
    expect(availability(quota)).toEqual(atReset(61_000));
  });

  it('is available after a minute without Reset', () => {
    const quota = quotaEstimate();
    quota.get(0, [60, 0, unusable]);
    expect(availability(quota)).toEqual({ at: 61_000, basis: 'no usable X-RateLimit-Reset' });
  });

  it.each([
    [60, 3_600],
    [3_600, 60],
  ])('is available at the last Reset of several Limits', (first, second) => {
    const quota = quotaEstimate();
    quota.get(0, [60, 0, first]);
    quota.get(0, [1_000, 0, second]);
    expect(availability(quota)).toEqual(atReset(3_601_000));
  });

  it('waits only for the Limits that are used up', () => {
    const quota = quotaEstimate();
    quota.get(0, [1_000, 500, 3_600]);
    quota.get(0, [60, 0, 60]);
    expect(availability(quota)).toEqual(atReset(61_000));
  });
});

describe('a gradual refill', () => {
  it.each<readonly [what: string, requests: number, when: Availability]>([
    ['sixteen requests are waited for at least', 1, gradual(26_000)],
    ['a request takes its share of the window', 40, gradual(50_000)],
    ['counts up to five seconds before Reset', 55, gradual(65_000)],
    ['does not count nearer to Reset', 56, atReset(70_000)],
  ])('%s', (_what, requests, when) => {
    expect(availability(refilling(), requests)).toEqual(when);
  });

  it('also has to make up for the requests in flight', () => {
    const quota = refilling();
    quota.send();
    expect(availability(quota)).toEqual(gradual(27_000));
  });

  it.each<readonly [what: string, sentAt: number, status: number, known: boolean]>([
    ['sent as soon as the 429 was read', 2, 200, true],
    ['sent before the 429 was read', 1, 200, false],
    ['refused as unauthorized', 10, 403, false],
    ['served more than five seconds before Reset', 55, 200, true],
    ['served five seconds before Reset', 56, 200, false],
  ])('is known from a request after a 429: %s', (_what, sentAt, status, known) => {
    const quota = quotaEstimate();
    quota.read(quota.send(), 0, { took: 2, status: 429, quota: [60, 0, 60] });
    quota.read(quota.send(), sentAt, { status, quota: usedUp(sentAt) });
    expect(availability(quota)?.basis).toBe(known ? 'gradual refill' : 'X-RateLimit-Reset');
  });

  it('is not known without a 429', () => {
    const quota = quotaEstimate();
    quota.get(10, usedUp(10));
    expect(availability(quota)).toEqual(atReset(70_000));
  });

  it('is believed in spite of a 429 that no wait relied on', () => {
    const quota = refilling();
    quota.get(11, usedUp(11), 'createCategory', 429);
    expect(availability(quota)).toEqual(gradual(27_000));
  });

  it('is no longer believed after a 429 that follows a wait', () => {
    const quota = refilling();
    quota.estimate.waits();
    quota.get(26, [60, 15, 85]);
    quota.get(26, usedUp(26), 'createCategory', 429);
    quota.get(30, usedUp(30));
    expect(availability(quota)).toEqual(atReset(90_000));
  });

  it('is believed after a wait for Reset that ends with a 429', () => {
    const quota = quotaEstimate();
    quota.get(0, usedUp(0), 'createCategory', 429);
    quota.estimate.waits();
    quota.get(60, usedUp(60), 'createCategory', 429);
    quota.get(70, usedUp(70));
    expect(availability(quota)).toEqual(gradual(86_000));
  });

  it('is believed after a wait with requests left that ends with a 429', () => {
    const quota = refilling();
    quota.get(11, [60, 1, 70]);
    quota.estimate.waits();
    quota.get(12, usedUp(12), 'createCategory', 429);
    expect(availability(quota)).toEqual(gradual(28_000));
  });

  it('is as slow as the last wait that relied on it', () => {
    const quota = quotaEstimate(true);
    quota.get(0, [50, 0, 60], 'createCategory', 429);
    // Five are reserved, so nothing is left.
    quota.get(10, [50, 5, 54]);
    expect(availability(quota)).toEqual(gradual(26_000));
    quota.estimate.waits();
    quota.get(30, [50, 14, 89]);
    quota.get(40, [50, 5, 84]);
    expect(availability(quota)).toEqual(gradual(72_000));
  });

  it('is not measured by a request that was sent before the wait', () => {
    const quota = refilling();
    const [before, at] = [quota.send(), quota.send()];
    quota.estimate.waits();
    quota.read(before, 9, { took: 3, quota: usedUp(12) });
    quota.read(at, 10, { took: 10, quota: usedUp(20) });
    expect(availability(quota)).toEqual(gradual(36_000));
  });
});
