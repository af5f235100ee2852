import { describe, expect, it } from 'vitest';
import { createPauses } from '../../../src/engine/pacing/holds.ts';
import type { RunEvent } from '../../../src/report/model/events.ts';

/** Creates pauses of a run that started at 1000 ms, with a clock whose sleeps last `late` ms longer. */
function pausesOf({ maxWaitMs = 60_000, late = 0 } = {}) {
  let time = 5_000;
  const events: RunEvent[] = [];
  const interrupted = new AbortController();
  let duringSleep: (() => void) | undefined;
  const clock = {
    now: () => Date.UTC(2026, 0, 5) + time,
    monotonic: () => time,
    async sleep(ms: number, signal?: AbortSignal): Promise<void> {
      time += (ms + late) / 2;
      duringSleep?.();
      signal?.throwIfAborted();
      time += (ms + late) / 2;
    },
  };
  const pauses = createPauses(clock, 1_000, maxWaitMs, (event) => events.push(event), interrupted.signal);
  return {
    pauses,
    events,
    interrupt: () => interrupted.abort(),
    halfway(look: () => void): void {
      duringSleep = look;
    },
  };
}

describe('a wait', () => {
  it('is announced with its reason and what follows, and listed from the start of the run', async () => {
    const { pauses, events } = pausesOf();
    expect(pauses.waits()).toEqual([]);
    const ahead = { requests: 3, proof: true };
    expect(await pauses.pause(2_500, 'for a moment', { ahead })).toBeUndefined();
    expect(await pauses.pause(1_000.4, 'for another')).toBeUndefined();
    expect(events).toStrictEqual([
      { type: 'waiting', seconds: 2.5, reason: 'for a moment', ahead },
      { type: 'waiting', seconds: 1, reason: 'for another' },
    ]);
    expect(pauses.waits()).toEqual([
      { atMs: 4_000, seconds: 2.5, reason: 'for a moment' },
      { atMs: 6_500, seconds: 1, reason: 'for another' },
    ]);
  });

  it('is listed as long as it has lasted', async () => {
    const { pauses, halfway } = pausesOf();
    await pauses.pause(1_000, 'for another');
    const seen: unknown[] = [];
    halfway(() => seen.push(pauses.lasting(), pauses.waits().at(-1)));
    await pauses.pause(10_000, 'for a moment');
    seen.push(pauses.lasting(), pauses.waits().at(-1));
    const wait = (seconds: number) => ({ atMs: 5_000, seconds, reason: 'for a moment' });
    expect(seen).toEqual([true, wait(5), false, wait(10)]);
  });

  it('ends when the run is interrupted', async () => {
    const { pauses, halfway, interrupt } = pausesOf();
    halfway(interrupt);
    const end = await pauses.pause(10_000, 'for a moment');
    expect(end).toMatchObject({ kind: 'interrupted', message: 'the run was interrupted' });
    expect([pauses.lasting(), pauses.waits()]).toEqual([
      false,
      [{ atMs: 4_000, seconds: 5, reason: 'for a moment' }],
    ]);
  });

  it.each([0, -5])('of %i ms is not listed', async (ms) => {
    const { pauses, events } = pausesOf();
    await pauses.pause(ms, 'for a moment');
    expect(events).toEqual([{ type: 'waiting', seconds: 0, reason: 'for a moment' }]);
    expect([pauses.waits(), pauses.leftMs()]).toEqual([[], 60_000]);
  });
});

describe('the waits of a run', () => {
  it.each<readonly [wait: number, late: number, left: number]>([
    [20_000, 0, 40_000],
    [20_000.2, 0, 39_999],
    [20_000, 700, 39_300],
    [20_000, -700, 40_000],
  ])('are charged in whole milliseconds, and for late timers: %d, late by %i', async (wait, late, left) => {
    const { pauses } = pausesOf({ late });
    await pauses.pause(wait, 'for a moment');
    expect(pauses.leftMs()).toBe(left);
  });

  it('may last exactly as long as --max-wait', async () => {
    const { pauses } = pausesOf({ maxWaitMs: 10_000 });
    expect([await pauses.pause(4_000, 'once'), await pauses.pause(6_000, 'again')]).toEqual([
      undefined,
      undefined,
    ]);
    expect(pauses.leftMs()).toBe(0);
  });

  it('never exceed --max-wait, so the run ends instead', async () => {
    const { pauses, events } = pausesOf({ maxWaitMs: 10_000 });
    expect(await pauses.pause(10_000.1, 'for a moment')).toMatchObject({
      kind: 'waits spent',
      message: 'a wait of 11 s for a moment would exceed --max-wait 10',
    });
    expect([events, pauses.waits(), pauses.leftMs()]).toEqual([[], [], 10_000]);
  });
});

describe('gaps between requests', () => {
  const isGap = true;

  it('are one wait if they follow each other', async () => {
    const { pauses, events, halfway } = pausesOf();
    await pauses.pause(250, 'between requests', { isGap });
    const seen: unknown[] = [];
    halfway(() => seen.push(pauses.lasting(), pauses.waits()));
    await pauses.pause(500, 'between requests', { isGap });
    const wait = (seconds: number) => [{ atMs: 4_000, seconds, reason: 'between requests' }];
    expect(seen).toEqual([true, wait(0.5)]);
    expect(pauses.waits()).toEqual(wait(0.75));
    expect(events).toHaveLength(1);
    expect(pauses.leftMs()).toBe(59_250);
  });

  it.each<readonly [what: string, first: readonly [string, boolean], second: readonly [string, boolean]]>([
    ['another wait came first', ['for a moment', false], ['between requests', true]],
    ['another wait follows', ['between requests', true], ['for a moment', false]],
    ['they are no gaps', ['for a moment', false], ['for a moment', false]],
  ])('are separate waits if %s', async (_what, ...both) => {
    const { pauses, events } = pausesOf();
    for (const [reason, isGap] of both) await pauses.pause(1_000, reason, isGap ? { isGap } : {});
    expect(pauses.waits()).toHaveLength(2);
    expect(events).toHaveLength(2);
  });
});
