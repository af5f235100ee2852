import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { bearer, create, exchangeRaw, KEY, list, started } from './talk.ts';

/** Expects a response with the three headers, a Date, and an Error that repeats the status, whatever the cause is. */
function expectError(raw: string, status: number): void {
  const [head = '', body = ''] = raw.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
    expect(head).toMatch(new RegExp(`^${name}: \\d+$`, 'm'));
  }
  expect(head).toMatch(/^Date: .* GMT$/m);
  expect(head).toMatch(/^Content-Type: application\/json$/m);
  expect(JSON.parse(body)).toEqual({ code: expect.any(String), message: expect.any(String), status });
}

const HOST = 'Host: petstore';
const big = 'x'.repeat(200_000);

describe('Requests that violate HTTP get the usual headers', () => {
  test.each([
    ['not HTTP', 'hello\r\n\r\n', 400],
    ['an unknown method', `NONSENSE /v1/categories HTTP/1.1\r\n${HOST}\r\n\r\n`, 400],
    ['a header line without a colon', `GET /v1/categories HTTP/1.1\r\n${HOST}\r\nnonsense\r\n\r\n`, 400],
    [
      'two lengths',
      `POST /v1/categories HTTP/1.1\r\n${HOST}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      400,
    ],
    ['no Host', 'GET /v1/categories HTTP/1.1\r\n\r\n', 400],
    ['two Hosts', `GET /v1/categories HTTP/1.1\r\n${HOST}\r\n${HOST}\r\n\r\n`, 400],
    ['a head beyond the cap', `GET /v1/categories HTTP/1.1\r\n${HOST}\r\nX-Big: ${big}\r\n\r\n`, 431],
    ['a path beyond the cap', `GET /v1/${big} HTTP/1.1\r\n${HOST}\r\n\r\n`, 431],
    ['CONNECT', `CONNECT petstore:443 HTTP/1.1\r\n${HOST}\r\n\r\n`, 405],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, 405],
    ['TRACE', `TRACE /v1/categories HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, 405],
    [
      'an expectation',
      `GET /v1/categories HTTP/1.1\r\n${HOST}\r\nExpect: wonders\r\nConnection: close\r\n\r\n`,
      417,
    ],
    [
      'a broken chunk',
      `POST /v1/categories HTTP/1.1\r\n${HOST}\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
  ])('%s', async (_what, bytes, status) => {
    const server = await started();
    expectError(await exchangeRaw(server, bytes), status);
    expect(server.stats().faults).toBe(0);
    expect((await list(server)).status).toBe(200);
  });

  test('a client that takes too long to send its head', async () => {
    const server = await started({ headTimeoutMs: 80, requestTimeoutMs: 200 });
    expectError(await exchangeRaw(server, 'GET /v1/categories HTTP/1.1\r\nHost:'), 408);
  });

  test('a client that disconnects while it sends its body', async () => {
    const server = await started();
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      `POST /v1/categories HTTP/1.1\r\n${HOST}\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"na`,
    );
    await pause(50);
    socket.destroy();
    await pause(50);
    expect(server.stats()).toMatchObject({ requests: 1, faults: 0 });
    expect((await create(server, { name: 'dog' })).status).toBe(201);
  });
});

test('Requests in absolute form, from HTTP/1.0 clients and with Expect: 100-continue are served', async () => {
  const server = await started();
  const key = `Authorization: Bearer ${KEY}`;
  const absolute = `GET http://petstore/v1/categories HTTP/1.1\r\n${HOST}\r\n${key}\r\nConnection: close\r\n\r\n`;
  expect(await exchangeRaw(server, absolute)).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(await exchangeRaw(server, `GET /v1/categories HTTP/1.0\r\n${key}\r\n\r\n`)).toMatch(/ 200 OK/);
  const waiting = `POST /v1/categories HTTP/1.1\r\n${HOST}\r\n${key}\r\nContent-Type: application/json\r\nContent-Length: 14\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n{"name":"dog"}`;
  expect(await exchangeRaw(server, waiting)).toMatch(
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 Created/,
  );
});

test('Pipelined requests get responses in order', async () => {
  const server = await started();
  const one = `GET /v1/categories HTTP/1.1\r\n${HOST}\r\nAuthorization: ${bearer.Authorization}\r\n`;
  const received = await exchangeRaw(server, `${one}\r\n${one}Connection: close\r\n\r\n`);
  expect(received.match(/X-RateLimit-Remaining: \d+/g)).toEqual([
    'X-RateLimit-Remaining: 59',
    'X-RateLimit-Remaining: 58',
  ]);
});

test('Pipelined requests are served one after another, and no more are read while a response waits', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let served = 0;
  const server = await started({
    change: (parts) => ({
      finish: async (response, visit) => {
        served++;
        await held;
        return parts.finish(response, visit);
      },
    }),
  });
  const count = 900;
  // Together, the requests with this padding are larger than the buffers of the system.
  const padding = `X-Padding: ${'x'.repeat(14_000)}`;
  const request = `GET /v1/categories HTTP/1.1\r\n${HOST}\r\n${padding}\r\nAuthorization: Bearer ${KEY}\r\n\r\n`;
  const socket = connect(server.port, '127.0.0.1');
  const statuses: string[] = [];
  const resumed = new Promise<void>((resolve) => {
    socket.on('data', (piece) => {
      for (const [, status = ''] of piece.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g))
        statuses.push(status);
      if (statuses.length >= 100) resolve();
    });
  });
  socket.on('error', () => {});
  socket.write(request.repeat(count));
  await vi.waitFor(() => expect(served).toBe(1), 10_000);
  for (let before = -1; before !== socket.bytesWritten - socket.writableLength; await pause(200))
    before = socket.bytesWritten - socket.writableLength;
  expect(socket.writableLength).toBeGreaterThan(1_000_000);
  expect(served).toBe(1);
  release();
  await resumed;
  socket.destroy();
  expect(statuses).toEqual(statuses.map((_status, at) => (at < 60 ? '200' : '429')));
});
