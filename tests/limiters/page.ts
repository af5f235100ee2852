import { it } from 'vitest';
import type { Settings } from '../../src/config/settings.ts';
import { measuredNow } from '../docs/measured-page.ts';
import { writeDocuments } from '../docs/written.ts';
import type { Way } from './designs/design.ts';
import { aboutLimits, runCell } from './matrix.ts';
import { type Counted, designs, limiterDocuments, nameOf } from './page-text.ts';

async function count(way: Way, settings: Partial<Settings>): Promise<Counted> {
  const { report, log, found } = await runCell(way, { ...settings, concurrency: 1 });
  const { withKey, withoutKey, whileLimited } = log.counts;
  return {
    found,
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
    counted.set(nameOf(design, design.right), await count(design.right, {}));
    for (const fault of design.faults) counted.set(nameOf(design, fault), await count(fault, aboutLimits));
  }
  writeDocuments(limiterDocuments(counted, measured));
});
