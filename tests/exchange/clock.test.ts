import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/exchange/clock.ts';

/** In milliseconds. A timer may fire up to one early. */
const short = 20;

describe('a sleep', () => {
  test('lasts as long as asked', async () => {
    const before = systemClock.monotonic();
    await systemClock.sleep(short);
    expect(systemClock.monotonic() - before).toBeGreaterThanOrEqual(short);
  });

  test('of no time ends', async () => {
    await expect(systemClock.sleep(0)).resolves.toBeUndefined();
  });

  test('does not begin if it is aborted before', async () => {
    const reason = new Error('interrupted');
    await expect(systemClock.sleep(0, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test('ends as soon as it is aborted, with the reason', async () => {
    const reason = new Error('interrupted');
    const controller = new AbortController();
    const slept = systemClock.sleep(1_000_000, controller.signal);
    controller.abort(reason);
    await expect(slept).rejects.toBe(reason);
  });
});

test('the wall clock counts from 1970', () => {
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(60_000);
});
