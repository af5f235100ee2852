import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { editResponses, withStatus } from '../../reference-server/changes/edits.ts';
import { startReferenceServer } from '../../reference-server/index.ts';
import type { Report } from '../../src/report/model/report.ts';
import { reporterNames } from '../../src/report/reporter.ts';
import { commandsIn } from '../support/harmless.ts';
import { extendedTier } from '../support/tiers.ts';
import { bin, temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { env, expectRefused, startService } from './services.ts';

const few = ['--no-exhaust', '--only', 'auth.key-missing'];

describe('--reporter NAME=-', () => {
  it('writes only that format to stdout, and everything else to stderr', async () => {
    const { url } = await startService();
    const cwd = await temporaryFolder();
    const args = ['run', '--base-url', url, ...few, '--reporter', 'json=-,terminal,github,junit'];
    const { status, stdout, stderr } = await carryOut(args, { env, cwd });
    expect(status).toBe(0);
    expect((JSON.parse(stdout) as Report).verdict.outcome).toBe('passed');
    expect(stderr).toContain('petstore-conformance: PASSED (exit status 0)');
    expect(stderr).toMatch(/^::notice /m);
    expect(await readdir(cwd)).toEqual(['reports']);
    expect(await readdir(join(cwd, 'reports'))).toEqual(['junit.xml']);
  });

  it.each(['junit', 'markdown', 'terminal'])('accepts any single format: %s', async (name) => {
    const { url } = await startService();
    const cwd = await temporaryFolder();
    const args = ['run', '--base-url', url, ...few, '--reporter', `${name}=-`];
    const { stdout } = await carryOut(args, { env, cwd });
    expect(stdout).toMatch({ junit: /^<\?xml/, markdown: /^## ✅/, terminal: /exit status 0/ }[name] ?? /^$/);
    expect(await readdir(cwd)).toEqual([]);
  });

  it('rejects two formats before the first request', async () => {
    const server = await startService();
    const args = ['run', '--base-url', server.url, '--reporter', 'json=-,junit=-'];
    expectRefused(await carryOut(args, { env }), /only one format can be written to stdout/);
    expect(server.stats().requests).toBe(0);
  });
});

/** Lines that a build server would execute, in a body that is not a list. */
const hostile = [
  'owned',
  '::add-mask::owned',
  ' ::error::owned',
  '+++ owned',
  'section_start:1:owned',
  '##[error]owned',
  '##vso[task.complete]owned',
  'owned\u001b[2J\rowned',
].join('\n');

/** A reporter that escapes nothing, with colors. */
const careless = `export default {
  name: 'careless',
  render: ({ findings }) => '\u001b[31m' + findings.map(({ exchange }) => exchange.response.body).join() + '\u001b[0m',
};`;

/** Starts a server whose errors have a hostile body. */
async function startHostile(): Promise<string> {
  const body = new TextEncoder().encode(hostile);
  const server = await startReferenceServer({
    keys: [{ key: env.PETSTORE_API_KEY, plan: 'business' }],
    change: editResponses(withStatus(401), (response) => ({ ...response, body })),
  });
  onTestFinished(() => server.close());
  return server.url;
}

/** Runs a command with a pipe as stdout, as in a shell. */
function piped(args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    const options = { cwd, env: { PATH: process.env['PATH'], ...env }, timeout: 50_000 };
    execFile('sh', ['-c', '"$@" | cat', 'sh', process.execPath, bin, ...args], options, (_error, stdout) =>
      resolve(stdout),
    );
  });
}

describe('what a reporter prints', () => {
  it.each([
    ...reporterNames.filter((name) => name !== 'github').map((name) => `${name}=-`),
    'html=/dev/stdout',
    './careless.mjs',
    './careless.mjs=/dev/stdout',
  ])('does not act as a command on a build server: %s', extendedTier, async (reporter) => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'careless.mjs'), careless);
    const args = ['run', '--base-url', await startHostile(), '--no-exhaust', '--only', 'errors.shape'];
    const stdout = await piped([...args, '--reporter', reporter], cwd);
    expect(stdout).toContain('owned');
    // Only Buildkite and GitLab act on these marks, and a custom reporter may print YAML or a patch.
    const own = reporter.startsWith('.') ? stdout.replaceAll(/^\+\+\+ |^section_/gm, '') : stdout;
    expect(commandsIn(own)).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters.
    expect(stdout.replaceAll(/\u001b\[\d+m/g, '')).not.toMatch(/[\u001b\r]/);
    if (reporter === 'json=-') JSON.parse(stdout);
  });
});
