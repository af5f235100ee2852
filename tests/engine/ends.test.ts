import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { withDelivery } from '../../reference-server/index.ts';
import { run } from '../../src/engine/run.ts';
import type { Clock } from '../../src/exchange/clock.ts';
import { createSharedClock } from '../gallery/shared-clock.ts';
import { runAgainst, settingsFor } from '../support/run-against.ts';

let server: Server | undefined;
afterEach(
  () => new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve()))),
);

/** Starts a server that passes its connections to a function, and returns its base URL. */
async function listening(onConnection: (socket: Socket) => void): Promise<string> {
  server = createServer(onConnection);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://127.0.0.1:${port}/v1`;
}

/** Starts a server that closes every connection. */
async function hangingUp(): Promise<{ url: string; calls: () => number }> {
  let calls = 0;
  const url = await listening((socket) => {
    calls++;
    socket.on('error', () => {});
    socket.destroy();
  });
  return { url, calls: () => calls };
}

describe('a run', () => {
  it('sends nothing after its end', async () => {
    const { url, calls } = await hangingUp();
    const report = await run(settingsFor(url), { clock: createSharedClock() });
    expect(report.verdict).toMatchObject({ outcome: 'no verdict', exitStatus: 3 });
    expect(report.findings).toEqual([]);
    const sent = calls();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(calls()).toBe(sent);
    expect(report.requests.total).toBe(2);
  });

  it('ends a request in flight at --max-time, even if the caller passes a signal of its own', async () => {
    let socket: Socket | undefined;
    const url = await listening((opened) => {
      socket = opened;
    });
    const settings = { ...settingsFor(url), maxTimeSeconds: 0.2, timeoutSeconds: 5 };
    const report = await run(settings, { signal: new AbortController().signal });
    socket?.destroy();
    expect(report.durationMs).toBeLessThan(2_000);
    expect(report.verdict.sentence).toContain('--max-time 0.2');
  });

  it('reports only waits that took place, and how long they lasted', async () => {
    const { url } = await hangingUp();
    const clock = createSharedClock();
    let sleeps = 0;
    const sleep: Clock['sleep'] = (ms, signal) =>
      ++sleeps === 1
        ? clock.sleep(ms, signal)
        : new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const report = await run(settingsFor(url), { clock: { ...clock, sleep } });
    // The second wait would take more than a second, but the run ends before that wait begins.
    expect(sleeps).toBe(1);
    expect(report.waits.reduce((sum, { seconds }) => sum + seconds, 0)).toBeLessThan(1);
    expect(report.waits[0]).toMatchObject({ reason: 'after a request without a response' });
  });

  it('measures waits and responses from the same start', async () => {
    const clock = createSharedClock();
    let readings = 0;
    // Simulate a machine that is busy right after the start of the run.
    const monotonic = () => clock.monotonic() + (readings++ === 0 ? 0 : 10_000);
    const { report } = await runAgainst({}, {}, { clock: { ...clock, monotonic } });
    const refused = report.timeline.rows.find(({ status }) => status === 429);
    const [wait] = report.waits;
    if (refused === undefined || wait === undefined) return expect.unreachable();
    expect(wait.atMs).toBeGreaterThanOrEqual(refused.readMs);
  });

  it('sends nothing more after an interruption, and reports the results so far', async () => {
    const abort = new AbortController();
    let seen = 0;
    const { report, counted } = await runAgainst(
      {},
      {},
      {
        signal: abort.signal,
        listen: (event) => {
          if (event.type === 'exchange' && ++seen === 25) abort.abort(new Error('enough'));
        },
      },
    );
    expect(report.complete).toBe(false);
    expect(report.verdict).toMatchObject({ outcome: 'interrupted', exitStatus: 130 });
    expect(report.kitFaults).toEqual([]);
    // When the signal arrived, up to five other requests were in flight.
    expect(counted.requests).toBeLessThanOrEqual(25 + 5);
    expect(report.requirements.some(({ verdict }) => verdict === 'pass')).toBe(true);
  });

  it('that brings the target down names the requests in flight, with their bodies', async () => {
    let fatal: string | undefined;
    const { report } = await runAgainst({
      change: (parts) => ({
        finish: async (response, visit) => {
          const finished = await parts.finish(response, visit);
          const read = await visit.incoming.body();
          const body = read.kind === 'bytes' ? Buffer.from(read.bytes).toString('utf8') : '';
          if (fatal === undefined && body.trim().startsWith('[')) fatal = body;
          if (fatal === undefined) return finished;
          return withDelivery(finished, { cut: 'before-response' });
        },
      }),
    });
    expect(report.verdict.sentence).toMatch(
      /The run ended early: the target stopped responding: \d+ requests/,
    );
    expect(report.verdict.sentence).toMatch(/POST \/categories with the body \S*\[/);
  });

  it('has no verdict if requests to a target that was away used up --max-requests', async () => {
    let responses = 0;
    const { report } = await runAgainst(
      {
        change: (parts) => ({
          finish: async (response, visit) => {
            const finished = await parts.finish(response, visit);
            const isAway = ++responses > 8 && responses <= 30;
            return isAway ? withDelivery(finished, { cut: 'before-response' }) : finished;
          },
        }),
      },
      { profile: 'gentle', maxRequests: 40 },
    );
    expect(report.verdict).toMatchObject({ outcome: 'no verdict', exitStatus: 3 });
    expect(report.requirements.flatMap(({ reason }) => reason?.text ?? [])).toContainEqual(
      expect.stringMatching(/^--max-requests 40 is used up, after \d+ requests to a target that was away$/),
    );
  });

  it('exits with status 1 after a violation, even if the target goes away later', async () => {
    let gone = false;
    let responses = 0;
    const { report } = await runAgainst({
      change: (parts) => ({
        finish: async (response, visit) => {
          const finished = await parts.finish(response, visit);
          gone ||= ++responses > 30;
          if (gone) return withDelivery(finished, { cut: 'before-response' });
          return finished.status === 401 ? { ...finished, status: 403 } : finished;
        },
      }),
    });
    expect(report.verdict.exitStatus).toBe(1);
    expect(report.findings.map(({ requirement }) => requirement)).toContain('auth.key-missing');
  });
});
