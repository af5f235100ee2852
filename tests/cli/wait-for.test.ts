import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Change, startReferenceServer } from '../../reference-server/index.ts';
import type { HttpResponse } from '../../reference-server/response.ts';
import { inTiers } from '../support/tiers.ts';
import { command, temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { readReport } from './services.ts';

const key = 'the-key-of-the-staging-server';
const env = { PETSTORE_API_KEY: key };
const keys = [{ key, plan: 'business' as const }];
const few = ['--only', 'list.ok,list.category', '--no-exhaust', '--reporter', 'json'];

const response = (
  status: number,
  body = '{}',
  headers: Readonly<Record<string, string>> = {},
): HttpResponse => ({
  status,
  headers: Object.entries({ 'Content-Type': 'application/json', ...headers }),
  body: Buffer.from(body),
});

/**
 * Starts a server that returns these responses first. Unless `then` is `up`, it then repeats the last of these responses
 * forever.
 */
async function startSlowly(first: readonly HttpResponse[], then: 'up' | 'never' = 'up') {
  const seen: { readonly atMs: number; readonly what: string }[] = [];
  const change: Change = (parts) => ({
    finish: async (finished, visit) => {
      const { method, path, headers } = visit.incoming;
      const isWithKey = headers.some(([name]) => name.toLowerCase() === 'authorization');
      seen.push({
        atMs: performance.now(),
        what: `${method} /${path?.join('/')}${isWithKey ? ' with a key' : ''}`,
      });
      const own = first[then === 'up' ? seen.length - 1 : Math.min(seen.length, first.length) - 1];
      return own ?? parts.finish(finished, visit);
    },
  });
  const server = await startReferenceServer({ keys, change: [change] });
  onTestFinished(server.close);
  return { url: server.url, seen };
}

async function runFor(url: string, seconds: number, ...more: string[]) {
  const cwd = await temporaryFolder();
  const args = ['run', '--base-url', url, '--wait-for', String(seconds), ...few, ...more];
  const { status, stderr } = await carryOut(args, { cwd, env });
  return { status, stderr, report: await readReport(join(cwd, 'reports')) };
}

describe('--wait-for', () => {
  const starting = [
    ['a 503 with Retry-After 3600', response(503, '{}', { 'Retry-After': '3600' })],
    ['a 404', response(404)],
    ['a 500', response(500)],
    [
      'an HTML page',
      response(200, '<!doctype html><title>Starting</title>', { 'Content-Type': 'text/html' }),
    ],
    ['a page without a Content-Type', response(401, '<html>Please wait</html>', { 'Content-Type': '' })],
  ] as const;
  for (const { rows, options } of inTiers(starting, 2))
    it.each(rows)(
      'sends one request per second, without the key, while the response is %s',
      options,
      async (_what, first) => {
        const { url, seen } = await startSlowly([first, first]);
        const { status, stderr } = await runFor(url, 20);
        expect([status, stderr]).toEqual([0, expect.not.stringContaining('--wait-for')]);
        expect(seen.slice(0, 4).map(({ what }) => what)).toEqual([
          ...Array.from({ length: 3 }, () => 'GET /v1/categories'),
          'GET /v1/categories with a key',
        ]);
        const [one, two, three] = seen.map(({ atMs }) => atMs);
        for (const pause of [Number(two) - Number(one), Number(three) - Number(two)])
          expect(pause).toBeGreaterThan(950);
      },
    );

  it('begins the run soon after a server in another process starts', async () => {
    const { port, url, close } = await startReferenceServer({ keys });
    await close();
    const cwd = await temporaryFolder();
    const ended = command(['run', '--base-url', url, '--wait-for', '30', ...few], { cwd, env });
    await sleep(1_200);
    const server = await startReferenceServer({ keys, port });
    onTestFinished(server.close);
    expect((await ended).status).toBe(0);
  });

  it('sends nothing until the Retry-After of a 429 has passed', async () => {
    const { url, seen } = await startSlowly([response(429, '{}', { 'Retry-After': '1' })]);
    expect((await runFor(url, 20)).status).toBe(0);
    const [first, second] = seen.map(({ atMs }) => atMs);
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(2_000);
  });

  it('ends without another request if the Retry-After exceeds --max-wait', async () => {
    const limited = response(429, '<html>Too many requests</html>', {
      'Retry-After': '3600',
      'Content-Type': 'text/html',
    });
    const { url, seen } = await startSlowly([limited], 'never');
    const { status, report } = await runFor(url, 5);
    expect([status, seen.length]).toEqual([3, 1]);
    expect(report.verdict.sentence).toMatch(
      /as the target requested before the run \(Retry-After\) would exceed --max-wait/,
    );
  });

  it.each([
    [404, /^Nothing at this address looks like/],
    [503, /503/],
  ])('begins the run when its time is over, even if the server returned %i', async (returned, says) => {
    const { url, seen } = await startSlowly([response(returned)], 'never');
    const { status, stderr, report } = await runFor(url, 1.5, '--max-wait', '5');
    expect([status, report.verdict.sentence]).toEqual([3, expect.stringMatching(says)]);
    expect(stderr).toContain(`not ready within 1.5 s (--wait-for): GET /categories returned ${returned}`);
    // A third request may still be sent at the very end of the time.
    expect([2, 3]).toContain(seen.findIndex(({ what }) => what.endsWith('with a key')));
  });

  it.each([[[]], [['--quiet']]])(
    'exits with status 3 if nothing responds, and says what it saw (%s)',
    async (options) => {
      const { status, stderr, report } = await runFor('http://127.0.0.1:1/v1', 0.5, ...options);
      expect([status, report.requests.total]).toEqual([3, 0]);
      for (const text of [stderr, report.verdict.sentence])
        expect(text).toMatch(/No response within 0\.5 s \(--wait-for\)\. .*the connection was refused/);
    },
  );

  it('gives up, when its time is over, on a server that accepts connections but sends nothing', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const before = performance.now();
    const { status, report } = await runFor(`http://127.0.0.1:${port}/v1`, 1, '--timeout', '30');
    expect([status, report.verdict.sentence]).toEqual([3, expect.stringContaining('does not respond')]);
    expect(performance.now() - before).toBeLessThan(15_000);
  });
});
