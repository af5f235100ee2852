import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { holdsAt, retryAfter } from '../../support/holds.ts';
import { type ResponseParts, responded } from '../../support/responses.ts';

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

describe('the length of the gap', () => {
  it('doubles from a quarter of a second to four seconds', () => {
    const { gap } = holdsAt().holds;
    const lengths = Array.from({ length: 6 }, () => {
      gap.widen(0);
      return gap.ms();
    });
    expect(lengths).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000]);
  });

  it('may be longer if the target asks for it', () => {
    const { gap } = holdsAt().holds;
    gap.widen(9_000);
    expect(gap.ms()).toBe(9_000);
    gap.widen(0);
    expect(gap.ms()).toBe(500);
  });

  it.each<readonly [room: number, used: number, next: number]>([
    [60_000, 700, 1_400],
    [400, 400, 800],
    [100, 250, 500],
  ])('that the target asks for is 700 ms if there is room: %i', (room, used, next) => {
    const { holds } = holdsAt();
    holds.gap.widen(700);
    holds.gap.begin(1_000, room);
    expect(holds.pausedUntil()).toBe(1_000 + used);
    holds.gap.widen(0);
    expect(holds.gap.ms()).toBe(next);
  });

  it('does not shrink if the last gap was shorter than those before', () => {
    const { gap } = holdsAt().holds;
    for (const asked of [0, 0, 0]) gap.widen(asked);
    gap.begin(0, 60_000);
    gap.widen(0);
    expect(gap.ms()).toBe(2_000);
  });

  it('counts as lasting with the second gap, because the first may end soon', () => {
    const { gap } = holdsAt().holds;
    const lasting = [0, 0].map((asked) => {
      gap.widen(asked);
      return gap.lastingMs();
    });
    expect(lasting).toEqual([0, 500]);
  });

  it('delays nothing before the first gap, and after the last of the first', () => {
    const { holds } = holdsAt();
    holds.gap.begin(4_000, 60_000);
    expect([holds.pausedUntil(), holds.isGap()]).toEqual([Number.NEGATIVE_INFINITY, false]);
    holds.gap.widen(0);
    for (let request = 0; request < 13; request++) holds.gap.begin(5_000, 60_000);
    expect(holds.pausedUntil()).toBe(Number.NEGATIVE_INFINITY);
    holds.gap.begin(6_000, 60_000);
    expect([holds.pausedUntil(), holds.isGap()]).toEqual([Number.NEGATIVE_INFINITY, false]);
  });

  it('starts over after its end', () => {
    const { holds } = holdsAt();
    for (const asked of [0, 700]) holds.gap.widen(asked);
    holds.gap.begin(0, 60_000);
    holds.gap.end();
    expect([holds.gap.ms(), holds.pausedUntil()]).toEqual([0, Number.NEGATIVE_INFINITY]);
    holds.gap.widen(0);
    expect(holds.gap.ms()).toBe(250);
  });
});

describe('the reason for a delay', () => {
  const words = 'between requests, because some were refused';

  it.each<readonly [pause: number, isGap: boolean, reason: string]>([
    [249, true, words],
    [250, false, 'for a moment'],
    [251, false, 'for a moment'],
  ])('is the gap of 250 ms if it ends after a pause of %i ms', (pause, isGap, reason) => {
    const { holds } = holdsAt();
    holds.gap.widen(0);
    holds.gap.begin(0, 60_000);
    holds.pauseFor(pause, 0, 'for a moment');
    expect([holds.isGap(), holds.reason()]).toEqual([isGap, reason]);
  });

  it('is not the gap during the wait after a 429', () => {
    const { holds } = holdsAt();
    holds.gap.widen(0);
    holds.gap.begin(0, 60_000);
    holds.headRead(429, retryAfter(5), false);
    expect([holds.isGap(), holds.reason()]).toEqual([false, 'for the limit to reset (429, Retry-After)']);
  });
});

describe('a 429 soon after another', () => {
  interface Later extends Omit<ResponseParts, 'status' | 'quota'> {
    readonly remaining: number;
  }
  /** Returns the gap after a 429, these responses, and another 429. */
  function gapAfter(responses: readonly ResponseParts[], { remaining, ...later }: Later): number {
    const { holds, see } = holdsAt();
    see(responded({ at: 0, took: 1, status: 429, quota: [60, 0, 60] }), ...responses.map(responded));
    see(responded({ ...later, took: 1, status: 429, quota: [60, remaining, 60] }));
    return holds.gap.ms();
  }
  const served = (count: number, status = 200) =>
    Array.from({ length: count }, (_, index) => ({ at: index + 2, status }));
  const at = 50;

  it.each<readonly [what: string, responses: readonly ResponseParts[], later: Later, gap: number]>([
    ['after none was served', [], { at, remaining: 0, headers: retryAfter(3) }, 3_000],
    ['after one was served', served(1), { at, remaining: 0, headers: retryAfter(3) }, 3_000],
    ['after two were served', served(2), { at, remaining: 0, headers: retryAfter(3) }, 1_500],
    ['after eleven were served', served(11), { at, remaining: 0, headers: retryAfter(11) }, 1_000],
    ['without Retry-After', served(3), { at, remaining: 0 }, 250],
    [
      'where refused requests do not count',
      [...served(2), ...served(2, 400)],
      { at, remaining: 0, headers: retryAfter(3) },
      1_500,
    ],
    ['that was sent when the first was read', [], { at: 1, remaining: 0, headers: retryAfter(3) }, 3_000],
  ])('begins a gap: %s', (_what, responses, later, gap) => {
    expect(gapAfter(responses, later)).toBe(gap);
  });

  it.each<readonly [what: string, responses: readonly ResponseParts[], later: Later, gap: number]>([
    ['after twelve were served', served(12), { at, remaining: 0, headers: retryAfter(12) }, 0],
    ['unless requests were left', served(12), { at, remaining: 1, headers: retryAfter(12) }, 250],
    ['in flight with the first', [], { at: 0.9, remaining: 10, headers: retryAfter(3) }, 0],
  ])('is about the limit: %s', (_what, responses, later, gap) => {
    expect(gapAfter(responses, later)).toBe(gap);
  });
});

describe('a gateway that refuses requests', () => {
  const refused = (at: number, concurrent = 1): Exchange => ({
    ...responded({ at, took: 1, status: 503 }),
    concurrent,
  });
  const served = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => responded({ at: from + index }));
  /** Returns the gap after each of these exchanges. */
  function gapsAfter(...exchanges: readonly Exchange[]): readonly number[] {
    const { holds, see } = holdsAt();
    return exchanges.map((exchange) => {
      see(exchange);
      return holds.gap.ms();
    });
  }

  it('gets a gap with the second refusal, even of requests in flight together', () => {
    expect(gapsAfter(refused(0, 2), refused(0.5, 2))).toEqual([0, 250]);
    expect(gapsAfter(refused(0, 2), ...served(2, 6), refused(10, 2)).at(-1)).toBe(250);
  });

  it.each<readonly [what: string, more: readonly Exchange[], gap: number]>([
    ['if it refuses the next request', [refused(20, 2)], 500],
    ['if it refuses a request that was sent when the last refusal was read', [refused(11, 2)], 500],
    ['but not for requests in flight together', [refused(10.9, 2)], 250],
    ['if it serves five in between', [...served(12, 5), refused(20, 2)], 500],
    ['but not if it serves six in between', [...served(12, 6), refused(20, 2)], 250],
    [
      'but not if it serves six in between, and one of them is refused beyond the limit',
      [...served(12, 5), { ...refused(18), overLimit: true }, refused(20, 2)],
      250,
    ],
    [
      'if it serves six in between, and then fewer',
      [...served(12, 6), refused(20, 2), ...served(22, 5), refused(30, 2)],
      500,
    ],
  ])('gets a longer gap %s', (_what, more, gap) => {
    expect(gapsAfter(refused(0, 2), refused(10, 2), ...more).at(-1)).toBe(gap);
  });

  it('gets no gap if it refuses one kind of request with it', () => {
    const gaps = gapsAfter(refused(0, 2), refused(10, 2), refused(20), refused(30), refused(40));
    expect(gaps).toEqual([0, 250, 500, 1_000, 0]);
  });
});
