import { describe, expect, it } from 'vitest';
import { createSharedClock } from '../../../gallery/shared-clock.ts';
import { variants } from '../../../reference-server/variants/index.ts';
import { aboutLimits } from '../../limiters/matrix.ts';
import { runInMemory } from '../../support/in-memory.ts';
import { idsWith } from '../../support/run-against.ts';

const limiters = ['clock-windows', 'sliding-log', 'sliding-counter', 'token-bucket', 'gcra', 'key-shared'];

/** Milliseconds that each reading of the clock takes: from a fast target to one at which the window turns over often. */
const paces = [0, 15, 40, 90, 200];

describe.concurrent('no legal limiter is blamed, at whatever moment the window turns over', () => {
  for (const id of limiters) {
    const variant = variants.find((one) => one.id === id);
    if (variant === undefined) throw new Error(`there is no variant ${id}`);
    it.each(paces)(`${id}, %i ms a reading`, async (perReading) => {
      for (let phase = 0; phase < 3; phase++) {
        const clock = createSharedClock({ ahead: phase * 19_500, perReading });
        // Once everything is sent, at a Limit of 60; then what is about limits, at one of 30.
        const whole = phase === 0;
        const { report, counted } = await runInMemory(
          { change: variant.change, plans: { free: { minute: whole ? 60 : 30, day: 1_000 } } },
          { ...(whole ? {} : aboutLimits), maxWaitSeconds: 600 },
          { clock },
        );
        const blamed = report.findings.map(({ signature, received }) => `${signature}: ${received}`);
        expect(blamed, `phase ${phase}`).toEqual([]);
        expect(report.kitFaults).toEqual([]);
        expect(idsWith(report, 'fail')).toEqual([]);
        expect(counted.whileAnyLimited).toBe(0);
      }
    });
  }
});
