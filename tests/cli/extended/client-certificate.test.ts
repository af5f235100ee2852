// @module-tag extended
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command, temporaryFolder } from '../command.ts';
import {
  authority,
  client,
  listening,
  ownerOf,
  secretText,
  startGateway,
  useCertificates,
} from '../gateway.ts';
import { carryOut } from '../in-process.ts';
import { env, readReport } from '../services.ts';

const certificates = useCertificates();
const { runAt } = certificates;

const split = ['--cert', "client's cert.pem", '--cert-key', 'client.key'];

describe('--cert and --cert-key', () => {
  it('send the certificate on every connection, and appear in every printed command', async () => {
    const { url, seen } = await startGateway({ defect: 'name-number-coerced' });
    const reports = await temporaryFolder();
    const { status, stdout, stderr } = await runAt(
      url,
      ...split,
      ...['--only', 'invalid.name-type,auth.key-missing', '--wait-for', '5', '--reports', reports],
      ...['--reporter', 'terminal,json,html,markdown,junit,github,har'],
    );
    expect(status, stderr).toBe(1);
    expect(new Set(seen)).toEqual(new Set(['localhost']));
    expect(stderr).not.toContain('did not respond');
    const { findings, configuration } = await readReport(reports);
    expect(findings[0]?.curl).toContain(
      `curl -i --globoff --cacert 'authority.pem' --cert 'client'\\''s cert.pem' --key 'client.key' -H`,
    );
    expect(configuration).toMatchObject({ cert: "client's cert.pem", certKey: 'client.key' });
    const files = (await readdir(reports)).map((name) => readFile(join(reports, name), 'utf8'));
    const written = [stdout, stderr, ...(await Promise.all(files))].join();
    expect(written).toContain(
      '--cert-key client.key --no-exhaust --reporter terminal --only invalid.name-type',
    );
    expect(written).not.toContain(secretText);

    const again = await carryOut(
      ['replay', join(reports, 'report.json'), '--ca', 'authority.pem', ...split],
      { env, cwd: certificates.folder },
    );
    expect(again.status, again.stderr).toBe(1);
    expect(new Set(seen)).toEqual(new Set(['localhost']));
    const without = await carryOut(['replay', join(reports, 'report.json'), '--ca', 'authority.pem'], {
      env,
      cwd: certificates.folder,
    });
    expect(without.stdout.replaceAll(/\n│? */g, ' ')).toContain(
      'the server requires a client certificate (--cert FILE and --cert-key FILE)',
    );
  });

  it('can be set by environment variables', async () => {
    const { url, seen } = await startGateway();
    const only = ['--only', 'list.ok', '--no-exhaust', '--quiet'];
    const variables = { PETSTORE_CA: 'authority.pem', PETSTORE_CERT: 'right.pem' };
    const byVariable = await carryOut(['run', '--base-url', url, ...only], {
      env: { ...env, ...variables },
      cwd: certificates.folder,
    });
    expect(byVariable.status, byVariable.stderr).toBe(0);
    expect(new Set(seen)).toEqual(new Set(['localhost']));
  });

  it('apply to a description from the same origin', async () => {
    const gateway = await startGateway();
    const described = ['--only', 'versioning.*', '--description', `${gateway.url}/openapi.json`];
    const { stdout } = await runAt(gateway.url, '--cert', 'right.pem', ...described);
    expect(stdout).toContain('PASSED (');
  });

  it('do not apply to a proxy, even if it requests a certificate', async () => {
    const { port, seen } = await startGateway({ as: 'other-host' });
    const proxySaw: string[] = [];
    const proxy = createServer({ ...client, requestCert: true, rejectUnauthorized: false });
    proxy.on('connect', (_request, socket) => {
      proxySaw.push(ownerOf(socket));
      const target = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        target.pipe(socket).pipe(target);
      });
      for (const one of [socket, target]) one.on('error', () => one.destroy());
    });
    const through = `https://127.0.0.1:${await listening(proxy)}`;
    const args = [
      '--base-url',
      'https://petstore.example/v1',
      '--ca',
      'authority.pem',
      '--cert',
      'right.pem',
    ];
    const { status, stderr } = await command(
      ['run', ...args, '--only', 'list.ok', '--no-exhaust', '--quiet'],
      {
        env: { ...env, HTTPS_PROXY: through, NODE_EXTRA_CA_CERTS: authority },
        cwd: certificates.folder,
      },
    );
    expect(status, stderr).toBe(0);
    expect(new Set(seen)).toEqual(new Set(['localhost']));
    expect(new Set(proxySaw)).toEqual(new Set(['']));
  });
});
