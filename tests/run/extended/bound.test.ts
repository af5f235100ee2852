import { describe, expect, it } from 'vitest';
import { bucketVariants } from '../../../reference-server/variants/buckets.ts';
import { countingVariants } from '../../../reference-server/variants/counting.ts';
import { limiterVariants } from '../../../reference-server/variants/limiters.ts';
import { passingFailureVariants } from '../../../reference-server/variants/passing-failures.ts';
import { quotaVariants } from '../../../reference-server/variants/quotas.ts';
import type { RunEvent } from '../../../src/model/events.ts';
import type { Settings } from '../../../src/model/settings.ts';
import { runInMemory } from '../../support/in-memory.ts';
import { testKey } from '../../support/run-against.ts';

/** What decides how many requests a run takes; the standard run against every server is held by the gallery. */
const servers = [
  ...limiterVariants,
  ...quotaVariants,
  ...bucketVariants,
  ...countingVariants,
  ...passingFailureVariants,
];

const ways: readonly (readonly [string, Partial<Settings>])[] = [
  ['gentle', { profile: 'gentle' }],
  ['--no-exhaust', { exhaust: false }],
  ['--max-requests 10', { maxRequests: 10 }],
  ['--max-requests 20', { maxRequests: 20 }],
  ['--max-requests 40', { maxRequests: 40 }],
];

const plans = ['free', 'pro'] as const;

/** The bound of each plan that a run told, and what the server counted. */
async function boundsAndCount(
  options: Parameters<typeof runInMemory>[0],
  settings: Partial<Settings>,
): Promise<{ readonly bounds: readonly number[]; readonly requests: number }> {
  const bounds: number[] = [];
  const listen = (event: RunEvent) => {
    if (event.type === 'plan') bounds.push(event.plan.atMost);
  };
  const { counted } = await runInMemory(options, { maxWaitSeconds: 600, ...settings }, { listen });
  return { bounds, requests: counted.requests };
}

async function expectBound(
  options: Parameters<typeof runInMemory>[0],
  settings: Partial<Settings>,
): Promise<void> {
  const { bounds, requests } = await boundsAndCount(options, settings);
  expect(bounds.length).toBeGreaterThan(0);
  expect(requests).toBeGreaterThan(0);
  expect(requests).toBeLessThanOrEqual(Math.min(...bounds));
}

describe.concurrent('no run sends more than any plan of it told, by the count of the server', () => {
  describe.each(ways)('%s', (_way, settings) => {
    it.each(servers.map(({ id, change }) => [id, change] as const))('%s', (_id, change) =>
      expectBound({ change }, settings),
    );
  });

  describe.each([['standard', {}] as const, ...ways])('%s', (_way, settings) => {
    it.each(plans)('plan %s', (plan) =>
      expectBound({ keys: [{ key: testKey, plan }] }, { ...settings, plan }),
    );
  });
});
