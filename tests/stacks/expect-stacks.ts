import { describe, it } from 'vitest';
import { divide, type Tier } from '../support/tiers.ts';
import { toBeSeen } from './expectations.ts';
import { fixedFastify, nodeStacks } from './node-stacks.ts';
import { tryStack } from './try-stack.ts';

const divided = divide([...nodeStacks, fixedFastify], (_stack, index) => index === 0);

/** Tests that the kit reports what was expected for each stack of a tier; one of them is quick. */
export function expectStacks(tier: Tier): void {
  describe('stacks written as their documentation shows', () => {
    for (const { expected, start } of divided[tier]) {
      it.concurrent(`reports exactly what was expected for ${expected.title}`, async ({ expect }) => {
        const { fails, warns, report, passed } = await tryStack(start, 2);
        expect(fails).toEqual(toBeSeen(expected, 'fails'));
        expect(warns).toEqual(toBeSeen(expected, 'warns'));
        expect(report.verdict.exitStatus).toBe(fails.length === 0 ? 0 : 1);
        expect(report.kitFaults).toEqual([]);
        expect(report.requests.total).toBe(passed.requests);
        expect(passed.whileLimited).toBe(0);
      });
    }
  });
}
