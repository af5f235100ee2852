import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { type Change, startReferenceServer } from '../../reference-server/index.ts';
import { createSharedClock } from '../../src/gallery/shared-clock.ts';
import type { Finding, Report } from '../../src/model/report.ts';
import { replay } from '../../src/run/replay.ts';
import { run } from '../../src/run/run.ts';
import { settingsFor, testKey } from '../support/run-against.ts';

/** One server whose mistake is there at first and mended later, at the same address. */
async function withMendable(
  id: string,
  use: (url: string, mend: () => Promise<string>) => Promise<void>,
): Promise<void> {
  const change = defects.find((defect) => defect.id === id)?.change;
  if (change === undefined) throw new Error(`there is no defect ${id}`);
  const clock = createSharedClock();
  const start = (changes: Change[]) =>
    startReferenceServer({ keys: [{ key: testKey, plan: 'business' }], clock, change: changes });
  const broken = await start([change]);
  let mended: Awaited<ReturnType<typeof start>> | undefined;
  try {
    await use(broken.url, async () => {
      mended = await start([]);
      return mended.url;
    });
  } finally {
    await broken.close();
    await mended?.close();
  }
}

function findingOf(report: Report, requirement: string): Finding {
  const finding = report.findings.find((one) => one.requirement === requirement);
  if (finding === undefined) throw new Error(`no finding of ${requirement}`);
  return finding;
}

/** A body to refuse, an answer of any kind, a check with a twin, and what only a whole run shows. */
const cases = [
  ['name-number-coerced', 'invalid.name-type', 3],
  ['headers-missing-on-401', 'headers.present', 2],
  ['list-public', 'auth.key-missing', 30],
  ['list-first-five', 'list.complete', 90],
] as const;

describe('replay', () => {
  it.each(cases)(
    '%s: still there on the same server, mended on the mended one',
    async (id, requirement, most) => {
      await withMendable(id, async (url, mend) => {
        const clock = createSharedClock();
        const settings = { seed: 3, exhaust: false };
        const report = await run(settingsFor(url, settings), { clock });
        expect(report.kitFaults).toEqual([]);
        const finding = findingOf(report, requirement);
        const again = await replay(finding, report.runMark, settingsFor(url, settings), { clock });
        expect(again.reason).toBeUndefined();
        expect(again).toMatchObject({ outcome: 'still there' });
        expect(again.finding?.signature).toBe(finding.signature);
        expect(again.requests).toBeLessThanOrEqual(most);
        const after = await replay(finding, report.runMark, settingsFor(await mend(), settings), { clock });
        expect(after).toMatchObject({ outcome: 'mended' });
      });
    },
  );

  it('cannot tell where the target is not there', async () => {
    await withMendable('name-number-coerced', async (url) => {
      const clock = createSharedClock();
      const report = await run(settingsFor(url, { exhaust: false }), { clock });
      const settings = settingsFor('http://127.0.0.1:9/v1', { exhaust: false });
      const again = await replay(findingOf(report, 'invalid.name-type'), report.runMark, settings, { clock });
      expect(again.outcome).toBe('could not tell');
      expect(again.reason).toMatch(/cannot be reached/);
    });
  });
});
