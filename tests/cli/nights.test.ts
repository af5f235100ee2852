import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editFields } from '../../reference-server/changes/edits.ts';
import { type Change, type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts';
import { checkNewCategory } from '../../reference-server/new-category.ts';
import { digestOf } from '../../src/exchange/body-digest.ts';
import type { Report } from '../../src/report/model/report.ts';
import { extendedTier } from '../support/tiers.ts';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { changedCopy, env, expectRefused, readReport, startService } from './services.ts';

const id = 'invalid.name-type';
/** A number that no run generates. */
const rare = 7_654_321;
const rareDigest = digestOf(Buffer.from(`{"name":${rare}}`), '');

/** Accepts only the rare number as a name. */
const acceptsRare: Change = editFields((fields) =>
  fields['name'] === rare ? checkNewCategory({ ...fields, name: String(rare) }) : undefined,
);

let folder = '';
let broken: ReferenceServer;
let fixed: ReferenceServer;
/** A report whose finding was shown by the rare number. */
let before = '';

const key = env['PETSTORE_API_KEY'] ?? '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nights-'));
  const keys = [{ key, plan: 'business' as const }];
  broken = await startReferenceServer({ keys, change: acceptsRare });
  fixed = await startReferenceServer({ keys });
  // Any run that finds the number: here one whose report names it.
  const ends: (() => Promise<void>)[] = [];
  const shown = await startService('name-number-coerced', (end) => ends.push(end));
  expect((await runOn(shown, folder)).status).toBe(1);
  for (const end of ends) await end();
  const body = Buffer.from(`{"name":${rare}}`);
  before = await changedCopy<Report>(join(folder, 'report.json'), join(folder, 'before.json'), (report) => ({
    ...report,
    target: fixed.url,
    findings: report.findings.map((finding) => ({
      ...finding,
      bodies: [rareDigest],
      exchange: finding.exchange && {
        ...finding.exchange,
        request: {
          ...finding.exchange.request,
          again: { ...finding.exchange.request.again, bodyBase64: body.toString('base64') },
        },
      },
    })),
  }));
});

afterAll(async () => {
  await broken.close();
  await fixed.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs one requirement with few bodies. */
const runOn = ({ url }: Pick<ReferenceServer, 'url'>, cwd: string, ...more: string[]) =>
  carryOut(
    [
      'run',
      '--base-url',
      url,
      '--only',
      id,
      '--no-exhaust',
      '--shrink-requests',
      '0',
      '--reports',
      cwd,
      ...more,
    ],
    { env, cwd },
  );

const today = () => Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''));

describe('run --seed date', () => {
  it('uses the number of the day, and the report and the command to verify name it', async () => {
    const cwd = await temporaryFolder();
    const days = [today()];
    const { stderr, stdout } = await runOn(await startService('name-number-coerced'), cwd, '--seed', 'date');

    days.push(today());
    const { configuration, findings } = await readReport(cwd);
    expect(findings.map(({ seed }) => seed)).toEqual([configuration.seed]);
    expect(days).toContain(configuration.seed);
    expect(stderr).toContain(
      `Seed of the day: ${configuration.seed}. Use --seed ${configuration.seed} to repeat this run.`,
    );
    for (const text of [stdout, await readFile(join(cwd, 'report.html'), 'utf8')])
      expect(text).toContain(
        `${configuration.seed} (--seed ${configuration.seed} generates the same bodies)`,
      );
    expect(await readFile(join(cwd, 'junit.xml'), 'utf8')).toMatch(
      new RegExp(`Verify with .* --seed ${configuration.seed} --reporter terminal --only ${id}`),
    );
  });
});

describe('a body that failed before', () => {
  it('is not sent by a run that does not know it, and then diff does not call it fixed', async () => {
    const cwd = await temporaryFolder();
    await runOn(broken, cwd, '--seed', '7');
    const report = await readReport(cwd);
    expect(report.sentBodies?.length).toBeGreaterThan(10);
    expect(report.sentBodies).not.toContain(rareDigest);
    expect(report.requirements.find((one) => one.id === id)?.verdict).toBe('pass');
    const { stdout, status } = await carryOut(['diff', before, join(cwd, 'report.json')]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/── Failed before, not tested again \(1\)/);
    expect(stdout.replace(/\n│ +/g, ' ')).toContain('passed, but the body that failed was not sent again');
    expect(stdout).toMatch(/different seed: \d+ before, 7 now/);
    expect(stdout).toMatch(/1 not tested again: invalid\.name-type\.\n$/);
  });

  it.each(['standard', 'gentle'])(
    'is sent first with --baseline, whatever the seed, with profile %s',
    async (profile) => {
      const cwd = await temporaryFolder();
      const { status } = await runOn(
        broken,
        cwd,
        ...['--seed', '7', '--baseline', before, '--profile', profile, '--payloads', '3'],
      );
      const { findings, sentBodies } = await readReport(cwd);
      expect(findings.map(({ requirement, bodies, known }) => [requirement, bodies, known])).toEqual([
        [id, [rareDigest], true],
      ]);
      expect(sentBodies).toContain(rareDigest);
      expect(status).toBe(0);
    },
  );

  it('is fixed for diff if it was sent again and refused', async () => {
    const cwd = await temporaryFolder();
    await runOn(fixed, cwd, '--seed', '7', '--baseline', before);
    const { stdout } = await carryOut(['diff', before, join(cwd, 'report.json')]);
    expect(stdout).toMatch(/── Fixed \(1\)/);
  });

  it('is not sent if it is valid after all', async () => {
    const cwd = await temporaryFolder();
    const body = Buffer.from('{"name":"koala"}').toString('base64');
    const text = await readFile(before, 'utf8');
    const was = Buffer.from(`{"name":${rare}}`).toString('base64');
    await writeFile(join(cwd, 'valid.json'), text.replaceAll(was, body));
    await runOn(fixed, cwd, '--baseline', join(cwd, 'valid.json'));
    expect((await readReport(cwd)).leftovers.map(({ cause }) => cause)).not.toContain(
      'accepted though invalid',
    );
    expect((await readReport(cwd)).sentBodies).not.toContain(digestOf(Buffer.from('{"name":"koala"}'), ''));
  });
});

describe('waive --prune', () => {
  const waivers = 'petstore-conformance.waivers.json';
  const terms = ['--expires', '2099-12-31', '--owner', 'Ada', '--reason', 'replaced soon'];
  const waiversIn = async (cwd: string) => JSON.parse(await readFile(join(cwd, waivers), 'utf8')).waivers;

  /** Waives the finding, runs against a server and prunes. */
  async function pruned(server: ReferenceServer, change: (text: string) => string = (text) => text) {
    const cwd = await temporaryFolder();
    await carryOut(['waive', before, ...terms], { cwd });
    await writeFile(join(cwd, waivers), change(await readFile(join(cwd, waivers), 'utf8')));
    const run = await runOn(server, cwd, '--seed', '7');
    const prune = await carryOut(['waive', '--prune', join(cwd, 'report.json')], { cwd });
    return { cwd, run, ...prune, left: await waiversIn(cwd) };
  }

  it('removes a waiver after a run that sent its body again and passed', async () => {
    const { cwd, status, stdout, left } = await pruned(fixed);
    expect((await readReport(cwd)).sentBodies).toContain(rareDigest);
    expect([status, stdout, left]).toEqual([
      0,
      `  removed  ${id}  "${id}: returned 201"\n1 waiver removed from "${waivers}", 0 kept.\n`,
      [],
    ]);
  });

  it('keeps a waiver that still applies, because every run sends its body', async () => {
    const { run, stdout, left } = await pruned(broken);
    expect(run.status).toBe(0);
    expect(stdout).toContain(`  kept     ${id}  "${id}: returned 201": still fails\n`);
    expect(left).toHaveLength(1);
  });

  it('keeps a waiver without a body, and one that was not tested', async () => {
    const withoutBody = (text: string) => {
      const { waivers: all, ...rest } = JSON.parse(text);
      const [{ body: _, ...first }] = all;
      return JSON.stringify({ ...rest, waivers: [first, { ...first, requirement: 'list.ok' }] });
    };
    const { stdout, left } = await pruned(fixed, withoutBody);
    expect(stdout).toContain(
      'passed, but the waiver does not say which body failed: remove it by hand if it is fixed',
    );
    expect(stdout).toContain('list.ok  "invalid.name-type: returned 201": not selected');
    expect(left).toHaveLength(2);
  });
});

describe('replay --all', () => {
  const replayAll = (path: string, ...more: string[]) =>
    carryOut(['replay', '--all', path, ...more], { env, cwd: folder });

  it('prints one line for each finding, and one status for all', async () => {
    const cwd = await temporaryFolder();
    const server = await startService(['name-number-coerced', 'error-status-other']);
    const only = ['--only', `${id},errors.status`];
    const args = ['run', '--base-url', server.url, ...only, '--no-exhaust', '--quiet', '--reports', cwd];
    expect((await carryOut(args, { env, cwd })).status).toBe(1);
    const half = await startService('error-status-other');
    const path = join(cwd, 'report.json');
    const { status, stdout } = await replayAll(path, '--base-url', half.url, '--quiet');
    expect(stdout).toMatch(
      /^FIXED {11}invalid\.name-type \(before: returned 201; now: invalid\.name-type passed in a run \(\d+ responses or cases\)\)$/m,
    );
    expect(stdout).toMatch(/^STILL FAILING {3}errors\.status: /m);
    expect(stdout).toMatch(/STILL FAILING \(exit status 1\) 1 fixed, 1 still failing, after \d+ requests\n$/);
    expect(status).toBe(1);
    const all = await replayAll(path, '--base-url', fixed.url, '--quiet');
    expect(all.stdout).toMatch(/^│ Leftover data +\d+ categor/m);
    expect([all.status, all.stdout.split('\n').at(-2)]).toEqual([
      0,
      expect.stringMatching(/FIXED \(exit status 0\) 2 fixed, after \d+ requests/),
    ]);
  });

  it('sends nothing while the limit is used up, and waits for the server first', extendedTier, async () => {
    const keys = [{ key, plan: 'free' as const }];
    const plans = { free: { minute: 12, day: 1_000 } };
    const small = await startReferenceServer({ keys, plans, minuteMs: 1_500, change: acceptsRare });
    const { status, stdout } = await replayAll(before, '--base-url', small.url, '--quiet', '--wait-for', '5');
    const { limited } = small.stats();
    await small.close();
    expect(stdout).toMatch(/^STILL FAILING/m);
    expect(status).toBe(1);
    expect(limited).toBe(0);
  });

  it('names a finding that it cannot replay, and is inconclusive', async () => {
    const path = await changedCopy<Report>(before, join(folder, 'described.json'), (report) => ({
      ...report,
      findings: [
        ...report.findings,
        ...report.findings.map((one) => ({ ...one, requirement: 'api.described' })),
      ],
    }));
    const { status, stdout } = await replayAll(path, '--base-url', fixed.url, '--quiet');
    expect(stdout).toMatch(/^INCONCLUSIVE .*unknown requirement/m);
    expect(status).toBe(3);
  });

  it('refuses --finding with --all, and a target that does not respond is inconclusive', async () => {
    expectRefused(await replayAll(before, '--finding', id), /cannot be combined/);
    const gone = await replayAll(
      before,
      '--base-url',
      'http://127.0.0.1:9/v1',
      '--quiet',
      '--wait-for',
      '0.2',
    );
    expect(gone.status).toBe(3);
    expect(gone.stdout).toContain('No response within 0.2 s');
  });
});
