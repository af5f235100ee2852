import { expect, it } from 'vitest';
import { faultyRun } from './faulty-run.ts';
import { longRun } from './long-run.ts';
import { violatedRequirements } from './trial.ts';

it('keeps memory use constant over 100,000 exchanges, and the report says how many exchanges it omits', async () => {
  const { report, heldMb } = await longRun(100_000, true);
  const [first = 0, ...later] = heldMb;
  expect(Math.max(...later) - first).toBeLessThan(20);
  expect(report.timeline.rows).toHaveLength(600);
  expect(report.timeline.leftOut).toBe(report.requests.total - 600);
  expect(report.exchanges?.recorded).toHaveLength(10_000);
  expect(report.exchanges?.leftOut).toBe(report.requests.total - 10_000);
  expect(report.kitFaults).toEqual([]);
});

/** These options lead to about thirty windows of 20 seconds, which take ten minutes of real time. */
const options = {
  service: { minuteMs: 20_000, plans: { free: { minute: 30, day: 100_000 } } },
  settings: { maxWaitSeconds: 660 },
};

it.each([
  [undefined, []],
  ['name-number-coerced', ['invalid.name-type']],
])(
  'gives a correct report of a long thorough run with transient faults and the defect %s',
  async (defect, requirements) => {
    const { report, faults } = await faultyRun({
      ...options,
      seed: Date.now(),
      ...(defect === undefined ? {} : { defect }),
    });
    expect(faults).toBeGreaterThan(20);
    expect(violatedRequirements(report)).toEqual(requirements);
    expect(report).toMatchObject({ complete: true, kitFaults: [] });
  },
);
