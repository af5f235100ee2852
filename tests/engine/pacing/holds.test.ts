import { describe, expect, it } from 'vitest';
import { createHolds } from '../../../src/engine/pacing/holds.ts';
import type { HeaderLine } from '../../../src/exchange/exchange.ts';
import { createShedding } from '../../../src/readings/shedding.ts';
import { cutOff, responded, start } from '../../support/responses.ts';

/** Creates holds without jitter, with a clock that is set in seconds. */
function holdsAt() {
  const time = { seconds: 0 };
  const clock = {
    now: () => (start + time.seconds) * 1000,
    monotonic: () => time.seconds * 1000,
    sleep: async () => {},
  };
  return { time, holds: createHolds(clock, () => 0, createShedding()) };
}

const retryAfter = (seconds: number): HeaderLine[] => [['Retry-After', String(seconds)]];

describe('a pause', () => {
  it('after a 503 with Retry-After begins with its headers, however long its body takes', () => {
    const { holds } = holdsAt();
    holds.headRead(503, retryAfter(20), false);
    holds.see(responded({ at: 0, took: 15, status: 503, headers: retryAfter(20) }), false);
    expect(holds.pausedUntil()).toBe(21_000);
    expect(holds.reason()).toBe('for the target to recover (503, Retry-After)');
  });

  it.each<readonly [what: string, headers: HeaderLine[], overLimit: boolean]>([
    ['without Retry-After', [], false],
    ['that belongs to the limit', [...retryAfter(20), ['X-RateLimit-Remaining', '0']], false],
    ['beyond the limit', retryAfter(20), true],
  ])('does not begin with the headers of a 503 %s', (_what, headers, overLimit) => {
    const { holds } = holdsAt();
    holds.headRead(503, headers, overLimit);
    expect(holds.mayStart()).toBe(true);
  });

  it('doubles with each fault, up to four seconds, and starts over after a response', () => {
    const { holds } = holdsAt();
    const lengths = [0, 10, 20, 30, 40].map((at) => {
      holds.see(cutOff(at), false);
      return Math.round(holds.pausedUntil() - (at + 0.1) * 1000);
    });
    expect(lengths).toEqual([500, 1_000, 2_000, 4_000, 4_000]);
    holds.see(responded({ at: 50 }), false);
    holds.see(cutOff(60), false);
    expect(Math.round(holds.pausedUntil() - 60_100)).toBe(500);
  });

  it('counts concurrent faults as one', () => {
    const { holds } = holdsAt();
    for (const at of [0, 0.05, 0.09]) holds.see(cutOff(at), false);
    expect(Math.round(holds.pausedUntil() - 190)).toBe(500);
  });
});

describe('a 429', () => {
  it('stops all requests as soon as its headers arrive, for the longest time that any 429 asked for', () => {
    const { holds } = holdsAt();
    holds.headRead(429, retryAfter(30), false);
    holds.headRead(429, retryAfter(5), false);
    expect(holds.limitedUntil()).toBe(31_000);
    expect(holds.mayStart()).toBe(false);
    expect(holds.reason()).toBe('for the limit to reset (429, Retry-After)');
    holds.limitOver();
    expect([holds.limitedUntil(), holds.recovering()]).toEqual([undefined, true]);
  });

  it('counts toward the maximum of eight per run, or of five unexpected ones', () => {
    const counted = (isExpected: boolean) => {
      const { holds } = holdsAt();
      let met = 0;
      while (holds.tooMany429s() === undefined)
        holds.see(responded({ at: 100 * ++met, status: 429 }), isExpected);
      return met;
    };
    expect([counted(true), counted(false)]).toEqual([8, 5]);
  });
});

describe('the gap between requests', () => {
  const refused = (at: number, seconds: number) =>
    responded({ at, status: 429, quota: [60, 10, 60], headers: retryAfter(seconds) });

  it('begins with a 429 while requests are left, and ends after twelve', () => {
    const { holds } = holdsAt();
    holds.see(refused(0, 1), false);
    const gaps = Array.from({ length: 13 }, () => {
      holds.gap.begin(0, 60_000);
      return holds.gap.ms();
    });
    expect(gaps).toEqual([...Array(12).fill(250), 0]);
  });

  it('becomes permanent with a second 429', () => {
    const { holds } = holdsAt();
    for (const at of [0, 100]) holds.see(refused(at, 1), false);
    for (let request = 0; request < 20; request++) holds.gap.begin(0, 60_000);
    expect([holds.gap.ms(), holds.gap.lastingMs()]).toEqual([1_000, 1_000]);
  });

  it('is the Retry-After divided by the number of requests served before the next 429', () => {
    const { holds } = holdsAt();
    holds.see(refused(0, 1), false);
    for (let at = 1; at < 5; at++) holds.see(responded({ at }), false);
    holds.see(refused(10, 8), false);
    expect([holds.gap.ms(), holds.gap.lastingMs()]).toEqual([2_000, 2_000]);
    holds.gap.begin(10_000, 700);
    expect([holds.pausedUntil(), holds.isGap()]).toEqual([10_700, true]);
  });

  it('does not follow an expected 429', () => {
    const { holds } = holdsAt();
    holds.see(refused(0, 1), true);
    expect(holds.gap.ms()).toBe(0);
  });
});
