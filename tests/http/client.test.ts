import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { get } from '../../src/checks/requests.ts';
import { systemClock } from '../../src/exchange/clock.ts';
import { type ClientOptions, createClient, type Sending } from '../../src/http/client.ts';
import { listCategories } from '../../src/spec/operations.ts';

const sending: Sending = { purpose: 'a test', sentFor: 'list.ok', overLimit: false };
const list = get(listCategories);

/** Longer than any test may take. */
const never = 600_000;

const given = {
  key: 'a-key',
  maxBodyMb: 2,
  clock: systemClock,
  concurrency: 6,
  timeoutMs: never,
  userAgent: 'a test',
};

/** Starts a local server and a client for it; records the connections. */
async function clientOf(listener: RequestListener, options: Partial<ClientOptions> = {}) {
  const connections: Socket[] = [];
  const server = createServer(listener).on('connection', (socket) => connections.push(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const client = createClient({ base, ...given, ...options });
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  return { client, server, connections };
}

const silent: RequestListener = () => {};

async function closed(connection: Socket): Promise<void> {
  if (!connection.closed) await once(connection, 'close');
}

function beginning(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Length': '10' });
  response.write('[');
}

describe('a connection', () => {
  const responding: RequestListener = (_request, response) => response.end('[]');
  const own = (id: string, last = false): Sending => ({ ...sending, own: { id, last } });

  test('has a number that all its exchanges share', async () => {
    const { client, connections } = await clientOf(responding);
    const first = await client.exchange(list, sending);
    const second = await client.exchange(list, sending);
    const [third, fourth] = await Promise.all([
      client.exchange(list, sending),
      client.exchange(list, sending),
    ]);
    expect([first, second, third, fourth].map(({ connection }) => connection)).toEqual([1, 1, 1, 2]);
    expect(connections).toHaveLength(2);
  });

  test('can be reserved for certain requests, and is closed after the last of them', async () => {
    const { client, connections } = await clientOf(responding);
    const numbers = [];
    for (const one of [own('a'), sending, own('b'), own('a', true), own('b', true), own('a')])
      numbers.push((await client.exchange(list, one)).connection);
    expect(numbers).toEqual([1, 2, 3, 1, 3, 4]);
    await Promise.all([connections[0], connections[2]].map((one) => closed(one ?? expect.fail())));
    expect(connections).toHaveLength(4);
    expect(connections[1]?.destroyed).toBe(false);
  });

  test('gets no number if it never opens, and is replaced if the server closes it', async () => {
    const { client, server } = await clientOf((_request, response) => {
      response.setHeader('Connection', 'close').end('[]');
    });
    const numbers = [await client.exchange(list, own('a')), await client.exchange(list, own('a', true))];
    expect(numbers.map(({ connection }) => connection)).toEqual([1, 2]);
    server.close();
    await once(server, 'close');
    expect(await client.exchange(list, sending)).not.toHaveProperty('connection');
  });
});

describe('an exchange', () => {
  test('without a response times out', async () => {
    const { client } = await clientOf(silent, { timeoutMs: 50 });
    const { outcome } = await client.exchange(list, sending);
    expect(outcome).toEqual({
      kind: 'fault',
      fault: { kind: 'timeout', sentence: 'no complete response within 0.05 s' },
    });
  });

  test('whose body does not end times out and keeps its status', async () => {
    const { client } = await clientOf((_request, response) => beginning(response), { timeoutMs: 200 });
    const { outcome } = await client.exchange(list, sending);
    expect(outcome).toMatchObject({ kind: 'fault', fault: { kind: 'timeout', status: 200 } });
  });

  test.each([
    ['before the head of its response', silent],
    ['during the body of its response', (_request, response) => beginning(response)],
  ] as [string, RequestListener][])(
    'is ended by an interruption %s, and no further exchange starts',
    async (_when, listener) => {
      const abort = new AbortController();
      let asked = 0;
      const counting: RequestListener = (request, response) => {
        asked++;
        listener(request, response);
        setImmediate(() => abort.abort());
      };
      const { client, connections } = await clientOf(counting, { signal: abort.signal });
      for (let sent = 0; sent < 2; sent++) {
        const { outcome } = await client.exchange(list, sending);
        expect(outcome).toMatchObject({ kind: 'fault', fault: { kind: 'aborted' } });
      }
      expect(asked).toBe(1);
      await Promise.all(connections.map(closed));
    },
  );

  test('that is interrupted while connecting is not sent', async () => {
    const abort = new AbortController();
    let asked = 0;
    const { client, server } = await clientOf(() => asked++, { signal: abort.signal });
    const exchange = client.exchange(list, sending);
    abort.abort();
    const [connection] = (await once(server, 'connection')) as [Socket];
    await closed(connection);
    expect((await exchange).outcome).toMatchObject({ kind: 'fault', fault: { kind: 'aborted' } });
    expect(asked).toBe(0);
  });

  test('ignores interim responses', async () => {
    const { client } = await clientOf((_request, response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.end('[]');
    });
    const heads: number[] = [];
    await client.exchange(list, { ...sending, onHead: (status) => heads.push(status) });
    expect(heads).toEqual([200]);
  });

  test('reports the head of its response before the body', async () => {
    let response: ServerResponse | undefined;
    const { client } = await clientOf((_request, given) => {
      response = given;
      beginning(given);
    });
    const heads: number[] = [];
    const onHead = (status: number) => {
      heads.push(status);
      response?.end(']'.padStart(9));
    };
    const { outcome } = await client.exchange(list, { ...sending, onHead });
    expect(heads).toEqual([200]);
    expect(outcome).toMatchObject({ kind: 'response', response: { status: 200, reason: 'OK' } });
  });

  test('reads a body only up to its limit', async () => {
    const endless: RequestListener = (_request, response) => {
      response.on('drain', () => response.write('x'.repeat(64 * 1024)));
      response.write('x'.repeat(64 * 1024));
    };
    const { client } = await clientOf(endless, { maxBodyMb: 1 });
    for (let sent = 0; sent < 2; sent++) {
      const { outcome } = await client.exchange(list, sending);
      expect(outcome).toMatchObject({ kind: 'response', response: { cutByCap: true } });
    }
  });
});

describe('connections that are opened in advance', () => {
  test('carry the next request, and are not opened twice', async () => {
    const { client, connections } = await clientOf((_request, response) => response.end('[]'));
    const owns = [1, 2, 3].map((id) => ({ id: String(id) }));
    for (let round = 0; round < 2; round++) {
      await client.open(owns);
      const sent = await Promise.all(owns.map((own) => client.exchange(list, { ...sending, own })));
      expect(sent.map(({ outcome, connection }) => [outcome.kind, connection])).toEqual([
        ['response', 1],
        ['response', 2],
        ['response', 3],
      ]);
    }
    expect(connections).toHaveLength(3);
  });

  test('do not report a failure to connect, because the request will report it', async () => {
    const client = createClient({ ...given, base: new URL('http://127.0.0.1:1/v1') });
    await client.open([{ id: '1' }]);
    const { outcome } = await client.exchange(list, { ...sending, own: { id: '1' } });
    expect(outcome).toMatchObject({ kind: 'fault', fault: { kind: 'refused' } });
    await client.close();
  });
});
