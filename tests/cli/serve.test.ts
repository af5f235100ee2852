import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { extendedTier, inTiers } from '../support/tiers.ts';
import { command, start, temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { readReport } from './services.ts';

const address = /listening on (http:\/\/127\.0\.0\.1:\d+\/v1)\n/;

for (const { rows, options } of inTiers(['SIGINT', 'SIGTERM'] as const, 2))
  it.each(rows)('serve prints its URL and a command to copy, and stops on %s', options, async (signal) => {
    const { child, ended, saw } = start(['serve', '--port', '0', '--limit', '3', '--window', '30']);
    const text = await saw(/Ctrl-C to stop/);
    const url = address.exec(text)?.[1] ?? '';
    expect(text).toContain('plan free: 3 requests per 30 s');
    expect(text).toContain('\n  key: local-petstore-key; no other is accepted\n');
    expect(text).toContain(
      `  PETSTORE_API_KEY=local-petstore-key npx petstore-conformance run --base-url ${url} --plan free\n`,
    );
    const response = await fetch(`${url}/categories`, {
      headers: { authorization: 'Bearer local-petstore-key' },
    });
    expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, '3']);
    child.kill(signal);
    expect((await ended).status).toBe(0);
  });

it('the output names the key file, even in the command to copy', async () => {
  const file = join(await temporaryFolder(), 'the key.txt');
  await writeFile(file, 'my-own-key-123');
  const text = await start(['serve', '--port', '0', '--key-file', file]).saw(/Ctrl-C to stop/);
  expect(text).toContain(`\n  key: the one in "${file}"; no other is accepted\n`);
  expect(text).toMatch(/\n {2}npx petstore-conformance run .* --api-key-file '.*the key\.txt'\n/);
});

it('a given key is used but never printed; the output names its source', extendedTier, async () => {
  const { child, ended, saw } = start(['serve', '--port', '0'], {
    env: { PETSTORE_API_KEY: 'my-own-key-123' },
  });
  const text = await saw(/Ctrl-C to stop/);
  // Someone who exported a key earlier may not expect `serve` to use it.
  expect(text).toContain('\n  key: the one in PETSTORE_API_KEY; no other is accepted\n');
  const url = address.exec(text)?.[1] ?? '';
  const response = await fetch(`${url}/categories`, { headers: { authorization: 'Bearer my-own-key-123' } });
  expect(response.status).toBe(200);
  await response.text();
  child.kill();
  const { stdout, stderr } = await ended;
  expect(stdout + stderr).not.toContain('my-own-key-123');
});

it('serve --defect names the defect and starts a server that has it', async () => {
  const { saw } = start(['serve', '--port', '0', '--defect', 'base-v2']);
  const text = await saw(/Ctrl-C to stop/);
  expect(text).toMatch(/^ {2}changed: \S.*\n {2}violates: versioning\.base-path$/m);
  expect(text).toMatch(/listening on http:\/\/127\.0\.0\.1:\d+\/v2\n/);
});

it(
  'the printed command has the options that a defect needs, and no such options for a variant',
  extendedTier,
  async () => {
    const thorough = defects.find(({ needs }) => needs?.includes('thorough'))?.id ?? '';
    const defect = await start(['serve', '--port', '0', '--defect', thorough]).saw(/Ctrl-C to stop/);
    expect(defect).toMatch(/^ {2}violates: \S+ \(with --profile thorough\)$/m);
    expect(defect).toMatch(/ run .* --plan free --profile thorough$/m);
    const variant = await start(['serve', '--port', '0', '--variant', 'token-bucket']).saw(/Ctrl-C to stop/);
    expect(variant).not.toMatch(/violates|--profile/);
  },
);

const described = defects.filter(({ needs }) => needs?.includes('description'));

for (const { rows, options } of inTiers(
  described.map((defect) => [defect.id, defect] as const),
  9,
))
  it.each(rows)(
    '%s: the printed command finds the defect in the description',
    options,
    async (id, { requirements }) => {
      const served = start(['serve', '--port', '0', '--limit', '1000', '--defect', id]);
      const [, line = ''] = /^ {2}PETSTORE_\S+ npx petstore-conformance (run .*)$/m.exec(
        await served.saw(/Ctrl-C to stop/),
      ) ?? [''];
      const cwd = await temporaryFolder();
      const args = [...line.split(' '), '--only', 'versioning.*', '--reporter', 'json'];
      const { status, stderr } = await carryOut(args, {
        env: { PETSTORE_API_KEY: 'local-petstore-key' },
        cwd,
      });
      expect(status, stderr).toBe(1);
      const { findings } = await readReport(join(cwd, 'reports'));
      expect(findings.map(({ requirement }) => requirement)).toEqual(requirements);
    },
  );

it('a port in use leads to exit status 2', extendedTier, async () => {
  const first = start(['serve', '--port', '0']);
  const port = /:(\d+)\/v1/.exec(await first.saw(/Ctrl-C to stop/))?.[1] ?? '';
  const { status, stderr } = await command(['serve', '--port', port]);
  expect(stderr).toMatch(/another program is already listening on "127\.0\.0\.1", port \d+/);
  expect(status).toBe(2);
});
