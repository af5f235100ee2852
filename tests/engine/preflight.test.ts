import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import { createJudge } from '../../src/engine/judge.ts';
import { doubtAbout, waitUntilUp, whyEndedEarly, whyUntestable } from '../../src/engine/preflight.ts';
import type { Exchange, FaultKind, HeaderLine } from '../../src/exchange/exchange.ts';
import { type StopKind, Stopped } from '../../src/exchange/stopped.ts';
import type { Readings } from '../../src/readings/readings.ts';
import { freshReadings } from '../support/readings.ts';
import { cutOff, type ResponseParts, responded } from '../support/responses.ts';

const baseUrl = 'http://shop.test/v1';

function failed(kind: FaultKind): Exchange {
  return { ...cutOff(0), outcome: { kind: 'fault', fault: { kind, sentence: 'it broke' } } };
}

const html: HeaderLine = ['Content-Type', 'text/html; charset=utf-8'];
const to = (location: string): Omit<ResponseParts, 'at'> => ({
  status: 302,
  headers: [['Location', location]],
});
const redirect = (status: number, where: string, advice: string) =>
  `GET /categories returned ${status}, a redirect ${where}. The kit does not follow redirects, to protect the key. ${advice}`;
const page = (status: number) =>
  `The base URL returned an HTML page (status ${status}): a proxy, a login page, or another site. Check --base-url.`;
const certificate = (status: number) =>
  `Something in front of the server returned ${status} because of the client certificate. Use --cert FILE and --cert-key FILE, or check those files.`;
const unreachable =
  'Cannot reach the target: it broke. Is the server running, and is the port in --base-url right?';

describe('a first request', () => {
  test.each<readonly [FaultKind, string]>([
    ['unknown-host', 'Cannot find the target: it broke. Check the host in --base-url.'],
    ['refused', unreachable],
    ['unreachable', unreachable],
    ['tls', 'Cannot connect to the target securely: it broke.'],
    [
      'proxy',
      'The proxy of HTTP_PROXY or HTTPS_PROXY failed, not the target: it broke. Check the variable, or add the host to NO_PROXY.',
    ],
    [
      'timeout',
      'The target does not respond: it broke. Is the server running? Use --timeout SECONDS to wait longer.',
    ],
    ['not-http', 'The target does not speak HTTP: it broke. Is the port right? Should it be https?'],
    ['too-big', "The target's response is not complete: it broke."],
    ['cut', "The target's response is not complete: it broke."],
    ['aborted', 'The run was interrupted before the first response.'],
  ])('with the fault "%s" gives the reason and what to do', (kind, says) => {
    expect(whyUntestable(failed(kind), { baseUrl })).toBe(says);
  });

  const long = 'x'.repeat(300);
  test.each<readonly [string, Omit<ResponseParts, 'at'>, string]>([
    [
      'a redirect to another site',
      to('https://login.test/?from=petstore'),
      redirect(302, 'to https://login.test/?from=petstore', 'Check --base-url.'),
    ],
    [
      'a redirect to the list elsewhere',
      { ...to('https://shop.test/api/v2/categories'), status: 308 },
      redirect(
        308,
        'to https://shop.test/api/v2/categories',
        'If that is the server, use --base-url https://shop.test/api/v2',
      ),
    ],
    [
      'a relative redirect to the list elsewhere, with a slash',
      to('/v2/categories/'),
      redirect(302, 'to /v2/categories/', 'If that is the server, use --base-url http://shop.test/v2'),
    ],
    [
      'a redirect to something in the list',
      to('/v2/categories/1'),
      redirect(302, 'to /v2/categories/1', 'Check --base-url.'),
    ],
    [
      'a redirect to the same place',
      to('http://shop.test/v1/categories'),
      redirect(302, 'to http://shop.test/v1/categories', 'Check --base-url.'),
    ],
    [
      'a redirect to another protocol',
      to('ftp://shop.test/categories'),
      redirect(302, 'to ftp://shop.test/categories', 'Check --base-url.'),
    ],
    ['an invalid redirect', to('http://['), redirect(302, 'to http://[', 'Check --base-url.')],
    [
      'a redirect without a Location',
      { status: 300 },
      redirect(300, 'without a Location', 'Check --base-url.'),
    ],
    [
      'a very long redirect, which is cut',
      to(`http://shop.test/${long}/categories`),
      redirect(
        302,
        `to http://shop.test/${'x'.repeat(183)}`,
        `If that is the server, use --base-url http://shop.test/${'x'.repeat(183)}`,
      ),
    ],
    ['an HTML page, by its type', { headers: [html] }, page(200)],
    ['an HTML page with another status', { status: 404, headers: [html] }, page(404)],
    ['an HTML page, by its doctype', { body: '\n <!DOCTYPE html><p>' }, page(200)],
    ['an HTML page, by its element', { body: '<HTML lang="en">' }, page(200)],
    [
      'a page about the client certificate',
      { status: 400, headers: [html], body: '<title>400 No required SSL certificate was sent</title>' },
      certificate(400),
    ],
  ])('that gets %s shows no server to test', (_what, parts, says) => {
    expect(whyUntestable(responded({ at: 0, ...parts }), { baseUrl })).toBe(says);
  });

  test('to a base URL with a slash that is redirected to itself gets no other base URL', () => {
    const first = responded({ at: 0, ...to('http://shop.test/v1/categories') });
    expect(whyUntestable(first, { baseUrl: 'http://shop.test/v1/' })).toMatch(
      /the key\. Check --base-url\.$/,
    );
  });

  test.each<readonly [string, Omit<ResponseParts, 'at'>]>([
    ['a list', { body: '[]' }],
    ['any other status', { status: 404 }],
    ['an unknown status', { status: 600 }],
    ['a redirect that only adds a slash', to('/v1/categories/')],
    ['HTML with a limit', { status: 403, headers: [html, ['X-RateLimit-Limit', '60']] }],
    ['HTML with a rest', { status: 403, headers: [html, ['X-RateLimit-Remaining', '59']] }],
    ['HTML with a reset', { status: 403, headers: [html, ['X-RateLimit-Reset', '1800000060']] }],
    [
      'a redirect with a limit',
      {
        ...to('/else'),
        headers: [
          ['X-RateLimit-Limit', '60'],
          ['Location', '/else'],
        ],
      },
    ],
    ['JSON that begins like HTML', { body: '<htmlish>' }],
    ['JSON with HTML in it', { body: '["<html>"]' }],
    ['a certificate after the first 200 bytes', { body: `"${' '.repeat(200)}ssl certificate"` }],
  ])('that gets %s is judged', (_what, parts) => {
    expect(whyUntestable(responded({ at: 0, ...parts }), { baseUrl })).toBeUndefined();
  });

  test.each([
    [{}, 'PETSTORE_API_KEY'],
    [{ keyVariable: 'STAGING_KEY' }, 'STAGING_KEY'],
    [{ keyVariable: 'STAGING_KEY', keyFile: 'key.txt' }, 'key.txt'],
  ])('that is refused names where the key is from: %o', (from, name) => {
    const refused = responded({ at: 0, status: 401, quota: [60, 59, 60] });
    expect(whyUntestable(refused, { baseUrl, ...from })).toBe(
      `The key was refused: GET /categories returned 401. Check ${name}, and whether the key is for this base URL.`,
    );
  });

  test.each([
    [200, undefined],
    [403, 'The first response was 403. Is the key for this base URL?'],
    [404, 'The first response was 404. Is the base URL right?'],
    [410, 'The first response was 410. Is the base URL right?'],
    [500, undefined],
  ])('that returns %i: %s', (status, question) => {
    expect(doubtAbout(responded({ at: 0, status }), false)).toBe(question);
  });

  test('that has no response asks nothing, unless all responses are the same', () => {
    expect(doubtAbout(cutOff(0), false)).toBeUndefined();
    expect(doubtAbout(responded({ at: 0, status: 404 }), true)).toBe(
      'Every operation returns the same response, which no Pet Store Service would. Is the base URL right, or does something in front of the server respond?',
    );
  });
});

describe('a run that ends early', () => {
  const judge = () => createJudge([], freshReadings(), () => {});
  const running: Pick<Readings, 'silence'> = freshReadings();
  const why = (kind: StopKind, by = judge(), readings = running) =>
    whyEndedEarly(new Stopped(kind, 'it stopped'), by, readings);

  test.each(['limited too often', 'possible ban', 'no files left'] as const)('because of "%s"', (kind) => {
    expect(why(kind)).toBe('The run ended early: it stopped.');
  });

  test.each(['requests spent', 'interrupted', 'target gone'] as const)(
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
    const result = await waitUntilUp(url, seconds, { timeoutSeconds }, signal, clock);
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
      ...{ result: { up: true }, sleeps: [] },
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
      ...{ result: { up: false, heldMs: 101_000 }, sleeps: [] },
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
