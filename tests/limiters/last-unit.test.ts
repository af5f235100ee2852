import { describe, expect, it } from 'vitest';
import { variants } from '../../reference-server/variants/index.ts';
import { runInMemory } from '../support/in-memory.ts';

const byAddress = variants.find(({ id }) => id === 'bucket-by-address') ?? expect.fail();
describe('a limiter that counts by IP address', () => {
  // With limits of 57, 69 and 70, a request without the key uses up the quota, and a creation gets the 429.
  it.each([57, 60, 69, 70])(
    'is proven to enforce a limit of %i, whichever request uses up the quota',
    async (minute) => {
      const { report, counted } = await runInMemory({
        plans: { free: { minute, day: 10_000 } },
        change: byAddress.change,
      });
      expect(report.verdict).toMatchObject({ outcome: 'conforms', exitStatus: 0 });
      expect(report.requirements.find(({ id }) => id === 'limit.enforced')).toMatchObject({
        verdict: 'pass',
      });
      expect(report.requirements.find(({ id }) => id === 'limit.enforced')?.reason).toBeUndefined();
      expect(counted.limited).toBeLessThanOrEqual(3);
    },
  );
});
