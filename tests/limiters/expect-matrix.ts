import { expect, it } from 'vitest';
import type { Settings } from '../../src/config/settings.ts';
import { divideEvery, type Tier } from '../support/tiers.ts';
import type { Design, Way } from './designs/design.ts';
import { aboutLimits, type Cell, runCell } from './matrix.ts';

/** Tests that each correct design passes. */
export function expectPasses(designs: readonly Design[]): void {
  it.each(designs)('$title passes', async ({ right }) => {
    const cell = await runCell(right);
    expectFound(cell, right);
    expect(cell.report.verdict.outcome).toBe('conforms');
    expect(verdicts(cell, 'limit.enforced', 'limit.recovers')).toEqual(['pass', 'pass']);
    await expectNothingWhileLimited(right, {}, cell);
  });
}

/** Tests that each fault of a tier is reported under exactly its requirements. The quick tier has every sixteenth fault. */
export function expectFaults(designs: readonly Design[], tier: Tier): void {
  const faults = designs.flatMap(({ title, faults }) =>
    faults.map((fault) => [title, fault.id, fault] as const),
  );
  it.each(divideEvery(faults, 16)[tier])('%s: %s', async (_title, _id, fault) => {
    // One at a time, as in the page: a POST that joins a GET beyond the limit takes the place of another GET.
    const cell = await runCell(fault, { ...aboutLimits, concurrency: 1 });
    expectFound(cell, fault);
    await expectNothingWhileLimited(fault, aboutLimits, cell);
  });
}

function expectFound({ report, found }: Cell, { requirements }: Way): void {
  const shown = report.findings.map((one) => `${one.signature}: ${one.received}`).join('\n');
  expect(report.kitFaults).toEqual([]);
  expect(found, shown).toEqual([...requirements].sort());
  expect(report.requests.total).toBeLessThanOrEqual(report.plan.atMost);
}

/**
 * Requests in flight when a 429 is read cannot be canceled: at most three while Remaining is in doubt, none one at a
 * time.
 */
async function expectNothingWhileLimited(
  way: Way,
  settings: Partial<Settings>,
  { log }: Cell,
): Promise<void> {
  if (log.counts.whileLimited === 0) return;
  expect(log.counts.whileLimited).toBeLessThan(4);
  const alone = await runCell(way, { ...settings, concurrency: 1 });
  expect(alone.log.counts.whileLimited).toBe(0);
}

function verdicts({ report }: Cell, ...ids: readonly string[]): (string | undefined)[] {
  return ids.map((id) => report.requirements.find((one) => one.id === id)?.verdict);
}
