import { expect, it } from 'vitest';
import { faultyRun } from './faulty-run.ts';
import { longRun } from './long-run.ts';
import { violatedRequirements } from './trial.ts';

it('memory stays constant over 100,000 exchanges, and the report says how many it leaves out', async () => {
  const { report, heldMb } = await longRun(100_000, true);
  const [first = 0, ...later] = heldMb;
  expect(Math.max(...later) - first).toBeLessThan(20);
  expect(report.timeline.rows).toHaveLength(600);
  expect(report.timeline.leftOut).toBe(report.requests.total - 600);
  expect(report.exchanges?.recorded).toHaveLength(10_000);
  expect(report.exchanges?.leftOut).toBe(report.requests.total - 10_000);
  expect(report.kitFaults).toEqual([]);
});

/** Windows of 20 seconds. A run uses up about thirty: ten minutes in real time. */
const circumstances = {
  service: { minuteMs: 20_000, plans: { free: { minute: 30, day: 100_000 } } },
  settings: { maxWaitSeconds: 660 },
};

it.each([
  [undefined, []],
  ['name-number-coerced', ['invalid.name-type']],
])(
  'a thorough run of several minutes with transient faults ends with a correct report, with the defect %s',
  async (defect, rows) => {
    const { report, faults } = await faultyRun({
      ...circumstances,
      seed: Date.now(),
      ...(defect === undefined ? {} : { defect }),
    });
    expect(faults).toBeGreaterThan(20);
    expect(violatedRequirements(report)).toEqual(rows);
    expect(report).toMatchObject({ complete: true, kitFaults: [] });
  },
);
