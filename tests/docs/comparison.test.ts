import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { page, root, table } from './markdown.ts';

/** One run of one tool, recorded by `bench/comparison/compare.mjs`. */
interface Result {
  readonly tool: string;
  readonly server: string;
  readonly status: number | null;
  readonly requests: number;
  readonly whileLimited: number;
  readonly failures: readonly string[];
}

/** The columns of the page. A tool that was run in two ways gets credit for both. */
const columns = [['kit'], ['schemathesis', 'schemathesis-limited'], ['dredd'], ['newman'], ['supertest']];

const results = JSON.parse(
  readFileSync(join(root, 'bench/comparison/results.json'), 'utf8'),
) as readonly Result[];
const text = page('docs/comparison.md');
const servers = (heading: string) =>
  table(text, heading).map(([server = '']) => /^`([a-z0-9-]+)`/.exec(server)?.[1] ?? '');

/** Lists the failures that a tool reported for a server but not for the reference server. */
function newFailures(tool: string, server: string): readonly string[] {
  const of = (id: string) => results.filter((run) => run.tool === tool && run.server === id);
  const usual = of('reference').flatMap(({ failures }) => failures);
  return of(server).flatMap(({ failures }) => failures.filter((failure) => !usual.includes(failure)));
}

/** Returns the marks in a server's table row: × where the tool reported it. */
const marks = (server: string) =>
  columns.map((tools) => (tools.some((tool) => newFailures(tool, server).length > 0) ? '×' : ''));

describe('docs/comparison.md', () => {
  it('marks and counts the defects that each tool found', () => {
    const rows = table(text, 'Defects detected');
    const ids = servers('Defects detected').slice(0, -1);
    expect(ids.filter((id) => !defects.some((defect) => defect.id === id))).toEqual([]);
    const expected = ids.map(marks);
    expect(rows.slice(0, -1).map((cells) => cells.slice(1))).toEqual(expected);
    expect(rows.at(-1)?.slice(1)).toEqual(
      columns.map((_, column) => `${expected.filter((row) => row[column] === '×').length} of ${ids.length}`),
    );
  });

  it('marks the conforming servers that each tool reported', () => {
    const ids = servers('False alarms on conforming servers');
    expect(ids.filter((id) => !variants.some((variant) => variant.id === id))).toEqual([]);
    expect(table(text, 'False alarms on conforming servers').map((cells) => cells.slice(1))).toEqual(
      ids.map(marks),
    );
  });

  it('states the requests of each way of running a tool', () => {
    const rows = table(text, 'Cost').map((cells) => cells.slice(1, 5));
    expect(rows).toEqual(
      columns.flat().map((tool) => {
        const runs = results.filter((run) => run.tool === tool);
        const [usual] = runs.filter(({ server }) => server === 'reference');
        const most = Math.max(...runs.map(({ requests }) => requests));
        const whileLimited = runs.reduce((sum, run) => sum + run.whileLimited, 0);
        return [usual?.requests, most, runs.length, whileLimited].map(String);
      }),
    );
  });
});

describe('bench/comparison/results.json', () => {
  it('has every run that the page shows, and every tool passes the reference server', () => {
    const shown = ['reference', ...servers('Defects detected').slice(0, -1)];
    for (const [tool] of columns) {
      const ran = results.filter((run) => run.tool === tool).map(({ server }) => server);
      expect(shown.filter((id) => !ran.includes(id))).toEqual([]);
    }
    expect(results.filter(({ server, status }) => server === 'reference' && status !== 0)).toEqual([]);
  });

  it('shows that the kit reports, for each defect, the requirements that the gallery names', () => {
    const ofKit = results.filter(({ tool }) => tool === 'kit');
    const violated = new Map(defects.map(({ id, requirements }) => [id, [...requirements].sort()]));
    const runs = ofKit.filter(({ server }) => violated.has(server));
    expect(runs.map(({ failures }) => failures)).toEqual(runs.map(({ server }) => violated.get(server)));
  });
});
