import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { env, startService } from './services.ts';

test('a wrong address is explained on stderr, in the step summary and in every report', async () => {
  const server = await startService();
  const cwd = await temporaryFolder();
  const summary = join(cwd, 'step-summary.md');
  const url = server.url.replace('/v1', '/v2');
  const { status, stdout, stderr } = await carryOut(['run', '--base-url', url, '--quiet'], {
    cwd,
    env: { ...env, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary },
  });
  expect(status).toBe(3);
  expect(server.stats().requests).toBeLessThanOrEqual(6);
  const says = 'Nothing at this address looks like a Pet Store Service: ';
  const reports = ['report.json', 'report.html', 'junit.xml', 'summary.md'].map((name) =>
    join(cwd, 'reports', name),
  );
  for (const text of [stderr, ...[summary, ...reports].map((file) => readFileSync(file, 'utf8'))]) {
    expect(text).toContain(says);
    expect(text).toMatch(/try --base-url http.+\/v1/);
  }
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`petstore-conformance: ${says}`);
  expect(stdout.replaceAll(/[│\s]+/g, ' ')).toContain(says);
});

test.each(['/v1/categories', '/V1', '/v1/pets/1'])(
  'for a base URL that ends in %s, the hint suggests one that ends in /v1',
  async (path) => {
    const server = await startService();
    const root = server.url.replace('/v1', '');
    const args = ['run', '--base-url', root + path, '--quiet', '--reporter', 'terminal'];
    const { status, stderr } = await carryOut(args, { env });
    expect([status, /--base-url (\S+);/.exec(stderr)?.[1]]).toEqual([3, `${root}/v1`]);
  },
);

test('the terminal shows the explanation only once', async () => {
  const server = await startService();
  const cwd = await temporaryFolder();
  const { stderr } = await carryOut(['run', '--base-url', `${server.url}/v2`], {
    cwd,
    env,
    atTerminal: true,
  });
  expect(stderr).not.toContain('Nothing at this address');
});
