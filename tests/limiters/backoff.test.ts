import { describe, expect, it } from 'vitest';
import { type Change, type HttpResponse, type Visit, withDelivery } from '../../reference-server/index.ts';
import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import type { Report } from '../../src/report/model/report.ts';
import { startInMemory } from '../support/in-memory.ts';
import { idsWith, settingsFor, testKey } from '../support/run-against.ts';
import { extendedTier } from '../support/tiers.ts';
import { createRequestLog, logging } from './request-log.ts';
import { createVirtualClock } from './virtual-clock.ts';

/** Returns the response to the request with this number, counted from 1. */
type Fault = (response: HttpResponse, request: number, visit: Visit) => HttpResponse;

/**
 * Runs the kit against a failing server, one request at a time. Returns when each request arrived, in ms after the first.
 */
async function runWithFaults(fault: Fault, given: Partial<Settings> = {}) {
  const clock = createVirtualClock();
  const log = createRequestLog();
  let request = 0;
  const change: Change = (parts) => ({
    finish: async (response, visit) => fault(await parts.finish(response, visit), ++request, visit),
  });
  const { url, openDispatcher } = startInMemory({
    keys: [{ key: testKey, plan: 'free' }],
    clock,
    change: [change, logging(log)],
  });
  const report = await run(settingsFor(url, { concurrency: 1, ...given }), { clock, openDispatcher });
  return { report, arrivals: log.arrivals.map((at) => at - (log.arrivals[0] ?? 0)), log };
}

const unavailable = (response: HttpResponse, retryAfter?: string): HttpResponse => ({
  ...response,
  status: 503,
  headers:
    retryAfter === undefined ? response.headers : [...response.headers, ['Retry-After', retryAfter] as const],
});
const cut = (response: HttpResponse): HttpResponse => withDelivery(response, { cut: 'before-response' });

/** Returns the gap before each request, in ms. */
function gaps(arrivals: readonly number[]): number[] {
  return arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? 0));
}

function waited({ waits }: Report): number {
  return waits.reduce((sum, { seconds }) => sum + seconds, 0);
}

describe('after a transient fault', () => {
  it('the kit sends nothing for half a second, then retries the GET and reports a warning', async () => {
    const { report, arrivals } = await runWithFaults((response, request) =>
      request === 1 ? unavailable(response) : response,
    );
    expect(gaps(arrivals)[0]).toBeGreaterThanOrEqual(500);
    expect(gaps(arrivals)[0]).toBeLessThan(1_500);
    expect(idsWith(report, 'fail', 'warn')).toEqual(['http.passing-failures']);
    expect(report.verdict.exitStatus).toBe(0);
    expect(report.requests.retried).toBe(1);
  });

  it.each<[what: string, fault: Fault]>([
    ['a 503', (response, request) => (request > 20 ? unavailable(response) : response)],
    ['a closed connection', (response, request) => (request > 20 ? cut(response) : response)],
  ])(
    'the kit checks once a second, for half a minute, whether the target is back: %s',
    async (_what, fault) => {
      const { report, arrivals } = await runWithFaults(fault);
      // A request that hits a closed connection is immediately sent again on another connection.
      const [first = 0, second = 0, ...polls] = gaps(arrivals)
        .slice(20)
        .filter((ms) => ms > 10);
      expect(first).toBeGreaterThanOrEqual(500);
      expect(second).toBeGreaterThanOrEqual(500);
      expect(polls.length).toBeGreaterThan(25);
      expect(polls.length).toBeLessThanOrEqual(30);
      expect(Math.min(...polls)).toBeGreaterThan(900);
      expect(waited(report)).toBeLessThanOrEqual(35);
      expect(report.verdict).toMatchObject({ exitStatus: 3 });
    },
  );

  it('a target that only returns 503 gets few requests, and --max-wait ends the run', async () => {
    const { report, arrivals } = await runWithFaults((response) => unavailable(response), {
      maxWaitSeconds: 60,
    });
    expect(Math.max(...gaps(arrivals))).toBeLessThan(5_000);
    expect(arrivals.length).toBeLessThan(25);
    expect(waited(report)).toBeLessThanOrEqual(60);
    expect(report.verdict.exitStatus).toBe(3);
    expect(report.kitFaults).toEqual([]);
  });

  it(
    'one operation that always fails is reported, and does not use up the time for the other operations',
    extendedTier,
    async () => {
      const { report } = await runWithFaults((response, _request, { incoming }) =>
        incoming.method === 'POST' && response.status === 400 ? unavailable(response) : response,
      );
      expect(idsWith(report, 'fail')).toContain('invalid.name-type');
      expect(report.requirements.find(({ id }) => id === 'limit.recovers')?.verdict).toBe('pass');
      expect(waited(report)).toBeLessThan(150);
    },
  );
});

describe('a 503 with a long Retry-After', () => {
  const posts = (response: HttpResponse, visit: Visit, seconds: string): HttpResponse =>
    visit.incoming.method === 'POST' && [201, 400].includes(response.status)
      ? unavailable(response, seconds)
      : response;

  it('for one operation delays only that operation', async () => {
    const { report } = await runWithFaults((response, _request, visit) => posts(response, visit, '3600'));
    expect(waited(report)).toBeLessThan(100);
    expect(report.requirements.find(({ id }) => id === 'limit.recovers')?.verdict).toBe('pass');
    const created = report.requirements.find(({ id }) => id === 'create.created');
    expect(created?.verdict).toBe('not tested');
    expect(JSON.stringify(created)).toContain('POST /categories alone asked for a wait of 3601 s');
    expect(report.requests.creates).toBe(0);
  });
});

describe('a transient fault during recovery', () => {
  /** Returns a fault that changes only the first response after the first 429. */
  function afterLimit(fault: (response: HttpResponse) => HttpResponse): Fault {
    let limitedAt: number | undefined;
    return (response, request) => {
      if (response.status === 429) limitedAt ??= request;
      return request === (limitedAt ?? Number.NaN) + 1 ? fault(response) : response;
    };
  }

  it.each<[what: string, fault: (response: HttpResponse) => HttpResponse, warnings: readonly string[]]>([
    ['a 503', (response) => unavailable(response), ['http.passing-failures']],
    ['a closed connection', cut, []],
  ])('is retried: %s', async (_what, fault, warnings) => {
    const { report } = await runWithFaults(afterLimit(fault));
    expect(idsWith(report, 'warn')).toEqual(warnings);
    expect(idsWith(report, 'fail', 'not tested')).toEqual([]);
    // If a recovery request hits a closed connection, the next decision sends a new request instead of a retry.
    expect(report.requests.retried).toBe(warnings.length);
  });

  it('is not retried if the server is away for longer than --max-wait allows', async () => {
    const { report, log } = await runWithFaults(afterLimit((response) => unavailable(response, '3600')));
    expect(log.counts).toMatchObject({ limited: 1, withKey: 62 });
    expect(report.requests.retried).toBe(0);
    expect(idsWith(report, 'fail')).toEqual([]);
  });
});

describe('a Retry-After in a 503', () => {
  const clockStart = Date.UTC(2026, 0, 5, 10, 7, 5);

  it.each([
    ['in seconds', '20', 20_000],
    ['as a date', new Date(clockStart + 30_000).toUTCString(), 29_000],
  ])('for GET /categories delays all requests if it is given %s', async (_what, retryAfter, earliest) => {
    const { report, arrivals } = await runWithFaults((response, request) =>
      request === 4 ? unavailable(response, retryAfter) : response,
    );
    const gap = gaps(arrivals)[3] ?? 0;
    expect(gap).toBeGreaterThanOrEqual(earliest);
    expect(gap).toBeLessThan(earliest + 3_000);
    expect(report.waits[0]?.reason).toBe('for the target to recover (503, Retry-After)');
    expect(report.verdict.exitStatus).toBe(0);
  });

  it.each(['soon', '-5', '99999999999999999999', ''])('is ignored if it is invalid: "%s"', async (text) => {
    const { report, arrivals } = await runWithFaults((response, request) =>
      request === 2 ? unavailable(response, text) : response,
    );
    expect(gaps(arrivals)[1]).toBeLessThan(1_000);
    expect(idsWith(report, 'fail', 'warn')).toEqual(['http.passing-failures']);
  });

  it('ends the run if every operation asks for a longer wait than --max-wait leaves', async () => {
    const { report, arrivals } = await runWithFaults((response, request) =>
      request > 20 ? unavailable(response, '3600') : response,
    );
    expect(arrivals.length).toBeLessThanOrEqual(24);
    expect(idsWith(report, 'fail', 'warn')).toEqual([]);
    expect(report.requests.retried).toBeLessThanOrEqual(1);
  });
});
