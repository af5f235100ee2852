import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { type Change, type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts';
import type { Report } from '../../src/report/model/report.ts';
import { extendedTier } from '../support/tiers.ts';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { changedCopy, expectRefused, readReport, startService } from './services.ts';

const key = 'test-Key_0123456789-xyz';
const env = { PETSTORE_API_KEY: key };
let folder = '';
let path = '';
let broken: ReferenceServer;
let fixed: ReferenceServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replay-'));
  path = join(folder, 'report.json');
  const change = defects.find(({ id }) => id === 'name-number-coerced')?.change;
  if (change === undefined) throw new Error('the gallery has no such defect');
  broken = await startReferenceServer({ keys: [{ key, plan: 'business' }], change });
  fixed = await startReferenceServer({ keys: [{ key, plan: 'business' }] });
  const args = ['run', '--base-url', broken.url, '--no-exhaust', '--quiet', '--reports', folder];
  const ended = await carryOut(args, { env });
  expect(ended.status, ended.stderr).toBe(1);
});

afterAll(async () => {
  await broken.close();
  await fixed.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the verdict from the last line, including the exit status. */
const endingOf = (stdout: string) => /^petstore-conformance: (.*? \(exit status \d+\))/m.exec(stdout)?.[1];

describe('replay', () => {
  it('exits with status 1 and shows a finding that still fails', async () => {
    const { status, stdout, stderr } = await carryOut(['replay', path], { env });
    expect([status, endingOf(stdout)], stderr).toEqual([1, 'STILL FAILING (exit status 1)']);
    expect(stdout).toMatch(
      /^── Still failing \(1\)[\s\S]* → 201 Created, must be 400\n│ +invalid\.name-type/,
    );
    expect(stdout).toMatch(/│ Leftover data +\d+ categories, \d+ from invalid requests/);
    expect(stdout + stderr).not.toContain(key);
  });

  it('exits with status 0 against the fixed server', async () => {
    const args = ['replay', path, '--finding', 'invalid.name-type', '--base-url', fixed.url];
    const { status, stdout, stderr } = await carryOut(args, { env });
    expect([status, endingOf(stdout)], stderr).toEqual([0, 'FIXED (exit status 0)']);
    expect(stdout).toMatch(/^── Fixed \(1\)/);
    expect(stdout).toMatch(/│ Leftover data +\d categor/);
    expect(stderr).toMatch(/The report is about/);
    expect(stderr).toContain(`Replaying against ${fixed.url}.`);
  });

  it('decides by the same rules as diff, whatever the report says about accepted failures', async () => {
    const cwd = await temporaryFolder();
    const waiver = { requirement: 'invalid.name-type', reason: 'any', owner: 'Ada', expires: '2999-12-31' };
    await writeFile(
      join(cwd, 'petstore-conformance.waivers.json'),
      JSON.stringify({ formatVersion: 1, waivers: [waiver] }),
    );
    // Write the report as version 0.3.0 did.
    await changedCopy<Report>(path, join(cwd, 'old.json'), ({ sentForms: _, ...report }) => ({
      ...report,
      baseline: { target: report.target, startedAt: report.startedAt },
      findings: report.findings.map((one) => ({ ...one, known: true, waived: 'until 2999-12-31 by Ada' })),
    }));
    const statusOn = async ({ url }: ReferenceServer) =>
      (await carryOut(['replay', 'old.json', '--base-url', url, '--quiet'], { env, cwd })).status;
    expect([await statusOn(broken), await statusOn(fixed)]).toEqual([1, 0]);
  });

  it('sends no POST if the reported run was read-only', async () => {
    const cwd = await temporaryFolder();
    const methods: string[] = [];
    const watched: Change = (parts) => ({
      finish: (response, visit) => {
        methods.push(visit.incoming.method);
        return parts.finish(response, visit);
      },
    });
    const change = [
      ...defects.flatMap((one) => (one.id === 'error-status-other' ? [one.change] : [])),
      watched,
    ];
    const server = await startReferenceServer({ keys: [{ key, plan: 'business' }], change });
    onTestFinished(server.close);
    const args = ['run', '--base-url', server.url, '--read-only', '--quiet', '--reports', cwd];
    expect((await carryOut(args, { env })).status).toBe(1);
    methods.length = 0;
    const again = ['replay', join(cwd, 'report.json'), '--finding', 'errors.status', '--quiet'];
    expect((await carryOut(again, { env })).status).toBe(1);
    expect(new Set(methods)).toEqual(new Set(['GET']));
  });

  it('exhausts the limit to reproduce a finding in a 429, and says so', extendedTier, async () => {
    const reports = join(folder, 'limited');
    const limited = async (id?: string) => {
      const change = id === undefined ? [] : defects.filter((one) => one.id === id).map((one) => one.change);
      const server = await startReferenceServer({
        keys: [{ key, plan: 'free' as const }],
        minuteMs: 1_000,
        change,
        plans: { free: { minute: 20, day: 10_000 } },
      });
      onTestFinished(server.close);
      return server;
    };
    const target = await limited('retry-after-missing');
    const only = ['--only', 'limit.retry-after', '--reports', reports];
    const ended = await carryOut(['run', '--base-url', target.url, ...only], { env });
    expect(ended.stdout).toMatch(
      /│ Verify with .* run --base-url .* --reporter terminal --only limit\.retry-after\n/,
    );
    const path429 = join(reports, 'report.json');
    const again = await carryOut(['replay', path429, '--finding', 'limit.retry-after'], { env });
    expect(again.status, again.stderr).toBe(1);
    expect(again.stderr).toMatch(
      /appeared while the limit was being proven, so the replay uses up the quota of one window/,
    );
    const after = await carryOut(['replay', path429, '--base-url', (await limited()).url], { env });
    expect(after.status, after.stderr + after.stdout).toBe(0);
    expect(after.stdout).toMatch(/FIXED/);
  });

  it('exits with status 3 if nothing could be tested, and gives the reason once', async () => {
    const nowhere = ['replay', '--all', path, '--base-url', 'http://127.0.0.1:9/v1'];
    const gone = await carryOut(nowhere, { env });
    expect([gone.status, endingOf(gone.stdout)]).toEqual([3, 'NOT REPRODUCED (exit status 3)']);
    const cwd = await temporaryFolder();
    const several = await changedCopy<Report>(path, join(cwd, 'several.json'), (report) => ({
      ...report,
      findings: [
        ...report.findings,
        ...report.findings.map((one) => ({ ...one, signature: 'invalid.name-type: returned 202' })),
      ],
    }));
    const refused = await carryOut(['replay', '--all', several], {
      env: { PETSTORE_API_KEY: 'another-Key_0123456789' },
    });
    expect([refused.status, endingOf(refused.stdout)]).toEqual([3, 'NOT REPRODUCED (exit status 3)']);
    expect(refused.stdout.match(/The key was refused/g)).toHaveLength(1);
    expect(refused.stdout).not.toContain('not tested: ');
  });

  /** Writes a copy of the report with another base URL into a folder. */
  async function reportOf(target: string): Promise<string> {
    const cwd = await temporaryFolder();
    await changedCopy<Report>(path, join(cwd, 'report.json'), (report) => ({ ...report, target }));
    return cwd;
  }

  it('does not send the key to another machine that only the report names', async () => {
    const cwd = await reportOf('https://elsewhere.example/v1');
    const { status, stdout, stderr } = await carryOut(['replay', 'report.json'], { env, cwd });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/the report is about https:\/\/elsewhere\.example\/v1.*--base-url/s);
  });

  it('repeats the whole reported run if earlier requests may have caused the finding', async () => {
    const server = await startService('list-names-lower-case');
    const cwd = await temporaryFolder();
    const run = ['run', '--base-url', server.url, '--no-exhaust', '--only', 'list.complete,create.*'];
    expect((await carryOut([...run, '--quiet'], { env, cwd })).status).toBe(1);
    const { requests } = await readReport(join(cwd, 'reports'));
    const again = ['replay', 'reports/report.json', '--finding', 'list.complete', '--base-url', fixed.url];
    const { status, stdout, stderr } = await carryOut(again, { env, cwd });
    expect(status).toBe(0);
    expect(stderr.match(/^Plan: /gm)).toHaveLength(1);
    const [, sent = ''] = /(\d+) requests\.\n$/.exec(stdout) ?? [];
    expect(Math.abs(Number(sent) - requests.total)).toBeLessThan(15);
  });

  it('with --all tests every finding in one run, with one exit status', async () => {
    const cwd = await temporaryFolder();
    const server = await startService(['name-number-coerced', 'error-status-other']);
    const only = ['--only', 'invalid.name-type,errors.status'];
    const args = ['run', '--base-url', server.url, ...only, '--no-exhaust', '--quiet', '--reports', cwd];
    expect((await carryOut(args, { env, cwd })).status).toBe(1);
    const all = ['replay', '--all', join(cwd, 'report.json'), '--quiet'];
    const half = await carryOut([...all, '--base-url', (await startService('error-status-other')).url], {
      env,
    });
    expect([half.status, endingOf(half.stdout)]).toEqual([1, 'STILL FAILING (exit status 1)']);
    expect(half.stdout).toMatch(
      /1 fixed: invalid\.name-type; 1 still failing: errors\.status\. \d+ requests/,
    );
    const both = await carryOut([...all, '--base-url', fixed.url], { env });
    expect([both.status, endingOf(both.stdout)]).toEqual([0, 'FIXED (exit status 0)']);
  });

  it(
    'with --all sends nothing while the key is rate-limited, and waits for the server first',
    extendedTier,
    async () => {
      const small = await startReferenceServer({
        keys: [{ key, plan: 'free' as const }],
        plans: { free: { minute: 12, day: 1_000 } },
        minuteMs: 1_500,
        change: defects.flatMap((one) => (one.id === 'name-number-coerced' ? [one.change] : [])),
      });
      onTestFinished(small.close);
      const args = ['replay', '--all', path, '--base-url', small.url, '--quiet', '--wait-for', '5'];
      const { status } = await carryOut(args, { env });
      expect([status, small.stats().limited]).toEqual([1, 0]);
    },
  );

  it('with --all names a finding that it cannot test, and does not call it fixed', async () => {
    const cwd = await temporaryFolder();
    const unknown = { requirement: 'api.described', signature: 'api.described: any', section: 'Our guide' };
    const described = await changedCopy<Report>(path, join(cwd, 'described.json'), (report) => ({
      ...report,
      findings: [...report.findings, ...report.findings.map((one) => ({ ...one, ...unknown }))],
    }));
    const args = ['replay', '--all', described, '--base-url', fixed.url];
    const { status, stdout, stderr } = await carryOut(args, { env });
    expect([status, endingOf(stdout)]).toEqual([3, 'NOT REPRODUCED (exit status 3)']);
    expect(stdout).toContain('1 fixed: invalid.name-type; 1 not tested again: api.described.');
    expect(stderr).toContain('belongs to a custom check');
  });

  it('with --all sends nothing for findings that requests cannot test', async () => {
    const cwd = await temporaryFolder();
    const about = { requirement: 'versioning.description-version', signature: 'versioning.description: any' };
    const described = await changedCopy<Report>(path, join(cwd, 'described.json'), (report) => ({
      ...report,
      findings: [...report.findings, ...report.findings.map((one) => ({ ...one, ...about }))],
    }));
    const requestsFor = async (file: string) => {
      const { stdout } = await carryOut(['replay', '--all', file, '--base-url', fixed.url], { env });
      return [/not tested again: (\S+)\./.exec(stdout)?.[1], /(\d+) requests\.\n$/.exec(stdout)?.[1]];
    };
    const [, alone] = await requestsFor(path);
    expect(await requestsFor(described)).toEqual([about.requirement, alone]);
  });

  it('rejects --finding together with --all', async () => {
    const args = ['replay', '--all', path, '--finding', 'invalid.name-type'];
    expectRefused(await carryOut(args, { env }), /cannot be combined/);
  });

  it('says that a report without findings is from a partial run, and how to keep an earlier report', async () => {
    const cwd = await temporaryFolder();
    await carryOut(['run', '--base-url', broken.url, '--only', 'list.ok'], { env, cwd });
    const replay = (...choice: string[]) =>
      carryOut(['replay', 'reports/report.json', ...choice], { env, cwd });
    for (const choice of [['--finding', 'invalid.name-type'], []]) {
      const { status, stderr } = await replay(...choice);
      expect(status).toBe(2);
      expect(stderr).toContain('it is the report of a run with --only list.ok, which found nothing');
      expect(stderr).toContain(
        'A run overwrites earlier reports in its folder. Use --reports DIR to keep them.',
      );
    }
    const { status, stdout } = await replay('--all');
    expect(stdout).toBe(
      'petstore-conformance: NOTHING TO CHECK (exit status 0) The report has no findings.\n',
    );
    expect(status).toBe(0);
  });

  it('does not replay findings about the description', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'wrong.yaml'), 'openapi: 3.1.0\ninfo: { title: a, version: "2" }\npaths: {}\n');
    const args = ['run', '--base-url', broken.url, '--only', 'versioning.description-version'];
    const { stdout } = await carryOut([...args, '--description', 'wrong.yaml'], { env, cwd });
    const check = `run --base-url ${broken.url} --description wrong.yaml --reporter terminal --only versioning.description-version`;
    expect(stdout).toContain(`npx petstore-conformance ${check}\n`);
    const { status, stderr } = await carryOut(['replay', 'reports/report.json'], { env, cwd });
    expect(status).toBe(2);
    expect(stderr).toContain(check);
  });

  it("rejects a variable that names a target other than the report's", async () => {
    const other = { ...env, PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1' };
    const { status, stderr } = await carryOut(['replay', path], { env: other });
    expect(status).toBe(2);
    expect(stderr).toMatch(/another target/);
  });
});
