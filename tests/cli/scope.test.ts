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
    ['--only', oneOnly, 'outside --only'],
    ['--profile gentle', gentle, 'excluded by --profile gentle'],
    ['--max-requests', ['--max-requests', '20'], 'not within --max-requests 20'],
    ['--max-creates', ['--max-creates', '0', '--no-exhaust'], 'not within --max-creates 0'],
  ])('because of %s can pass', async (_what, args, reason) => {
    const { url, status, line, outcome, sentence, scope } = await runWith(args);
    expect([status, outcome]).toEqual([0, 'passed']);
    expect(sentence).toMatch(
      /^\d+ of 46 required requirements passed; \d+ not selected, .*4 need --description/,
    );
    expect(
      line.startsWith(`petstore-conformance: PASSED (exit status 0) ${url}: ${scope.passed} of 46`),
    ).toBe(true);
    const strict = await runWith([...args, '--strict']);
    expect([strict.status, strict.outcome]).toEqual([3, 'no verdict']);
    expect(strict.sentence).toContain(reason);
    expect(strict.line).toContain('NO VERDICT (exit status 3)');
  });
});
