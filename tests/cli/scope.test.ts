import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReferenceServer } from '../../reference-server/index.ts';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { env, expectRefused, readReport } from './services.ts';

/**
 * Runs the command in a folder of its own, against a fresh server with an unused quota. The quota is small, so that it does
 * not refill while a busy machine sends 40 requests.
 */
async function runWith(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const cwd = await temporaryFolder();
  const keys = [{ key: env.PETSTORE_API_KEY, plan: 'free' as const }];
  const { url, close } = await startReferenceServer({ keys });
  onTestFinished(close);
  const all = ['run', '--base-url', url, '--plan', 'free', '--reports', '.', ...args];
  const { status, stdout, stderr } = await carryOut(all, { cwd, env: { ...env, ...variables } });
  const report = await readReport(cwd);
  const line = stdout.trimEnd().split('\n').at(-1) ?? '';
  return { cwd, url, status, stdout, stderr, line, report, ...report.verdict };
}

const oneOnly = ['--only', 'auth.key-missing'];
const gentle = ['--profile', 'gentle'];

describe('a run that does not select every required requirement', () => {
  it.each([
    ['--only', oneOnly, 1, 'without --only'],
    ['--profile gentle', gentle, 37, '--profile standard'],
    ['--max-requests', ['--max-requests', '20'], undefined, '--max-requests 3500'],
  ])('because of %s passes as a selection', async (_what, args, expected, option) => {
    const { url, status, line, outcome, exitStatus, scope } = await runWith(args);
    const { selected } = scope;
    expect(selected).toBe(expected ?? selected);
    expect(line).toBe(
      `petstore-conformance: PASSED, ${selected} of 46 required requirements selected (exit status 0) ${url}`,
    );
    expect([status, outcome, exitStatus]).toEqual([0, 'passed-selection', 0]);
    expect(scope).toMatchObject({ required: 46, selected, passed: selected, full: false });
    const because = (wanted: string) => scope.notSelected.filter((group) => group.because === wanted);
    expect(because('run').map((group) => group.option)).toEqual([option]);
    expect(because('input').map((group) => [group.option, group.requirements.length])).toEqual([
      ['--description', 4],
    ]);
    const left = scope.notSelected.reduce((sum, group) => sum + group.requirements.length, 0);
    expect(selected + left).toBe(46);
  });

  it.each([
    [
      '--only',
      oneOnly,
      /^All selected requirements passed, but --strict requires more: 41 of 46 required requirements were not selected: versioning\.base-path, .* and 36 more \(outside --only; run without --only\)\. To check only what you select, use --strict-selection\.$/,
    ],
    [
      '--profile gentle',
      gentle,
      /^All selected requirements passed, but --strict requires more: 5 of 46 .*: auth\.key-exact, limit\.enforced, .* \(excluded by --profile gentle; run with --profile standard\)\. To check only what you select, use --strict-selection\.$/,
    ],
  ])('because of %s ends with 3 with --strict, and names the option', async (_what, args, sentence) => {
    const ended = await runWith([...args, '--strict']);
    expect([ended.status, ended.outcome]).toEqual([3, 'incomplete']);
    expect(ended.sentence).toMatch(sentence);
    expect(ended.line).toMatch(
      /^petstore-conformance: INCOMPLETE \(exit status 3\) http[^ ]+: All selected requirements passed, but /,
    );
  });

  it.each([
    ['the flag', [...oneOnly, '--strict-selection'], {}],
    ['the variable', oneOnly, { PETSTORE_STRICT_SELECTION: 'true' }],
  ])(
    'passes with --strict-selection, by %s, if everything that it selected was tested',
    async (_what, args, more) => {
      const { status, outcome, report } = await runWith(args, more);
      expect([status, outcome]).toEqual([0, 'passed-selection']);
      expect(report.configuration.strictSelection).toBe(true);
    },
  );

  it.each([
    ['--max-requests', '20'],
    ['--max-creates', '0', '--no-exhaust'],
  ])('passes with --strict-selection if only %s %s left something out', async (...budget) => {
    const { status, outcome, scope } = await runWith([...budget, '--strict-selection']);
    expect([status, outcome]).toEqual([0, 'passed-selection']);
    expect(scope).toMatchObject({ passed: scope.selected, notTested: [] });
  });

  it('names its scope in every format', async () => {
    const headline = 'PASSED, 1 of 46 required requirements selected';
    const output = join(await temporaryFolder(), 'output');
    const forms = ['--reporter', 'terminal,json,junit,markdown,html,github'];
    const { cwd, stdout } = await runWith([...oneOnly, ...forms], { GITHUB_OUTPUT: output });
    const read = (name: string) => readFile(join(cwd, name), 'utf8');
    const words = '46 required: 1 passed, 41 not selected (outside --only), 4 need --description';
    expect(stdout.replace(/\n│ +/g, ' ')).toContain(`Requirements   ${words}`);
    expect(stdout).toContain(`::notice title=${headline.replace(',', '%2C')}::${words}`);
    expect(await read('summary.md')).toContain(`## ✅ petstore-conformance: ${headline.toLowerCase()}\n`);
    expect(await read('summary.md')).toContain('| 46 | 1 | 45 |');
    expect((await read('summary.md')).replaceAll('\\', '')).toMatch(/- Not selected: .* \(outside --only\)/);
    const page = await read('report.html');
    expect(page).toContain('<h1>Passed, 1 of 46 required requirements selected</h1>');
    expect(page.replaceAll(/<[^>]+>/g, '')).toMatch(/46 required:1 passed45 not selected/);
    expect(page.replaceAll(/<[^>]+>/g, '')).toMatch(/limit\.recovers \(outside --only\)/);
    const xml = await read('junit.xml');
    expect(xml).toContain(`<property name="outcome" value="passed-selection"/>`);
    expect(xml).toContain(`<property name="headline" value="${headline}"/>`);
    expect(xml).toContain(`<property name="requirements" value="${words}"/>`);
    const outputs = await readFile(output, 'utf8');
    for (const [name, value] of Object.entries({ headline, required: 46, selected: 1, passed: 1 }))
      expect(outputs).toMatch(new RegExp(`^${name}<<(\\w+)\\n${value}\\n\\1$`, 'm'));
    expect((await carryOut(['report', join(cwd, 'report.json')])).stdout).toContain(`: ${headline} (exit`);
  });

  it('differs from a run with another scope in diff and compare', async () => {
    const [one, more] = [await runWith(oneOnly), await runWith(gentle)];
    const files = [one, more].map(({ cwd }) => join(cwd, 'report.json'));
    const between = /different scope: 1 of 46 required requirements selected before, 37 of 46/;
    expect((await carryOut(['diff', ...files])).stdout.replace(/\n│ +/g, ' ')).toMatch(between);
    const { stdout } = await carryOut(['compare', ...files, '--markdown']);
    expect(stdout).toMatch(
      /^\| 1 \|.* \| 1 passed, 1 of 46 selected \|.* --only auth\.key-missing, but not given in the last run \|$/m,
    );
    expect(stdout).toMatch(/^\| 2 \|.* \| 37 passed, 37 of 46 selected \|/m);
    expect(stdout).toContain('1 of 2 runs is hard to compare with the last one');
  });
});

it('--strict-selection needs a target, as --strict does', async () => {
  expectRefused(
    await carryOut(['run', '--strict-selection'], { env }),
    /--strict-selection needs a target[\s\S]*remove --strict-selection/,
  );
});

it('judge says how much of the scope a recording covers, and --strict refuses it', async () => {
  const { cwd } = await runWith([...gentle, '--reporter', 'json,har']);
  const judge = (...args: string[]) =>
    carryOut(['judge', join(cwd, 'exchanges.har'), '--plan', 'free', ...args], { cwd, env });
  const plain = await judge();
  expect(plain.stdout).toMatch(
    /: PASSED, \d\d of 46 required requirements selected \(\d could not be tested\) \(exit status 0\)/,
  );
  expect(plain.status).toBe(0);
  const strict = await judge('--strict');
  expect(strict.stdout.replace(/\n│ +/g, ' ')).toMatch(
    /--strict requires more: \d+ of 46 .*needs requests that only `run` sends/,
  );
  expect(strict.status).toBe(3);
  const selection = await judge('--strict-selection');
  expect(selection.stdout.replace(/\n│ +/g, ' ')).toMatch(
    /--strict-selection requires more: 8 required requirements were not tested: create\.created, .*, invalid\.body-bytes \(/,
  );
  expect(selection.status).toBe(3);
});
