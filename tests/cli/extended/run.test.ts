// @module-tag extended
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defects } from '../../../reference-server/defects/index.ts';
import { startReferenceServer } from '../../../reference-server/index.ts';
import type { Report } from '../../../src/report/model/report.ts';
import { compileReportSchema } from '../../report/report-schema.ts';
import { command, start, temporaryFolder } from '../command.ts';
import { carryOut } from '../in-process.ts';

const key = 'Zebra-key.4711+of/Tests';
const validate = compileReportSchema();

async function readReport(folder: string): Promise<Report> {
  const report = JSON.parse(await readFile(join(folder, 'reports', 'report.json'), 'utf8'));
  validate(report);
  expect(validate.errors).toBeNull();
  return report;
}

describe('run without --base-url', () => {
  it('tests the reference server in the same process and finds that it conforms', async () => {
    const cwd = await temporaryFolder();
    const { status, stdout, stderr } = await command(['run'], { cwd, env: { PETSTORE_API_KEY: key } });
    expect(stderr).toMatch(
      /^No --base-url: testing the kit's reference server at \S+ .* PETSTORE_API_KEY is not used\)\.$/m,
    );
    expect(stderr).toMatch(
      /^Plan: normally \d+ requests, \d+ categories and 1 wait for the limit to reset; at most /m,
    );
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
      /^petstore-conformance: CONFORMS \(exit status 0\) http/,
    );
    expect(status).toBe(0);
    const report = await readReport(cwd);
    expect(report).toMatchObject({ complete: true, findings: [], configuration: { plan: 'free' } });
    expect(Object.keys(report).at(-1)).toBe('complete');
  });

  it('prints only the verdict with --quiet, and respects other options', async () => {
    const cwd = await temporaryFolder();
    const args = ['run', '--quiet', '--no-exhaust', '--only', 'list.*', '--plan', 'pro', '--reports', 'out'];
    const { status, stdout, stderr } = await carryOut(args, { cwd });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^petstore-conformance: PASSED .*\n$/m);
    expect(stdout.split('\n').length).toBeLessThan(4);
    const report = JSON.parse(readFileSync(join(cwd, 'out', 'report.json'), 'utf8')) as Report;
    expect(report.configuration).toMatchObject({ only: 'list.*', plan: 'pro', exhaust: false });
  });
});

describe('run against a server with a defect', () => {
  it('shows the failure, how to reproduce it and how to fix it, and exits with status 1', async () => {
    const change = defects.find(({ requirements }) => requirements.includes('auth.key-missing'))?.change;
    const server = await startReferenceServer({
      keys: [{ key, plan: 'free' }],
      ...(change === undefined ? {} : { change }),
    });
    onTestFinished(() => server.close());
    const cwd = await temporaryFolder();
    const { status, stdout, stderr } = await carryOut(
      ['run', '--base-url', `${server.url}/`, '--no-exhaust', '--only', 'auth.*'],
      { cwd, env: { PETSTORE_API_KEY: key } },
    );
    expect(stdout).toMatch(/^✕ .* → .*, must be 401\n│ auth\.key-missing · /m);
    expect(stdout).toMatch(/^│ curl {11}curl .*\/v1/m);
    expect(stdout).toMatch(/^│ Fix {12}\S/m);
    expect(stdout).toMatch(/\npetstore-conformance: DOES NOT CONFORM \(exit status 1\) .*\n$/);
    expect(status).toBe(1);
    const report = await readReport(cwd);
    const { received } = report.findings[0] ?? {};
    expect(report.findings[0]).toMatchObject({
      requirement: 'auth.key-missing',
      level: 'required',
      received,
    });
    expect(stdout + stderr + JSON.stringify(report)).not.toContain(key);
  });
});

describe('run against something that is not the service', () => {
  it.each<[what: string, serve: () => Promise<Server | TcpServer | undefined>, says: RegExp]>([
    ['a closed port', async () => undefined, /refused/i],
    ['another protocol', () => speaking('SSH-2.0-OpenSSH_9.2\r\n'), /speak HTTP/],
    ['a redirect', () => responding(302, { location: 'https://login.example/' }, ''), /redirect/i],
    ['a login page', () => responding(200, { 'content-type': 'text/html' }, '<html>Log in</html>'), /HTML/],
    [
      'a server that refuses the key',
      () => responding(401, { 'content-type': 'application/json' }, '{}'),
      /key/i,
    ],
  ])('%s: exits with status 3 and gives the reason', async (_what, serve, says) => {
    const server = await serve();
    const port = server === undefined ? 1 : (server.address() as AddressInfo).port;
    const cwd = await temporaryFolder();
    const { status, stdout, stderr } = await carryOut(
      ['run', '--base-url', `http://127.0.0.1:${port}/v1`, '--timeout', '2', '--max-wait', '5'],
      { cwd, env: { PETSTORE_API_KEY: key } },
    );
    expect(stdout).toMatch(says);
    expect(stdout).toMatch(/\npetstore-conformance: NO VERDICT \(exit status 3\) /);
    expect(stdout + stderr).not.toMatch(/^\s+at /m);
    expect(stdout + stderr).not.toContain(key);
    expect(status).toBe(3);
    expect((await readReport(cwd)).verdict.exitStatus).toBe(3);
  });
});

describe('an interrupted run', () => {
  it('writes a partial report and exits with status 130 while it waits for the limit', async () => {
    const cwd = await temporaryFolder();
    const { child, ended, saw } = start(['run'], { cwd });
    await saw(/^waiting /m, 'stderr');
    child.kill('SIGTERM');
    const { status, stdout, stderr } = await ended;
    expect(stderr).toMatch(/^Stopping\. Press Ctrl-C again to quit now\.$/m);
    expect(stdout).toMatch(/\npetstore-conformance: INTERRUPTED \(exit status 130\) /);
    expect(status).toBe(130);
    const report = await readReport(cwd);
    expect(report).toMatchObject({ complete: false, verdict: { outcome: 'interrupted' } });
    expect(report.requests.total).toBeGreaterThan(60);
  });

  it('ends while it waits for the first response', async () => {
    const silent = createTcpServer();
    await listening(silent);
    const cwd = await temporaryFolder();
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`;
    const connected = new Promise((resolve) => silent.once('connection', resolve));
    const { child, ended } = start(['run', '--base-url', url], { cwd, env: { PETSTORE_API_KEY: key } });
    await connected;
    child.kill('SIGINT');
    expect((await ended).status).toBe(130);
    expect((await readReport(cwd)).complete).toBe(false);
  });
});

function listening<Kind extends Server | TcpServer>(server: Kind): Promise<Kind> {
  onTestFinished(() => {
    server.close();
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function responding(status: number, headers: Record<string, string>, body: string): Promise<Server> {
  return listening(createServer((_request, response) => response.writeHead(status, headers).end(body)));
}

function speaking(greeting: string): Promise<TcpServer> {
  return listening(
    createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.end(greeting);
    }),
  );
}
