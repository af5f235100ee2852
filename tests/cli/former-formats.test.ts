import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readReport as read } from '../../src/report/read-report.ts';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { changedCopy, expectRefused, readReport, runInto, startService } from './services.ts';

// Version 0.3.0 wrote these two files for a server with three defects.
const snapshots = new URL('../report/snapshots/', import.meta.url);
const report = fileURLToPath(new URL('former-report-0.3.0.json', snapshots));
const waivers = fileURLToPath(new URL('former-waivers-0.3.0.json', snapshots));
const defects = ['name-number-coerced', 'error-status-other', 'key-bare'];
const ids = ['invalid.name-type', 'errors.status', 'auth.bearer-only', 'list.ok'];
const only = ['--only', ids.join()];

const oneNotice = /^"[^"]*" is .* 0\.3\.0\. .*\n$/;

describe('a report of version 0.3.0', () => {
  it('is read with its waivers and its baseline as accepted failures', async () => {
    const notices: string[] = [];
    const { verdict, requirements, findings, accepted, ...rest } = read(
      await readFile(report, 'utf8'),
      (what) => notices.push(what),
    );
    expect([rest.formatVersion, notices]).toEqual([3, [expect.stringContaining('0.3.0')]]);
    const verdicts = Object.fromEntries(requirements.map((one) => [one.id, one.verdict]));
    expect(ids.map((id) => verdicts[id])).toEqual(['accepted', 'accepted', 'fail', 'pass']);
    expect(verdict).toMatchObject({ outcome: 'does not conform', exitStatus: 1 });
    expect(verdict.counts).toMatchObject({ accepted: 2, fail: 1, pass: 1 });
    expect(verdict.scope).toMatchObject({ accepted: 2, failed: 1, passed: 1 });
    expect(findings.map((one) => [one.cause, one.accepted, one.expired])).toEqual([
      ['returned 200', undefined, 'until 2026-01-31 (Ada: a new gateway, SHOP-8)'],
      ['returned 201', undefined, undefined],
      ['status is not the HTTP status', 'in the baseline of 2026-11-27', undefined],
      ['returned 201', 'until 2099-12-31 by Ada: a new gateway (SHOP-7)', undefined],
    ]);
    expect(accepted).toMatchObject([
      { requirement: 'invalid.name-type', cause: 'returned 201', until: '2099-12-31', state: 'applied' },
      { requirement: 'auth.bearer-only', cause: 'returned 200', until: '2026-01-31', state: 'expired' },
      { requirement: 'list.ok', state: 'no longer needed' },
    ]);
  });

  it.each([
    ['nothing new', 0],
    ['waivers out of date', 1],
  ])('with the outcome "%s" counts as passed', async (outcome, exitStatus) => {
    const text = await changedCopy<ReturnType<typeof read>>(
      report,
      join(await temporaryFolder(), 'report.json'),
      (one) => ({ ...one, verdict: { ...one.verdict, outcome, exitStatus } }),
    );
    expect(read(await readFile(text, 'utf8')).verdict).toMatchObject({
      outcome: 'passed',
      exitStatus: 0,
    });
  });

  it('is read by every command that reads reports, and each of them prints one notice', async () => {
    const cwd = await temporaryFolder();
    const shown = await carryOut(['report', report]);
    expect([shown.status, shown.stderr]).toEqual([0, expect.stringMatching(oneNotice)]);
    const same = await carryOut(['diff', report, report]);
    // One of the accepted failures in the report has expired.
    expect([same.status, same.stderr.split('\n')]).toEqual([1, expect.arrayContaining([expect.anything()])]);
    const terms = ['--until', '2099-12-31', '--owner', 'Ada', '--reason', 'x'];
    const added = await carryOut(['accept', report, '--add', ...terms], { cwd });
    expect([added.status, added.stderr]).toEqual([0, expect.stringMatching(oneNotice)]);
    const server = await startService(defects);
    const run = await runInto(cwd, server, ...only, '--accepted', report);
    expect([run.status, run.stderr]).toEqual([0, expect.stringMatching(oneNotice)]);
    expect((await readReport(cwd)).verdict.counts).toMatchObject({ accepted: 3, fail: 0 });
    const again = await runInto(cwd, server, ...only, '--accepted', 'petstore-conformance.accepted.json');
    expect([again.status, again.stderr]).toEqual([0, '']);
  });

  it('with a different schema is rejected, and so is an older report', async () => {
    const folder = await temporaryFolder();
    const changed = (name: string, change: (one: object) => object) =>
      changedCopy<object>(report, join(folder, name), change);
    for (const wrong of [
      { verdict: null },
      { requirements: [null] },
      { findings: 7 },
      { waivers: [{ signature: {} }] },
      { waivers: 'x' },
      { formatVersion: 1 },
    ])
      expectRefused(
        await carryOut(['report', await changed('wrong.json', (one) => ({ ...one, ...wrong }))]),
        /./,
      );
  });
});

describe('a waivers file of version 0.3.0', () => {
  it('is read by a run, which shows what is accepted, expired and no longer needed', async () => {
    const cwd = await temporaryFolder();
    const server = await startService(['name-number-coerced', 'key-bare']);
    const run = await runInto(cwd, server, ...only, '--accepted', waivers);
    expect([run.status, run.stderr]).toEqual([1, expect.stringMatching(oneNotice)]);
    const { accepted, requirements } = await readReport(cwd);
    expect(accepted?.map(({ state }) => state)).toEqual(['applied', 'expired', 'no longer needed']);
    const verdicts = Object.fromEntries(requirements.map((one) => [one.id, one.verdict]));
    expect(ids.map((id) => verdicts[id])).toEqual(['accepted', 'pass', 'fail', 'pass']);
  });

  it('is rewritten by accept, which then reads it without a notice', async () => {
    const cwd = await temporaryFolder();
    const path = join(cwd, 'petstore-conformance.waivers.json');
    await copyFile(waivers, path);
    await runInto(cwd, await startService(), ...only, '--accepted', path);
    const accept = () => carryOut(['accept', join(cwd, 'report.json'), '--accepted', path], { cwd });
    expect((await accept()).stderr).toMatch(oneNotice);
    const written = JSON.parse(await readFile(path, 'utf8'));
    expect(written).toEqual({
      format: 'petstore-conformance/accepted',
      formatVersion: 1,
      accepted: [],
    });
    expect(await accept()).toMatchObject({ status: 0, stderr: '' });
  });
});
