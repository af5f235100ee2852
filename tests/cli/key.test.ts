import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startReferenceServer } from '../../reference-server/index.ts';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';

it.each([
  ['run', ['run', '--base-url', 'http://127.0.0.1:1/v1', '--api-key-file']],
  ['serve', ['serve', '--port', '0', '--key-file']],
])('a key that is given instead of the path of its file is not printed: %s', async (_command, args) => {
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
  ['the variable', { PETSTORE_API_KEY: 'a-wrong-key-0815' }, [], 'Check PETSTORE_API_KEY, and'],
  ['the file', {}, ['--api-key-file', 'key.txt'], 'Check key.txt, and'],
])('the message about a refused key names %s', async (_what, env, args, words) => {
  const { url, close } = await startReferenceServer({ keys: [{ key: 'another-key-4711', plan: 'free' }] });
  onTestFinished(close);
  const cwd = await temporaryFolder();
  writeFileSync(join(cwd, 'key.txt'), 'a-wrong-key-0815\n');
  const { status, stdout } = await carryOut(['run', '--base-url', url, ...args], { cwd, env });
  expect([status, stdout.replace(/\n│ +/g, ' ')]).toEqual([3, expect.stringContaining(words)]);
});
