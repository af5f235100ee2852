import { expect, it } from 'vitest';
import { runDelayed } from './latency.ts';

it('--max-time ends a run, a request in flight included, and the rest is not tested', async () => {
  const { report, seconds } = await runDelayed('free', 9.5, [], { maxTimeSeconds: 100 });
  expect(seconds).toBeLessThan(111);
  expect(report.durationMs).toBeGreaterThan(90_000);
  const gaps = report.verdict.scope.notSelected.filter(({ because }) => because === 'run');
  expect(gaps.map(({ reason }) => reason)).toEqual(['not within --max-time 100']);
  expect(report.configuration.maxTimeSeconds).toBe(100);
  expect(report.verdict.scope.full).toBe(false);
  expect(report.kitFaults).toEqual([]);
});
