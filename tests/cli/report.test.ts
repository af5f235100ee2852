import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReferenceServer } from '../../reference-server/index.ts';
import { type ChosenReporter, deliver } from '../../src/cli/reporting.ts';
import type { Report } from '../../src/report/model/report.ts';
import type { ReporterName } from '../../src/report/reporter.ts';
import { definedOnly } from '../../src/text/defined-only.ts';
import { sampleReport } from '../report/sample-report.ts';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { changedCopy, expectRefused, runInto, startService, wrongReports } from './services.ts';

/** A time beyond the range of dates, so that the recording cannot be written. */
const beyondDates = 9e15;

let folder = '';
let path = '';
let server: ReferenceServer;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'));
  path = join(folder, 'report.json');
  server = await startService('name-number-coerced', (close) => ends.push(close));
  const ended = await runInto(folder, server);
  expect(ended.status, ended.stderr).toBe(1);
});

afterAll(async () => {
  for (const end of ends) await end();
  await rm(folder, { recursive: true, force: true });
});

describe('run --reporter', () => {
  it('defaults to json, html, junit and markdown', async () => {
    expect((await readdir(folder)).sort()).toEqual(['junit.xml', 'report.html', 'report.json', 'summary.md']);
  });

  it('accepts several reporters, with or without a path', async () => {
    const cwd = await temporaryFolder();
    const names = `json=a/one.json,junit=b/two.xml,markdown=c.md,terminal=d/text.txt,har`;
    const { status, stdout } = await runInto(cwd, server, '--only', 'list.ok', '--reporter', names);
    expect([status, stdout]).toEqual([0, '']);
    const files = await readdir(cwd, { recursive: true });
    expect(files.filter((file) => file.includes('.')).sort()).toEqual([
      'a/one.json',
      'b/two.xml',
      'c.md',
      'd/text.txt',
      'exchanges.har',
    ]);
    expect(
      JSON.parse(await readFile(join(cwd, 'a/one.json'), 'utf8')).exchanges.recorded.length,
    ).toBeGreaterThan(0);
    expect(await readFile(join(cwd, 'd/text.txt'), 'utf8')).toMatch(
      /PASSED \(exit status 0\) http[^ ]+: 1 of 46 required requirements/,
    );
  });

  it('writes to a named pipe without replacing it', async () => {
    const cwd = await temporaryFolder();
    const pipe = join(cwd, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const [text, { status }] = await Promise.all([
      readFile(pipe, 'utf8'),
      runInto(cwd, server, '--only', 'list.ok', '--reporter', 'json=pipe'),
    ]);
    expect(JSON.parse(text)).toMatchObject({ complete: true });
    expect((await lstat(pipe)).isFIFO()).toBe(true);
    expect(status).toBe(0);
  });

  it('writes to the target of a link, and keeps the link', async () => {
    const cwd = await temporaryFolder();
    const shared = join(await temporaryFolder(), 'shared.json');
    await writeFile(shared, 'old');
    await symlink(shared, join(cwd, 'link.json'));
    const { status, stderr } = await carryOut(['report', path, '--reporter', 'json=link.json'], { cwd });
    expect([status, stderr]).toEqual([0, 'Wrote link.json.\n']);
    expect((await lstat(join(cwd, 'link.json'))).isSymbolicLink()).toBe(true);
    expect(await readFile(shared, 'utf8')).toBe(await readFile(path, 'utf8'));
  });

  it.each([
    ['an unknown name', 'jsn', /--reporter must be .*json/s],
    ['an empty path', 'html=', /"html=" needs a file name\./],
    ['the same name twice', 'json,json', /twice/],
    ['two reporters with the same file', 'json=a.txt,html=./a.txt', /twice/],
    [
      'a folder that cannot be created',
      'html=/proc/none/page.html',
      /cannot write to "\/proc\/none": .*\n {2}Choose a directory/,
    ],
  ])('rejects %s before the first request', async (_what, names, says) => {
    const before = server.stats().requests;
    const cwd = await temporaryFolder();
    expectRefused(await runInto(cwd, server, '--reporter', names), says);
    expect([server.stats().requests, await readdir(cwd)]).toEqual([before, []]);
  });
});

describe('report', () => {
  it('writes the same files from the JSON report as the run did', async () => {
    const again = await temporaryFolder();
    const args = ['report', path, '--reporter', 'json,html,junit,markdown', '--reports', again];
    const ended = await carryOut(args);
    const files = ['report.json', 'report.html', 'junit.xml', 'summary.md'];
    const message = `Wrote ${files.map((file) => join(again, file)).join(', ')}.\n`;
    expect(ended).toEqual({ status: 0, stdout: '', stderr: message });
    for (const file of files)
      expect(await readFile(join(again, file)), file).toEqual(await readFile(join(folder, file)));
  });

  it('lists each file once, and lists no pipes', async () => {
    const cwd = await temporaryFolder();
    for (const names of ['terminal,html', 'junit=/dev/null']) {
      const { status, stderr } = await carryOut(['report', path, '--reporter', names, '--reports', cwd]);
      expect([status, stderr], names).toEqual([0, '']);
    }
  });

  it('writes the default files if only --reports is given', async () => {
    const cwd = await temporaryFolder();
    const { status, stdout } = await carryOut(['report', path, '--reports', 'again'], { cwd });
    expect([status, stdout.includes('DOES NOT CONFORM')]).toEqual([0, true]);
    expect((await readdir(join(cwd, 'again'))).sort()).toEqual([
      'junit.xml',
      'report.html',
      'report.json',
      'summary.md',
    ]);
  });

  it('exits with status 3 if a named report cannot be written, and writes the others', async () => {
    const cwd = await temporaryFolder();
    const odd = await changedCopy<Report>(path, join(cwd, 'odd.json'), (report) => ({
      ...report,
      findings: report.findings.map((finding) => ({
        ...finding,
        exchange: { ...finding.exchange, atMs: beyondDates },
      })),
    }));
    const { status, stderr } = await carryOut(['report', odd, '--reporter', 'har,junit']);
    expect(status).toBe(3);
    expect(stderr).toMatch(
      /^petstore-conformance: the har report could not be written to .*exchanges\.har: /,
    );
    expect((await readdir(cwd)).sort()).toEqual(['junit.xml', 'odd.json']);
  });

  it.each(wrongReports)('rejects a file that is %s, and writes nothing', async (_what, change, says) => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'wrong.json'), change(await readFile(path, 'utf8')));
    expectRefused(await carryOut(['report', join(cwd, 'wrong.json'), '--reporter', 'html']), says);
    expect(await readdir(cwd)).toEqual(['wrong.json']);
  });
});

it('the github reporter names the GitHub file that it cannot write', async () => {
  const env = { GITHUB_OUTPUT: '/dev/null/outputs' };
  const { stderr, status } = await carryOut(['report', path, '--reporter', 'github'], { env });
  expect(stderr).toBe(
    'petstore-conformance: the github report: cannot write "/dev/null/outputs": a part of its path is not a directory.\n',
  );
  expect(status).toBe(3);
});

describe('a reporter that fails', () => {
  const [shown] = sampleReport.findings.flatMap(({ exchange }) => exchange ?? []);
  if (shown === undefined) throw new Error('the sample report shows no exchange');
  const broken: Report = {
    ...sampleReport,
    exchanges: { recorded: [{ ...shown, atMs: beyondDates }], leftOut: 0 },
  };
  const silent = { write: () => true };
  const environment = {
    env: {},
    stdout: silent,
    keepSecret: () => {},
    redact: (text: string) => text,
  };

  /** Writes a JUnit report, and tries unsuccessfully to write a HAR, in a folder that contains an earlier HAR. */
  async function delivered(inputsIn?: (cwd: string) => readonly string[]) {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'x.har'), 'of the run before');
    await symlink('x.har', join(cwd, 'accepted.json'));
    const message: string[] = [];
    const output = { write: (text: string) => message.push(text) > 0 };
    const chosen = (reporter: ReporterName, name?: string): ChosenReporter => ({
      name: reporter,
      reporter,
      alone: false,
      byName: false,
      ...definedOnly({ file: name === undefined ? name : { folder: cwd, name } }),
    });
    const all = [chosen('har', 'x.har'), chosen('junit', 'x.xml'), chosen('terminal')];
    const delivery = { quiet: true, verbose: false, ...definedOnly({ inputs: inputsIn?.(cwd) }) };
    const allWritten = await deliver(broken, all, delivery, {
      ...environment,
      stderr: output,
      stdout: output,
    });
    expect(allWritten).toBe(false);
    expect(existsSync(join(cwd, 'x.xml'))).toBe(true);
    return { message: message.join(''), isKept: existsSync(join(cwd, 'x.har')) };
  }

  it('fails the command, and its file from an earlier run is removed', async () => {
    const { message, isKept } = await delivered(() => []);
    expect(message).toMatch(
      /the har report could not be written to .*\. Removed the file of an earlier run\./,
    );
    expect(isKept).toBe(false);
  });

  it.each<[string, ((cwd: string) => readonly string[]) | undefined]>([
    ['it is an input, such as the accepted report', (cwd) => [join(cwd, 'none'), join(cwd, 'accepted.json')]],
    ['the command writes no new report', undefined],
  ])('keeps the file of an earlier run if %s', async (_why, inputsIn) => {
    const { message, isKept } = await delivered(inputsIn);
    expect(message).toMatch(/the har report could not be written to /);
    expect(isKept).toBe(true);
  });
});
