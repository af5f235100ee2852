import { describe, it } from 'vitest';
import { toBeSeen } from './expectations.ts';
import { mendedFastify, nodeStacks } from './node-stacks.ts';
import { tryStack } from './try-stack.ts';

describe('stacks that are written as their documentation shows', () => {
  for (const { expected, start } of [...nodeStacks, mendedFastify]) {
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
