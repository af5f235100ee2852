import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import type { Change } from '../../reference-server/index.ts';
import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import type { RunContext } from '../../src/engine/session.ts';
import { acceptedIn } from '../../src/report/accepted.ts';
import { compareReports, summaryOf } from '../../src/report/compare/compare.ts';
import { diffReports } from '../../src/report/diff.ts';
import type { Report } from '../../src/report/model/report.ts';
import { createSharedClock } from '../gallery/shared-clock.ts';
import { startInMemory } from '../support/in-memory.ts';
import { replayOne } from '../support/replay-one.ts';
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

/** Returns what `diff` and `compare` say about a failure that a later run did not show. */
function opinions(id: string, before: Report, after: Report) {
  const [change] = diffReports(before, after).changes.filter(({ requirement }) => requirement === id);
  const days = [before, after].map((report, index) =>
    summaryOf({ ...report, startedAt: `2026-11-2${index}T03:17:00.000Z` }),
  );
  const row = compareReports(days).rows.find((one) => one.id === id);
  return { diff: change?.kind, compare: row?.state.replace(/:.*/, '') };
}

const fixed = { diff: 'fixed', compare: 'fixed 2026-11-21' };
const open = { diff: 'not tested again', compare: 'failed 2026-11-20 or earlier, not tested again' };

/** Replays the finding of a requirement against a server. */
async function replayed(
  id: string,
  before: Report,
  settings: Settings,
  { context }: ReturnType<typeof start>,
) {
  const finding = before.findings.find(({ requirement }) => requirement === id) ?? expect.fail();
  return (await replayOne(finding, before, settings, context)).kinds;
}

describe('diff, compare and replay agree', () => {
  it.each([
    ['error-code-number', 'errors.shape'],
    ['error-status-500', 'errors.status'],
    ['error-stack-trace', 'errors.no-internals'],
    ['name-number-coerced', 'invalid.name-type'],
  ])('that %s is fixed with another seed if its bodies are sent again', async (defect, id) => {
    const [broken, repaired] = [start(defect), start()];
    const settings = (seed: number) => settingsFor(broken.url, { exhaust: false, seed });
    const before = await run(settings(1), broken.context);
    const again = { ...settings(2), accepted: acceptedIn(before) };
    const after = await run(again, repaired.context);
    expect(opinions(id, before, after)).toEqual(fixed);
    expect(await replayed(id, before, settings(1), repaired)).toEqual(['fixed']);
  });

  it.each([
    ['error-in-passing', 'http.passing-failures'],
    ['cut-in-passing', 'http.passing-failures'],
    ['sheds-load-503', 'http.sheds-load'],
  ])('that the warning about %s is fixed if the same request is served at once', async (defect, id) => {
    const [broken, repaired] = [start(defect), start()];
    const settings = settingsFor(broken.url, { exhaust: false });
    const before = await run(settings, broken.context);
    const after = await run(settings, repaired.context);
    expect(opinions(id, before, after)).toEqual(fixed);
  });

  it.each(['standard', 'gentle'] as const)(
    'that created-200 is fixed, although the server had categories before both runs: %s',
    async (profile) => {
      const [broken, repaired] = [start('created-200'), start()];
      const settings = settingsFor(broken.url, { exhaust: false, profile });
      for (const { context } of [broken, repaired]) await run(settings, context);
      const before = await run(settings, broken.context);
      const finding = before.findings.find(({ requirement }) => requirement === 'create.created');
      // A creation that failed does not also count as correct for another check of the requirement.
      expect(finding?.alsoCorrect).toBeUndefined();
      expect(finding?.tested).toBe(finding?.count);
      const after = await run({ ...settings, accepted: acceptedIn(before) }, repaired.context);
      expect(opinions('create.created', before, after)).toEqual(fixed);
      expect(after.accepted?.map(({ requirement, state }) => [requirement, state])).toContainEqual([
        'create.created',
        'no longer needed',
      ]);
    },
  );

  it('that list-empty-null is not fixed if the run never received an empty list', async () => {
    const [broken, repaired] = [start('list-empty-null'), start()];
    const settings = settingsFor(broken.url, { exhaust: false });
    const before = await run(settings, broken.context);
    const empty = await run(settings, repaired.context);
    const filled = await run(settings, repaired.context);
    expect(opinions('list.ok', before, empty)).toEqual(fixed);
    expect(opinions('list.ok', before, filled)).toEqual(open);
    expect(await replayed('list.ok', before, settings, repaired)).toEqual(['not tested again']);
  });

  it('that a failure is not fixed if its body was not sent again', async () => {
    const [broken, repaired] = [start('name-number-coerced'), start()];
    const settings = settingsFor(broken.url, { exhaust: false });
    const before = await run(settings, broken.context);
    const after = await run(settings, repaired.context);
    const other = { ...after, sentBodies: ['0123456789abcdef'] };
    expect(opinions('invalid.name-type', before, other)).toEqual(open);
  });

  it('that a failure is not fixed if its credential was not sent again', async () => {
    const id = 'auth.key-exact';
    const runOf = ({ url, context }: ReturnType<typeof start>, seed: number) =>
      run(settingsFor(url, { seed, only: id, exhaust: false }), context);
    // Each run sends this form to one of the operations.
    const before = await runOf(start('key-before-a-comma'), 1);
    const later: Report[] = [];
    for (let seed = 1; seed <= 12; seed++) later.push(await runOf(start(), seed));
    const form = before.findings[0]?.exchange?.request.again ?? expect.fail();
    const opinionsByForm = later.map((after) => ({
      isSent: after.sentForms?.includes(`${form.operation} ${form.credential}`),
      ...opinions(id, before, after),
    }));
    expect(new Set(opinionsByForm.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ isSent: true, ...fixed }), JSON.stringify({ isSent: false, ...open })]),
    );
  });
});
