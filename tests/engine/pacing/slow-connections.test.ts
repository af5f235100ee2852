import { Agent, buildConnector } from 'undici';
import { expect, test } from 'vitest';
import { createSharedClock } from '../../../gallery/shared-clock.ts';
import type { Change } from '../../../reference-server/index.ts';
import type { Clock } from '../../../src/exchange/clock.ts';
import { runAgainst } from '../../support/run-against.ts';

/** Opens every connection except the first two slowly, as over TLS to a distant server. */
function opensSlowly(): () => Agent {
  const open = buildConnector({});
  let opened = 0;
  return () =>
    new Agent({
      connect: (options, callback) => void setTimeout(() => open(options, callback), opened++ < 2 ? 0 : 150),
    });
}

/** Serves one request, returns 429 with Retry-After 1 for the next, and counts the requests in that second. */
function limitedAtOnce(seen: { requests: number; whileLimited: number }, clock: Clock): Change {
  let until = 0;
  return (parts) => ({
    async finish(response, visit) {
      seen.requests++;
      if (clock.now() < until) seen.whileLimited++;
      const finished = await parts.finish(response, visit);
      if (seen.requests !== 2) return finished;
      until = clock.now() + 1_000;
      return { ...finished, status: 429, headers: [...finished.headers, ['Retry-After', '1']] };
    },
  });
}

test('a request still waiting for its connection at a 429 is not sent until the limit resets', async () => {
  const clock = createSharedClock();
  const seen = { requests: 0, whileLimited: 0 };
  const { report } = await runAgainst(
    { change: limitedAtOnce(seen, clock) },
    { exhaust: false, only: 'list.*,auth.key-missing' },
    { clock, openDispatcher: opensSlowly() },
  );
  expect(report.kitFaults).toEqual([]);
  expect(seen.whileLimited).toBe(0);
  expect(seen.requests).toBe(report.requests.total);
  expect(report.requests.rateLimited).toBe(1);
});
