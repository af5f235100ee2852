import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSharedClock } from '../../../gallery/shared-clock.ts';
import type { Incoming } from '../../../reference-server/incoming.ts';
import type { Change } from '../../../reference-server/index.ts';
import { type HttpResponse, valuesOf } from '../../../reference-server/response.ts';
import { variants } from '../../../reference-server/variants/index.ts';
import type { Clock } from '../../../src/exchange/clock.ts';
import { runAgainst } from '../../support/run-against.ts';

/** What a server sees of concurrent requests. */
interface Seen {
  most: number;
  /** Requests in flight at the first 429, including itself. */
  atFirst429: number;
  /** Moments with several requests of one quota in flight, and more than were left. */
  readonly ahead: string[];
  /** Requests in flight while a quota has fewer than six left: the most, including those of another quota. */
  mostAtEnd: number;
}

/** After this many turns of the event loop without a request, no other will come before a response. */
const quietTurns = 30;

/** Counts requests and responds once no more arrive. It counts turns, not time, so that a busy machine changes nothing. */
function watching(seen: Seen): Change {
  let inFlight = 0;
  let arrived = 0;
  /** The quota of each request in flight. */
  const quotas = new Map<Incoming, string>();
  const left = new Map<string, number>();
  return (parts) => ({
    bucket(incoming, identity, route) {
      inFlight++;
      arrived++;
      seen.most = Math.max(seen.most, inFlight);
      const bucket = parts.bucket(incoming, identity, route);
      quotas.set(incoming, bucket.id);
      return bucket;
    },
    async finish(response, visit) {
      const finished = await parts.finish(response, visit);
      const quota = quotas.get(visit.incoming) ?? '';
      const [remaining] = valuesOf(finished.headers, 'X-RateLimit-Remaining');
      left.set(quota, Number(remaining ?? left.get(quota) ?? Number.POSITIVE_INFINITY));
      for (let quiet = 0, before = arrived; quiet < quietTurns; quiet = arrived === before ? quiet + 1 : 0) {
        before = arrived;
        await nextTurn();
      }
      if (finished.status === 429 && seen.atFirst429 === 0) seen.atFirst429 = inFlight;
      const ofQuota = [...quotas.values()].filter((one) => one === quota).length;
      const rest = left.get(quota) ?? Number.POSITIVE_INFINITY;
      if (ofQuota > 1 && rest < ofQuota) seen.ahead.push(`${ofQuota} in flight, ${rest} left`);
      if (rest < 6) seen.mostAtEnd = Math.max(seen.mostAtEnd, inFlight);
      quotas.delete(visit.incoming);
      inFlight--;
      return finished;
    },
  });
}

/** Edits the responses of a server. */
function responding(edit: (response: HttpResponse) => HttpResponse): Change {
  return (parts) => ({ finish: async (response, visit) => edit(await parts.finish(response, visit)) });
}

const without = (name: string, { headers, ...response }: HttpResponse): HttpResponse => ({
  ...response,
  headers: headers.filter(([one]) => one.toLowerCase() !== name.toLowerCase()),
});

async function runWatched(changes: readonly Change[], clock: Clock = createSharedClock()) {
  const seen: Seen = { most: 0, atFirst429: 0, ahead: [], mostAtEnd: 0 };
  const { report } = await runAgainst(
    { change: [...changes, watching(seen)] },
    { timeoutSeconds: 4 },
    { clock },
  );
  expect(report.kitFaults).toEqual([]);
  return seen;
}

test('at most six requests are in flight, never more of a quota than are left, and the first 429 meets a single request', async () => {
  expect(await runWatched([])).toEqual({ most: 6, atFirst429: 1, ahead: [], mostAtEnd: 6 });
});

test.each(['bucket-by-address', '401-counted-with-key', '400-uncounted'])(
  'requests without the key never exceed its quota: %s',
  async (id) => {
    const { change } = variants.find((one) => one.id === id) ?? expect.fail();
    const { most, atFirst429, ahead, mostAtEnd } = await runWatched([change]);
    expect({ most, atFirst429, ahead }).toEqual({ most: 6, atFirst429: 1, ahead: [] });
    expect(mostAtEnd).toBeLessThan(6);
  },
);

test('at most four requests are in flight without Remaining', async () => {
  const { most, atFirst429 } = await runWatched([
    responding((response) => without('X-RateLimit-Remaining', response)),
  ]);
  expect(most).toBe(4);
  expect(atFirst429).toBeLessThanOrEqual(4);
});

test('with Remaining but no valid Reset, up to four requests are in flight, and the last go one at a time', async () => {
  const { most, atFirst429 } = await runWatched([
    responding((response) => {
      const { headers, ...rest } = without('X-RateLimit-Reset', response);
      return { ...rest, headers: [...headers, ['X-RateLimit-Reset', 'soon']] };
    }),
  ]);
  expect({ most, atFirst429 }).toEqual({ most: 4, atFirst429: 1 });
});

test('the last requests go one at a time if other clients use the quota', async () => {
  const { atFirst429 } = await runWatched([
    ({ limiter }) => ({
      limiter: {
        ...limiter,
        take(bucket, now) {
          for (let others = 0; others < 3; others++) limiter.take(bucket, now);
          return limiter.take(bucket, now);
        },
      },
    }),
  ]);
  expect(atFirst429).toBe(1);
});

test('a slow server gets fewer concurrent requests', async () => {
  const clock = createSharedClock();
  const { most } = await runWatched(
    [
      (parts) => ({
        async finish(response, visit) {
          const finished = await parts.finish(response, visit);
          await clock.sleep(900);
          return finished;
        },
      }),
    ],
    clock,
  );
  expect(most).toBe(2);
});
