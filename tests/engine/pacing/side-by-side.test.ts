import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSharedClock } from '../../../gallery/shared-clock.ts';
import type { Change } from '../../../reference-server/index.ts';
import { type HttpResponse, valuesOf } from '../../../reference-server/response.ts';
import type { Clock } from '../../../src/exchange/clock.ts';
import { runAgainst } from '../../support/run-against.ts';

/** What a server sees of the requests that are under way together. */
interface Seen {
  most: number;
  /** When the first 429 was answered, itself included. */
  atFirst429: number;
  /** Where fewer were left than were under way, though there were several. */
  readonly ahead: string[];
}

/** As many turns of the event loop without a request show that no other one comes before an answer. */
const quietTurns = 30;

/** Counts them, and answers each once no further one comes: by turns, not by the clock, so that a busy machine changes nothing. */
function watching(seen: Seen): Change {
  let underWay = 0;
  let came = 0;
  let left = Number.POSITIVE_INFINITY;
  return (parts) => ({
    bucket(incoming, identity, route) {
      underWay++;
      came++;
      seen.most = Math.max(seen.most, underWay);
      return parts.bucket(incoming, identity, route);
    },
    async finish(response, visit) {
      const finished = await parts.finish(response, visit);
      const [remaining] = valuesOf(finished.headers, 'X-RateLimit-Remaining');
      if (finished.status !== 401) left = Number(remaining ?? left);
      for (let quiet = 0, before = came; quiet < quietTurns; quiet = came === before ? quiet + 1 : 0) {
        before = came;
        await nextTurn();
      }
      if (finished.status === 429 && seen.atFirst429 === 0) seen.atFirst429 = underWay;
      if (underWay > 1 && left < underWay) seen.ahead.push(`${underWay} under way, ${left} left`);
      underWay--;
      return finished;
    },
  });
}

/** Edits the answers of a server. */
function responding(edit: (response: HttpResponse) => HttpResponse): Change {
  return (parts) => ({ finish: async (response, visit) => edit(await parts.finish(response, visit)) });
}

const without = (name: string, { headers, ...response }: HttpResponse): HttpResponse => ({
  ...response,
  headers: headers.filter(([one]) => one.toLowerCase() !== name.toLowerCase()),
});

async function runWatched(changes: readonly Change[], clock: Clock = createSharedClock()) {
  const seen: Seen = { most: 0, atFirst429: 0, ahead: [] };
  const { report } = await runAgainst(
    { change: [...changes, watching(seen)] },
    { timeoutSeconds: 4 },
    { clock },
  );
  expect(report.kitFaults).toEqual([]);
  return seen;
}

test('Six go side by side at most, never more than are left, and the first 429 comes to one that went alone', async () => {
  expect(await runWatched([])).toEqual({ most: 6, atFirst429: 1, ahead: [] });
});

test('Where nothing tells what is left, four do', async () => {
  const { most, atFirst429 } = await runWatched([
    responding((response) => without('X-RateLimit-Remaining', response)),
  ]);
  expect(most).toBe(4);
  expect(atFirst429).toBeLessThanOrEqual(4);
});

test('A Remaining without a Reset that makes sense holds nothing back, but the last go one at a time', async () => {
  const { most, atFirst429 } = await runWatched([
    responding((response) => {
      const { headers, ...rest } = without('X-RateLimit-Reset', response);
      return { ...rest, headers: [...headers, ['X-RateLimit-Reset', 'soon']] };
    }),
  ]);
  expect({ most, atFirst429 }).toEqual({ most: 4, atFirst429: 1 });
});

test('While others spend the quota, too, the last go one at a time', async () => {
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

test('A slow service gets as many together as it could answer one by one in half of the time', async () => {
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
