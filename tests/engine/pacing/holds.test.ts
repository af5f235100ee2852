import { describe, expect, it } from 'vitest';
import { requestedPause } from '../../../src/engine/pacing/holds.ts';
import type { Exchange, HeaderLine } from '../../../src/exchange/exchange.ts';
import { holdsAt, retryAfter } from '../../support/holds.ts';
import { cutOff, responded, start } from '../../support/responses.ts';

const jitters = [0, 0.5, 1] as const;

describe('the wait that a response asks for', () => {
  it.each<readonly [status: number, headers: HeaderLine[], wanted: ReturnType<typeof requestedPause>]>([
    [429, retryAfter(30), { ms: 31_000, basis: 'Retry-After' }],
    [429, [], { ms: 61_000, basis: 'no time given' }],
    [502, retryAfter(20), { ms: 21_000, basis: 'Retry-After' }],
    [503, retryAfter(20), { ms: 21_000, basis: 'Retry-After' }],
    [503, [], undefined],
    [500, retryAfter(20), undefined],
    [200, retryAfter(20), undefined],
  ])('with %s and %j is a second longer than its time', (status, headers, wanted) => {
    expect(requestedPause(status, headers, start * 1000)).toEqual(wanted);
  });

  it('is lengthened by up to half a second', () => {
    const ends = (status: number) =>
      jitters.map((random) => {
        const { holds } = holdsAt(random);
        holds.headRead(status, retryAfter(20), false);
        return holds.limitedUntil() ?? holds.pausedUntil();
      });
    expect([ends(429), ends(503)]).toEqual(Array(2).fill([21_000, 21_250, 21_500]));
  });
});

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

describe('pauses', () => {
  it('are lengthened by up to half of their time', () => {
    const ends = jitters.map((random) => {
      const { holds } = holdsAt(random);
      holds.pauseFor(400, 1_000, 'for a moment');
      return holds.pausedUntil();
    });
    expect(ends).toEqual([1_400, 1_500, 1_600]);
  });

  it.each<readonly [ms: number, until: number, reason: string]>([
    [499, 500, 'for the first'],
    [500, 500, 'for the first'],
    [501, 501, 'for the second'],
  ])('of 500 ms and of %i ms end with the later one', (ms, until, reason) => {
    const { holds } = holdsAt();
    holds.pauseFor(500, 0, 'for the first');
    holds.pauseFor(ms, 0, 'for the second');
    expect([holds.pausedUntil(), holds.reason()]).toEqual([until, reason]);
  });

  it('say which fault they follow', () => {
    const reasons = [cutOff(0), responded({ at: 0, status: 502 })].map((fault) => {
      const { holds } = holdsAt();
      holds.see(fault, false);
      return holds.reason();
    });
    expect(reasons).toEqual(['after a request without a response', 'after a 502']);
  });

  it('do not follow a fault beyond the limit, where the server may refuse in any way', () => {
    const { holds } = holdsAt();
    holds.see({ ...cutOff(0), overLimit: true }, false);
    expect(holds.pausedUntil()).toBe(Number.NEGATIVE_INFINITY);
  });

  it('hold requests back until they end', () => {
    const { holds, time } = holdsAt();
    expect([holds.mayStart(), holds.pausedUntil(), holds.reason()]).toEqual([
      true,
      Number.NEGATIVE_INFINITY,
      '',
    ]);
    holds.pauseFor(2_000, 0, 'for a moment');
    const starts = [1.999, 2].map((seconds) => {
      time.seconds = seconds;
      return holds.mayStart();
    });
    expect(starts).toEqual([false, true]);
  });
});

describe('a fault', () => {
  const pauseAfterThese = (...exchanges: readonly Exchange[]) => {
    const { holds, see } = holdsAt();
    see(...exchanges);
    return Math.round(holds.pausedUntil() - (exchanges.at(-1)?.readAt ?? 0));
  };

  it('of a request that was sent when the previous one failed is a further one', () => {
    expect(pauseAfterThese(cutOff(0), cutOff(0.1))).toBe(1_000);
  });

  it('after a response is the first, even of a request that was in flight with an earlier fault', () => {
    expect(pauseAfterThese(cutOff(0), responded({ at: 0 }), cutOff(0.05))).toBe(500);
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

  it.each<readonly [first: HeaderLine[], second: HeaderLine[], until: number, basis: string]>([
    [retryAfter(5), retryAfter(30), 31_000, 'Retry-After'],
    [retryAfter(60), [], 61_000, 'Retry-After'],
    [[], retryAfter(60), 61_000, 'no time given'],
    [[], retryAfter(61), 62_000, 'Retry-After'],
  ])('with %j and another with %j wait until the later time', (first, second, until, basis) => {
    const { holds } = holdsAt();
    for (const headers of [first, second]) holds.headRead(429, headers, false);
    expect([holds.limitedUntil(), holds.reason()]).toEqual([until, `for the limit to reset (429, ${basis})`]);
  });

  it('is remembered after its wait', () => {
    const { holds } = holdsAt();
    expect(holds.wasLimited()).toBe(false);
    holds.headRead(429, [], false);
    holds.limitOver();
    expect([holds.wasLimited(), holds.mayStart()]).toEqual([true, true]);
  });

  it('to the second recovery in a row waits until Reset, if that is near', () => {
    const { holds } = holdsAt();
    const headers: HeaderLine[] = [...retryAfter(5), ['X-RateLimit-Reset', String(start + 40)]];
    const waitAfterAnother = () => {
      holds.headRead(429, headers, false);
      if (holds.recovering()) holds.recovered(true);
      const wait = holds.limitedUntil();
      holds.limitOver();
      return [wait, holds.limitedInARow()];
    };
    const first = [waitAfterAnother(), waitAfterAnother(), waitAfterAnother()];
    expect(first).toEqual([
      [6_000, 0],
      [6_000, 1],
      [41_000, 2],
    ]);
    holds.recovered(false);
    expect([holds.limitedInARow(), holds.recovering()]).toEqual([0, false]);
    expect([waitAfterAnother(), waitAfterAnother()]).toEqual(first.slice(0, 2));
  });
});

describe('too many 429s', () => {
  /** Returns how many of the 429s of requests sent at these times, each read a second later, a run survives. */
  function most(times: readonly number[], isExpected = false): number {
    const { holds } = holdsAt();
    return times.findIndex((at) => {
      holds.see(responded({ at, took: 1, status: 429 }), isExpected);
      return holds.tooMany429s() !== undefined;
    });
  }

  const times = (distance: number) => Array.from({ length: 20 }, (_, index) => distance * index);

  it.each<readonly [what: string, sentAt: readonly number[], isExpected: boolean, count: number]>([
    ['eight expected ones', times(100), true, 8],
    ['five unexpected ones', times(100), false, 5],
    ['five, each sent when the previous one was read', times(1), false, 5],
    ['eight in pairs', times(100).flatMap((at) => [at, at + 0.9]), false, 8],
  ])('are %s', (_what, sentAt, isExpected, count) => {
    expect(most(sentAt, isExpected)).toBe(count - 1);
  });

  it('end the run, because the key may be banned', () => {
    const { holds } = holdsAt();
    for (const at of times(100).slice(0, 5)) holds.see(responded({ at, status: 429 }), false);
    expect(holds.tooMany429s()).toMatchObject({
      kind: 'limited too often',
      message: '5 requests returned 429, and one more could get the key banned',
    });
  });
});
