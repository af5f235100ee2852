import { describe, expect, it, onTestFinished } from 'vitest';
import { startReferenceServer } from '../../reference-server/index.ts';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { env, readReport } from './services.ts';

/**
 * Runs the command in a folder of its own, against a fresh server with an unused quota. The quota is small, so that it does
 * not refill while a busy machine sends 40 requests.
 */
async function runWith(args: readonly string[]) {
  const cwd = await temporaryFolder();
  const keys = [{ key: env.PETSTORE_API_KEY, plan: 'free' as const }];
  const { url, close } = await startReferenceServer({ keys });
  onTestFinished(close);
  const all = ['run', '--base-url', url, '--plan', 'free', '--reports', '.', ...args];
  const { status, stdout } = await carryOut(all, { cwd, env });
  const report = await readReport(cwd);
  const line = stdout.trimEnd().split('\n').at(-1) ?? '';
  return { url, status, line, ...report.verdict };
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
      /^All selected requirements passed, but --strict requires more: 41 of 46 required requirements were not selected: versioning\.base-path, .* and 36 more \(outside --only; run without --only\)\.$/,
    ],
    [
      '--profile gentle',
      gentle,
      /^All selected requirements passed, but --strict requires more: 5 of 46 .*: auth\.key-exact, limit\.enforced, .* \(excluded by --profile gentle; run with --profile standard\)\.$/,
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
    ['--max-requests', '20'],
    ['--max-creates', '0', '--no-exhaust'],
  ])('because of %s %s passes, and tested everything that it selected', async (...budget) => {
    const { status, outcome, scope } = await runWith(budget);
    expect([status, outcome]).toEqual([0, 'passed-selection']);
    expect(scope).toMatchObject({ passed: scope.selected, notTested: [] });
  });
});
