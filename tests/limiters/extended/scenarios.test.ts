// @module-tag extended
import { describe, expect, it } from 'vitest';
import { changeOf, expectNoAlarm, randomScenarios, runScenario } from '../scenarios.ts';
import { createVirtualClock } from '../virtual-clock.ts';

/** `npm run prove -- limiters` makes all runs. A step of seven covers all combinations of the alternating conditions. */
const step = 7;

describe('no false alarm by chance', () => {
  it.each(randomScenarios)('%s', (_title, scenarioOf) => expectNoAlarm(scenarioOf, step));
});

describe('the queue', () => {
  it('keeps sending when a Reset passes during its own computation', async () => {
    for (let perReading = 20; perReading < 200; perReading += 20) {
      const scenario = { clock: createVirtualClock({ perReading }), changes: [changeOf('sliding-log')] };
      const { report } = await runScenario(scenario, { concurrency: 1, maxWaitSeconds: 3_600 }, 8);
      // A run with only one request in flight cannot test what requires two in flight, and a Limit of 8 is too low for
      // headers.usage.
      expect(report.verdict, `${perReading} ms per reading`).toMatchObject({
        outcome: 'passed',
        scope: { passed: 38 },
      });
    }
  });
});
