// @module-tag extended
import { expect, it, onTestFinished } from 'vitest';
import { startReferenceServer } from '../../../reference-server/index.ts';
import { temporaryFolder } from '../command.ts';
import { carryOut } from '../in-process.ts';
import { env, readReport } from '../services.ts';

it.each([
  ['with --plan', ['--plan', 'free', '--strict'], 0, 'CONFORMS', 42],
  ['without --plan', ['--strict'], 0, 'CONFORMS', 40],
  ['with --plan enterprise', ['--plan', 'enterprise', '--strict'], 0, 'CONFORMS', 40],
  ['with --no-exhaust', ['--no-exhaust'], 0, 'PASSED', 36],
  ['with --no-exhaust --strict', ['--no-exhaust', '--strict'], 3, 'NO VERDICT', 36],
])('a standard run %s reports what it covers', async (_what, args, expected, headline, passed) => {
  const cwd = await temporaryFolder();
  const keys = [{ key: env.PETSTORE_API_KEY, plan: 'free' as const }];
  const server = await startReferenceServer({ keys, minuteMs: 3_000 });
  onTestFinished(() => server.close());
  const all = ['run', '--base-url', server.url, '--quiet', '--reports', '.', ...args];
  const { status, stdout } = await carryOut(all, { cwd, env });
  expect(stdout.trimEnd().split('\n').at(-1)).toContain(`petstore-conformance: ${headline}`);
  expect(status).toBe(expected);
  const { scope } = (await readReport(cwd)).verdict;
  expect(scope).toMatchObject({ required: 46, passed });
});
