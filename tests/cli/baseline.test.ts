import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReferenceServer } from '../../reference-server/index.ts';
import type { Report } from '../../src/report/model/report.ts';
import { temporaryFolder } from './command.ts';
import { changedCopy, readReport, runInto, startService } from './services.ts';

let folder = '';
let baseline = '';
let broken: ReferenceServer;
const only = ['--only', 'invalid.name-type,errors.status'];
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseline-'));
  baseline = join(folder, 'report.json');
  broken = await startService('name-number-coerced', (end) => ends.push(end));
  expect((await runInto(folder, broken, ...only)).status).toBe(1);
});

afterAll(async () => {
  for (const end of ends) await end();
  await rm(folder, { recursive: true, force: true });
});

it('a run passes if every failure is in the baseline', async () => {
  const cwd = await temporaryFolder();
  const { status, stdout } = await runInto(cwd, broken, ...only, '--baseline', baseline);
  expect(status).toBe(0);
  expect(stdout.replace(/\n│ +/g, ' ')).toMatch(
    /1 requirement is violated, all as in the baseline of \d{4}-\d\d-\d\d; not selected: \d+ requirements \(outside --only; run without --only\)\.\n/,
  );
  const { verdict, findings, baseline: named } = await readReport(cwd);
  expect(verdict.outcome).toBe('nothing new');
  expect(findings.map(({ known }) => known)).toEqual([true]);
  expect(named).toEqual({ target: broken.url, startedAt: (await readReport(folder)).startedAt });
});

it('every format separates known failures from new ones', async () => {
  const cwd = await temporaryFolder();
  const forms = ['--reporter', 'terminal,json,junit,markdown,html,github=github.txt'];
  const other = await startService(['name-number-coerced', 'error-status-other']);
  const args = [...only, '--baseline', baseline, ...forms];
  const { status, stdout } = await runInto(cwd, other, ...args);
  expect(status).toBe(1);
  const { verdict } = await readReport(cwd);
  const day = (await readReport(folder)).startedAt.slice(0, 10);
  expect(stdout).toMatch(/── New failures \(1\)[\s\S]*FAIL {2}errors\.status/);
  expect(stdout).toMatch(
    new RegExp(`── Known in the baseline of ${day} \\(1\\) ─+\\n│ invalid\\.name-type: `),
  );
  expect(stdout).not.toMatch(/FAIL {2}invalid\.name-type/);
  expect(verdict.sentence).toBe(
    `2 requirements of the specification are violated. New since the baseline of ${day}: errors.status; already known: 1.`,
  );
  const read = (name: string) => readFile(join(cwd, name), 'utf8');
  const xml = await read('junit.xml');
  expect(xml.match(/<failure /g)).toHaveLength(1);
  expect(xml).toMatch(/name="errors\.status:[^>]*>\s*<failure /);
  expect(xml).toMatch(
    new RegExp(
      `name="invalid\\.name-type:[^>]*>\\s*<skipped message="known in the baseline of ${day}: expected`,
    ),
  );
  const summary = await read('summary.md');
  expect(summary).toContain(`**Known in the baseline of ${day}** \` invalid.name-type \``);
  expect(summary).toContain('| 46 | 1 | 1 |');
  expect(summary).not.toContain('### ❌ ` invalid.name-type `');
  const annotations = await read('github.txt');
  expect(annotations).toMatch(/^::error title=errors\.status::/m);
  expect(annotations).toContain(`::notice title=1 known in the baseline of ${day}::invalid.name-type\n`);
  expect(annotations).not.toMatch(/::error title=invalid/);
  const page = await read('report.html');
  expect(page).toContain(`known in the baseline of ${day}`);
  expect(page.match(/class="badge warn">known: failed/g)).toHaveLength(2);
  expect(page.indexOf('id="errors.status"')).toBeLessThan(page.indexOf('id="invalid.name-type"'));
});

it('a run fails on a failure that is not in the baseline', async () => {
  const cwd = await temporaryFolder();
  const other = await startService('error-status-other');
  const { status, stdout } = await runInto(cwd, other, ...only, '--baseline', baseline);
  expect(status).toBe(1);
  expect(stdout).toMatch(/FAIL {2}errors\.status/);
});

it('a run fails if a known failure has a new cause', async () => {
  const cwd = await temporaryFolder();
  const older = await changedCopy<Report>(baseline, join(folder, 'older.json'), (report) => ({
    ...report,
    findings: report.findings.map((finding) => ({
      ...finding,
      signature: 'invalid.name-type: returned 500',
    })),
  }));
  expect((await runInto(cwd, broken, ...only, '--baseline', older)).status).toBe(1);
});
