// @module-tag extended
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startReferenceServer } from '../../../reference-server/index.ts';
import { get } from '../../../src/checks/requests.ts';
import { systemClock } from '../../../src/exchange/clock.ts';
import { createClient } from '../../../src/http/client.ts';
import { command, temporaryFolder } from '../../cli/command.ts';
import { readReport } from '../../cli/services.ts';

const key = 'test-Key_0123456789-xyz';
/** Only a proxy can find this host. */
const host = 'petstore.test';

const demanded = process.env['PETSTORE_TINYPROXY'];
const tinyproxy =
  demanded ?? ['/usr/bin/tinyproxy', '/usr/sbin/tinyproxy'].find((place) => existsSync(place));
const noProxy =
  tinyproxy === undefined
    ? ' (no tinyproxy found: install the Debian package "tinyproxy", or set PETSTORE_TINYPROXY)'
    : '';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/**
 * Starts tinyproxy with Debian's rules: tunnels lead only to port 443. It forwards requests for `host` to a local port.
 */
async function startProxy(toPort: number, ...rules: string[]): Promise<number> {
  const port = await freePort();
  const file = join(await temporaryFolder(), 'tinyproxy.conf');
  const base = ['Listen 127.0.0.1', 'Allow 127.0.0.1', 'ConnectPort 443', 'Timeout 60'];
  const upstream = `Upstream http 127.0.0.1:${toPort} "${host}"`;
  await writeFile(file, [`Port ${port}`, ...base, upstream, ...rules, ''].join('\n'));
  const child = spawn(tinyproxy ?? '', ['-d', '-c', file], { stdio: 'ignore' });
  onTestFinished(() => void child.kill());
  await vi.waitFor(() => reach(port), { timeout: 10_000, interval: 50 });
  return port;
}

async function reach(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}

async function startTarget() {
  const server = await startReferenceServer({ keys: [{ key, plan: 'business' }] });
  onTestFinished(server.close);
  return server;
}

async function runThrough(proxy: string, ...more: string[]) {
  const cwd = await temporaryFolder();
  const args = ['run', '--base-url', `http://${host}/v1`, '--allow-http', '--no-exhaust', ...more];
  const { status } = await command([...args, '--timeout', '5'], {
    cwd,
    env: { PETSTORE_API_KEY: key, HTTP_PROXY: proxy },
  });
  return { status, report: await readReport(join(cwd, 'reports')) };
}

describe.skipIf(noProxy !== '')(`tinyproxy, which refuses tunnels to plain http${noProxy}`, () => {
  it('forwards the requests of a run, which tests everything and finds no violation', async () => {
    const target = await startTarget();
    const port = await startProxy(target.port);
    const { status, report } = await runThrough(`http://127.0.0.1:${port}`, '--wait-for', '5');
    expect([status, report.findings, report.kitFaults]).toEqual([0, [], []]);
    expect(report.verdict).toMatchObject({ outcome: 'passed', scope: { failed: 0 } });
    expect(report.requirements.filter(({ verdict }) => verdict === 'not tested')).toEqual([]);
    // The proxy may close a connection just as a request arrives. The kit then sends the request again.
    expect(Math.abs(target.stats().requests - report.requests.total - 1)).toBeLessThanOrEqual(2);
  });

  it('gets the password that it requires from HTTP_PROXY, or else the run ends with status 3', async () => {
    const target = await startTarget();
    const port = await startProxy(target.port, 'BasicAuth me pa55');
    const without = await runThrough(`http://127.0.0.1:${port}`);
    expect([without.status, target.stats().requests]).toEqual([3, 0]);
    expect(without.report.verdict.sentence).toMatch(/^The proxy .* returned 407 .*user name and password/);
    const { status, report } = await runThrough(`http://me:p%61%355@127.0.0.1:${port}`, '--only', 'list.*');
    expect([status, report.findings]).toEqual([0, []]);
  });

  it('causes no finding about a target that it cannot reach', async () => {
    const port = await startProxy(await freePort());
    const { status, report } = await runThrough(`http://127.0.0.1:${port}`);
    expect([status, report.findings]).toEqual([3, []]);
  });
});

it('if a proxy is not running, the message names it, and the exit status is 3', async () => {
  const { status, report } = await runThrough('http://127.0.0.1:1');
  expect(status).toBe(3);
  expect(report.verdict.sentence).toMatch(/^The proxy from HTTP_PROXY .*the connection was refused/);
});

describe('a request through a proxy', () => {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    response.setHeader('X-Mixed-Case', 'ü').writeHead(200, 'Very fine').end('[]');
  });
  // The server does not say how long it keeps idle connections, so only the client decides.
  server.keepAliveTimeout = 0;
  const atServer = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => void (server as Server).close());

  /** Sends requests to a base URL on a connection of their own, and returns their exchanges. */
  async function sent(base: string, pauseMs: number) {
    vi.stubEnv('HTTP_PROXY', atServer());
    onTestFinished(() => void vi.unstubAllEnvs());
    const client = createClient({
      base: new URL(base),
      key,
      clock: systemClock,
      timeoutMs: 5_000,
      userAgent: 'kit',
      maxBodyMb: 1,
      extraHeaders: [['x-Tenant', 'ä 7']],
    });
    const sending = { purpose: '', sentFor: '', overLimit: false, own: { id: 'one' } } as const;
    const first = await client.exchange(get('/categories', 'key-and-text'), sending);
    await sleep(pauseMs);
    const second = await client.exchange(get('/categories', 'unknown-key-not-ascii'), sending);
    await client.close();
    return { exchanges: [first, second], requests: seen.splice(0) };
  }

  it('names the whole URL, is otherwise the same as a direct request, and shares a connection with the next request', async () => {
    // This pause is longer than undici keeps idle connections by default.
    const forwarded = await sent(`http://${host}/v1`, 5_000);
    const direct = await sent(`${atServer()}/v1`, 0);
    expect(forwarded.requests.map(({ url }) => url)).toEqual(Array(2).fill(`http://${host}/v1/categories`));
    const linesOf = ({ rawHeaders }: IncomingMessage) =>
      rawHeaders.flatMap((name, at) =>
        at % 2 === 0 && !/^host$/i.test(name) ? [`${name}: ${rawHeaders[at + 1]}`] : [],
      );
    // In an unknown key, everything between the prefix and the last character is random.
    const known = (request: IncomingMessage | undefined) =>
      request === undefined
        ? []
        : linesOf(request).map((line) => line.replace(/(?<=test-).*(?=[\x80-\xff])/, ''));
    for (const at of [0, 1]) expect(known(forwarded.requests[at])).toEqual(known(direct.requests[at]));
    expect(forwarded.requests[0]?.headers).toMatchObject({ host });
    const sockets = forwarded.requests.map(({ socket }) => socket);
    expect(sockets[0]).toBe(sockets[1]);
    expect(forwarded.exchanges.map(({ connection }) => connection)).toEqual([1, 1]);
    expect(forwarded.exchanges[0]?.outcome).toMatchObject({
      response: { status: 200, headers: expect.arrayContaining([['X-Mixed-Case', 'ü']]) },
    });
  });
});
