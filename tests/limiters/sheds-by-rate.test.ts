import { describe, expect, it } from 'vitest';
import type { Change } from '../../reference-server/index.ts';
import type { Settings } from '../../src/config/settings.ts';
import { createRandom } from '../../src/engine/session.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith } from '../support/run-against.ts';
import { inTiers } from '../support/tiers.ts';
import { createVirtualClock } from './virtual-clock.ts';

const page = { status: 503, headers: [], body: Buffer.from('<html>busy</html>') } as const;

/** Adds a gateway that responds itself if `refuses` returns true, without forwarding the request. */
function gateway(refuses: (now: number) => boolean, retryAfter?: string): Change {
  const retryAfterLines = retryAfter === undefined ? [] : [['Retry-After', retryAfter] as const];
  return (parts) => {
    const refused = new WeakSet<object>();
    return {
      bucket: (incoming, identity, route) => {
        if (refuses(incoming.at)) refused.add(incoming);
        return parts.bucket(incoming, identity, route);
      },
      operations: {
        ...parts.operations,
        createCategory: (visit) =>
          refused.has(visit.incoming)
            ? { status: 503, headers: [], json: {} }
            : parts.operations.createCategory(visit),
      },
      finish: (response, visit) =>
        refused.has(visit.incoming) ? { ...page, headers: retryAfterLines } : parts.finish(response, visit),
    };
  };
}

/** Returns a bucket that leaks this many requests per second, like nginx's limit_req. */
function leaking(perSecond: number, burst: number): (now: number) => boolean {
  let level = 0;
  let last = 0;
  return (now) => {
    level = Math.max(0, level - ((now - last) / 1000) * perSecond);
    last = now;
    if (level > burst) return true;
    level++;
    return false;
  };
}

function atRandom(share: number, seed: number): (now: number) => boolean {
  const random = createRandom(seed);
  return () => random() < share;
}

const profiles: readonly (readonly [string, Partial<Settings>])[] = [
  ['six requests in flight', {}],
  ['one request in flight', { concurrency: 1 }],
  ['--profile gentle', { profile: 'gentle' }],
];

async function failuresBehind(change: Change, settings: Partial<Settings>) {
  const { report } = await runInMemory({ change }, settings, { clock: createVirtualClock() });
  expect(report.kitFaults).toEqual([]);
  return idsWith(report, 'fail');
}

/** How many requests the gateway allows per second, and how many more in a burst. */
const rates = [
  [1, 0],
  [1, 5],
  [2, 0],
  [5, 0],
  [5, 10],
] as const;

describe('a gateway that refuses requests causes no finding', () => {
  const cells = profiles.flatMap(([title, settings]) =>
    rates.map(([perSecond, burst]) => [title, perSecond, burst, settings] as const),
  );
  for (const { rows, options } of inTiers(cells, 12))
    it.each(rows)(
      'with %s: %d requests a second, %d at once',
      options,
      async (_title, perSecond, burst, settings) => {
        for (const retryAfter of [undefined, '1', '5'])
          expect(await failuresBehind(gateway(leaking(perSecond, burst), retryAfter), settings)).toEqual([]);
      },
    );

  const shares = profiles.flatMap(([title, settings]) =>
    [0.02, 0.04, 0.08].map((share) => [title, share, settings] as const),
  );
  for (const { rows, options } of inTiers(shares, 5))
    it.each(rows)(
      'with %s: a random share of %d of all requests',
      options,
      async (_title, share, settings) => {
        for (const seed of [1, 2, 3])
          expect(await failuresBehind(gateway(atRandom(share, seed * 85)), settings)).toEqual([]);
      },
    );
});
