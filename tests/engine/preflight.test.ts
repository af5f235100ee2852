import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import { createJudge } from '../../src/engine/judge.ts';
import { waitUntilUp, whyEndedEarly } from '../../src/engine/preflight.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { type StopKind, Stopped } from '../../src/exchange/stopped.ts';
import type { Readings } from '../../src/readings/readings.ts';
import { freshReadings } from '../support/readings.ts';
import { cutOff } from '../support/responses.ts';

describe('a run that ends early', () => {
  const judge = () => createJudge([], freshReadings(), () => {});
  const running: Pick<Readings, 'silence'> = freshReadings();
  const why = (kind: StopKind, by = judge(), readings = running) =>
    whyEndedEarly(new Stopped(kind, 'it stopped'), by, readings);

  test.each(['limited too often', 'possible ban', 'no files left'] as const)('because of "%s"', (kind) => {
    expect(why(kind)).toBe('The run ended early: it stopped.');
  });

  test.each(['maxRequests', 'interrupted', 'target gone'] as const)(
    'gives no reason for "%s", which others explain',
    (kind) => {
      expect(why(kind)).toBeUndefined();
    },
  );

  test('because the key stays limited names the cause that the run showed', () => {
    const words = (cause: string) =>
      `The run ended early: it stopped: ${cause}. Do not use the key until the operators of the server confirm which.`;
    expect(why('still limited')).toBe(words('other clients use the key, or it is banned'));
    const broken = judge();
    broken.unmet({ requirement: 'limit.recovers', expected: 'a', received: 'b', cause: 'c' });
    expect(why('still limited', broken)).toBe(
      words('the times in Retry-After are too short (limit.recovers), or the key is banned'),
    );
  });

  const list = cutOff(0);
  const create = (text: string): Exchange => ({ ...list, request: post(Buffer.from(text)) });
  test.each<readonly [string, readonly Exchange[], boolean, string]>([
    ['one request', [list], false, '4 requests in a row failed. It stopped at GET /categories'],
    [
      'one kind of request',
      [list, list],
      true,
      '4 requests in a row failed, and it refuses new connections. It stopped at GET /categories',
    ],
    [
      'several requests',
      [create(' {"name":1} '), create(' '), create('x'.repeat(60)), create('y'.repeat(61))],
      false,
      `4 requests in a row failed. One of the 4 requests in flight may be the cause (run with --concurrency 1 to see which): POST /categories with the body {"name":1} · POST /categories with no body · POST /categories with the body ${'x'.repeat(60)} · POST /categories with the body ${'y'.repeat(60)}…`,
    ],
  ])('because the target is gone names %s', (_what, together, isRefusing, says) => {
    const silence = { ...running.silence, stop: () => ({ since: 0, count: 4, together, isRefusing }) };
    expect(why('target gone', judge(), { silence })).toBe(`The run ended early: it stopped: ${says}.`);
    expect(why('interrupted', judge(), { silence })).toBeUndefined();
  });
});

/** A clock that only moves by sleeping, and notes how long. */
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

/** Waits for a server that handles its first requests like this, the last one for ever. */
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
    const result = await waitUntilUp(
      { baseUrl: url, waitForSeconds: seconds, timeoutSeconds },
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
  (status: number, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end('text');

describe('waiting for a server', () => {
  test('ends with its first response, whatever its status, to a request without a key', async () => {
    expect(await waitFor([respond(404)])).toEqual({
      result: { up: true },
      sleeps: [],
      seen: ['GET /v1 undefined'],
    });
  });

  test('tries four times a second while nothing listens, until its time is over', async () => {
    const { result, sleeps } = await waitFor([], { seconds: 1.1 });
    expect(result).toEqual({ up: false });
    expect(sleeps.slice(0, -1)).toEqual([250, 250, 250, 250]);
    expect(sleeps.at(-1)).toBeCloseTo(100);
  });

  test('goes on while only a gateway responds', async () => {
    const { result, sleeps } = await waitFor([respond(502), respond(503), respond(200)]);
    expect(result).toEqual({ up: true });
    expect(sleeps).toEqual([250, 250]);
  });

  test('waits as long as a gateway asks', async () => {
    const { result, sleeps } = await waitFor([respond(503, { 'Retry-After': '3' }), respond(200)]);
    expect(result).toEqual({ up: true });
    expect(sleeps).toEqual([4_000]);
  });

  test('ends at once if a gateway asks for more than its time', async () => {
    expect(await waitFor([respond(503, { 'Retry-After': '100' })])).toMatchObject({
      result: { up: false, heldMs: 101_000 },
      sleeps: [],
    });
    const inTime = [respond(503, { 'Retry-After': '9' }), respond(200)];
    expect(await waitFor(inTime)).toMatchObject({ result: { up: false }, sleeps: [10_000] });
  });

  test('says how long the run must wait after a 429', async () => {
    const { result, sleeps } = await waitFor([respond(429, { 'Retry-After': '5' })]);
    expect(result).toEqual({ up: true, heldMs: 6_000 });
    expect(sleeps).toEqual([]);
  });

  test('gives up a request after the timeout, and tries again', async () => {
    const ignore: RequestListener = () => {};
    const { result, sleeps } = await waitFor([ignore, ignore, respond(200)], { timeoutSeconds: 0.2 });
    expect(result).toEqual({ up: true });
    expect(sleeps).toEqual([250, 250]);
    expect((await waitFor([ignore], { seconds: 0.02 })).result).toEqual({ up: false });
  });

  test('does not give up a request before the timeout', async () => {
    const late: RequestListener = (request, response) =>
      setTimeout(() => respond(200)(request, response), 20);
    expect(await waitFor([late])).toMatchObject({ result: { up: true }, sleeps: [] });
  });

  test('ends as soon as the run is interrupted', async () => {
    const controller = new AbortController();
    const onSleep = () => controller.abort();
    const during = await waitFor([respond(503), respond(200)], { signal: controller.signal, onSleep });
    expect(during).toMatchObject({ result: { up: false }, sleeps: [250] });
    const before = await waitFor([respond(200)], { signal: controller.signal });
    expect(before).toEqual({ result: { up: false }, sleeps: [], seen: [] });
  });
});
