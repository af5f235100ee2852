// @module-tag extended
import { expect, test, vi } from 'vitest';
import { createSharedClock } from '../../gallery/shared-clock.ts';
import { type FaultyRunOptions, faultyRun } from '../faulty-run.ts';
import { longRun } from '../long-run.ts';
import { violatedRequirements } from '../trial.ts';

vi.setConfig({ testTimeout: 180_000 });

test('memory use stays constant over many exchanges, and the report says what was left out', async () => {
  const { report, heldMb } = await longRun(1_400, false);
  // After half of the exchanges, every buffer is full. The lists in the other half total 17 MB.
  const [, half = 0, , end = 0] = heldMb;
  expect(end - half).toBeLessThan(14);
  expect(report.requests.total).toBeGreaterThanOrEqual(1_400);
  expect(report.timeline.rows).toHaveLength(600);
  expect(report.timeline.leftOut).toBe(report.requests.total - 600);
  expect(report.kitFaults).toEqual([]);
});

const options = (seed: number): FaultyRunOptions => ({
  seed,
  clock: createSharedClock(),
  service: { plans: { free: { minute: 100_000, day: 1_000_000 } } },
  settings: { exhaust: false, maxWaitSeconds: 10_000 },
});

test('a thorough run with transient faults passes a conforming server', async () => {
  const { report, faults } = await faultyRun(options(1));
  expect(faults).toBeGreaterThan(5);
  expect(violatedRequirements(report)).toEqual([]);
  expect(report.verdict).toMatchObject({ exitStatus: 0 });
  expect(report.requests.retried).toBeGreaterThan(0);
  expect(report).toMatchObject({ complete: true, kitFaults: [] });
});

test('a thorough run with transient faults finds the defect and nothing else', async () => {
  const { report, faults } = await faultyRun({ ...options(2), defect: 'name-number-coerced' });
  expect(faults).toBeGreaterThan(5);
  expect(violatedRequirements(report)).toEqual(['invalid.name-type']);
  expect(report).toMatchObject({ complete: true, kitFaults: [] });
});
