import { expect, test } from 'vitest';
import { editResponses } from '../../../reference-server/changes/edits.ts';
import type { Change } from '../../../reference-server/index.ts';
import type { Parts } from '../../../reference-server/parts.ts';
import { createVirtualClock } from '../../limiters/virtual-clock.ts';
import { runInMemory } from '../../support/in-memory.ts';

/** Serves a burst of `most` requests and returns 429 for the rest, whatever the headers say. */
const burstOf = (most: number): Change => {
  let served = 0;
  return ({ limiter }) => ({
    limiter: {
      ...limiter,
      take: (bucket, now) =>
        ++served > most
          ? { ...limiter.show(bucket, now), allowed: false, retryAt: now + 30_000 }
          : limiter.take(bucket, now),
    },
  });
};

test('even with --concurrency 32, at most eight requests return 429', async () => {
  const { counted } = await runInMemory(
    { change: burstOf(25) },
    { concurrency: 32 },
    { clock: createVirtualClock() },
  );
  expect(counted.limited).toBeLessThanOrEqual(8);
});

test('no request starts after the headers of a 503 with Retry-After have arrived', async () => {
  const clock = createVirtualClock();
  let responses = 0;
  let heldUntil = 0;
  const early: number[] = [];
  const slowly =
    (finish: Parts['finish']): Parts['finish'] =>
    async (response, visit) => {
      const finished = await finish(response, visit);
      await clock.sleep(20);
      return finished;
    };
  const change: Change = (parts, tools) => ({
    bucket: (incoming, identity, route) => {
      if (clock.now() < heldUntil) early.push(incoming.number);
      return parts.bucket(incoming, identity, route);
    },
    ...editResponses(
      () => [9, 30].includes(++responses),
      (response) => {
        heldUntil = clock.now() + 10_000;
        return { ...response, status: 503, headers: [['Retry-After', '10']] };
      },
    )({ ...parts, finish: slowly(parts.finish) }, tools),
  });
  const { report } = await runInMemory({ change }, {}, { clock });
  expect(report.kitFaults).toEqual([]);
  expect(heldUntil).toBeGreaterThan(0);
  expect(early).toEqual([]);
});
