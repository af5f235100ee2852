import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../src/config/settings.ts';
import { waitUntilReady } from '../../src/engine/ready.ts';

/** Creates a clock that advances only during its sleeps, and records the length of each sleep. */
function sleepingClock(onSleep: () => void = () => {}) {
  const sleeps: number[] = [];
  const passed = () => sleeps.reduce((sum, ms) => sum + ms, 0);
  const clock = {
    now: () => 1_800_000_000_000 + passed(),
    monotonic: passed,
    async sleep(ms: number, signal?: AbortSignal) {
      sleeps.push(ms);
      onSleep();
      signal?.throwIfAborted();
    },
  };
  return { clock, sleeps };
}

interface Waiting {
  readonly seconds?: number;
  readonly timeoutSeconds?: number;
  readonly signal?: AbortSignal;
  readonly onSleep?: () => void;
}

/**
 * Waits for a server whose handlers each respond to one request, in order. The last handler also responds to all later
 * requests.
 */
async function waitFor(
  handlers: readonly RequestListener[],
  { seconds = 10, timeoutSeconds = 5, signal = new AbortController().signal, onSleep }: Waiting = {},
) {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    handlers[Math.min(seen.length, handlers.length) - 1]?.(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const closed = () => new Promise((done) => server.close(done));
  if (handlers.length === 0) await closed();
  const { clock, sleeps } = sleepingClock(onSleep);
  try {
    const settings = { ...defaultSettings(), baseUrl: url, key: 'the key of nobody', headers: [] };
    const result = await waitUntilReady(
      { ...settings, waitForSeconds: seconds, timeoutSeconds },
      signal,
      clock,
    );
    return { result, sleeps, seen };
  } finally {
    server.closeAllConnections();
    if (handlers.length > 0) await closed();
  }
}

const respond =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = 'text'): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);
const hang: RequestListener = () => {};
const page = '<!DOCTYPE html>';

describe('waiting for a server', () => {
  test.each([200, 201, 302, 400, 401, 403, 405, 410, 418])(
    'ends when a request without a key returns %i',
    async (status) => {
      expect(await waitFor([respond(status)])).toEqual({
        result: {},
        sleeps: [],
        seen: ['GET /v1/categories undefined'],
      });
    },
  );

  test.each([
    ['404', respond(404, {}, '{"code":"not-found"}')],
    ['500', respond(500)],
    ['502', respond(502, { 'Retry-After': '3600' })],
    ['503', respond(503, { 'Retry-After': '3600' })],
    ['599', respond(599)],
    ['200 with an HTML page', respond(200, {}, page)],
    ['401 with an HTML page', respond(401, { 'Content-Type': 'text/html' })],
  ])('goes on after a %s, and reports the status when its time is over', async (unready, handler) => {
    const ready = await waitFor([handler, handler, respond(200)]);
    expect([ready.result, ready.sleeps]).toEqual([{}, [1_000, 1_000]]);
    const { result, sleeps } = await waitFor([handler], { seconds: 2.5 });
    expect([result, sleeps.length]).toEqual([{ unready }, 3]);
  });

  test('goes on after a response that is cut off in its head, but ends if a response is cut off in its body', async () => {
    const cutInHead: RequestListener = (_request, { socket }) => socket?.end('HTTP/1.1 200 OK\r\nContent-');
    const cutInBody: RequestListener = (_request, { socket }) =>
      socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[');
    const { result, seen } = await waitFor([cutInHead, cutInBody]);
    expect([result, seen.length]).toEqual([{}, 2]);
  });

  test('sends one request per second while nothing listens, and reports what it saw when its time is over', async () => {
    const { result, sleeps } = await waitFor([], { seconds: 2.5 });
    expect(result).toEqual({
      untestable: expect.stringMatching(
        /^No response within 2\.5 s \(--wait-for\)\. .*the connection was refused/,
      ),
    });
    expect(sleeps.slice(0, -1)).toEqual([1_000, 1_000]);
    expect(sleeps.at(-1)).toBeCloseTo(500);
  });

  test('lets the run begin if anything has responded, even if nothing responds at the end', async () => {
    const cut: RequestListener = (_request, { socket }) => socket?.destroy();
    expect((await waitFor([respond(503), cut], { seconds: 3 })).result).toEqual({ unready: '503' });
  });

  test.each([
    ['5', 6_000],
    ['3600', 3_601_000],
  ])('says how long the run must wait after a 429 with Retry-After %s', async (seconds, heldMs) => {
    const headers = { 'Retry-After': seconds, 'Content-Type': 'text/html' };
    const { result, sleeps } = await waitFor([respond(429, headers, page)]);
    expect([result, sleeps]).toEqual([{ heldMs }, []]);
  });

  test('gives up on a request after the timeout, and tries again', async () => {
    const { result, sleeps } = await waitFor([hang, hang, respond(200)], { timeoutSeconds: 0.2 });
    expect([result, sleeps]).toEqual([{}, [1_000, 1_000]]);
    expect((await waitFor([hang], { seconds: 0.02 })).result).toEqual({
      untestable: expect.stringMatching(
        /^No response within 0\.02 s \(--wait-for\)\. The target does not respond/,
      ),
    });
  });

  test('sends another request after a second even if the previous one has no response yet', async () => {
    const { result, seen } = await waitFor([hang, respond(200)], { timeoutSeconds: 30 });
    expect([result, seen.length]).toEqual([{}, 2]);
  });

  test('does not give up on a request before the timeout', async () => {
    const late: RequestListener = (request, response) =>
      setTimeout(() => respond(200)(request, response), 20);
    expect(await waitFor([late])).toMatchObject({ result: {}, sleeps: [] });
  });

  test('ends as soon as the run is interrupted', async () => {
    const controller = new AbortController();
    const onSleep = () => controller.abort();
    const during = await waitFor([respond(503), respond(200)], { signal: controller.signal, onSleep });
    expect(during).toMatchObject({ result: {}, sleeps: [1_000] });
    const before = await waitFor([respond(200)], { signal: controller.signal });
    expect(before).toEqual({ result: {}, sleeps: [], seen: [] });
  });
});
