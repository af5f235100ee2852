import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baselines, servers, unrelated } from '../bench/comparison/servers.ts';
import { expectedStatus, isExpected } from '../gallery/judge-row.ts';
import { strangerRow } from '../gallery/rows/strangers.ts';
import { type Stranger, strangers } from '../strangers/table.ts';
import { csv, readCsv } from './csv.ts';
import { page } from './markdown.ts';
import { root } from './root.ts';
import { expectWritten, markdownTable } from './written.ts';

/** The column headings of the page, keyed by the names that tools have in `tests/bench/comparison/tools.ts`. */
const tools = {
  kit: 'This kit',
  schemathesis: 'Schemathesis',
  dredd: 'Dredd',
  newman: 'Portman, Newman',
  supertest: 'By hand',
};
const names = Object.keys(tools);
const titles = Object.values(tools);

const text = page('docs/comparison.md');
const runs = readCsv('docs/data/comparison.csv').map((row) => ({
  tool: row['tool'] ?? '',
  server: row['server'] ?? '',
  status: row['status'],
  requests: Number(row['requests']),
  whileLimited: Number(row['while limited']),
  seconds: Number(row['seconds']),
  failures: row['failures'] === '' ? [] : (row['failures'] ?? '').split(' | '),
  measured: row['measured'],
}));

const compared = servers
  .filter((server) => !baselines.includes(server))
  .flatMap((server) => strangers.filter(({ file }) => file === server));
const broken = compared.filter((one) => !one.legal);
const legal = compared.filter((one) => one.legal);

/** Lists the failures that a tool reported for a server but for none of the baselines. */
function newFailures(tool: string, server: string): readonly string[] {
  const of = (...ids: readonly string[]) =>
    runs.filter((run) => run.tool === tool && ids.includes(run.server)).flatMap(({ failures }) => failures);
  const usual = of(...baselines);
  return of(server).filter((failure) => !usual.includes(failure));
}

/** Returns × if a tool reported the defect of a server, or (×) if it reported only something else. */
function markOf(tool: string, file: string): string {
  if (newFailures(tool, file).length === 0) return '';
  return unrelated[file]?.includes(tool) === true ? '(×)' : '×';
}

const totalOf = (tool: string, of: readonly Stranger[]) =>
  of.filter(({ file }) => markOf(tool, file) === '×').length;

/** The list of the servers, with each tool's mark. */
const marks = csv(
  ['server', 'conforms', 'what it does', ...titles],
  [...broken, ...legal].map(({ file, legal: conforms, what }) => [
    ...[file, conforms ? 'yes' : 'no', what],
    ...names.map((tool) => markOf(tool, file)),
  ]),
);

/** Returns a table that shows how many servers each tool reported. */
function results(): string {
  const totals = (of: readonly Stranger[]) => names.map((tool) => `${totalOf(tool, of)} of ${of.length}`);
  return markdownTable(
    ['', ...titles],
    [
      ['defects found', ...totals(broken)],
      ['false alarms on legal servers', ...totals(legal)],
    ],
  );
}

function cost(): string {
  const median = (tool: string) => {
    const sorted = runs.filter((run) => run.tool === tool).map(({ seconds }) => seconds);
    return sorted.sort((one, other) => one - other)[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  const head = ['', 'Requests, reference server', 'Requests, at most', 'Runs', 'While limited', 'Time'];
  return markdownTable(
    head,
    names.map((tool, column) => {
      const own = runs.filter((run) => run.tool === tool);
      return [
        titles[column] ?? '',
        own.find(({ server }) => server === 'reference')?.requests ?? '',
        Math.max(...own.map(({ requests }) => requests)),
        own.length,
        own.reduce((sum, { whileLimited }) => sum + whileLimited, 0),
        (median(tool) / median('kit')).toPrecision(1),
      ];
    }),
  );
}

/** Returns the page with the table below a heading replaced. */
function withTable(markdown: string, heading: string, table: string): string {
  const [before = '', after = ''] = markdown.split(`\n## ${heading}\n`);
  return `${before}\n## ${heading}\n${after.replace(/^(?:\|.*\n)+/m, () => `${table}\n`)}`;
}

describe('docs/comparison.md', () => {
  it('has the tables of docs/data/comparison.csv, and a list of the servers', async () => {
    const tables = {
      Results: results(),
      Cost: cost(),
    };
    const dated = text.replace(/^Measured on .+\.$/m, runs[0]?.measured ?? '');
    const written = Object.entries(tables).reduce(
      (all, [heading, table]) => withTable(all, heading, table),
      dated,
    );
    await expectWritten({ 'docs/comparison.md': written, 'docs/data/comparison-servers.csv': marks });
  });

  it('states how many servers it compares, and how many of all defects this kit misses', () => {
    const missed = strangers.filter((one) => one.missed === true).length;
    expect(text.replaceAll('\n', ' ')).toContain(
      `Of all broken servers in \`tests/strangers\`, it still misses ${missed}.`,
    );
    expect(text).toContain(`${broken.length} broken and ${legal.length} legal`);
  });
});

describe('README.md', () => {
  it('has the totals of docs/data/comparison.csv, with the best tool first', async () => {
    const totals = names
      .map((tool, column) => ({
        title: tool === 'supertest' ? 'Hand-written tests' : (titles[column] ?? ''),
        found: totalOf(tool, broken),
        alarms: totalOf(tool, legal),
      }))
      .sort((one, other) => other.found - one.found);
    const table = markdownTable(
      ['', ...totals.map(({ title }) => title)],
      [
        ['defects found', ...totals.map(({ found }) => found)],
        ['false alarms', ...totals.map(({ alarms }) => alarms)],
      ],
    );
    const readme = page('README.md');
    const written = withTable(readme, 'What other tools miss', table);
    await expect(written).toMatchFileSnapshot(join(root, 'README.md'));
    expect(readme.replaceAll(/\s+/g, ' ')).toContain(
      `${broken.length} broken and ${legal.length} conforming servers`,
    );
  });
});

describe('docs/data/comparison.csv', () => {
  it('has every run that the page shows, and the reference server passes with every tool', () => {
    expect(compared.length).toBe(servers.length - baselines.length);
    expect(runs.map(({ tool, server }) => [tool, server])).toEqual(
      names.flatMap((tool) => servers.map((server) => [tool, server])),
    );
    expect(runs.filter(({ server, status }) => server === 'reference' && status !== '0')).toEqual([]);
  });

  it('shows that this kit reports exactly what is expected for each server', () => {
    const wrong = compared.filter((stranger) => {
      const row = strangerRow(stranger);
      const ran = runs.filter(({ tool, server }) => tool === 'kit' && server === row.id);
      return ran.some(
        ({ failures, status }) =>
          !isExpected(failures, row.expect) || Number(status) !== expectedStatus(row.expect, failures),
      );
    });
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });
});
