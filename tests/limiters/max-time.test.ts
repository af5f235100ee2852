import { beforeAll, expect, it } from 'vitest';
import { runDelayed } from './latency.ts';

// The first run of a process loads modules. If the modules were loaded during a test, the clock would jump ahead, because
// the end of --max-time would be the only sleep.
beforeAll(() => runDelayed('free', 0.1, [], { only: 'list.ok' }));

it('--max-time ends a run and its request in flight, and the remaining requirements are not tested', async () => {
  const { report, seconds } = await runDelayed('free', 9.5, [], { maxTimeSeconds: 100 });
  expect(seconds).toBeLessThan(111);
  expect(report.durationMs).toBeGreaterThan(90_000);
  expect(report.requirements.some(({ reason }) => reason?.code === 'max-time')).toBe(true);
  expect(report.configuration.maxTimeSeconds).toBe(100);
  expect(report.verdict).toMatchObject({ outcome: 'no verdict', exitStatus: 3 });
  expect(report.kitFaults).toEqual([]);
});
