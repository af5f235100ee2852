import { describe, expect, it } from 'vitest';
import { createSharedClock } from '../../gallery/shared-clock.ts';
import { defects } from '../../reference-server/defects/index.ts';
import type { Change } from '../../reference-server/index.ts';
import { baselineOf } from '../../src/config/settings.ts';
import { replay } from '../../src/engine/replay.ts';
import { run } from '../../src/engine/run.ts';
import type { RunContext } from '../../src/engine/session.ts';
import { compareRuns } from '../../src/report/compare/compare.ts';
import { summaryOf } from '../../src/report/compare/runs.ts';
import { diffReports } from '../../src/report/diff.ts';
import type { Report } from '../../src/report/model/report.ts';
import { startInMemory } from '../support/in-memory.ts';
import { settingsFor, testKey } from '../support/run-against.ts';

/** Starts a server without a socket. */
function start(...ids: readonly string[]): { readonly url: string; readonly context: RunContext } {
  const clock = createSharedClock();
  const change: Change[] = defects.flatMap((defect) => (ids.includes(defect.id) ? [defect.change] : []));
  const { url, openDispatcher } = startInMemory({
    keys: [{ key: testKey, plan: 'business' }],
    clock,
    change,
  });
  return { url, context: { clock, openDispatcher } };
}

/** Returns what `diff`, `compare` and a history say of a failure that a later run did not show. */
function opinions(id: string, before: Report, after: Report) {
  const [change] = diffReports(before, after).changes.filter(({ requirement }) => requirement === id);
  const days = [before, after].map((report, index) => ({
    name: `day ${index + 1}`,
    summary: JSON.parse(
      JSON.stringify({ ...summaryOf(report), startedAt: `2026-11-2${index}T03:17:00.000Z` }),
    ),
  }));
  const { sections, news } = compareRuns(days);
  const row = sections.flatMap(({ rows }) => rows).find((one) => one.id === id);
  return { diff: change?.kind, note: change?.note, compare: row?.state, news: news[1] };
}

describe('diff, compare, the history and replay decide by one rule', () => {
  it.each([
    ['error-code-number', 'errors.shape'],
    ['error-status-500', 'errors.status'],
    ['error-stack-trace', 'errors.no-internals'],
    ['name-number-coerced', 'invalid.name-type'],
  ])('%s is fixed with another seed and a baseline', async (defect, id) => {
    const [broken, fixed] = [start(defect), start()];
    const settings = (seed: number) => settingsFor(broken.url, { exhaust: false, seed });
    const before = await run(settings(1), broken.context);
    const after = await run({ ...settings(2), baseline: baselineOf(before) }, fixed.context);
    expect(opinions(id, before, after)).toMatchObject({
      diff: 'fixed',
      compare: 'failed 2026-11-20, fixed 2026-11-21',
      news: expect.stringMatching(new RegExp(`^Since 2026-11-20: 1 fixed: ${id}`)),
    });
    const finding = before.findings.find(({ requirement }) => requirement === id);
    const replayed = finding && (await replay([finding], before.runMark, settings(1), fixed.context));
    expect(replayed?.outcomes).toMatchObject([{ outcome: 'fixed' }]);
  });

  it('list-empty-null is not fixed by a run that never saw an empty list', async () => {
    const [broken, repaired] = [start('list-empty-null'), start()];
    const settings = settingsFor(broken.url, { exhaust: false });
    const before = await run(settings, broken.context);
    const empty = await run(settings, repaired.context);
    const filled = await run(settings, repaired.context);
    const fixed = 'failed 2026-11-20, fixed 2026-11-21';
    expect(opinions('list.ok', before, empty)).toMatchObject({ diff: 'fixed', compare: fixed });
    const reason = 'the finding may need an empty list, and the list was not empty when the run began';
    expect(opinions('list.ok', before, filled)).toEqual({
      diff: 'no longer tested',
      note: `passed, but ${reason}`,
      compare: `failed 2026-11-20, and passed since, but ${reason}`,
      news: expect.stringContaining('1 not tested again: list.ok'),
    });
    const finding = before.findings.find(({ requirement }) => requirement === 'list.ok');
    const replayed = finding && (await replay([finding], before.runMark, settings, repaired.context));
    expect(replayed?.outcomes).toMatchObject([{ outcome: 'not reproduced' }]);
  });

  it('a body that was not sent again fixes nothing', async () => {
    const [broken, fixed] = [start('name-number-coerced'), start()];
    const settings = settingsFor(broken.url, { exhaust: false });
    const before = await run(settings, broken.context);
    const after = await run(settings, fixed.context);
    const other = { ...after, sentBodies: ['0123456789abcdef'] };
    const reason = 'the body that failed was not sent again';
    expect(opinions('invalid.name-type', before, other)).toMatchObject({
      diff: 'no longer tested',
      note: `passed, but ${reason}`,
      compare: `failed 2026-11-20, and passed since, but ${reason}`,
    });
  });
});
