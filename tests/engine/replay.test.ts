import { describe, expect, it } from 'vitest';
import { createSharedClock } from '../../gallery/shared-clock.ts';
import { defects } from '../../reference-server/defects/index.ts';
import type { Change } from '../../reference-server/index.ts';
import { run } from '../../src/engine/run.ts';
import type { RunContext } from '../../src/engine/session.ts';
import type { Finding, Report } from '../../src/report/model/report.ts';
import { startInMemory } from '../support/in-memory.ts';
import { replayOne } from '../support/replay-one.ts';
import { settingsFor, testKey } from '../support/run-against.ts';
import { inTiers } from '../support/tiers.ts';

/** A server that a run and a replay can use, and the defect in it fixed. */
interface Fixable {
  readonly url: string;
  readonly broken: RunContext;
  readonly fixed: RunContext;
}

/** Makes a server with a defect, and the same server with the defect fixed. Neither has a socket. */
function fixable(id: string, plan: 'free' | 'business' = 'business'): Fixable {
  const change = defects.find((defect) => defect.id === id)?.change;
  if (change === undefined) throw new Error(`Unknown defect: ${id}`);
  const clock = createSharedClock();
  const start = (changes: Change[]) =>
    startInMemory({ keys: [{ key: testKey, plan }], clock, change: changes });
  const { url, openDispatcher } = start([change]);
  return {
    url,
    broken: { clock, openDispatcher },
    fixed: { clock, openDispatcher: start([]).openDispatcher },
  };
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
  ['name-number-coerced', 'invalid.name-type', 30],
  ['headers-missing-on-401', 'headers.present', 30],
  ['list-public', 'auth.key-missing', 30],
  ['list-first-five', 'list.complete', 90],
  ['error-echoes-key', 'errors.no-internals', 170],
  ['list-legacy-name-null', 'list.category', 11],
  ['description-none-as-text', 'create.fields', 150],
  ['key-locked-out', 'auth.key-accepted', 140],
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
        const { url, broken, fixed } = fixable(id);
        const settings = settingsFor(url, { seed: 3, exhaust: false });
        const report = await run(settings, broken);
        expect(report.kitFaults).toEqual([]);
        const finding = findingOf(report, requirement);
        const again = await replayOne(finding, report.runMark, settings, broken);
        expect(again.reason).toBeUndefined();
        expect(again).toMatchObject({ outcome: 'still failing' });
        expect(again.finding?.signature).toBe(finding.signature);
        expect(again.requests).toBeLessThanOrEqual(most);
        const after = await replayOne(finding, report.runMark, settings, fixed);
        expect(after).toMatchObject({ outcome: 'fixed' });
      },
    );

  for (const { rows, options } of inTiers(limitedCases, 3))
    it.each(rows)(
      '%s: shows in a 429, which the proof of the limit brings about',
      options,
      async (id, requirement) => {
        const { url, broken, fixed } = fixable(id, 'free');
        const report = await run(settingsFor(url), broken);
        const finding = findingOf(report, requirement);
        const again = await replayOne(finding, report.runMark, settingsFor(url), broken);
        expect(again).toMatchObject({ outcome: 'still failing' });
        const unproven = await replayOne(
          finding,
          report.runMark,
          settingsFor(url, { exhaust: false }),
          fixed,
        );
        expect(unproven.outcome).toBe('not reproduced');
        expect(unproven.reason).toMatch(
          /needs GET \/categories to return 429, which did not happen \(excluded by --no-exhaust\)/,
        );
        const after = await replayOne(finding, report.runMark, settingsFor(url), fixed);
        expect(after).toMatchObject({ outcome: 'fixed' });
      },
    );

  it('does not reproduce a fault that needs an empty store if the store is not empty', async () => {
    const { url, broken, fixed } = fixable('list-empty-null');
    const settings = settingsFor(url, { exhaust: false });
    const report = await run(settings, broken);
    const finding = findingOf(report, 'list.ok');
    const again = await replayOne(finding, report.runMark, settings, broken);
    expect(again.outcome).toBe('not reproduced');
    expect(again.reason).toMatch(/may need an empty list, and the list was not empty when the run began/);
    const after = await replayOne(finding, report.runMark, settings, fixed);
    expect(after.outcome).toBe('fixed');
  });

  it('reports its leftover data', async () => {
    const { url, broken } = fixable('name-number-coerced');
    const settings = settingsFor(url, { exhaust: false });
    const report = await run(settings, broken);
    const finding = findingOf(report, 'invalid.name-type');
    const again = await replayOne(finding, report.runMark, settings, broken);
    expect(again.leftovers.map(({ cause }) => cause)).toContain('accepted though invalid');
  });

  it('has no result if the target is unreachable', async () => {
    const { url, broken } = fixable('name-number-coerced');
    const report = await run(settingsFor(url, { exhaust: false }), broken);
    const settings = settingsFor('http://127.0.0.1:9/v1', { exhaust: false });
    const finding = findingOf(report, 'invalid.name-type');
    const again = await replayOne(finding, report.runMark, settings, { clock: createSharedClock() });
    expect(again.outcome).toBe('inconclusive');
    expect(again.reason).toMatch(/^Cannot reach the target: the connection was refused\./);
  });
});
