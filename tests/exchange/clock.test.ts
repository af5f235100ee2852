import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/exchange/clock.ts';

describe('a sleep', () => {
  test('does not begin if its signal is already aborted', async () => {
    const reason = new Error('interrupted');
    await expect(systemClock.sleep(0, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test('rejects with the reason as soon as it is aborted', async () => {
    const reason = new Error('interrupted');
    const controller = new AbortController();
    const slept = systemClock.sleep(1_000_000, controller.signal);
    controller.abort(reason);
    await expect(slept).rejects.toBe(reason);
  });
});
