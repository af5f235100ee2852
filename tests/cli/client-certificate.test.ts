import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/index.ts';
import { authority, client, privateKey, secretText, startGateway, useCertificates } from './gateway.ts';
import { carryOut } from './in-process.ts';
import { env, expectRefused } from './services.ts';

const certificates = useCertificates();
const { runAt } = certificates;

describe('a client certificate', () => {
  it('is passed to the library as a string', async () => {
    const { url, seen } = await startGateway({ defect: 'name-number-coerced' });
    const ca = await readFile(authority, 'utf8');
    const options = { baseUrl: url, key: env.PETSTORE_API_KEY, ca, only: 'invalid.name-type' };
    const report = await run({ ...options, cert: client.cert, certKey: privateKey });
    expect(report.verdict.outcome).toBe('does not conform');
    expect(new Set(seen)).toEqual(new Set(['localhost']));
    expect(report.findings[0]?.curl).not.toMatch(/--(?:cacert|cert|key)/);
    await expect(run({ ...options, cert: 'client.pem' })).rejects.toThrow(
      /^options\.cert has no certificate in PEM format/,
    );
  });

  it('leaves its private key out of every part of a report', async () => {
    const { url } = await startGateway();
    const ca = await readFile(authority, 'utf8');
    const options = { baseUrl: url, key: env.PETSTORE_API_KEY, ca, cert: client.cert, only: 'list.ok' };
    const report = await run({ ...options, label: [`build=${secretText}`] });
    expect(report.labels).toEqual({ build: '[private key]' });
  });
});

describe('a client certificate that cannot be used', () => {
  const refused: readonly (readonly [what: string, args: readonly string[], says: RegExp])[] = [
    ['a missing file', ['--cert', 'none.pem'], /--cert: cannot read "none\.pem": it does not exist/],
    [
      'a missing key file',
      ['--cert', 'right.pem', '--cert-key', 'none.key'],
      /--cert-key: cannot read "none\.key"/,
    ],
    ['no certificate', ['--cert', 'client.key'], /--cert: "client\.key" has no certificate in PEM format/],
    [
      'no private key',
      ['--cert', 'authority.pem'],
      /--cert: "authority\.pem" has no private key in PEM format .*If the key is in another file/,
    ],
    [
      'a certificate as the key',
      ['--cert', 'right.pem', '--cert-key', 'authority.pem'],
      /--cert-key: "authority\.pem" has no private key in PEM format \(-----BEGIN PRIVATE KEY-----\)\.$/m,
    ],
    [
      'the key of another certificate',
      ['--cert', 'right.pem', '--cert-key', 'expired.pem'],
      /--cert-key: "expired\.pem" has a key that does not match the certificate in --cert: "right\.pem"/,
    ],
    [
      'an encrypted key',
      ['--cert', 'right.pem', '--cert-key', 'encrypted.key'],
      /--cert-key: "encrypted\.key" has an encrypted private key\. Decrypt it/,
    ],
    ['a truncated key', ['--cert', 'right.pem', '--cert-key', 'cut.key'], /the private key is not valid/],
    ['a key alone', ['--cert-key', 'client.key'], /"client\.key" was given without a certificate/],
    ['an endless file', ['--cert', '/dev/zero'], /--cert: cannot read "\/dev\/zero": it is larger than 1 MB/],
  ];

  it.each(refused)('is rejected before any request: %s', async (_what, args, says) => {
    await writeFile(
      join(certificates.folder, 'cut.key'),
      privateKey.replace(secretText, secretText.slice(20)),
    );
    const ended = await runAt('https://127.0.0.1:1/v1', ...args);
    expectRefused(ended, says);
    expect(ended.stderr).not.toContain(secretText);
  });

  it.each([
    ['PEM', privateKey],
    ['PEM in one line', privateKey.replaceAll('\n', '\\n')],
    ['Base64 of PEM', Buffer.from(privateKey).toString('base64')],
    ['the Base64 part of PEM', privateKey.replaceAll(/-----.*-----|\s/g, '')],
  ])('is not printed if it is given instead of its path: %s', async (_what, text) => {
    const args = ['run', '--base-url', 'https://127.0.0.1:1/v1', '--cert', 'right.pem'];
    const ended = await carryOut(args, {
      env: { ...env, PETSTORE_CERT_KEY: text },
      cwd: certificates.folder,
    });
    expectRefused(ended, /PETSTORE_CERT_KEY must be the path of a PEM file, not its content/);
    expect(ended.stderr).not.toContain(text.slice(30, 60));
    const flag = await runAt('https://127.0.0.1:1/v1', '--cert', 'right.pem', '--cert-key', text);
    expect([flag.status, flag.stdout]).toEqual([2, '']);
    expect(flag.stderr).not.toContain(text.slice(30, 60));
  });
});
