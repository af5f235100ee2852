import { getEventListeners } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type RunEvent, type RunOptions, run, UsageError, writeReports } from 'petstore-conformance';
import {
  check,
  expectStatus,
  get,
  listCategories,
  requirement as required,
  suite,
} from 'petstore-conformance/check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts';
import { temporaryFolder } from '../cli/command.ts';
import { silentServer, startService } from '../cli/services.ts';
import { extendedTier } from '../support/tiers.ts';

const key = 'test-Key_0123456789-xyz';

/** Returns the options of a short run. */
function quick({ url }: ReferenceServer, more: Partial<RunOptions> = {}): RunOptions {
  return { baseUrl: url, key, only: 'list.*', noExhaust: true, ...more };
}

async function gathered(events: AsyncIterable<RunEvent>): Promise<readonly RunEvent[]> {
  const all: RunEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/**
 * Starts a server with the Free plan and windows of a minute in real time, so that a run that proves the limit has to wait.
 */
async function slowService(): Promise<ReferenceServer> {
  const server = await startReferenceServer({ keys: [{ key, plan: 'free' }] });
  onTestFinished(() => server.close());
  return server;
}

describe('a run of the library', () => {
  it('resolves with the report, which contains neither the key nor the value of a header', async () => {
    const server = await startService();
    const report = await run(quick(server, { plan: 'business', header: { 'X-Tenant': 'tenant-secret-77' } }));
    expect(report.verdict).toMatchObject({ outcome: 'passed', exitStatus: 0 });
    expect(report.configuration).toMatchObject({ plan: 'business', headerNames: ['X-Tenant'] });
    expect(JSON.stringify(report)).not.toMatch(new RegExp(`${key}|tenant-secret`));
  });

  it('accepts a URL object, and ignores undefined options', async () => {
    const server = await startService();
    const options = {
      ...quick(server),
      baseUrl: new URL(server.url),
      plan: undefined,
      maxRequests: undefined,
    };
    expect((await run(options as unknown as RunOptions)).target).toBe(server.url);
  });

  it('sends exactly what the options select', async () => {
    const server = await startService();
    const { requests } = await run(quick(server, { only: '*', maxRequests: 5 }));
    expect(requests.total).toBeLessThanOrEqual(5);
    expect(server.stats().requests).toBe(requests.total);
  });

  it('sends only GETs to a read-only target', async () => {
    const server = await startService();
    const report = await run({ baseUrl: server.url, key, readOnly: true, keepExchanges: true });
    expect(report.requests.creates).toBe(0);
    const methods = report.exchanges?.recorded.map(({ request }) => request.method);
    expect([...new Set(methods)]).toEqual(['GET']);
  });

  it('is independent of a concurrent run', async () => {
    const [kept, broken] = [await startService(), await startService('list-wrapped')];
    const reports = await Promise.all([run(quick(kept)), run(quick(broken))]);
    expect(reports.map(({ verdict }) => verdict.exitStatus)).toEqual([0, 1]);
    expect(reports.map(({ requests }) => requests.total)).toEqual([
      kept.stats().requests,
      broken.stats().requests,
    ]);
  });

  it('reports an unreachable server as not tested', async () => {
    const report = await run({ baseUrl: 'http://127.0.0.1:1/v1', key, timeout: 1 });
    expect(report.verdict).toMatchObject({ outcome: 'no verdict', exitStatus: 3 });
  });

  it('waits for a server that has not started yet', extendedTier, async () => {
    const server = await startService();
    const [port, url] = [server.port, server.url];
    await server.close();
    const running = run({ ...quick(server), baseUrl: url, waitFor: 30 });
    // Wait longer than a run normally keeps trying to reach a closed port, including the pauses between attempts.
    await sleep(6_000);
    const late = await startReferenceServer({ keys: [{ key, plan: 'business' }], port });
    onTestFinished(() => late.close());
    expect((await running).verdict.outcome).toBe('passed');
  });

  it('accepts a file of accepted failures, a report, a description and checks as values', async () => {
    const server = await startService('list-wrapped');
    const broken = await run(quick(server));
    expect(broken.verdict.exitStatus).toBe(1);
    const [requirement = ''] = broken.findings.map((finding) => finding.requirement);
    const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const file = {
      format: 'petstore-conformance/accepted' as const,
      formatVersion: 1 as const,
      accepted: broken.findings.map((finding) => ({
        requirement: finding.requirement,
        reason: 'known',
        owner: 'Ada',
        until,
      })),
    };
    const path = join(await temporaryFolder(), 'accepted.json');
    await writeFile(path, JSON.stringify(file));
    for (const accepted of [file, broken, path]) {
      const report = await run(quick(server, { accepted }));
      expect(report.verdict.exitStatus).toBe(0);
      expect(report.requirements.find(({ id }) => id === requirement)?.verdict).toBe('accepted');
    }

    const description = { openapi: '3.0.0', info: { title: 'Pets', version: '2.0.0' }, paths: {} };
    const described = await run(quick(server, { description, only: 'versioning.*' }));
    expect(described.configuration.description).toBe('options.description');
    expect(described.findings.map((finding) => finding.requirement)).toContain(
      'versioning.description-version',
    );

    const own = suite('Our guide', [
      required({
        id: 'guide.teapot',
        level: 'required',
        title: 'lists are teapots',
        impact: 'no tea',
        fix: 'answer 418',
      }),
      check('guide.teapot', 'a list is a teapot', { withKey: 1 }, async ({ send }) => {
        expectStatus(await send(() => get(listCategories)), 418);
      }),
    ]);
    const judged = await run(quick(server, { checks: [own], only: 'guide.*' }));
    expect(judged.findings.map((finding) => finding.requirement)).toEqual(['guide.teapot']);
  });
});

describe('the events of a run', () => {
  it('contain the plan, every request and finally the report', async () => {
    const server = await startService('list-wrapped');
    const running = run(quick(server));
    const events = await gathered(running);
    const report = await running;
    const kinds = events.map(({ type }) => type);
    expect(kinds.slice(0, 1)).toEqual(['plan']);
    expect(kinds.filter((kind) => kind === 'exchange')).toHaveLength(report.requests.total);
    expect(kinds).toContain('failure');
    expect(kinds.filter((kind) => kind === 'finished')).toHaveLength(1);
    expect(events.at(-1)).toEqual({ type: 'finished', report });
  });

  it('reach several loops, and leaving one loop does not stop the other loops or the run', async () => {
    const running = run(quick(await startService()));
    const left = (async () => {
      for await (const { type } of running) return type;
      return 'none';
    })();
    const [first, all] = await Promise.all([left, gathered(running)]);
    expect(first).toBe('plan');
    expect(all.length).toBeGreaterThan(3);
    expect((await running).complete).toBe(true);
  });

  it('contain only the report if a loop starts after the end of the run', async () => {
    const running = run(quick(await startService()));
    const report = await running;
    expect(await gathered(running)).toEqual([{ type: 'finished', report }]);
  });

  it('end with the error about an invalid option, both before and after the run rejects', async () => {
    const running = run({ baseUrl: 'nowhere', key });
    await expect(gathered(running)).rejects.toBeInstanceOf(UsageError);
    await expect(gathered(running)).rejects.toBeInstanceOf(UsageError);
    await expect(running).rejects.toBeInstanceOf(UsageError);
  });
});

describe('an abort signal', () => {
  it('that is already aborted prevents all requests', async () => {
    const server = await startService();
    const report = await run(quick(server, { signal: AbortSignal.abort() }));
    expect(report.verdict).toMatchObject({ outcome: 'interrupted', exitStatus: 130 });
    expect([report.complete, server.stats().requests]).toEqual([false, 0]);
  });

  it('ends a run early, and the report shows what was sent', async () => {
    const server = await startService();
    const stop = new AbortController();
    const running = run({ baseUrl: server.url, key, signal: stop.signal });
    for await (const event of running) if (event.type === 'exchange' && event.sent >= 5) stop.abort();
    const report = await running;
    expect(report.verdict.exitStatus).toBe(130);
    // A request in flight may not have reached the server.
    expect(server.stats().requests).toBeLessThanOrEqual(report.requests.total);
    expect(report.requests.total).toBeLessThan(20);
  });

  it('also ends the wait for a new window', async () => {
    const server = await slowService();
    const stop = new AbortController();
    const running = run({ baseUrl: server.url, key, plan: 'free', signal: stop.signal });
    for await (const event of running) if (event.type === 'waiting' && event.seconds > 5) stop.abort();
    expect((await running).verdict.exitStatus).toBe(130);
  });

  it('ends the wait for a server that never starts', async () => {
    const signal = AbortSignal.timeout(300);
    const report = await run({ baseUrl: 'http://127.0.0.1:1/v1', key, waitFor: 600, signal });
    expect(report.verdict.exitStatus).toBe(130);
  });

  it('ends a run even if nothing else in the program refers to the signal', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const { url, asked } = await silentServer();
    const running = run({ baseUrl: url, key, signal: AbortSignal.timeout(1_000) });
    await asked;
    collectGarbage();
    expect((await running).verdict.outcome).toBe('interrupted');
  });

  it('can end many runs that write reports, without a listener warning from Node.js', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    onTestFinished(() => {
      process.off('warning', note);
    });
    const stop = new AbortController();
    const folder = await temporaryFolder();
    const { url } = await silentServer();
    const runs = Array.from({ length: 12 }, async (_, index) => {
      const report = await run({ baseUrl: url, key, signal: stop.signal });
      await writeReports(report, { folder: join(folder, String(index)) });
      return report.verdict.outcome;
    });
    await sleep(100);
    stop.abort();
    expect(await Promise.all(runs)).toEqual(runs.map(() => 'interrupted'));
    expect(warnings).toEqual([]);
  });

  it('has no listener left after the run', async () => {
    const { signal } = new AbortController();
    await run(quick(await startService(), { signal }));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
