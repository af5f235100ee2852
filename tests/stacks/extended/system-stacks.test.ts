// @module-tag extended
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { toBeSeen } from '../expectations.ts';
import { otherStacks, versionsOf } from '../other-stacks.ts';
import { tryStack } from '../try-stack.ts';

/** These need no download and no build. `npm run stacks` runs those that do. */
const stacks = otherStacks.filter(({ fromSystem }) => fromSystem);

/** Longer than the minute that a client waits after a 429 without a usable wait. */
const timeout = 180_000;

describe.concurrent('stacks in other languages that use system packages', () => {
  for (const stack of stacks) {
    for (const { expected, prepare } of versionsOf(stack)) {
      it(`reports exactly what was expected for ${expected.title}`, {
        timeout,
        retry: stack.retries ?? 0,
      }, async (test) => {
        const folder = mkdtempSync(join(tmpdir(), 'petstore-stack-'));
        test.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
        const built = await prepare(folder);
        if (built.kind === 'skipped') return test.skip(built.why);
        const { fails, warns, report } = await tryStack(built.start, stack.windowSeconds, stack.concurrency);
        test.expect(fails).toEqual(toBeSeen(expected, 'fails'));
        test.expect(warns).toEqual(toBeSeen(expected, 'warns'));
        test.expect(report.verdict.exitStatus).toBe(fails.length === 0 ? 0 : 1);
        test.expect(report.kitFaults).toEqual([]);
      });
    }
  }
});
