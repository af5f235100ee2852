import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/model/report.ts';
import { carryOut } from './in-process.ts';
import { changedCopy, runInto, startService } from './services.ts';

let folder = '';
let good = '';
let bad = '';
const ends: (() => Promise<void>)[] = [];
const close = (end: () => Promise<void>) => ends.push(end);
const id = 'invalid.name-type';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diff-'));
  [good, bad] = (await Promise.all(
    [undefined, 'name-number-coerced'].map(async (defect, index) => {
      const into = await mkdtemp(join(folder, 'run-'));
      expect((await runInto(into, await startService(defect, close))).status).toBe(index);
      // Make it look as if both runs had tested the same target, as in a nightly workflow.
      const path = join(into, 'report.json');
      return changedCopy<Report>(path, path, (report) => ({ ...report, target: 'http://127.0.0.1:8080/v1' }));
    }),
  )) as [string, string];
});

afterAll(async () => {
  for (const end of ends) await end();
  await rm(folder, { recursive: true, force: true });
});

const changed = (path: string, name: string, change: (report: Report) => unknown) =>
  changedCopy<Report>(path, join(folder, name), change);

describe('diff', () => {
  it('shows a new failure with the expected and the received values, and exits with status 1', async () => {
    const { status, stdout } = await carryOut(['diff', good, bad]);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^── New \(1\) ─+\n│ {3}· POST \/categories \{"name":.* → 201 Created, must be 400\n│ +invalid\.name-type/,
    );
    expect(stdout).toMatch(
      /\npetstore-conformance: NEW FAILURES \(exit status 1\) 1 new: invalid\.name-type\.\n$/,
    );
    expect(stdout).not.toContain('Conditions');
  });

  it('shows a fixed failure, and exits with status 0', async () => {
    const { status, stdout } = await carryOut(['diff', bad, good]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^── Fixed \(1\)/);
    expect(stdout).toMatch(/NOTHING NEW \(exit status 0\) 1 fixed: invalid\.name-type\.\n$/);
  });

  it('says how many failures each requirement has, so that these numbers add up to the total', async () => {
    const several = await changed(bad, 'several.json', (report) => ({
      ...report,
      findings: report.findings.flatMap((one) =>
        ['', ' again', ' once more'].map((more) => ({
          ...one,
          cause: `${one.cause}${more}`,
          signature: `${one.signature}${more}`,
        })),
      ),
    }));
    const { stdout } = await carryOut(['diff', good, several]);
    expect(stdout).toMatch(/^── New \(3\)/);
    expect(stdout).toMatch(/NEW FAILURES \(exit status 1\) 3 new: 3 of invalid\.name-type\.\n$/);
  });

  it('shows who accepted a failure, and exits with status 0', async () => {
    const accepted = await changed(bad, 'accepted.json', (report) => ({
      ...report,
      findings: report.findings.map((one) => ({ ...one, accepted: 'until 2027-01-31 by Ada' })),
    }));
    const { status, stdout } = await carryOut(['diff', good, accepted]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^── New \(1\)[\s\S]*until 2027-01-31 by Ada/);
  });

  it('shows a failure with a new cause next to the old failure, and exits with status 1', async () => {
    const other = await changed(bad, 'other.json', (report) => ({
      ...report,
      findings: report.findings.map((finding) => ({ ...finding, signature: `${id}: returned 500` })),
    }));
    const { status, stdout } = await carryOut(['diff', bad, other]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/1 new: invalid\.name-type; 1 not tested again: invalid\.name-type\.\n$/);
  });

  it('shows who accepted an expired failure, and treats it as not accepted', async () => {
    const expired = await changed(bad, 'expired.json', (report) => ({
      ...report,
      findings: report.findings.map((one) => ({ ...one, expired: 'until 2026-11-01 by Ada: x' })),
    }));
    for (const [before, kind, exitStatus] of [
      [bad, 'no longer accepted', 1],
      [expired, 'no longer accepted', 1],
      [good, 'new', 1],
    ] as const) {
      const { status, stdout } = await carryOut(['diff', before, expired, '--json']);
      const [change] = JSON.parse(stdout).changes;
      expect([status, change.kind, change.note]).toEqual([
        exitStatus,
        kind,
        'was accepted until 2026-11-01 by Ada: x',
      ]);
    }
    const printed = await carryOut(['diff', bad, expired]);
    expect(printed.stdout).toMatch(/NO LONGER ACCEPTED \(exit status 1\) 1 no longer accepted: /);
    const line = await carryOut(['diff', bad, expired, '--format', 'line']);
    expect(line).toMatchObject({ status: 1, stdout: `1 no longer accepted: ${id}.\n` });
  });

  it.each([
    ['a new failure', () => [good, bad], 1, `1 new: ${id}.`],
    ['a fixed failure', () => [bad, good], 0, `1 fixed: ${id}.`],
    ['an old failure', () => [bad, bad], 0, 'Nothing new; 1 still failing.'],
    ['no failure', () => [good, good], 0, 'Nothing new.'],
  ])('prints one line for a chat message, which says what changed: %s', async (_, reports, status, line) => {
    const printed = await carryOut(['diff', ...reports(), '--format', 'line']);
    expect(printed).toMatchObject({ status, stdout: `${line}\n` });
  });

  it('never calls an untested failure fixed', async () => {
    const into = await mkdtemp(join(folder, 'only-'));
    await runInto(into, await startService(), '--only', 'list.*');
    const { status, stdout } = await carryOut(['diff', bad, join(into, 'report.json')]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Failed before, not tested again \(1\)[\s\S]*outside --only/);
    expect(stdout).not.toMatch(/fixed/i);
    expect(stdout.indexOf('different --only: not given before, list.* now')).toBeGreaterThan(0);
  });

  it('begins with new failures, and ends with the differences that make the runs hard to compare', async () => {
    const other = await changed(bad, 'profile.json', (report) => ({
      ...report,
      configuration: { ...report.configuration, profile: 'gentle', seed: 7, only: 'invalid.*' },
    }));
    const { stdout } = await carryOut(['diff', good, other]);
    const [first = '', rest = ''] = stdout.split('\n\n');
    expect(first).toMatch(/^── New \(1\)/);
    expect(rest).toMatch(/^│ What to do {5}Fix invalid\.name-type: /);
    for (const words of ['different --profile: standard before, gentle now', 'different --only'])
      expect(rest).toContain(`│ Conditions     ${words}`);
    expect(stdout).toMatch(/│ Note +different seed: \d+ before, 7 now\n/);
  });

  it('has the same content as JSON and as Markdown', async () => {
    const [json, markdown] = await Promise.all([
      carryOut(['diff', good, bad, '--json']),
      carryOut(['diff', good, bad, '--format', 'markdown']),
    ]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      caveats: [],
      changes: [{ kind: 'new', requirement: id, signature: `${id}: returned 201` }],
    });
    expect(markdown.stdout).toMatch(
      /^## ❌ 1 new: invalid\.name-type\.\n[\s\S]*### New \(1\)\n\n- ` POST \/categories .* → 201 Created, must be 400 ` invalid\.name-type/,
    );
    expect([json.status, markdown.status]).toEqual([1, 1]);
  });
});
