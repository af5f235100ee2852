import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Change, withDelivery } from '../../reference-server/index.ts';
import { bearer, KEY, list, parsed, send, started } from './talk.ts';

const slow: Change = () => ({ finish: (response) => withDelivery(response, { delayMs: 150 }) });

test('Stopping a server finishes requests in flight and accepts no more', async () => {
  const server = await started({ change: slow });
  const agent = new Agent({ keepAlive: true });
  const pending = send(server, { path: '/categories', headers: bearer, agent });
  await pause(50);
  const closed = server.close();
  const response = await pending;
  expect(response.status).toBe(200);
  expect(response.headers.connection).toBe('close');
  await closed;
  await expect(list(server)).rejects.toThrow(/ECONNREFUSED/);
  agent.destroy();
});

test('Stopping a server does not wait for idle connections, even if they never sent a byte', async () => {
  // Waiting for idle connections would take longer than a test may take.
  const server = await started({ keepAliveMs: 600_000, stopGraceMs: 600_000 });
  const agent = new Agent({ keepAlive: true });
  await send(server, { path: '/categories', headers: bearer, agent });
  const silent = connect(server.port, '127.0.0.1');
  await pause(30);
  await server.close();
  silent.destroy();
  agent.destroy();
});

test('Stopping a server abandons a client that does not finish its request', async () => {
  const server = await started({ stopGraceMs: 100 });
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /v1/categories HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{`,
  );
  await pause(50);
  await server.close();
  await server.close();
  socket.destroy();
});

test('Two servers share no state', async () => {
  const one = await started({ seed: [{ name: 'dog' }] });
  const other = await started();
  expect(parsed(await list(one))).toEqual([{ id: 1, name: 'dog' }]);
  expect(parsed(await list(other))).toEqual([]);
});
