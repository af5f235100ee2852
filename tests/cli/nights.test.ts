import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editFields } from '../../reference-server/changes/edits.ts';
import { type Change, type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts';
import { checkNewCategory } from '../../reference-server/new-category.ts';
import { digestOf } from '../../src/exchange/body-digest.ts';
import type { Report } from '../../src/report/model/report.ts';
import { dateSeed } from '../support/date-seed.ts';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { changedCopy, env, readReport, startService } from './services.ts';

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
/** The path of a report that names the rare number as the cause of its finding. */
let before = '';

const key = env['PETSTORE_API_KEY'] ?? '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nights-'));
  const keys = [{ key, plan: 'business' as const }];
  broken = await startReferenceServer({ keys, change: acceptsRare });
  fixed = await startReferenceServer({ keys });
  // No run generates the number, so this report is edited to name it.
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

/** Runs the kit for one requirement, with few bodies. */
const runOn = ({ url }: Pick<ReferenceServer, 'url'>, cwd: string, ...more: string[]) =>
  carryOut(['run', '--base-url', url, '--only', id, '--no-exhaust', '--reports', cwd, ...more], { env, cwd });

const today = () => dateSeed(Date.now());

describe('run --seed date', () => {
  it('uses a number made from the date, and the report and the command that verifies a fix contain it', async () => {
    const cwd = await temporaryFolder();
    const days = [today()];
    const { stderr, stdout } = await runOn(await startService('name-number-coerced'), cwd, '--seed', 'date');

    days.push(today());
    const { configuration, findings } = await readReport(cwd);
    expect(findings.map(({ seed }) => seed)).toEqual([configuration.seed]);
    expect(days).toContain(configuration.seed);
    for (const text of [stderr, stdout, await readFile(join(cwd, 'report.html'), 'utf8')])
      expect(text).toContain(`--seed ${configuration.seed}`);
    expect(await readFile(join(cwd, 'junit.xml'), 'utf8')).toMatch(
      new RegExp(`Verify with .* --seed ${configuration.seed} .* --only ${id}`),
    );
  });
});

describe('a body that failed before', () => {
  it('is not sent by a run that does not know it, and diff does not call it fixed', async () => {
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
    'is sent first with --accepted, whatever the seed, with profile %s',
    async (profile) => {
      const cwd = await temporaryFolder();
      const { status } = await runOn(
        broken,
        cwd,
        ...['--seed', '7', '--accepted', before, '--profile', profile],
      );
      const { findings, sentBodies } = await readReport(cwd);
      expect(findings.map(({ requirement, bodies, accepted }) => [requirement, bodies, accepted])).toEqual([
        [id, [rareDigest], expect.any(String)],
      ]);
      expect(sentBodies).toContain(rareDigest);
      expect(status).toBe(0);
    },
  );

  it('counts as fixed in diff if the server refused it when it was sent again', async () => {
    const cwd = await temporaryFolder();
    await runOn(fixed, cwd, '--seed', '7', '--accepted', before);
    const { stdout } = await carryOut(['diff', before, join(cwd, 'report.json')]);
    expect(stdout).toMatch(/── Fixed \(1\)/);
  });

  it('is not sent if the report was edited to contain a valid body instead', async () => {
    const cwd = await temporaryFolder();
    const body = Buffer.from('{"name":"koala"}').toString('base64');
    const text = await readFile(before, 'utf8');
    const was = Buffer.from(`{"name":${rare}}`).toString('base64');
    await writeFile(join(cwd, 'valid.json'), text.replaceAll(was, body));
    await runOn(fixed, cwd, '--accepted', join(cwd, 'valid.json'));
    expect((await readReport(cwd)).leftovers.map(({ cause }) => cause)).not.toContain(
      'accepted though invalid',
    );
    expect((await readReport(cwd)).sentBodies).not.toContain(digestOf(Buffer.from('{"name":"koala"}'), ''));
  });
});

describe('accept', () => {
  const terms = ['--until', '2099-12-31', '--owner', 'Ada', '--reason', 'replaced soon'];
  const accepted = 'petstore-conformance.accepted.json';

  /** Accepts the finding, runs the kit against a server, and removes the entries that are no longer needed. */
  async function keptAfter(server: ReferenceServer) {
    const cwd = await temporaryFolder();
    await carryOut(['accept', before, '--add', ...terms], { cwd });
    const run = await runOn(server, cwd, '--seed', '7', '--accepted', accepted);
    await carryOut(['accept', join(cwd, 'report.json')], { cwd });
    const left = JSON.parse(await readFile(join(cwd, accepted), 'utf8')).accepted;
    return { status: run.status, sent: (await readReport(cwd)).sentBodies, left };
  }

  it('removes a failure after a run that sent its body again and passed', async () => {
    expect(await keptAfter(fixed)).toMatchObject({
      status: 0,
      sent: expect.arrayContaining([rareDigest]),
      left: [],
    });
  });

  it('keeps a failure that still occurs, because every run sends its body', async () => {
    expect(await keptAfter(broken)).toMatchObject({ status: 0, left: [{ requirement: id }] });
  });
});
