// @module-tag extended
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../reference-server/changes/change.ts';
import { editReading, editReplies } from '../../../reference-server/changes/edits.ts';
import { bucketVariants } from '../../../reference-server/variants/buckets.ts';
import { countingVariants } from '../../../reference-server/variants/counting.ts';
import { limiterVariants } from '../../../reference-server/variants/limiters.ts';
import { quotaVariants } from '../../../reference-server/variants/quotas.ts';
import { transientFailureVariants } from '../../../reference-server/variants/transient-failures.ts';
import type { Settings } from '../../../src/config/settings.ts';
import type { RunEvent } from '../../../src/report/model/events.ts';
import type { Report, RequestPlan } from '../../../src/report/model/report.ts';
import { beyondMaxima } from '../../gallery/judge-row.ts';
import { countedBy } from '../../gallery/reference.ts';
import { runInMemory } from '../../support/in-memory.ts';
import { testKey } from '../../support/run-against.ts';
import { divideEvery } from '../../support/tiers.ts';

/** Every second variant that affects the number of requests. The gallery tests the standard run against every server. */
const servers = divideEvery(
  [...limiterVariants, ...quotaVariants, ...bucketVariants, ...countingVariants, ...transientFailureVariants],
  2,
).quick;

const ways: readonly (readonly [string, Partial<Settings>])[] = [
  ['gentle', { profile: 'gentle' }],
  ['--no-exhaust', { exhaust: false }],
  ['--max-requests 40', { maxRequests: 40 }],
];

const postsFail = (status: number, every: number): Change => {
  let met = 0;
  return editReplies('createCategory', (reply) => (++met % every === 0 ? { ...reply, status } : reply));
};

const acceptsAll = editReading(() => ({ kind: 'category', category: { name: 'parrot' } }));

/** Servers that make a run send and create far more than usual. */
const weak: readonly (readonly [string, Change])[] = [
  ['every body is accepted', acceptsAll],
  ['every POST returns 500', postsFail(500, 1)],
  ['every second POST returns 503', postsFail(503, 2)],
];

const plans = ['free', 'pro'] as const;

/** Compares the server's counts of a run with each of the run's plans. */
async function boundReport(
  options: Parameters<typeof runInMemory>[0],
  settings: Partial<Settings>,
): Promise<Report> {
  const plans: RequestPlan[] = [];
  const listen = (event: RunEvent) => {
    if (event.type === 'plan') plans.push(event.plan);
  };
  const trial = await runInMemory(options, { maxWaitSeconds: 600, ...settings }, { listen });
  const report = trial.report;
  const counted = countedBy(trial.counted);
  expect(plans.length).toBeGreaterThan(0);
  expect(counted.requests).toBeGreaterThan(0);
  for (const plan of plans) expect(beyondMaxima({ report: { ...report, plan }, counted })).toEqual([]);
  return report;
}

async function expectBound(...args: Parameters<typeof boundReport>): Promise<void> {
  await boundReport(...args);
}

describe.concurrent('no run sends more than its plans say, as counted by the server', () => {
  describe.each(ways)('%s', (_way, settings) => {
    it.each(servers.map(({ id, change }) => [id, change] as const))('%s', (_id, change) =>
      expectBound({ change }, settings),
    );
  });

  describe.each([['standard', {}] as const, ...ways])('%s', (_way, settings) => {
    it.each(weak)('%s', (_what, change) => expectBound({ change }, settings));
  });

  it('a server that accepts every body makes a run create far more than usual', async () => {
    const { requests, plan } = await boundReport({ change: acceptsAll }, {});
    expect(requests.creates).toBeGreaterThan(3 * plan.creates);
  });

  describe.each([['standard', {}] as const, ...ways])('%s', (_way, settings) => {
    it.each(plans)('plan %s', (plan) =>
      expectBound({ keys: [{ key: testKey, plan }] }, { ...settings, plan }),
    );
  });
});
