import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts';
import { command } from './command.ts';
import { carryOut } from './in-process.ts';

const key = 'test-Key_0123456789-xyz';
const env = { PETSTORE_API_KEY: key };
let folder = '';
let path = '';
let broken: ReferenceServer;
let mended: ReferenceServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replay-'));
  path = join(folder, 'report.json');
  const change = defects.find(({ id }) => id === 'name-number-coerced')?.change;
  if (change === undefined) throw new Error('the gallery has no such defect');
  broken = await startReferenceServer({ keys: [{ key, plan: 'business' }], change });
  mended = await startReferenceServer({ keys: [{ key, plan: 'business' }] });
  const args = ['run', '--base-url', broken.url, '--no-exhaust', '--quiet', '--reports', folder];
  const ended = await carryOut(args, { env });
  expect(ended.status, ended.stderr).toBe(1);
});

afterAll(async () => {
  await broken.close();
  await mended.close();
  await rm(folder, { recursive: true, force: true });
});

describe('replay', () => {
  it('exits with 1 and shows the finding where it is still there', async () => {
    const { status, stdout, stderr } = await command(['replay', path], { env });
    expect(status, stderr).toBe(1);
    expect(stdout).toMatch(/FAIL {2}invalid\.name-type/);
    expect(stdout).not.toContain('│ Verdict');
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
      /STILL THERE \(exit status 1\) .* told by 3 requests/,
    );
    expect(stdout + stderr).not.toContain(key);
  });

  it('shows a finding that only warns, too, where it is still there', async () => {
    const change = defects.find(({ id }) => id === 'challenge-missing')?.change;
    if (change === undefined) throw new Error('the gallery has no such defect');
    const server = await startReferenceServer({ keys: [{ key, plan: 'business' }], change });
    onTestFinished(server.close);
    const reports = join(folder, 'advisory');
    const args = [
      'run',
      '--base-url',
      server.url,
      '--only',
      'auth.challenge',
      '--quiet',
      '--reports',
      reports,
    ];
    expect((await carryOut(args, { env })).stdout).not.toContain('FAIL');
    const { status, stdout } = await carryOut(['replay', join(reports, 'report.json')], { env });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^── Warnings[\s\S]*WARN {2}auth\.challenge[\s\S]*STILL THERE/);
  });

  it('exits with 0 against the server that was mended', async () => {
    const args = ['replay', path, '--finding', 'invalid.name-type', '--base-url', mended.url];
    const { status, stdout, stderr } = await carryOut(args, { env });
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/MENDED \(exit status 0\)/);
    expect(stderr).toMatch(/The report is of/);
  });

  it('exits with 3 where it cannot tell', async () => {
    const args = ['replay', path, '--base-url', 'http://127.0.0.1:9/v1'];
    const { status, stdout } = await carryOut(args, { env });
    expect(status).toBe(3);
    expect(stdout).toMatch(/cannot be reached[\s\S]*COULD NOT TELL/);
  });

  it.each([
    ['a report that is cut', (text: string) => text.slice(0, 900), /cut short/],
    ['no JSON', () => 'hello', /no JSON/],
    ['another file', () => '{"format":"other"}', /no report of this kit/],
    [
      'a later version',
      (text: string) => text.replace('"formatVersion": 1', '"formatVersion": 2'),
      /version 2/,
    ],
    ['a foreign shape', (text: string) => text.replace('"runMark"', '"mark"'), /not as its schema says/],
  ])('%s: a sentence and status 2', async (_what, change, says) => {
    const other = join(folder, 'other.json');
    await writeFile(other, change(await readFile(path, 'utf8')));
    const { status, stdout, stderr } = await carryOut(['replay', other], { env });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  it.each([
    ['no file', [], /needs the path/],
    ['a file that is not there', ['gone.json'], /could not be read/],
    [
      'a finding that does not exist',
      ['REPORT', '--finding', 'invalid.name-typ'],
      /no finding .*mean invalid\.name-type/,
    ],
  ])('%s: a sentence and status 2', async (_what, args, says) => {
    const given = args.map((arg) => (arg === 'REPORT' ? path : arg));
    const { status, stderr } = await carryOut(['replay', ...given], { env });
    expect(status).toBe(2);
    expect(stderr).toMatch(says);
  });

  it('refuses a variable that names another target than the report', async () => {
    const other = { ...env, PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1' };
    const { status, stderr } = await carryOut(['replay', path], { env: other });
    expect(status).toBe(2);
    expect(stderr).toMatch(/another target/);
  });
});
