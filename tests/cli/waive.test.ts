import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReferenceServer } from '../../reference-server/index.ts';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { expectRefused, readReport, runInto, startService } from './services.ts';

const id = 'invalid.name-type';
const signature = `${id}: returned 201`;
/** The generated body that shows the failure. */
const body = { class: expect.stringMatching(/^name-/), base64: expect.stringMatching(/^ey/) };
const bodyOf = { class: 'name-zero', base64: 'eyJuYW1lIjowfQ==' };
const terms = { reason: 'the gateway is being replaced', owner: 'Ada', expires: '2099-12-31' };
const standardName = 'petstore-conformance.waivers.json';

let folder = '';
let report = '';
let broken: ReferenceServer;
let fixed: ReferenceServer;
const ends: (() => Promise<void>)[] = [];
const close = (end: () => Promise<void>) => ends.push(end);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waive-'));
  report = join(folder, 'report.json');
  broken = await startService('name-number-coerced', close);
  fixed = await startService(undefined, close);
  expect((await runInto(folder, broken)).status).toBe(1);
});

afterAll(async () => {
  for (const end of ends) await end();
  await rm(folder, { recursive: true, force: true });
});

const waive = (cwd: string, ...more: string[]) =>
  carryOut(
    ['waive', report, '--expires', terms.expires, '--owner', terms.owner, '--reason', terms.reason, ...more],
    { cwd },
  );

/** Creates a folder with a waivers file. */
async function withWaivers(...waivers: readonly object[]): Promise<string> {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, standardName), JSON.stringify({ formatVersion: 1, waivers }, null, 2));
  return cwd;
}

const waiversIn = async (cwd: string) => JSON.parse(await readFile(join(cwd, standardName), 'utf8'));

/** Runs the one requirement in the folder of the waivers. */
const runThere = (cwd: string, server: ReferenceServer, ...more: string[]) =>
  runInto(cwd, server, '--only', id, ...more);

describe('waive', () => {
  it('writes an entry for each failure, with the given expiry, owner and reason', async () => {
    const cwd = await temporaryFolder();
    const { status, stdout } = await waive(cwd, '--ticket', 'SHOP-7');
    expect([status, stdout]).toEqual([
      0,
      `  ${id}  "${signature}"\n1 waiver until 2099-12-31 added to "${standardName}".\n`,
    ]);
    expect(await waiversIn(cwd)).toEqual({
      formatVersion: 1,
      waivers: [{ requirement: id, signature, ...terms, ticket: 'SHOP-7', body }],
    });
  });

  it('keeps existing entries and adds no duplicates', async () => {
    const cwd = await temporaryFolder();
    const other = { requirement: 'list.ok', reason: 'old', owner: 'Bob', expires: '2098-01-01' };
    const before = { $schema: './waivers.schema.json', formatVersion: 1, waivers: [other] };
    await writeFile(join(cwd, standardName), JSON.stringify(before));
    await waive(cwd);
    const merged = await waiversIn(cwd);
    expect(merged).toEqual({ ...before, waivers: [other, { requirement: id, signature, ...terms, body }] });
    const again = await waive(cwd);
    expect(again).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Nothing to waive/) });
    expect(await waiversIn(cwd)).toEqual(merged);
  });

  it('does not change a file that it cannot read', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, standardName), '{ "formatVersion": 1,\n  waivers: [] }');
    expectRefused(await waive(cwd), /not valid JSON \(line 2, column 3/);
    expect(await readFile(join(cwd, standardName), 'utf8')).toBe('{ "formatVersion": 1,\n  waivers: [] }');
    expect(await readdir(cwd)).toEqual([standardName]);
  });

  it.each([
    ['no expiry', ['--owner', 'Ada', '--reason', 'x'], /needs --expires/],
    ['no owner', ['--expires', '2099-01-01', '--reason', 'x'], /needs --owner/],
    ['no reason', ['--expires', '2099-01-01', '--owner', 'Ada'], /needs --reason/],
    ['an invalid date', ['--expires', '2099-02-30', '--owner', 'A', '--reason', 'x'], /YYYY-MM-DD/],
    ['a date in the past', ['--expires', '2020-01-01', '--owner', 'A', '--reason', 'x'], /is in the past/],
    [
      'an unknown finding',
      ['--expires', '2099-01-01', '--owner', 'A', '--reason', 'x', '--finding', 'invalid.name-typ'],
      /no finding .*mean invalid\.name-type/,
    ],
  ])('%s is refused, and nothing is written', async (_what, args, says) => {
    const cwd = await temporaryFolder();
    expectRefused(await carryOut(['waive', report, ...args], { cwd }), says);
    expect(await readdir(cwd)).toEqual([]);
  });
});

describe('waive --renew', () => {
  const old = { ...terms, expires: '2026-01-01' };
  const renew = (cwd: string, ...more: string[]) => carryOut(['waive', '--renew', ...more], { cwd });

  it('gives expired waivers a new last day, without a report, and keeps the rest of the file', async () => {
    const other = { requirement: 'list.ok', ...terms };
    const cwd = await withWaivers({ requirement: id, signature, ...old, body: bodyOf }, other);
    const refused = await waive(cwd);
    expect(refused.stdout).toMatch(
      /^Nothing to add: 1 expired waiver covers these failures\. .*petstore-conformance waive --renew --expires YYYY-MM-DD$/m,
    );
    const { status, stdout } = await renew(cwd, '--expires', '2099-06-30');
    expect([status, stdout]).toEqual([
      0,
      `  ${id}  (Ada: ${terms.reason})\n1 waiver renewed until 2099-06-30 in "${standardName}".\n`,
    ]);
    expect((await waiversIn(cwd)).waivers).toEqual([
      { requirement: id, signature, ...terms, expires: '2099-06-30', body: bodyOf },
      other,
    ]);
    expect((await runThere(cwd, broken)).status).toBe(0);
    expect((await renew(cwd, '--expires', '2099-12-31')).stdout).toMatch(/^Nothing to renew: no waiver/);
  });

  it('renews a waiver by its requirement before it expires, for a new owner', async () => {
    const cwd = await withWaivers({ requirement: id, signature, ...terms });
    await renew(cwd, '--expires', '2099-06-30', '--finding', id, '--owner', 'Bob');
    expect((await waiversIn(cwd)).waivers[0]).toMatchObject({ expires: '2099-06-30', owner: 'Bob' });
    expectRefused(
      await renew(cwd, '--expires', '2099-06-30', '--finding', 'list.okay'),
      /has no waiver for "list\.okay"/,
    );
    expectRefused(await renew(cwd), /needs --expires/);
    expectRefused(await renew(cwd, '--prune', '--expires', '2099-06-30'), /cannot be combined/);
    expectRefused(
      await carryOut(['waive', '--expires', '2099-06-30'], { cwd }),
      /needs the path of a report\.json/,
    );
  });
});

describe('a run with waivers', () => {
  it('counts what depends on a waived requirement as waived, so that --strict can pass', async () => {
    const server = await startService('headers-spelled-otherwise');
    const cwd = await withWaivers({ requirement: 'headers.present', ...terms });
    const args = ['--only', 'headers.*', '--strict-selection'];
    const { status, stdout } = await runInto(cwd, server, ...args);
    expect(stdout.replace(/\n│ +/g, ' ')).toMatch(
      /1 violation is waived, and with it what depends on it: headers\./,
    );
    expect(status).toBe(0);
  });

  it('passes if every failure is waived', async () => {
    const cwd = await withWaivers({ requirement: id, signature, ...terms });
    expect((await runThere(cwd, broken)).status).toBe(0);
    const { verdict, requirements, waivers } = await readReport(cwd);
    expect([verdict.outcome, verdict.counts.waived]).toEqual(['nothing new', 1]);
    const reason = 'until 2099-12-31 by Ada: the gateway is being replaced';
    expect(requirements.find((row) => row.id === id)).toMatchObject({ verdict: 'waived', reason });
    expect(waivers).toEqual([{ requirement: id, signature, ...terms, state: 'applied' }]);
  });

  it('fails where another failure of the requirement is not waived', async () => {
    const cwd = await withWaivers({ requirement: id, signature: `${id}: returned 500`, ...terms });
    const { status } = await runThere(cwd, broken);
    expect(status).toBe(1);
  });

  it('fails if a waiver has expired, and names it', async () => {
    const cwd = await withWaivers({ requirement: id, ...terms, expires: '2026-01-01' });
    const { status, stdout } = await runThere(cwd, broken);
    expect(status).toBe(1);
    expect(stdout).toMatch(/FAIL {2}invalid\.name-type/);
    const words = `expired on 2026-01-01 (Ada: ${terms.reason})`;
    expect(stdout.replace(/\n│ +/g, ' ')).toContain(`The waiver of ${id} ${words}.`);
    const calm = await withWaivers({ requirement: 'list.ok', ...terms, expires: '2026-01-01' });
    const other = await runThere(calm, fixed);
    expect(other.status).toBe(1);
    expect(await readFile(join(calm, 'junit.xml'), 'utf8')).toMatch(/failures="1"/);
    expect(await readFile(join(calm, 'report.json'), 'utf8')).toContain('waivers out of date');
    expect(other.stdout.replace(/\n│ +/g, ' ')).toMatch(
      /The waiver of list\.ok expired on 2026-01-01 \(Ada: the gateway is being replaced\)\. Fix what fails, or renew the waiver: petstore-conformance waive --renew --expires YYYY-MM-DD/,
    );
  });

  it('passes if a waiver is no longer needed, and says so in every format', async () => {
    const cwd = await withWaivers({ requirement: id, signature, ...terms });
    const { status, stdout } = await runThere(cwd, fixed, '--reporter', 'terminal,json,github=github.txt');
    expect(status).toBe(0);
    const notice = `A waiver is no longer needed, because its failure is fixed: ${id}.`;
    expect(stdout.replace(/\n│ +/g, ' ')).toContain(notice);
    expect((await readReport(cwd)).verdict).toMatchObject({ outcome: 'passed-selection', exitStatus: 0 });
    expect(await readFile(join(cwd, 'github.txt'), 'utf8')).toContain(
      `::notice title=waivers no longer needed%2C because their failures are fixed::${id}\n`,
    );
    const before = await temporaryFolder();
    expect((await runThere(before, broken)).status).toBe(1);
    const [old, now] = [before, cwd].map((folder) => join(folder, 'report.json'));
    const diff = await carryOut(['diff', old ?? '', now ?? '']);
    expect(diff.stdout).toMatch(/── Fixed \(1\)[\s\S]*its waiver is no longer needed/);
    expect(diff.status).toBe(0);
  });

  it('fails with --strict if a waiver is no longer needed, so that the list can only shrink', async () => {
    const cwd = await withWaivers({ requirement: id, signature, ...terms });
    const { status, stdout } = await runThere(cwd, fixed, '--strict');
    expect(status).toBe(1);
    expect(stdout.replace(/\n│ +/g, ' ')).toMatch(
      /no longer needed, because its failure is fixed: invalid\.name-type\. To remove what is no longer needed: petstore-conformance waive --prune reports\/report\.json/,
    );
    expect(stdout).toMatch(/WAIVERS OUT OF DATE \(exit status 1\)/);
    const other = await runThere(cwd, fixed, '--strict-selection');
    expect([other.status, (await readReport(cwd)).verdict.outcome]).toEqual([0, 'passed-selection']);
  });

  it('ignores a waiver whose requirement was not tested', async () => {
    const cwd = await withWaivers({ requirement: 'create.text', ...terms });
    expect((await runThere(cwd, fixed)).status).toBe(0);
    expect((await readReport(cwd)).waivers?.map(({ state }) => state)).toEqual(['not tested']);
  });

  const entry = { requirement: id, ...terms };
  it.each([
    ['invalid JSON', '{ "formatVersion": 1,\n "waivers": [,] }', /not valid JSON \(line 2, column 14/],
    [
      'an unknown requirement',
      { formatVersion: 1, waivers: [entry, { ...entry, requirement: 'invalid.name-tpye' }] },
      /\/waivers\/1 has an unknown requirement: "invalid\.name-tpye"\. Did you mean invalid\.name-type/,
    ],
    [
      'an unknown field',
      { formatVersion: 1, waivers: [{ ...entry, until: 'ever' }] },
      /\/waivers\/0 has an unknown field: "until"/,
    ],
    ['no owner', { formatVersion: 1, waivers: [{ ...entry, owner: undefined }] }, /\/waivers\/0 .*'owner'/],
    ['no day', { formatVersion: 1, waivers: [{ ...entry, expires: 'soon' }] }, /\/waivers\/0\/expires/],
    [
      'a later version',
      { formatVersion: 2, waivers: [] },
      /version 2, but this kit reads version 1\. Use the version/,
    ],
    [
      'an unknown field, which it says to correct',
      { formatVersion: 1, waivers: [{ ...entry, until: 'ever' }] },
      /"until"\. Correct it there\.\n/,
    ],
    ['another file', [], /the waivers file must be object\. `waive` writes one from a report\.\n/],
    [
      'a report',
      { format: 'petstore-conformance/report' },
      /it is not a waivers file of this kit\. `waive` writes one/,
    ],
  ])('refuses waivers with %s before the first request', async (_what, content, says) => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'w.json'), typeof content === 'string' ? content : JSON.stringify(content));
    const before = fixed.stats().requests;
    expectRefused(await runThere(cwd, fixed, '--waivers', 'w.json'), says);
    expect([fixed.stats().requests, await readdir(cwd)]).toEqual([before, ['w.json']]);
  });
});
