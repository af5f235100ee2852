import { mkdtemp, rm } from 'node:fs/promises';
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
