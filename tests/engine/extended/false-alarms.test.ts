// @module-tag extended
import { describe, expect, it } from 'vitest';
import { variants } from '../../../reference-server/variants/index.ts';
import { aboutLimits } from '../../gallery/rows/limiters.ts';
import { createSharedClock } from '../../gallery/shared-clock.ts';
import { runInMemory } from '../../support/in-memory.ts';
import { idsWith } from '../../support/run-against.ts';

const limiters = ['clock-windows', 'sliding-log', 'sliding-counter', 'token-bucket', 'gcra', 'key-shared'];

/**
 * By how many milliseconds each reading advances the clock. With 0, the target is fast; with 200, its window ends often.
 */
const paces = [0, 40, 200];

describe.concurrent('no legal limiter gets a finding, whenever its window ends', () => {
  for (const id of limiters) {
    const variant = variants.find((one) => one.id === id);
    if (variant === undefined) throw new Error(`Unknown variant: ${id}`);
    it.each(paces)(`${id}, %i ms per reading of the clock`, async (perReading) => {
      for (let phase = 0; phase < 3; phase++) {
        const clock = createSharedClock({ ahead: phase * 19_500, perReading });
        // The first run tests everything, with a Limit of 60. The others test only the requirements about limits, with a
        // Limit of 30.
        const whole = phase === 0;
        const { report, counted } = await runInMemory(
          { change: variant.change, plans: { free: { minute: whole ? 60 : 30, day: 1_000 } } },
          { ...(whole ? {} : aboutLimits), maxWaitSeconds: 600 },
          { clock },
        );
        const found = report.findings.map(({ signature, received }) => `${signature}: ${received}`);
        expect(found, `phase ${phase}`).toEqual([]);
        expect(report.kitFaults).toEqual([]);
        expect(idsWith(report, 'fail')).toEqual([]);
        expect(counted.whileAnyLimited).toBe(0);
      }
    });
  }
});
