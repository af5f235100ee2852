import net from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { Change } from '../../../reference-server/index.ts';
import type { Clock } from '../../../src/exchange/clock.ts';
import { createSharedClock } from '../../gallery/shared-clock.ts';
import { runAgainst } from '../../support/run-against.ts';

/** Requests that are sent at the same time arrive within this many milliseconds. */
const togetherMs = 300;

/** Opens all connections but the first two slowly, like TLS connections to a distant server. */
function openSlowly(): void {
  let opened = 0;
  vi.spyOn(net, 'connect').mockImplementation(((options: net.NetConnectOpts) => {
    const socket = new net.Socket();
    setTimeout(() => socket.connect(options), opened++ < 2 ? 0 : 3 * togetherMs);
    return socket;
  }) as typeof net.connect);
}

afterEach(() => void vi.restoreAllMocks());

/** Returns 429 with Retry-After 1 for one request, and counts the requests that arrive later in that second. */
function limitedAt(request: number, seen: { requests: number; whileLimited: number }, clock: Clock): Change {
  let from = Number.POSITIVE_INFINITY;
  return (parts) => ({
    async finish(response, visit) {
      seen.requests++;
      const sinceMs = clock.now() - from;
      if (sinceMs > togetherMs && sinceMs < 1_000) seen.whileLimited++;
      const finished = await parts.finish(response, visit);
      if (seen.requests !== request) return finished;
      from = clock.now();
      return { ...finished, status: 429, headers: [...finished.headers, ['Retry-After', '1']] };
    },
  });
}

test.each([4, 5])(
  'no request waits for its connection while another request returns 429: request %i',
  async (request) => {
    openSlowly();
    const clock = createSharedClock();
    const seen = { requests: 0, whileLimited: 0 };
    const { report } = await runAgainst(
      { change: limitedAt(request, seen, clock) },
      { exhaust: false, only: 'list.*,create.*' },
      { clock },
    );
    expect(report.kitFaults).toEqual([]);
    expect(seen.whileLimited).toBe(0);
    expect(seen.requests).toBe(report.requests.total);
    expect(report.requests.rateLimited).toBe(1);
  },
);
