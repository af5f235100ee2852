import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import { systemClock } from '../../src/exchange/clock.ts';
import { createClient, type Sending } from '../../src/http/client.ts';
import type { Framing } from '../../src/payloads/framing.ts';
import { certificate } from '../hostile/raw-server.ts';

const sending: Sending = { purpose: '', sentFor: '', overLimit: false };
const ca = readFileSync(
  fileURLToPath(new URL('../hostile/certificates/authority.pem', import.meta.url)),
  'utf8',
);

/** What a server received on one connection, and whether the client ended its side. */
interface Received {
  text: string;
  isEnded: boolean;
}

/** Returns a handler that records what arrives. It responds to each complete request, and when the client ends its side. */
function keeping(received: Received[], respond = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\n{}') {
  return (socket: Socket): void => {
    const one = { text: '', isEnded: false };
    received.push(one);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      one.text += bytes.toString('latin1');
      const [head = '', body = ''] = one.text.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (one.text.includes('\r\n\r\n') && body.length >= length) socket.write(respond);
    });
    socket.on('end', () => {
      one.isEnded = true;
      socket.end(respond);
    });
  };
}

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Creates a proxy that opens tunnels to a server, and forwards other requests to it. */
function proxyTo(target: string): Server {
  const [host, port] = target.split(':');
  return createServer({ allowHalfOpen: true }, (socket) => {
    socket.once('data', (bytes) => {
      const upstream = connect({ host: host ?? '', port: Number(port), allowHalfOpen: true });
      for (const one of [socket, upstream]) one.on('error', () => {});
      if (bytes.toString('latin1').startsWith('CONNECT ')) socket.write('HTTP/1.1 200 OK\r\n\r\n');
      else upstream.write(bytes);
      socket.pipe(upstream);
      upstream.pipe(socket);
    });
  });
}

/** Starts a server that a client reaches in the given way. Returns the base URL of the server, and what it receives. */
async function start(way: string, respond?: string) {
  const received: Received[] = [];
  const handler = keeping(received, respond);
  const server = way.startsWith('TLS')
    ? createTlsServer({ ...certificate('right'), allowHalfOpen: true }, handler)
    : createServer({ allowHalfOpen: true }, handler);
  const address = await listening(server);
  const scheme = way.startsWith('TLS') ? 'https' : 'http';
  if (!way.includes('proxy')) return { base: `${scheme}://${address}/v1`, received };
  const proxy = await listening(proxyTo(address));
  vi.stubEnv(`${scheme.toUpperCase()}_PROXY`, `http://${proxy}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  // The certificate names this host, and the client does not treat it as a loopback address.
  return { base: `${scheme}://petstore.test/v1`, received };
}

function clientOf(base: string) {
  const client = createClient({
    base: new URL(base),
    key: 'a-key',
    ca,
    clock: systemClock,
    timeoutMs: 5_000,
    userAgent: 'kit',
    maxBodyMb: 1,
  });
  onTestFinished(client.close);
  return client;
}

const sendWith = (client: ReturnType<typeof clientOf>, framing: Framing | undefined, body: string) =>
  client.exchange({ ...post(body), ...(framing === undefined ? {} : { framing }) }, sending);

const namesOf = (text: string) =>
  text
    .split('\r\n\r\n')[0]
    ?.split('\r\n')
    .slice(1)
    .map((line) => line.split(':')[0]?.toLowerCase());

const usual = [
  ...['host', 'connection', 'user-agent', 'accept', 'accept-encoding', 'content-type', 'authorization'],
];

describe.each(['TCP', 'TLS', 'TCP through a proxy'])('over %s', (way) => {
  it('a request can omit its length', async () => {
    const { base, received } = await start(way);
    const exchange = await sendWith(clientOf(base), 'none', '');
    expect(exchange.outcome).toMatchObject({ kind: 'response', response: { status: 400 } });
    expect(received.map(({ text }) => namesOf(text))).toEqual([usual]);
    expect(received[0]?.text).toMatch(/^POST \S*\/v1\/categories HTTP\/1\.1\r\n[\s\S]*\r\n\r\n$/);
  });

  it('a request body can end before its length is reached, and the kit reads the response', async () => {
    const { base, received } = await start(way);
    const exchange = await sendWith(clientOf(base), 'short', '{"name":"x"');
    expect(exchange.outcome).toMatchObject({ kind: 'response', response: { status: 400 } });
    expect(namesOf(received[0]?.text ?? '')).toEqual([...usual, 'content-length']);
    expect(received[0]?.text).toMatch(/\r\ncontent-length: 27\r\n\r\n\{"name":"x"$/);
    expect(received[0]?.isEnded).toBe(true);
  });

  it('a body can be sent in chunks', async () => {
    const { base, received } = await start(way);
    const exchange = await sendWith(clientOf(base), 'chunked', '{"name":"a name of ä"}');
    expect(exchange.outcome).toMatchObject({ kind: 'response', response: { status: 400 } });
    expect(namesOf(received[0]?.text ?? '')).toEqual([...usual, 'transfer-encoding']);
    const inChunks = Buffer.from('17\r\n{"name":"a name of ä"}\r\n0\r\n\r\n').toString('latin1');
    expect(received[0]?.text).toMatch(/\r\ntransfer-encoding: chunked\r\n\r\n17\r\n/);
    expect(received[0]?.text.endsWith(inChunks)).toBe(true);
  });

  it('requests with the usual framing state the length of an empty body, and share no connection with other requests', async () => {
    const { base, received } = await start(way);
    const client = clientOf(base);
    const framings = [undefined, 'none', 'short', undefined] as const;
    const sent = [];
    for (const framing of framings)
      sent.push(await sendWith(client, framing, framing === 'short' ? '{' : ''));
    expect(sent.map(({ connection }) => connection)).toEqual([1, 2, 3, 1]);
    const lengths = received.map(({ text }) => text.match(/content-length: \d+/g));
    expect(lengths).toEqual([['content-length: 0', 'content-length: 0'], null, ['content-length: 17']]);
  });
});

it('if a server closes the connection after an incomplete body, the fault is "cut"', async () => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('data', () => {}).on('error', () => {});
    socket.on('end', () => socket.destroy());
  });
  const client = clientOf(`http://${await listening(server)}/v1`);
  expect(await sendWith(client, 'short', '{')).toMatchObject({
    outcome: { kind: 'fault', fault: { kind: 'cut' } },
  });
});
