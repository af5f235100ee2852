import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts';
import type { Report } from '../../src/report/model/report.ts';
import { extendedTier } from '../support/tiers.ts';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { changedCopy } from './services.ts';

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

describe('replay', () => {
  it('exits with status 1 and shows a finding that still fails', async () => {
    const { status, stdout, stderr } = await carryOut(['replay', path], { env });
    expect(status, stderr).toBe(1);
    expect(stdout).toMatch(/FAIL {2}invalid\.name-type/);
    expect(stdout).not.toContain('│ Verdict');
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
      /STILL FAILING \(exit status 1\) invalid\.name-type: .*, after \d+ requests/,
    );
    expect(stdout).toMatch(/│ Leftover data +\d+ categories, \d+ from invalid requests/);
    expect(stdout + stderr).not.toContain(key);
  });

  it('exits with status 0 against the fixed server', async () => {
    const args = ['replay', path, '--finding', 'invalid.name-type', '--base-url', fixed.url];
    const { status, stdout, stderr } = await carryOut(args, { env });
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/│ Before .*received.*201/);
    expect(stdout).toMatch(/│ Now +invalid\.name-type passed in a run \(\d+ responses or cases\)\n/);
    expect(stdout).toMatch(/│ Leftover data +\d categor/);
    expect(stdout).toMatch(/\n.*FIXED \(exit status 0\) invalid\.name-type, after \d+ requests\n$/);
    expect(stderr).toMatch(/The report is about/);
    expect(stderr).toContain(`Replaying against ${fixed.url}.`);
  });

  it('exhausts the limit for a finding in a 429, and says so', extendedTier, async () => {
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
      /appeared while the limit was proven, so the replay uses up the quota of one window/,
    );
    const after = await carryOut(['replay', path429, '--base-url', (await limited()).url], { env });
    expect(after.status, after.stderr + after.stdout).toBe(0);
    expect(after.stdout).toMatch(/FIXED/);
  });

  it('exits with status 3 if the finding is not reproduced', async () => {
    const args = ['replay', path, '--base-url', 'http://127.0.0.1:9/v1'];
    const { status, stdout } = await carryOut(args, { env });
    expect(status).toBe(3);
    expect(stdout).toMatch(/Cannot reach the target[\s\S]*INCONCLUSIVE/);
  });

  /** Writes a copy of the report with another base URL into a folder with a configuration. */
  async function reportOf(target: string, config?: unknown): Promise<string> {
    const cwd = await temporaryFolder();
    await changedCopy<Report>(path, join(cwd, 'report.json'), (report) => ({ ...report, target }));
    if (config !== undefined)
      await writeFile(join(cwd, 'petstore-conformance.config.json'), JSON.stringify(config));
    return cwd;
  }

  it('does not send the key to another machine that only the report names', async () => {
    const cwd = await reportOf('https://elsewhere.example/v1');
    const { status, stdout, stderr } = await carryOut(['replay', 'report.json'], { env, cwd });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/the report is about https:\/\/elsewhere\.example\/v1.*--base-url/s);
  });

  it('does not send the key if the configuration names another base URL', async () => {
    const cwd = await reportOf('https://elsewhere.example/v1', { baseUrl: 'https://staging.example/v1' });
    const { status, stderr } = await carryOut(['replay', 'report.json'], { env, cwd });
    expect(status).toBe(2);
    expect(stderr).toMatch(/baseUrl in petstore-conformance\.config\.json names another target.*--base-url/s);
  });

  it('sends the key of a target that --target names', async () => {
    const targets = { staging: { baseUrl: broken.url, keyVariable: 'STAGING_KEY' } };
    const cwd = await reportOf('https://elsewhere.example/v1', { targets });
    const args = ['replay', 'report.json', '--target', 'staging'];
    const { status, stdout, stderr } = await carryOut(args, { env: { STAGING_KEY: key }, cwd });
    expect(status, stderr).toBe(1);
    expect(stderr).toContain(`Replaying against ${broken.url}.`);
    expect(stdout).toContain('"Authorization: Bearer $STAGING_KEY"');
    expect(stdout).not.toContain('PETSTORE_API_KEY');
    expect(stdout + stderr).not.toContain(key);
  });

  it('verifies a fix with the --target of the run', extendedTier, async () => {
    const targets = { staging: { baseUrl: broken.url, keyVariable: 'STAGING_KEY' } };
    const cwd = await reportOf(broken.url, { targets });
    const args = ['run', '--target', 'staging', '--only', 'invalid.name-type', '--no-exhaust'];
    const { stdout } = await carryOut(args, { env: { STAGING_KEY: key }, cwd });
    expect(stdout).toMatch(
      /│ Verify with .* run --target staging --reporter terminal --only invalid\.name-type\n/,
    );
    expect(stdout).toContain('"Authorization: Bearer $STAGING_KEY"');
    const again = ['replay', 'reports/report.json', '--target', 'staging'];
    expect((await carryOut(again, { env: { STAGING_KEY: key }, cwd })).status).toBe(1);
  });

  it('announces the second step with its cost, and shows the plan of each run', async () => {
    const change = defects.find(({ id }) => id === 'list-names-lower-case')?.change;
    if (change === undefined) throw new Error('the gallery has no such defect');
    const server = await startReferenceServer({ keys: [{ key, plan: 'business' }], change });
    onTestFinished(server.close);
    const cwd = await temporaryFolder();
    const run = ['run', '--base-url', server.url, '--no-exhaust', '--only', 'list.complete,create.*'];
    expect((await carryOut(run, { env, cwd })).stdout).toMatch(
      /│ Occurrences +\d of \d created categories\n/,
    );
    const { requests } = JSON.parse(await readFile(join(cwd, 'reports/report.json'), 'utf8'));
    const again = ['replay', 'reports/report.json', '--finding', 'list.complete', '--base-url', fixed.url];
    const { status, stderr } = await carryOut(again, { env, cwd });
    expect(status).toBe(0);
    expect(stderr).toMatch(
      new RegExp(
        `Plan: .*\n[^]*list\\.complete passed alone\\. Now repeating the reported run \\(about ${requests.total} requests, \\d+ s\\), because the fault may depend on earlier requests\\. Press Ctrl-C to stop\\.\n[^]*Plan: `,
      ),
    );
  });

  it('with --all shows the verdicts alone, and searches for no smaller bodies', async () => {
    const { status, stdout, stderr } = await carryOut(['replay', '--all', path], { env });
    expect(status).toBe(1);
    expect(stdout).toContain('STILL FAILING');
    expect(stderr).not.toContain('FAIL ');
    expect(stderr).not.toContain('--only');
    const [, planned] = /about ([0-9]+) requests/.exec(stderr) ?? [];
    const [, sent] = /after ([0-9]+) requests/.exec(stdout) ?? [];
    expect(Number(sent) - Number(planned)).toBeLessThan(6);
  });

  it('says that a report without findings is of a selection, and how to keep an earlier one', async () => {
    const cwd = await temporaryFolder();
    await carryOut(['run', '--base-url', broken.url, '--only', 'list.ok'], { env, cwd });
    const replay = (...choice: string[]) =>
      carryOut(['replay', 'reports/report.json', ...choice], { env, cwd });
    for (const choice of [['--finding', 'invalid.name-type'], []]) {
      const { status, stderr } = await replay(...choice);
      expect(status).toBe(2);
      expect(stderr).toContain('it is the report of a run with --only list.ok, which found nothing');
      expect(stderr).toContain('A run overwrites its reports. Use --reports DIR to keep an earlier one.');
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

  it('rejects a variable that names another target than the report', async () => {
    const other = { ...env, PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1' };
    const { status, stderr } = await carryOut(['replay', path], { env: other });
    expect(status).toBe(2);
    expect(stderr).toMatch(/another target/);
  });
});
