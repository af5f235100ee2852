import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeBadInput, key } from './bad-input.ts';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';

describeBadInput('files that cannot be used', (url) => {
  it('a truncated certificate and a file without a certificate are rejected', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'ca.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    await writeFile(join(folder, 'no.pem'), 'hello');
    const run = (ca: string) =>
      carryOut(['run', '--base-url', url(), '--ca', ca], { cwd: folder, env: { PETSTORE_API_KEY: key } });
    expect((await run('ca.pem')).stderr).toMatch(/"ca\.pem": certificate 1 is not valid/);
    expect((await run('no.pem')).stderr).toMatch(/has no certificate/);
  });

  it('a key file that is empty, in UTF-16, or not a token is rejected', async () => {
    const folder = await temporaryFolder();
    const run = async (bytes: string | Buffer): Promise<string> => {
      await writeFile(join(folder, 'key'), bytes);
      const ended = await carryOut(['run', '--base-url', url(), '--api-key-file', 'key'], { cwd: folder });
      expect(ended.status).toBe(2);
      expect(ended.stderr).not.toContain(key);
      return ended.stderr;
    };
    expect(await run('')).toMatch(/the key file "key" is empty/);
    expect(await run(Buffer.from(`\ufeff${key}`, 'utf16le'))).toMatch(/not plain ASCII/);
    expect(await run(`${key}\nsecond line\n`)).toMatch(/more than one line/);
  });

  it('a report that is too large is rejected', async () => {
    const folder = await temporaryFolder();
    const report = `{"findings":[${'1,'.repeat(33 * 1024 * 1024)}1]}`;
    await writeFile(join(folder, 'report.json'), report);
    const shown = await carryOut(['report', 'report.json'], { cwd: folder });
    expect(shown).toMatchObject({ status: 2, stderr: expect.stringMatching(/it is larger than 64 MB/) });
  });

  it('a reports folder whose path is a file is rejected', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'reports'), '');
    const ended = await carryOut(['run', '--base-url', url()], {
      cwd: folder,
      env: { PETSTORE_API_KEY: key },
    });
    expect(ended).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/a file of that name exists/),
    });
  });

  it('a reports folder that is read-only is rejected', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may write everywhere');
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'reports'), { mode: 0o500 });
    const ended = await carryOut(['run', '--base-url', url()], {
      cwd: folder,
      env: { PETSTORE_API_KEY: key },
    });
    expect(ended).toMatchObject({ status: 2, stderr: expect.stringMatching(/permission was denied/) });
  });
});
