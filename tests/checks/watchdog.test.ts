import inspector from 'node:inspector';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { lifeSigns, turns } from '../../src/checks/bounded.ts';
import { Stuck } from '../../src/checks/faults.ts';
import { startWatchdog } from '../../src/checks/watchdog.ts';

const beats = () => Atomics.load(lifeSigns, turns);

/** Returns how often the watchdog saw the event loop turn within some steps. */
async function beatsDuring(act: () => unknown): Promise<number> {
  const before = beats();
  await act();
  return beats() - before;
}

const steps = () => delay(50);

describe('the watchdog', () => {
  it('sees the event loop turn until it is stopped', async () => {
    const stop = startWatchdog(() => {}, 1e9, 5);
    try {
      expect(await beatsDuring(steps)).toBeGreaterThan(0);
    } finally {
      stop();
    }
    expect(await beatsDuring(steps)).toBe(0);
  });

  it('does nothing in a debugger', async () => {
    const { url } = inspector;
    inspector.url = () => 'ws://127.0.0.1:9229/a';
    const stop = startWatchdog(() => {}, 1e9, 5);
    try {
      expect(await beatsDuring(steps)).toBe(0);
    } finally {
      inspector.url = url;
      stop();
    }
  });

  it('may fail without ending the run', async () => {
    const uncaught: unknown[] = [];
    const take = (error: unknown): unknown => uncaught.push(error);
    process.on('uncaughtException', take);
    // Its first sum fails.
    const stop = startWatchdog(() => {}, 1n as never, 5);
    try {
      await delay(200);
    } finally {
      stop();
      process.off('uncaughtException', take);
    }
    expect(uncaught).toEqual([]);
  });

  it('interrupts code that blocks the event loop, and reports where', async () => {
    const found: Stuck[] = [];
    const stop = startWatchdog((error) => found.push(error), 300, 30);
    let isDone = false;
    // Blocks without using the processor.
    const nap = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    try {
      setTimeout(() => {
        for (const until = performance.now() + 5_000; performance.now() < until; ) nap();
        isDone = true;
      });
      for (let waits = 0; waits < 100 && found.length === 0; waits++) await delay(20);
    } finally {
      stop();
    }
    expect(isDone).toBe(false);
    expect(found).toEqual([expect.any(Stuck)]);
    expect(found[0]?.message).toMatch(
      /^did not return within 0\.3 s after an await, at .*watchdog\.test\.[jt]s:\d+$/,
    );
  });
});
