import { it } from 'vitest';
import { measuredNow } from '../docs/measured-page.ts';
import { writeDocuments } from '../docs/written.ts';
import { idsWith } from '../gallery/judge-row.ts';
import type { Row } from '../gallery/row.ts';
import { limiterRow } from '../gallery/rows/limiters.ts';
import { tryRow } from '../gallery/run-row.ts';
import { type Counted, designs, limiterDocuments, nameOf } from './page-text.ts';

async function count(row: Row): Promise<Counted> {
  const trial = await tryRow(row, { concurrency: 1 });
  if ('skipped' in trial) throw new Error(trial.skipped);
  const { report, counted: { withKey = 0, withoutKey = 0, whileLimited = 0 } = {} } = trial;
  return {
    found: idsWith(report, 'fail', 'warn').sort(),
    withKey,
    withoutKey,
    bound: report.plan.atMost,
    waits: report.waits.length,
    waitedSeconds: Math.round(report.waits.reduce((sum, wait) => sum + wait.seconds, 0)),
    whileLimited,
  };
}

it('writes reports/rate-limits.md', async () => {
  const measured = measuredNow();
  const counted = new Map<string, Counted>();
  for (const design of designs) {
    for (const way of [design.right, ...design.faults])
      counted.set(nameOf(design, way), await count(limiterRow(design, way)));
  }
  writeDocuments(limiterDocuments(counted, measured));
});
