import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { editFields, editResponses, responsesOf } from '../../reference-server/changes/edits.ts';
import { type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts';
import { checkNewCategory } from '../../reference-server/new-category.ts';
import { problem } from '../../reference-server/problem.ts';
import type { AcceptedFailure } from '../../src/report/model/report.ts';
import { command, temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { env, expectRefused, readReport, runInto, startService } from './services.ts';

const id = 'invalid.name-type';
const terms = { reason: 'a new gateway', owner: 'Ada', until: '2099-12-31' };
const failure = { requirement: id, operation: 'createCategory', cause: 'returned 201' };
/** The generated body that shows the failure. */
const body = { class: expect.stringMatching(/^name-/), base64: expect.stringMatching(/^[\w+/]+=*$/) };
/** The kinds of bodies that the server refuses. */
const rightForms = expect.arrayContaining(['name-array']);
const usual = 'petstore-conformance.accepted.json';
const given = ['--accepted', usual];

let folder = '';
let report = '';
let broken: ReferenceServer;
let fixed: ReferenceServer;
const ends: (() => Promise<void>)[] = [];
const close = (end: () => Promise<void>) => ends.push(end);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'accept-'));
  report = join(folder, 'report.json');
  broken = await startService('name-number-coerced', close);
  fixed = await startService(undefined, close);
  expect((await runInto(folder, broken)).status).toBe(1);
});

afterAll(async () => {
  for (const end of ends) await end();
  await rm(folder, { recursive: true, force: true });
});

const add = (cwd: string, ...more: string[]) =>
  carryOut(
    [
      'accept',
      report,
      '--add',
      '--until',
      terms.until,
      '--owner',
      terms.owner,
      '--reason',
      terms.reason,
      ...more,
    ],
    { cwd },
  );

/** Creates a folder with a file of accepted failures. */
async function withAccepted(...accepted: readonly object[]): Promise<string> {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, usual), JSON.stringify(fileOf(accepted), null, 2));
  return cwd;
}

const fileOf = (accepted: readonly object[]) => ({
  format: 'petstore-conformance/accepted',
  formatVersion: 1,
  accepted,
});

const acceptedIn = async (cwd: string): Promise<AcceptedFailure[]> =>
  JSON.parse(await readFile(join(cwd, usual), 'utf8')).accepted;

/** Runs the kit for only one requirement, in the folder of the file. */
const runThere = (cwd: string, server: ReferenceServer, ...more: string[]) =>
  runInto(cwd, server, '--only', id, ...given, ...more);

const statesIn = async (cwd: string) => (await readReport(cwd)).accepted?.map(({ state }) => state);

describe('accept --add', () => {
  it('writes an entry for each failure, and says how to run with the file', async () => {
    const cwd = await temporaryFolder();
    const { status, stdout } = await add(cwd, '--ticket', 'SHOP-7');
    expect(status).toBe(0);
    expect(stdout).toContain(`add --accepted ${usual} to the command of your run`);
    expect(await acceptedIn(cwd)).toEqual([{ ...failure, body, rightForms, ...terms, ticket: 'SHOP-7' }]);
    expect((await runThere(cwd, broken)).status).toBe(0);
  });

  it('keeps existing entries, unknown fields and their order, and adds nothing twice', async () => {
    const cwd = await temporaryFolder();
    const other = { note: { by: ['QA'] }, ...terms, requirement: 'list.ok', risk: 'low' };
    const before = { $schema: './accepted.schema.json', team: 'shop', ...fileOf([other]), z: 1, a: null };
    await writeFile(join(cwd, usual), JSON.stringify(before));
    await add(cwd);
    const text = await readFile(join(cwd, usual), 'utf8');
    const merged = { ...before, accepted: [other, { ...(await acceptedIn(cwd))[1] }] };
    expect(text).toBe(`${JSON.stringify(merged, null, 2)}\n`);
    expect(merged.accepted[1]).toEqual({ ...failure, body, rightForms, ...terms });
    expect((await add(cwd)).status).toBe(0);
    expect(await readFile(join(cwd, usual), 'utf8')).toBe(text);
  });

  it('gives the new date to an expired entry that still fails, and leaves the other entries unchanged', async () => {
    const old = { seen: 3, ...failure, reason: 'old', owner: 'Bob', until: '2026-01-01', ticket: 'SHOP-1' };
    const other = { requirement: 'list.ok', ...terms, until: '2026-01-01' };
    const cwd = await withAccepted(old, other);
    await add(cwd);
    expect(await acceptedIn(cwd)).toEqual([{ ...old, rightForms, ...terms }, other]);
    expect((await runThere(cwd, broken)).status).toBe(0);
  });

  it('adds only failures of the requirements that --only names', async () => {
    const cwd = await temporaryFolder();
    expectRefused(await add(cwd, '--only', 'invalid.name-typ'), /mean invalid\.name-type/);
    expect((await add(cwd, '--only', 'list.*,invalid.name-*')).status).toBe(0);
    expect((await acceptedIn(cwd)).map(({ requirement }) => requirement)).toEqual([id]);
  });

  it.each([
    ['no date', ['--owner', 'Ada', '--reason', 'x'], /--until/],
    ['no owner', ['--until', '2099-01-01', '--reason', 'x'], /--owner/],
    ['a blank owner', ['--until', '2099-01-01', '--owner', ' ', '--reason', 'x'], /--owner/],
    ['no reason', ['--until', '2099-01-01', '--owner', 'Ada'], /--reason/],
    ['a date that does not exist', ['--until', '2099-02-30', '--owner', 'A', '--reason', 'x'], /YYYY-MM-DD/],
    ['a date with a time', ['--until', '2099-02-03T00:00', '--owner', 'A', '--reason', 'x'], /YYYY-MM-DD/],
    ['a year of five digits', ['--until', '20990-01-01', '--owner', 'A', '--reason', 'x'], /YYYY-MM-DD/],
    ['a date in the past', ['--until', '2020-01-01', '--owner', 'A', '--reason', 'x'], /past/],
  ])('with %s is rejected, and nothing is written', async (_what, args, says) => {
    const cwd = await temporaryFolder();
    expectRefused(await carryOut(['accept', report, '--add', ...args], { cwd }), says);
    expect(await readdir(cwd)).toEqual([]);
  });

  it('does not change a file that it cannot read', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, usual), '{ "formatVersion": 1,\n  accepted: [] }');
    expectRefused(await add(cwd), /line 2, column 3/);
    expect(await readFile(join(cwd, usual), 'utf8')).toBe('{ "formatVersion": 1,\n  accepted: [] }');
    expect(await readdir(cwd)).toEqual([usual]);
  });
});

describe('a run with accepted failures', () => {
  it('passes if every failure is accepted, and shows who accepted each failure, and until when', async () => {
    const cwd = await withAccepted({ ...failure, ...terms, note: 'not for the report' });
    expect((await runThere(cwd, broken)).status).toBe(0);
    const { verdict, requirements, findings, accepted, configuration } = await readReport(cwd);
    expect([verdict.outcome, verdict.counts.accepted]).toEqual(['passed', 1]);
    const note = 'until 2099-12-31 by Ada: a new gateway';
    expect(requirements.find((row) => row.id === id)).toMatchObject({ verdict: 'accepted', note });
    expect(findings.map((one) => one.accepted)).toEqual([note]);
    expect(accepted).toEqual([{ ...failure, ...terms, state: 'applied' }]);
    expect(configuration.accepted).toBe(usual);
  });

  it('fails if the requirement fails for another cause', async () => {
    const cwd = await withAccepted({ ...failure, cause: 'returned 500', ...terms });
    expect((await runThere(cwd, broken)).status).toBe(1);
  });

  it('fails if another operation fails for the same cause', async () => {
    const server = await startService('key-bare');
    const only = ['--only', 'auth.bearer-only'];
    const cwd = await temporaryFolder();
    await runInto(cwd, server, ...only);
    const first = join(cwd, 'first.json');
    await writeFile(first, await readFile(join(cwd, 'report.json'), 'utf8'));
    const args = ['--until', terms.until, '--owner', 'Ada', '--reason', 'x'];
    const { stdout } = await carryOut(['accept', first, '--add', ...args], { cwd });
    expect((await runInto(cwd, server, ...only, ...given)).status).toBe(0);
    const all = await acceptedIn(cwd);
    expect(stdout).toContain(`${all.length} failures of 1 requirement accepted until ${terms.until}`);
    expect(all.map((one) => one.operation)).toEqual([
      'listCategories',
      'orders',
      'petById',
      'createCategory',
    ]);
    expect(new Set(all.map((one) => one.credential))).toEqual(new Set(['scheme-missing']));
    // The failures of all operations except the list are accepted, so the failure of the list is new.
    const some = all.filter((one) => one.operation !== 'listCategories');
    await writeFile(join(cwd, usual), JSON.stringify(fileOf(some)));
    expect((await runInto(cwd, server, ...only, ...given)).status).toBe(1);
    const { findings } = await readReport(cwd);
    expect(findings.map((one) => [one.cause, one.accepted !== undefined])).toEqual([
      ['returned 200', false],
      ['returned 201', true],
    ]);
  });

  it('fails if a header form now fails that passed when the failure was accepted, until that form is accepted, too', async () => {
    const only = ['--only', 'auth.bearer-only'];
    const cwd = await temporaryFolder();
    const accept = () =>
      carryOut(
        ['accept', 'report.json', '--add', '--until', terms.until, '--owner', 'Ada', '--reason', 'x'],
        { cwd },
      );
    await runInto(cwd, await startService('key-bare'), ...only);
    await accept();
    const worse = await startService(['key-bare', 'key-under-token']);
    expect((await runInto(cwd, worse, ...only, ...given)).status).toBe(1);
    expect(await statesIn(cwd)).toEqual(['applied', 'applied', 'applied', 'applied']);
    await accept();
    expect((await runInto(cwd, worse, ...only, ...given)).status).toBe(0);
    expect(await acceptedIn(cwd)).toHaveLength(4);
  });

  it('passes if a header form now fails that was not sent when the failure was accepted', async () => {
    const only = ['--only', 'auth.bearer-only'];
    const cwd = await temporaryFolder();
    const server = await startService('key-bare');
    await runInto(cwd, server, ...only);
    const file = join(cwd, 'report.json');
    const text = (await readFile(file, 'utf8')).replaceAll(/"rightForms": \[[^\]]*\]/g, '"rightForms": []');
    await writeFile(file, text);
    const worse = await startService(['key-bare', 'key-under-token']);
    expect((await runInto(cwd, worse, ...only, '--accepted', 'report.json')).status).toBe(0);
  });

  it('counts a requirement that depends on an accepted failure as accepted, so the run can pass', async () => {
    const server = await startService('headers-spelled-otherwise');
    const cwd = await withAccepted({ requirement: 'headers.present', ...terms });
    const { status } = await runInto(cwd, server, '--only', 'headers.*', ...given);
    const { requirements } = await readReport(cwd);
    const dependents = requirements.filter((one) => one.verdict === 'accepted').map((one) => one.id);
    expect(dependents).toEqual(expect.arrayContaining(['headers.present', 'headers.usage']));
    expect(status).toBe(0);
  });

  it('fails for an accepted failure that has expired, and shows its owner and reason in every format', async () => {
    const cwd = await withAccepted({ requirement: id, ...terms, until: '2026-01-01' });
    const forms = 'terminal,json,junit,markdown,html,github=github.txt';
    const { status, stdout } = await runThere(cwd, broken, '--reporter', forms);
    expect([status, await statesIn(cwd)]).toEqual([1, ['expired']]);
    const words = 'until 2026-01-01 by Ada: a new gateway';
    expect((await readReport(cwd)).findings.map(({ expired }) => expired)).toEqual([words]);
    expect(stdout.replaceAll(/\n│ /g, ' ')).toContain(words);
    for (const file of ['junit.xml', 'summary.md', 'report.html', 'github.txt'])
      expect(await readFile(join(cwd, file), 'utf8'), file).toContain(words);
  });

  it('passes if an expired entry has no failure, because the kit ignores the entry', async () => {
    const cwd = await withAccepted({ requirement: 'create.text', ...terms, until: '2026-01-01' });
    const { status } = await runThere(cwd, fixed);
    expect([status, await statesIn(cwd)]).toEqual([0, ['expired']]);
  });

  it('accepts a failure through the last day of its entry', async () => {
    const cwd = await withAccepted({ ...failure, ...terms, until: new Date().toISOString().slice(0, 10) });
    expect((await runThere(cwd, broken)).status).toBe(0);
  });

  it('accepts every failure of a report, and fails for a failure that is not in the report', async () => {
    const cwd = await temporaryFolder();
    const { status } = await runInto(cwd, broken, '--only', id, '--accepted', report);
    expect(status).toBe(0);
    const { findings, accepted } = await readReport(cwd);
    const day = (await readReport(folder)).startedAt.slice(0, 10);
    expect(findings.map((one) => one.accepted)).toEqual([expect.stringContaining(day)]);
    expect(accepted).toEqual([
      { ...failure, body, rightForms, reason: expect.any(String), state: 'applied' },
    ]);
    const other = await startService(['name-number-coerced', 'error-status-other']);
    const only = ['--only', `${id},errors.status`];
    expect((await runInto(cwd, other, ...only, '--accepted', report)).status).toBe(1);
    const { requirements } = await readReport(cwd);
    const verdictOf = (wanted: string) => requirements.find((one) => one.id === wanted)?.verdict;
    expect([verdictOf(id), verdictOf('errors.status')]).toEqual(['accepted', 'fail']);
  });

  it('shows accepted failures separately in every format', async () => {
    const cwd = await withAccepted({ ...failure, ...terms });
    const other = await startService(['name-number-coerced', 'error-status-other']);
    const forms = ['--reporter', 'terminal,json,junit,markdown,html,github=github.txt'];
    const { stdout } = await runInto(cwd, other, '--only', `${id},errors.status`, ...given, ...forms);
    expect(stdout).toMatch(/^✕ .*\n(?:│ .*\n)?│ errors\.status/m);
    expect(stdout).not.toContain('invalid.name-type');
    const read = (name: string) => readFile(join(cwd, name), 'utf8');
    const xml = await read('junit.xml');
    expect(xml.match(/<failure /g)).toHaveLength(1);
    expect(xml).toMatch(
      /name="invalid\.name-type:[^>]*>\s*<skipped message="accepted: until 2099-12-31 by Ada/,
    );
    expect(await read('summary.md')).not.toMatch(/^\| ❌ .* invalid\.name-type/m);
    expect(await read('github.txt')).toMatch(/^::notice title=1 accepted::invalid\.name-type/m);
    expect(await read('github.txt')).not.toMatch(/::error title=invalid/);
    expect(await read('report.html')).toContain('until 2099-12-31 by Ada');
  });

  it('rejects a configuration file of version 0.3 in the working folder, because a run that ignored it would test another server', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'petstore-conformance.config.json'), '{}');
    const { status, stderr } = await carryOut(['run', '--dry-run'], { cwd, env });
    expect([status, stderr]).toEqual([2, expect.stringContaining('Set PETSTORE_BASE_URL')]);
  });

  it('reads only the file that --accepted names, and mentions other files of accepted failures', async () => {
    const cwd = await withAccepted({ ...failure, ...terms });
    await writeFile(
      join(cwd, 'petstore-conformance.waivers.json'),
      '{"waivers":[{"requirement":"list.ok"}]}',
    );
    const args = ['run', '--base-url', broken.url, '--only', id, '--no-exhaust', '--reports', cwd];
    const { status, stderr } = await carryOut(args, { env, cwd });
    expect(status).toBe(1);
    expect(stderr).toContain(`--accepted ${usual}`);
    expect(stderr).toContain('--accepted petstore-conformance.waivers.json');
    const variables = { ...env, PETSTORE_ACCEPTED: usual };
    expect((await carryOut(args, { env: variables, cwd })).status).toBe(0);
    await writeFile(join(cwd, usual), JSON.stringify(fileOf([])));
    expect((await carryOut(args, { env, cwd })).stderr).not.toContain(`--accepted ${usual}`);
  });
});

describe('accept without options', () => {
  const accept = (cwd: string, ...more: string[]) =>
    carryOut(['accept', join(cwd, 'report.json'), ...more], { cwd });

  it('removes the entries whose requests were sent again and passed, after a run that prints this command', async () => {
    const kept = { x: 1, requirement: 'list.ok', ...terms };
    const cwd = await temporaryFolder();
    await add(cwd);
    const all = [kept, ...(await acceptedIn(cwd))];
    await writeFile(join(cwd, usual), JSON.stringify({ ...fileOf(all), team: 'shop' }));
    const forms = ['--seed', '7', '--reporter', 'terminal,json,github=github.txt'];
    const { status, stdout } = await runThere(cwd, fixed, ...forms);
    expect([status, await statesIn(cwd)]).toEqual([0, ['not tested again', 'no longer needed']]);
    const printed = stdout.replace(/\n *│? +/g, ' ');
    expect(printed).toMatch(/1 accepted failure is no longer needed: .*accept REPORT\.json/);
    expect(await readFile(join(cwd, 'github.txt'), 'utf8')).toContain(
      'npx petstore-conformance accept REPORT.json',
    );
    expect((await accept(cwd)).status).toBe(0);
    expect(JSON.parse(await readFile(join(cwd, usual), 'utf8'))).toEqual({ ...fileOf([kept]), team: 'shop' });
  });

  it('keeps entries that still fail', async () => {
    const cwd = await temporaryFolder();
    await add(cwd);
    const before = await readFile(join(cwd, usual), 'utf8');
    await runThere(cwd, broken);
    expect((await accept(cwd)).status).toBe(0);
    expect(await readFile(join(cwd, usual), 'utf8')).toBe(before);
  });

  it('keeps entries that the reported run did not know, and entries whose requests it could not send again', async () => {
    const cwd = await temporaryFolder();
    await add(cwd);
    const [first] = await acceptedIn(cwd);
    // The class of the body is unknown, so no run sends it.
    const unsent = { ...first, body: { class: 'name-of-old', base64: 'eyJuYW1lIjo3NjU0MzIxfQ==' } };
    const bodiless = { ...failure, ...terms };
    await writeFile(join(cwd, usual), JSON.stringify(fileOf([unsent, bodiless])));
    const before = await readFile(join(cwd, usual), 'utf8');
    await runInto(cwd, fixed, '--only', id);
    expect((await accept(cwd)).status).toBe(0);
    await runThere(cwd, fixed);
    expect(await statesIn(cwd)).toEqual(['not tested again', 'not tested again']);
    expect((await accept(cwd)).status).toBe(0);
    expect(await readFile(join(cwd, usual), 'utf8')).toBe(before);
  });

  it('removes the entry for a credential only if that credential was sent to the operation of the entry and passed', async () => {
    const only = ['--only', 'auth.bearer-only'];
    const base = { requirement: 'auth.bearer-only', cause: 'returned 200', ...terms };
    const entries = ['scheme-missing', 'scheme-of-old'].flatMap((credential) =>
      ['orders', 'listCategories'].map((operation) => ({ ...base, operation, credential })),
    );
    const cwd = await withAccepted(...entries);
    await runInto(cwd, fixed, ...only, ...given);
    expect(await statesIn(cwd)).toEqual([
      'no longer needed',
      'no longer needed',
      'not tested again',
      'not tested again',
    ]);
    // This server does not serve orders even with the key, so the run cannot judge what the operation returns without the
    // key.
    const change = editResponses(responsesOf('listOrders'), (response) => ({ ...response, status: 404 }));
    const without = await startReferenceServer({
      keys: [{ key: env.PETSTORE_API_KEY, plan: 'business' }],
      change: [change],
    });
    onTestFinished(() => without.close());
    await runInto(cwd, without, ...only, ...given);
    expect((await statesIn(cwd))?.slice(0, 2)).toEqual(['not tested again', 'no longer needed']);
  });

  it('removes an entry, expired or not, whose body passed, even if another kind of body fails differently; diff and replay agree', async () => {
    // At first, an empty array crashes the server. Later, the server stores a boolean.
    let isLater = false;
    const change = editFields((fields) => {
      const { name } = fields;
      if (!isLater && Array.isArray(name) && name.length === 0)
        return { kind: 'problem', problem: problem(500, 'crashed', 'Crashed.') };
      return isLater && name === true ? checkNewCategory({ ...fields, name: 'true' }) : undefined;
    });
    const keys = [{ key: env.PETSTORE_API_KEY, plan: 'business' as const }];
    const server = await startReferenceServer({ keys, change: [change] });
    onTestFinished(() => server.close());
    const cwd = await temporaryFolder();
    await runInto(cwd, server, '--only', id);
    const first = join(cwd, 'first.json');
    await writeFile(first, await readFile(join(cwd, 'report.json'), 'utf8'));
    const args = ['--until', terms.until, '--owner', 'Ada', '--reason', 'x'];
    await carryOut(['accept', first, '--add', ...args], { cwd });
    const [entry] = await acceptedIn(cwd);
    expect(entry).toMatchObject({ cause: 'returned 500' });
    isLater = true;
    for (const until of [terms.until, '2026-01-01']) {
      await writeFile(join(cwd, usual), JSON.stringify(fileOf([{ ...entry, until }])));
      expect((await runThere(cwd, server, '--seed', '7')).status).toBe(1);
      expect(await statesIn(cwd)).toEqual(['no longer needed']);
      expect((await carryOut(['diff', first, join(cwd, 'report.json')], { cwd })).stdout).toContain(
        `1 new: ${id}; 1 fixed: ${id}.`,
      );
      expect((await accept(cwd)).stdout).toContain(`removed  ${id}`);
      expect(await acceptedIn(cwd)).toEqual([]);
    }
    const replayed = await carryOut(['replay', first, '--base-url', server.url], { cwd, env });
    expect(replayed.stdout).toContain(`1 fixed: ${id}`);
  });

  it('keeps an entry if its body still fails, but in another way', async () => {
    const cwd = await temporaryFolder();
    await add(cwd);
    const [entry] = await acceptedIn(cwd);
    await writeFile(join(cwd, usual), JSON.stringify(fileOf([{ ...entry, cause: 'returned 500' }])));
    await runThere(cwd, broken);
    expect(await statesIn(cwd)).toEqual(['not tested again']);
  });

  it('requires --add for the options that describe new entries', async () => {
    const cwd = await withAccepted();
    for (const [name, value] of Object.entries({ ...terms, ticket: 'SHOP-7', only: 'list.*' }))
      expectRefused(await carryOut(['accept', report, `--${name}`, value], { cwd }), /--add/);
    expectRefused(await carryOut(['accept', report], { cwd: await temporaryFolder() }), /does not exist/);
    expectRefused(
      await carryOut(['accept', report, '--accepted', report], { cwd }),
      /not a file of accepted/,
    );
  });
});

describe('an invalid file of accepted failures', () => {
  const entry = { requirement: id, ...terms };
  it.each([
    ['invalid JSON', '{ "formatVersion": 1,\n "accepted": [,] }', /line 2, column 15/],
    ['no owner', fileOf([{ ...entry, owner: undefined }]), /\/accepted\/0 .*'owner'/],
    ['an empty reason', fileOf([{ ...entry, reason: '' }]), /\/accepted\/0\/reason/],
    ['no date', fileOf([{ ...entry, until: undefined }]), /\/accepted\/0 .*'until'/],
    ['a word as the date', fileOf([{ ...entry, until: 'soon' }]), /\/accepted\/0\/until/],
    ['a date that does not exist', fileOf([{ ...entry, until: '2026-02-30' }]), /\/accepted\/0\/until/],
    ['a number as the date', fileOf([{ ...entry, until: 20_991_231 }]), /\/accepted\/0\/until/],
    ['a later version', { ...fileOf([]), formatVersion: 2 }, /version 2/],
    ['an array as its content', [], /not a file of accepted failures/],
    ['null as its content', 'null', /not a file of accepted failures/],
    [
      'an incomplete report as its content',
      { format: 'petstore-conformance/report', formatVersion: 3 },
      /schema/,
    ],
    ['more than a megabyte', fileOf([{ ...entry, note: 'x'.repeat(1024 * 1024) }]), /1 MB/],
    ['deep nesting', `{"accepted":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, /accepted/],
  ])('with %s is rejected before the first request', async (_what, content, says) => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, usual), typeof content === 'string' ? content : JSON.stringify(content));
    const before = fixed.stats().requests;
    expectRefused(await runThere(cwd, fixed), says);
    expectRefused(await carryOut(['accept', report], { cwd }), /./);
    expect([fixed.stats().requests, await readdir(cwd)]).toEqual([before, [usual]]);
  });

  it('with an unknown requirement is rejected by a run', async () => {
    const cwd = await withAccepted(entry, { ...entry, requirement: 'invalid.name-tpye' });
    expectRefused(await runThere(cwd, fixed), /\/accepted\/1 .*mean invalid\.name-type/);
  });

  it('with control characters in its strings does not pass them on to a terminal, a log or a page', async () => {
    const hostile =
      '\u001b]0;owned\u0007\r\n::error::owned\n##[error]owned\u202e<script>alert(1)</script>]]>';
    const cwd = await withAccepted(
      {
        ...failure,
        reason: hostile,
        owner: hostile,
        ticket: hostile,
        until: '2099-12-31',
        [hostile]: hostile,
      },
      { ...failure, cause: hostile, reason: hostile, owner: hostile, until: '2020-01-01' },
    );
    const forms = 'terminal,json,junit,markdown,html,github=github.txt';
    const args = ['run', '--base-url', broken.url, '--only', id, '--no-exhaust', '--reports', cwd];
    const run = await command([...args, '--reporter', forms, '--verbose', ...given], { env, cwd });
    expect(run.status).toBe(0);
    const accept = await command(['accept', join(cwd, 'report.json')], { env, cwd });
    expect(accept.status).toBe(0);
    const texts = [run.stdout, run.stderr, accept.stdout, accept.stderr];
    for (const file of ['junit.xml', 'summary.md', 'report.html', 'github.txt', 'report.json'])
      texts.push(await readFile(join(cwd, file), 'utf8'));
    for (const text of texts) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the text must not contain these characters.
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
      expect(text).not.toMatch(/^ *::error::owned/m);
      expect(text).not.toMatch(/##\[error\]owned/);
    }
    expect(await readFile(join(cwd, 'report.html'), 'utf8')).not.toContain('<script>alert');
  });
});
