import { describe, it } from 'vitest';
import { divide, type Tier } from '../support/tiers.ts';
import { toBeSeen } from './expectations.ts';
import { fixedFastify, nodeStacks } from './node-stacks.ts';
import { tryStack } from './try-stack.ts';

const divided = divide([...nodeStacks, fixedFastify], (_stack, index) => index === 0);

/** Tests that the kit finds in each stack of a tier what was expected; one of them is quick. */
export function expectStacks(tier: Tier): void {
  describe('stacks that are written as their documentation shows', () => {
    for (const { expected, start } of divided[tier]) {
      it.concurrent(`finds what was expected in ${expected.title}, and nothing else`, async ({ expect }) => {
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
