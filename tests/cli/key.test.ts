import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startReferenceServer } from '../../reference-server/index.ts';
import { findKey } from '../../src/cli/named-files.ts';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';

it('an unset variable gives no key, even if every object inherits its name', () => {
  const sources = { env: {}, keepSecret: () => {} };
  expect(findKey(undefined, sources, 'constructor')).toBeUndefined();
});

it.each([
  ['run', ['run', '--base-url', 'http://127.0.0.1:1/v1', '--api-key-file']],
  ['serve', ['serve', '--port', '0', '--key-file']],
])('a key typed in place of the path of its file is not shown: %s', async (_command, args) => {
  for (const key of ['sk-live_AbCdEfGh12345678', 'A/'.repeat(40), 'x'.repeat(5_000)]) {
    const { status, stdout, stderr } = await carryOut([...args, key]);
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/key-file: there is no such file\.\n.* not the key/),
    ]);
    expect(stdout + stderr).not.toContain(key.slice(0, 8));
  }
});

it.each([
  ['the variable of the target', ['--target', 'staging'], 'Check STAGING_KEY, and'],
  ['the file', ['--target', 'staging', '--api-key-file', 'key.txt'], 'Check key.txt, and'],
])('a refused key names %s', async (_what, args, words) => {
  const { url, close } = await startReferenceServer({ keys: [{ key: 'another-key-4711', plan: 'free' }] });
  onTestFinished(close);
  const cwd = await temporaryFolder();
  const targets = { staging: { baseUrl: url, keyVariable: 'STAGING_KEY' } };
  writeFileSync(join(cwd, 'petstore-conformance.config.json'), JSON.stringify({ targets }));
  writeFileSync(join(cwd, 'key.txt'), 'a-wrong-key-0815\n');
  const env = args.includes('key.txt') ? {} : { STAGING_KEY: 'a-wrong-key-0815' };
  const { status, stdout } = await carryOut(['run', ...args], { cwd, env });
  expect([status, stdout.replace(/\n│ +/g, ' ')]).toEqual([3, expect.stringContaining(words)]);
});
