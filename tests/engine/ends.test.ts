import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createSharedClock } from '../../gallery/shared-clock.ts';
import { run } from '../../src/engine/run.ts';
import { runAgainst, settingsFor } from '../support/run-against.ts';

let server: Server | undefined;
afterEach(
  () => new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve()))),
);

/** Starts a server that closes every connection. */
async function hangingUp(): Promise<{ url: string; calls: () => number }> {
  let calls = 0;
  server = createServer((socket) => {
    calls++;
    socket.on('error', () => {});
    socket.destroy();
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/v1`, calls: () => calls };
}

describe('a run', () => {
  it('sends nothing after its end', async () => {
    const { url, calls } = await hangingUp();
    const report = await run(settingsFor(url), { clock: createSharedClock() });
    expect(report.verdict).toMatchObject({ outcome: 'could not be tested', exitStatus: 3 });
    expect(report.findings).toEqual([]);
    const sent = calls();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(calls()).toBe(sent);
    expect(report.requests.total).toBe(2);
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
    // At the signal, up to five other requests were in flight.
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
          if (fatal === undefined && body.startsWith('[')) fatal = body;
          if (fatal === undefined) return finished;
          return { ...finished, delivery: { ...finished.delivery, cut: 'before-response' as const } };
        },
      }),
    });
    expect(report.verdict.sentence).toMatch(
      /The run ended early: the target stopped responding: \d+ requests/,
    );
    expect(report.verdict.sentence).toContain(
      `POST /categories with the body “${fatal?.trim().slice(0, 40)}`,
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
          if (gone)
            return { ...finished, delivery: { ...finished.delivery, cut: 'before-response' as const } };
          return finished.status === 401 ? { ...finished, status: 403 } : finished;
        },
      }),
    });
    expect(report.verdict.exitStatus).toBe(1);
    expect(report.findings.map(({ requirement }) => requirement)).toContain('auth.key-missing');
  });
});
