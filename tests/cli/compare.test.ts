import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleReport } from '../report/sample-report.ts';
import { extendedTier } from '../support/tiers.ts';
import { command, temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { env, expectRefused, runInto, startService } from './services.ts';

let folder = '';
let history = '';
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compare-'));
  history = join(folder, 'history.jsonl');
  const server = await startService('name-number-coerced', (end) => ends.push(end));
  for (const build of ['1', '2']) {
    await mkdir(join(folder, build));
    await runInto(join(folder, build), server, '--history', history, '--label', `build=${build}`);
  }
});

afterAll(async () => {
  for (const end of ends) await end();
  await rm(folder, { recursive: true, force: true });
});

describe('run --history FILE --label NAME=VALUE', () => {
  it('appends one line for each run, with its labels, and the report has them too', async () => {
    const lines = (await readFile(history, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).labels)).toEqual([{ build: '1' }, { build: '2' }]);
    const report = JSON.parse(await readFile(join(folder, '2/report.json'), 'utf8'));
    expect(report.labels).toEqual({ build: '2' });
  });

  it('keeps the lines of two runs at once apart', extendedTier, async () => {
    const server = await startService();
    const file = join(folder, 'both.jsonl');
    const args = (name: string) => [
      'run',
      '--base-url',
      server.url,
      '--only',
      'auth.challenge',
      '--no-exhaust',
      '--quiet',
      '--reports',
      join(folder, name),
      '--history',
      file,
    ];
    await Promise.all(['x', 'y', 'z'].map((name) => command(args(name), { env })));
    expect(
      (await readFile(file, 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).outcome),
    ).toHaveLength(3);
  });
});

describe('compare FILE…', () => {
  it('shows a matrix of a history, with what fails and since when', async () => {
    const { status, stdout } = await carryOut(['compare', history]);
    expect(status).toBe(0);
    expect(stdout.replaceAll(/\n│ {5}/g, ' ')).toMatch(
      /^│ {3}· Newest run, \S+ \(build 2\): DOES NOT CONFORM .*\n│ {3}· Since \S+ \(build 1\): 1 still failing: invalid\.name-type\.\n\n── Runs \(2\)/,
    );
    expect(stdout).toMatch(/│ invalid\.name-type +F F {2}failing since \d{4}-\d\d-\d\d \(build 1\)/);
    expect(stdout).toMatch(/│ auth\.key-missing +P P/);
    expect(stdout).toContain('1 failed throughout.');
  });

  it('reads reports, and writes a page that links to theirs', async () => {
    const page = join(folder, 'page.html');
    const other = join(folder, 'other.json');
    await writeFile(other, JSON.stringify(sampleReport));
    const { status } = await carryOut(['compare', join(folder, '1/report.json'), other, '--html', page]);
    expect(status).toBe(0);
    const html = await readFile(page, 'utf8');
    expect(html).toContain('2 runs against 2 targets');
    expect(html).toMatch(/<a href="1\/report\.html">1\. /);
    expect(html).not.toContain('<script');
  });

  it('prints JSON and Markdown', async () => {
    const { stdout } = await carryOut(['compare', history, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ isHistory: true, columns: [{}, {}] });
    const { stdout: markdown } = await carryOut(['compare', history, '--markdown']);
    expect(markdown).toMatch(/\| `invalid\.name-type` \| F \| F \| failing since /);
    expectRefused(await carryOut(['compare', history, '--json', '--markdown']), /cannot be combined/);
  });

  it('names a file that is not a report and stops, or skips it', async () => {
    const wrong = join(folder, 'wrong.json');
    await writeFile(wrong, '{}');
    expectRefused(await carryOut(['compare', history, wrong]), /wrong\.json/);
    const skipped = await carryOut(['compare', history, wrong, '--skip-unreadable']);
    expect([skipped.status, skipped.stderr]).toEqual([0, expect.stringMatching(/^Skipped: .*wrong\.json/)]);
    expectRefused(await carryOut(['compare', wrong, '--skip-unreadable']), /no run is left to compare/);
  });

  it('skips a cut line of a history', async () => {
    const cwd = await temporaryFolder();
    const path = join(cwd, 'kept/history.jsonl');
    const whole = (await readFile(history, 'utf8')).split('\n').slice(0, 1).join('');
    const server = await startService();
    const runOnce = () => runInto(cwd, server, '--only', 'auth.key-missing', '--history', path);
    expect((await runOnce()).status).toBe(0);
    await writeFile(path, `${whole.slice(0, 400)}\n${whole}\n`);
    expect((await runOnce()).status).toBe(0);
    expectRefused(await carryOut(['compare', path]), /history\.jsonl": line 1: it is not valid JSON/);
    const { status, stdout, stderr } = await carryOut(['compare', path, '--skip-unreadable']);
    expect(status).toBe(0);
    expect(stderr.match(/^Skipped: ".*history\.jsonl": line 1: it is not valid JSON/gm)).toHaveLength(1);
    expect(stdout).toMatch(/^── Runs \(2\)/m);
  });
});
