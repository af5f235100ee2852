// @module-tag extended
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { start } from '../../cli/command.ts';
import { exchangeRaw, KEY, list, started } from '../talk.ts';

const HOST = 'Host: petstore';
const POST = `POST /v1/categories HTTP/1.1\r\n${HOST}\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\n`;

/** Opens a connection, sends the start of a request and then a letter every 20 ms; resolves with the response. */
function slowClient(port: number, beginning: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const drip = setInterval(() => socket.write('x'), 20);
    socket.on('data', (piece) => {
      received += piece.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(drip);
      resolve(received);
    });
    socket.write(beginning);
  });
}

const inTurn = (count: number, beginnings: readonly string[]) =>
  Array.from({ length: count }, (_, at) => beginnings[at % beginnings.length] ?? '');

test('Slow clients get a 408 with the usual headers, while other clients are served', async () => {
  const server = await started({ headTimeoutMs: 300, requestTimeoutMs: 600 });
  const beginnings = [
    `GET /v1/categories HTTP/1.1\r\n${HOST}\r\nX-Slow: `,
    'GET /v1/categor',
    `${POST}Content-Length: 500\r\n\r\n{"name":"`,
  ];
  const slow = inTurn(60, beginnings).map((beginning) => slowClient(server.port, beginning));
  await pause(50);
  expect((await list(server)).status).toBe(200);
  for (const response of await Promise.all(slow)) {
    expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    for (const name of ['Limit', 'Remaining', 'Reset'])
      expect(response).toMatch(new RegExp(`^X-RateLimit-${name}: \\d+\r$`, 'm'));
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 408 });
  }
  expect((await list(server)).status).toBe(200);
  expect(server.stats().faults).toBe(0);
});

test('An endless body gets a 413 before it is read', async () => {
  const server = await started();
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const bomb = exchangeRaw(server, `${POST}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(40)}`);
  expect(await bomb).toMatch(/^HTTP\/1\.1 413 /);
  expect(await exchangeRaw(server, `${POST}Content-Length: 99999999999\r\n\r\n{`)).toMatch(
    /^HTTP\/1\.1 413 /,
  );
  expect(server.stats().faults).toBe(0);
});

test('A server process stays below 200 MB under oversized requests and a flood beyond the limit', async () => {
  const served = start(['serve', '--port', '0', '--window', '600'], { env: { PETSTORE_API_KEY: KEY } });
  const [, port = ''] = /127\.0\.0\.1:(\d+)/.exec(await served.saw(/127\.0\.0\.1:\d+\/v1/)) ?? [];
  const flood = await Promise.all(Array.from({ length: 20 }, () => pipelined(Number(port), 200)));
  const statuses = flood.flat();
  expect(statuses).toHaveLength(4_000);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  await Promise.all(Array.from({ length: 30 }, () => bomb(Number(port))));
  const [again] = await pipelined(Number(port), 1);
  expect(again).toBe(429);
  const memory = peakMb(served.child.pid ?? 0);
  if (memory === undefined) return;
  expect(memory).toBeGreaterThan(20);
  expect(memory).toBeLessThan(200);
});

/** Sends `count` lists on one connection without waiting, and resolves with the statuses received. */
function pipelined(port: number, count: number): Promise<number[]> {
  const request = `GET /v1/categories HTTP/1.1\r\n${HOST}\r\nAuthorization: Bearer ${KEY}\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const socket = open(port, reject);
    let received = '';
    socket.on('data', (piece) => {
      received += piece.toString('latin1');
      const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z].*\r\n/g)].map(([, code]) =>
        Number(code),
      );
      if (statuses.length < count) return;
      socket.destroy();
      resolve(statuses);
    });
    socket.write(request.repeat(count));
  });
}

/** Sends 4 MB of a head, or of a body, while the server reads it. */
function bomb(port: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = open(port, () => undefined);
    socket.on('close', () => resolve());
    socket.resume();
    socket.write(`${POST}Content-Length: 4000000\r\n\r\n${'x'.repeat(2_000_000)}`);
    socket.write(`GET / HTTP/1.1\r\nX-Big: ${'x'.repeat(2_000_000)}`, () => socket.destroy());
  });
}

function open(port: number, failed: (error: Error) => void): Socket {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', failed);
  return socket;
}

/** Returns the peak memory of a process, on systems that report it. */
function peakMb(pid: number): number | undefined {
  try {
    const [, kb] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kb === undefined ? undefined : Number(kb) / 1024;
  } catch {
    return undefined;
  }
}
