import { expect, it } from 'vitest';
import { runDelayed } from './latency.ts';

it('--max-time ends a run and its request in flight, and the rest is not tested', async () => {
  const { report, seconds } = await runDelayed('free', 9.5, [], { maxTimeSeconds: 100 });
  expect(seconds).toBeLessThan(111);
  expect(report.durationMs).toBeGreaterThan(90_000);
  expect(report.requirements.some(({ reason }) => reason?.code === 'max-time')).toBe(true);
  expect(report.configuration.maxTimeSeconds).toBe(100);
  expect(report.verdict).toMatchObject({ outcome: 'no verdict', exitStatus: 3 });
  expect(report.kitFaults).toEqual([]);
});
