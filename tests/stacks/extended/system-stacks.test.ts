import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { toBeSeen } from '../expectations.ts';
import { otherStacks, versionsOf } from '../other-stacks.ts';
import { tryStack } from '../try-stack.ts';

/** These need no download and no build. Those that do are left to `npm run stacks`. */
const stacks = otherStacks.filter(({ fromSystem }) => fromSystem);

/** Longer than the minute that a client waits after a 429 without a time. */
const timeout = 180_000;

describe.concurrent('stacks of other languages that run with the packages of the system', () => {
  for (const stack of stacks) {
    for (const { expected, prepare } of versionsOf(stack)) {
      it(`finds what was expected in ${expected.title}, and nothing else`, { timeout }, async (test) => {
        const folder = mkdtempSync(join(tmpdir(), 'petstore-stack-'));
        test.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
        const built = await prepare(folder);
        if (built.kind === 'left out') return test.skip(built.why);
        const { fails, warns, report } = await tryStack(built.start, stack.windowSeconds, stack.concurrency);
        test.expect(fails).toEqual(toBeSeen(expected, 'fails'));
        test.expect(warns).toEqual(toBeSeen(expected, 'warns'));
        test.expect(report.verdict.exitStatus).toBe(fails.length === 0 ? 0 : 1);
        test.expect(report.kitFaults).toEqual([]);
      });
    }
  }
});
