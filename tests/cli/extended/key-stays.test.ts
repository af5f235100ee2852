// @module-tag extended
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Change, startReferenceServer } from '../../../reference-server/index.ts';
import { chunked, head } from '../../hostile/message.ts';
import { listen, type Responding, startRaw } from '../../hostile/raw-server.ts';
import { codings, leaksOf } from '../../support/echoes.ts';
import { echoedInHeader } from '../../support/echoing-servers.ts';
import { testKey } from '../../support/run-against.ts';
import { command, type ProcessOptions, temporaryFolder } from '../command.ts';
import { carryOut } from '../in-process.ts';

const key = `${randomBytes(21).toString('base64')}-_.~`;

/** Returns everything that a command writes: both streams and all files in its folder. */
async function everyByteOf(
  args: readonly string[],
  processOptions: ProcessOptions,
  carry: typeof command = carryOut,
): Promise<{ status: number | null; written: string }> {
  const cwd = await temporaryFolder();
  const { status, stdout, stderr } = await carry(args, { ...processOptions, cwd });
  const folder = join(cwd, 'reports');
  const files = existsSync(folder)
    ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    : [];
  return { status, written: [stdout, stderr, ...files].join('\n') };
}

describe('the command', () => {
  /** Echoes the credential in the status line, in headers, and in a body that splits it across chunks. */
  const echoing =
    (write: (secret: string) => string): Responding =>
    ({ socket, request, correct }) => {
      const sent = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? 'nothing';
      const echo = write(sent.replace(/^\w+ /, '')).replaceAll('\0', '');
      const body = Buffer.from(`{"code":"${echo}","message":"${echo}","status":"${echo}"}`);
      socket.write(
        head(
          {
            ...correct,
            reason: `No ${echo}`,
            headers: [...correct.headers, ['X-Echo', echo], ['Location', `/${echo}`]],
          },
          { framing: ['Transfer-Encoding: chunked'] },
        ),
      );
      // Each chunk has a part of the key and is sent separately.
      const whole = chunked(body, 5);
      socket.write(whole.subarray(0, 60));
      setTimeout(() => socket.write(whole.subarray(60)), 2);
    };

  const sample = codings.filter((_coding, index) => index % 4 === 0);
  it.each(sample.map(({ id, write }) => [id, write] as const))(
    'never writes a key that is echoed %s, in the status line, headers and split chunks',
    async (id, write) => {
      const target = await startRaw({ response: echoing((secret) => write(secret, Math.random)) });
      onTestFinished(target.close);
      const args = ['run', '--base-url', target.url, '--no-exhaust', '--max-wait', '5'];
      const processOptions = { env: { PETSTORE_API_KEY: testKey } };
      const { written } = await everyByteOf(args, processOptions, id === sample[0]?.id ? command : carryOut);
      expect(leaksOf(testKey, written)).toEqual([]);
      expect(written).toContain('[key]');
    },
  );

  const thrown = [
    ['an uncaught exception', 'throw new Error(text)'],
    ['an unhandled rejection', 'Promise.reject(new Error(text))'],
    ['a thrown value that is not an Error', 'throw text'],
  ] as const;
  it.each(thrown)('never writes the key when %s ends it', async (_what, code) => {
    const text = codings.map(({ write }) => write(key, Math.random)).join(' ');
    // This code throws as soon as the command listens for uncaught errors, however slowly the command loads.
    const preload = `
      const text = ${JSON.stringify(text)};
      const waiting = setInterval(() => {
        if (process.listenerCount('unhandledRejection') === 0) return;
        clearInterval(waiting);
        ${code};
      }, 5);`;
    const processOptions = {
      env: { PETSTORE_API_KEY: key, PETSTORE_DEBUG: '1' },
      nodeArgs: ['--import', `data:text/javascript;base64,${Buffer.from(preload).toString('base64')}`],
    };
    const { status, written } = await everyByteOf(['serve', '--port', '0'], processOptions, command);
    expect(written).toMatch(/^petstore-conformance: this is a bug in the kit, not in the target: /m);
    // The stack trace names the module by its URL, which here contains the code itself.
    expect(leaksOf(key, written.replace(/data:text\/javascript;base64,\S+/g, ''))).toEqual([]);
    expect(status).toBe(3);
  });

  it('never writes the key in a plan', async () => {
    const args = ['run', '--dry-run', '--base-url', 'https://petstore.example/v1'];
    const { status, written } = await everyByteOf(args, { env: { PETSTORE_API_KEY: key } });
    expect(leaksOf(key, written)).toEqual([]);
    expect(status).toBe(0);
  });
});

describe('the key goes only to the base URL', () => {
  /** Starts a server that must get no connection. */
  async function other(): Promise<{ origin: string; calls: () => number }> {
    let calls = 0;
    const server = createTcpServer((socket) => {
      calls++;
      socket.destroy();
    });
    const port = await listen(server);
    onTestFinished(() => {
      server.close();
    });
    return { origin: `http://127.0.0.1:${port}`, calls: () => calls };
  }

  it.each([302, 307, 308])('even if a %i and its headers name another server', async (status) => {
    const { origin, calls } = await other();
    const lure: Change = (parts) => ({
      finish: async (response, visit) => ({
        ...(await parts.finish(response, visit)),
        status: visit.incoming.number === 1 ? response.status : status,
        headers: [
          ...response.headers,
          ['Location', `${origin}/v1/categories`],
          ['Content-Location', `${origin}/v1/categories`],
          ['Alt-Svc', `http/1.1="${origin.slice(7)}"; ma=3600, h2="${origin.slice(7)}"`],
          ['Refresh', `0; url=${origin}`],
          ['Link', `<${origin}/v1/categories?page=2>; rel="next", <${origin}>; rel="preconnect"`],
          ['Set-Cookie', 'session=1; Domain=127.0.0.1'],
          ['Connection', 'keep-alive'],
        ],
      }),
    });
    const server = await startReferenceServer({
      keys: [{ key, plan: 'free' }],
      change: [lure, echoedInHeader],
    });
    onTestFinished(() => server.close());
    const args = ['run', '--base-url', server.url, '--no-exhaust', '--max-wait', '5'];
    const { written } = await everyByteOf(args, { env: { PETSTORE_API_KEY: key } });
    expect(calls()).toBe(0);
    expect(server.stats().requests).toBeGreaterThan(5);
    expect(leaksOf(key, written)).toEqual([]);
  });
});

describe('a proxy from HTTPS_PROXY', () => {
  const throughProxy = (proxy: string, carry: typeof command = carryOut) => {
    // The HTTP client reads the environment variables of its process.
    vi.stubEnv('HTTPS_PROXY', proxy);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    return everyByteOf(
      ['run', '--base-url', 'https://petstore.example/v1', '--timeout', '2', '--max-wait', '5'],
      { env: { PETSTORE_API_KEY: key, HTTPS_PROXY: proxy } },
      carry,
    );
  };

  async function proxyThat(response: string | undefined): Promise<{ url: string; seen: string[] }> {
    const seen: string[] = [];
    const server = createServer();
    server.on('connect', (request: IncomingMessage, socket) => {
      seen.push(`${request.url} ${request.rawHeaders.join(' ')}`);
      socket.on('error', () => {});
      if (response === undefined) socket.destroy();
      else socket.end(`${response}\r\nContent-Length: 0\r\n\r\n`);
    });
    const port = await listen(server as unknown as Server);
    onTestFinished(() => {
      server.close();
    });
    return { url: `http://127.0.0.1:${port}`, seen };
  }

  it.each([
    [
      'requires a password',
      'HTTP/1.1 407 Proxy Authentication Required',
      /returned 407 .*user\s+(│\s+)?name/,
      command,
    ],
    ['cannot reach the host', 'HTTP/1.1 502 Bad Gateway', /returned 502/, carryOut],
    ['hangs up', undefined, /connection was closed/, carryOut],
  ] as const)(
    'that %s appears in the error, leads to exit status 3, and never receives the key',
    async (_what, response, says, carry) => {
      const { url, seen } = await proxyThat(response);
      const { status, written } = await throughProxy(url, carry);
      expect(written).toMatch(/The proxy from HTTP_PROXY or HTTPS_PROXY failed, not the target/);
      expect(written).toMatch(says);
      expect(status).toBe(3);
      expect(seen.length).toBeGreaterThan(0);
      expect(leaksOf(key, seen.join('\n'))).toEqual([]);
    },
  );
});
