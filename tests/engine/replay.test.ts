import { describe, expect, it } from 'vitest';
import { createSharedClock } from '../../gallery/shared-clock.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { type Change, startReferenceServer } from '../../reference-server/index.ts';
import { replay } from '../../src/engine/replay.ts';
import { run } from '../../src/engine/run.ts';
import type { Clock } from '../../src/exchange/clock.ts';
import type { Finding, Report } from '../../src/report/model/report.ts';
import { settingsFor, testKey } from '../support/run-against.ts';
import { inTiers } from '../support/tiers.ts';

/** Starts a server with a defect, and one with the defect fixed. */
async function withFixable(
  id: string,
  use: (url: string, fix: () => Promise<string>, clock: Clock) => Promise<void>,
  plan: 'free' | 'business' = 'business',
): Promise<void> {
  const change = defects.find((defect) => defect.id === id)?.change;
  if (change === undefined) throw new Error(`Unknown defect: ${id}`);
  const clock = createSharedClock();
  const start = (changes: Change[]) =>
    startReferenceServer({ keys: [{ key: testKey, plan }], clock, change: changes });
  const broken = await start([change]);
  let fixed: Awaited<ReturnType<typeof start>> | undefined;
  try {
    const fix = async (): Promise<string> => {
      fixed = await start([]);
      return fixed.url;
    };
    await use(broken.url, fix, clock);
  } finally {
    await broken.close();
    await fixed?.close();
  }
}

function findingOf(report: Report, requirement: string): Finding {
  const finding = report.findings.find((one) => one.requirement === requirement);
  if (finding === undefined) throw new Error(`No finding for ${requirement}`);
  return finding;
}

/**
 * An invalid body, a rule on any response, a check with a control request, a rule on the whole run, and faults that depend on
 * more than one request: on earlier requests, on the stored data, or on a refusal.
 */
const cases = [
  ['name-number-coerced', 'invalid.name-type', 3],
  ['headers-missing-on-401', 'headers.present', 2],
  ['list-public', 'auth.key-missing', 30],
  ['list-first-five', 'list.complete', 90],
  ['error-echoes-key', 'errors.no-internals', 2],
  ['list-legacy-name-null', 'list.category', 2],
  ['description-none-as-text', 'create.fields', 90],
  ['key-locked-out', 'auth.key-accepted', 130],
] as const;

/** Faults that only a 429 shows, so that replay must exhaust the limit. */
const limitedCases = [
  ['retry-after-missing', 'limit.retry-after'],
  ['retry-after-iso-date', 'limit.retry-after-value'],
  ['limit-missing-on-429', 'headers.present'],
] as const;

describe('replay', () => {
  for (const { rows, options } of inTiers(cases, 4))
    it.each(rows)(
      '%s: still failing on the same server, fixed on the fixed server',
      options,
      async (id, requirement, most) => {
        await withFixable(id, async (url, fix, clock) => {
          const settings = { seed: 3, exhaust: false };
          const report = await run(settingsFor(url, settings), { clock });
          expect(report.kitFaults).toEqual([]);
          const finding = findingOf(report, requirement);
          const again = await replay(finding, report.runMark, settingsFor(url, settings), { clock });
          expect(again.reason).toBeUndefined();
          expect(again).toMatchObject({ outcome: 'still failing' });
          expect(again.finding?.signature).toBe(finding.signature);
          expect(again.requests).toBeLessThanOrEqual(most);
          const after = await replay(finding, report.runMark, settingsFor(await fix(), settings), { clock });
          expect(after).toMatchObject({ outcome: 'fixed' });
        });
      },
    );

  for (const { rows, options } of inTiers(limitedCases, 2))
    it.each(rows)(
      '%s: shows in a 429, which the proof of the limit brings about',
      options,
      async (id, requirement) => {
        await withFixable(
          id,
          async (url, fix, clock) => {
            const report = await run(settingsFor(url), { clock });
            const finding = findingOf(report, requirement);
            const again = await replay(finding, report.runMark, settingsFor(url), { clock });
            expect(again).toMatchObject({ outcome: 'still failing' });
            const fixed = await fix();
            const unproven = await replay(finding, report.runMark, settingsFor(fixed, { exhaust: false }), {
              clock,
            });
            expect(unproven.outcome).toBe('not reproduced');
            expect(unproven.reason).toMatch(
              /needs GET \/categories to return 429, which did not happen \(excluded by --no-exhaust\)/,
            );
            const after = await replay(finding, report.runMark, settingsFor(fixed), { clock });
            expect(after).toMatchObject({ outcome: 'fixed' });
          },
          'free',
        );
      },
    );

  it('does not reproduce a fault that needs an empty store if the store is not empty', async () => {
    await withFixable('list-empty-null', async (url, fix, clock) => {
      const settings = { exhaust: false };
      const report = await run(settingsFor(url, settings), { clock });
      const finding = findingOf(report, 'list.ok');
      const again = await replay(finding, report.runMark, settingsFor(url, settings), { clock });
      expect(again.outcome).toBe('not reproduced');
      expect(again.reason).toMatch(/perhaps because the list was empty\. Now the list was not empty/);
      const after = await replay(finding, report.runMark, settingsFor(await fix(), settings), { clock });
      expect(after.outcome).toBe('fixed');
    });
  });

  it('reports its leftover data', async () => {
    await withFixable('name-number-coerced', async (url, _, clock) => {
      const report = await run(settingsFor(url, { exhaust: false }), { clock });
      const finding = findingOf(report, 'invalid.name-type');
      const again = await replay(finding, report.runMark, settingsFor(url, { exhaust: false }), { clock });
      expect(again.leftovers.map(({ cause }) => cause)).toEqual(['created', 'accepted though invalid']);
    });
  });

  it('has no result if the target is unreachable', async () => {
    await withFixable('name-number-coerced', async (url, _, clock) => {
      const report = await run(settingsFor(url, { exhaust: false }), { clock });
      const settings = settingsFor('http://127.0.0.1:9/v1', { exhaust: false });
      const again = await replay(findingOf(report, 'invalid.name-type'), report.runMark, settings, { clock });
      expect(again.outcome).toBe('inconclusive');
      expect(again.reason).toMatch(/^Cannot reach the target: the connection was refused\./);
    });
  });
});
