import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReferenceServer } from '../../reference-server/index.ts';
import type { Report } from '../../src/report/model/report.ts';
import type { Ended } from './command.ts';
import { carryOut } from './in-process.ts';

const key = 'the-key-of-the-staging-server';

/** Creates a folder with a configuration file, deleted after the test. */
function folderWith(config: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  writeFileSync(join(folder, 'petstore-conformance.config.json'), text);
  return folder;
}

async function served() {
  const server = await startReferenceServer({ keys: [{ key, plan: 'free' }] });
  onTestFinished(() => server.close());
  return server;
}

const run = (
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> => carryOut(['run', ...args, '--reporter', 'json'], { cwd, env });

const reportIn = (cwd: string): Report =>
  JSON.parse(readFileSync(join(cwd, 'reports/report.json'), 'utf8')) as Report;

describe('petstore-conformance.config.json', () => {
  it('defines targets with base URL, key and options', async () => {
    const server = await served();
    const cwd = folderWith({
      profile: 'gentle',
      only: 'list.*',
      targets: {
        staging: { baseUrl: server.url, keyVariable: 'STAGING_KEY', plan: 'free', only: 'auth.*' },
      },
    });
    const ended = await run(cwd, ['--target', 'staging'], { STAGING_KEY: key });
    expect(ended.stderr).not.toContain('No --base-url');
    expect(ended.status).toBe(0);
    expect(reportIn(cwd).configuration).toMatchObject({
      baseUrl: server.url,
      profile: 'gentle',
      plan: 'free',
      only: 'auth.*',
    });
  });

  it('is overridden by variables, and these by flags', async () => {
    const cwd = folderWith({ seed: 1, timeout: 1, maxRequests: 30, only: 'list.ok' });
    await run(cwd, ['--seed', '3'], { PETSTORE_SEED: '2', PETSTORE_TIMEOUT: '2' });
    expect(reportIn(cwd).configuration).toMatchObject({ seed: 3, timeoutSeconds: 2, maxRequests: 30 });
  });

  it('prevents POSTs to a production target unless they are allowed', async () => {
    const server = await served();
    const cwd = folderWith({
      targets: { live: { baseUrl: server.url, production: true, noNearMisses: true } },
    });
    const env = { PETSTORE_API_KEY: key };
    const ended = await run(cwd, ['--target', 'live'], env);
    expect(ended.stderr).toContain('The target is marked as production');
    expect(ended.status).toBe(0);
    expect(new Set(reportIn(cwd).timeline.rows.map(({ operation }) => operation))).not.toContain(
      'createCategory',
    );
    expect(reportIn(cwd).requirements.find(({ id }) => id === 'create.created')).toMatchObject({
      verdict: 'not selected',
      reason: 'the run only reads this target (--allow-writes changes that)',
    });
    expect(reportIn(cwd).requests.rateLimited).toBe(0);
    await run(cwd, ['--target', 'live', '--allow-writes', '--only', 'create.created'], env);
    expect(reportIn(cwd).requests.creates).toBeGreaterThan(0);
  });

  it.each([
    ['{\n  "seed": }', 'it is not valid JSON (line 2, column 11'],
    [{ maxWiat: 1 }, 'the file has an unknown field: "maxWiat". Did you mean maxWait?'],
    [
      { targets: { a: { baseUrl: 'x', pln: 'free' } } },
      '/targets/a has an unknown field: "pln". Did you mean plan?',
    ],
    [{ targets: { a: {} } }, "/targets/a must have required property 'baseUrl'"],
    [{ plan: 'gold' }, '/plan must be one of free, pro, business, enterprise'],
  ])('refuses %j with what is wrong and where', async (config, message) => {
    const { status, stderr } = await run(folderWith(config), []);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });

  it('lists the existing targets after an unknown one', async () => {
    const cwd = folderWith({ targets: { staging: { baseUrl: 'http://127.0.0.1:1/v1' } } });
    const { status, stderr } = await run(cwd, ['--target', 'stagin']);
    expect(stderr).toContain('has no target "stagin". Did you mean staging?');
    expect(status).toBe(2);
  });

  it('is required by --target', async () => {
    const { status, stderr } = await carryOut(['run', '--target', 'staging']);
    expect(stderr).toContain('npx petstore-conformance init');
    expect(status).toBe(2);
  });

  it('gives an error that names an unset key variable', async () => {
    const cwd = folderWith({ targets: { a: { baseUrl: 'http://127.0.0.1:1/v1', keyVariable: 'KEY_OF_A' } } });
    const { status, stderr } = await run(cwd, ['--target', 'a'], { PETSTORE_API_KEY: key });
    expect(stderr).toContain('Put it in KEY_OF_A');
    expect(status).toBe(2);
  });
});
