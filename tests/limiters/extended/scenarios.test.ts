import { describe, expect, it } from 'vitest';
import { chances, changeOf, expectNoAlarm, play } from '../scenarios.ts';
import { createVirtualClock } from '../virtual-clock.ts';

/** The whole form, which makes every run, is `npm run limiters`. Seven shares nothing with what goes by turns. */
const step = 7;

describe('no false alarm by chance', () => {
  it.each(chances)('%s', (_title, sceneOf) => expectNoAlarm(sceneOf, step));
});

describe('the queue', () => {
  it('does not fall asleep where a Reset passes while it looks for what may be sent', async () => {
    for (let perReading = 20; perReading < 300; perReading += 20) {
      const scene = { clock: createVirtualClock({ perReading }), changes: [changeOf('sliding-log')] };
      const { report } = await play(scene, { concurrency: 1, maxWaitSeconds: 3_600 }, 8);
      expect(report.verdict.outcome, `${perReading} ms a reading`).toBe('conforms');
    }
  });
});
