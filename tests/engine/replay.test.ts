import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import type { Change } from '../../reference-server/index.ts';
import { run } from '../../src/engine/run.ts';
import type { RunContext } from '../../src/engine/session.ts';
import type { Finding, Report } from '../../src/report/model/report.ts';
import { createSharedClock } from '../gallery/shared-clock.ts';
import { startInMemory } from '../support/in-memory.ts';
import { replayOne } from '../support/replay-one.ts';
import { settingsFor, testKey } from '../support/run-against.ts';
import { inTiers } from '../support/tiers.ts';

/** A server with a defect, and the same server with the defect fixed, both ready for a run and a replay. */
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
  ['list-first-five', 'list.complete', 170],
  ['error-echoes-key', 'errors.no-internals', 170],
  ['list-legacy-name-null', 'list.category', 170],
  ['description-none-as-text', 'create.fields', 170],
  ['key-locked-out', 'auth.key-accepted', 170],
] as const;

/** Faults that only a 429 shows, so replay must exhaust the limit. */
const limitedCases = [
  ['retry-after-missing', 'limit.retry-after'],
  ['retry-after-iso-date', 'limit.retry-after-value'],
  ['limit-missing-on-429', 'headers.present'],
] as const;

describe('replay', () => {
  for (const { rows, options } of inTiers(cases, 4))
    it.each(rows)(
      '%s: a finding is still failing on the same server, and fixed on the fixed server',
      options,
      async (id, requirement, most) => {
        const { url, broken, fixed } = fixable(id);
        const settings = settingsFor(url, { seed: 3, exhaust: false });
        const reported = await run(settings, broken);
        expect(reported.kitFaults).toEqual([]);
        const finding = findingOf(reported, requirement);
        const again = await replayOne(finding, reported, settings, broken);
        // If the requests are sent in a different order, the requirement may also fail at another place.
        expect(again.kinds).toContain('still failing');
        expect([...new Set(again.signatures)]).toEqual([finding.signature]);
        expect(again.report.requests.total).toBeLessThanOrEqual(most);
        const after = await replayOne(finding, reported, settings, fixed);
        expect(after).toMatchObject({ kinds: ['fixed'], notes: [] });
      },
    );

  for (const { rows, options } of inTiers(limitedCases, 3))
    it.each(rows)(
      '%s: reproduces a finding in a 429 by proving the limit',
      options,
      async (id, requirement) => {
        const { url, broken, fixed } = fixable(id, 'free');
        const settings = settingsFor(url);
        const reported = await run(settings, broken);
        const finding = findingOf(reported, requirement);
        const again = await replayOne(finding, reported, settings, broken);
        expect(again).toMatchObject({ kinds: ['still failing'] });
        const unproven = await replayOne(finding, reported, { ...settings, exhaust: false }, fixed);
        expect(unproven).toMatchObject({ kinds: ['not tested again'] });
        const after = await replayOne(finding, reported, settings, fixed);
        expect(after).toMatchObject({ kinds: ['fixed'] });
      },
    );

  it('does not call a fault that needs an empty store fixed if the store is not empty', async () => {
    const { url, broken, fixed } = fixable('list-empty-null');
    const settings = settingsFor(url, { exhaust: false });
    const reported = await run(settings, broken);
    const finding = findingOf(reported, 'list.ok');
    const again = await replayOne(finding, reported, settings, broken);
    expect(again).toMatchObject({ kinds: ['not tested again'] });
    const after = await replayOne(finding, reported, settings, fixed);
    expect(after).toMatchObject({ kinds: ['fixed'] });
  });

  it('reports the leftover data of its own requests', async () => {
    const { url, broken } = fixable('name-number-coerced');
    const settings = settingsFor(url, { exhaust: false });
    const reported = await run(settings, broken);
    const { report } = await replayOne(findingOf(reported, 'invalid.name-type'), reported, settings, broken);
    expect(report.leftovers.map(({ cause }) => cause)).toContain('accepted though invalid');
  });

  it('has no result if the target is unreachable', async () => {
    const { url, broken } = fixable('name-number-coerced');
    const reported = await run(settingsFor(url, { exhaust: false }), broken);
    const settings = settingsFor('http://127.0.0.1:9/v1', { exhaust: false });
    const finding = findingOf(reported, 'invalid.name-type');
    const again = await replayOne(finding, reported, settings, { clock: createSharedClock() });
    expect(again).toMatchObject({ kinds: ['not tested again'], report: { verdict: { exitStatus: 3 } } });
  });
});
