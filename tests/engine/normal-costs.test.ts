import { describe, expect, test } from 'vitest';
import { readingOnly } from '../../src/config/options.ts';
import type { Settings } from '../../src/config/settings.ts';
import { dryRun } from '../../src/engine/plan.ts';
import type { RequestPlan } from '../../src/report/model/report.ts';
import { planLine, requestsOf } from '../../src/report/plan-words.ts';
import { runInMemory } from '../support/in-memory.ts';
import { settingsFor } from '../support/run-against.ts';

/** Runs the kit. Returns the report, the server's counts, and the plans in order. */
async function runWith(settings: Partial<Settings>) {
  const plans: RequestPlan[] = [];
  const { report, counted } = await runInMemory({}, settings, {
    listen: (event) => {
      if (event.type === 'plan') plans.push(event.plan);
    },
  });
  return { report, counted, plans };
}

function expectWithinMaxima(plan: RequestPlan): void {
  const { atMost, creates, createsAtMost, waits = 0, waitsAtMost = 0 } = plan;
  expect(requestsOf(plan)).toBeLessThanOrEqual(atMost);
  expect(creates).toBeLessThanOrEqual(createsAtMost ?? 0);
  if (waitsAtMost === 0) expect(waits).toBe(0);
}

describe('the usual cost of a run stays within its maxima', () => {
  const budgets = [1, 2, 3, 5, 10, 29, 30, 35, 80, 117, 118].flatMap((maxRequests): Partial<Settings>[] => [
    { maxRequests },
    { maxRequests, plan: 'free' },
    { maxRequests, profile: 'gentle', exhaust: false },
  ]);
  const others: readonly Partial<Settings>[] = [
    { maxCreates: 0 },
    { maxCreates: 2, plan: 'free' },
    { maxWaitSeconds: 0 },
    { maxWaitSeconds: 0, plan: 'free' },
    { maxWaitSeconds: 0, plan: 'free', exhaust: false },
    readingOnly,
  ];
  test.each([...budgets, ...others])('before the first response, with %j', async (given) => {
    expectWithinMaxima((await dryRun(settingsFor('http://shop.test/v1', given))).plan);
  });

  test.each<Partial<Settings>>([
    { maxRequests: 30 },
    { maxRequests: 35 },
    { maxCreates: 1 },
    { maxWaitSeconds: 0 },
  ])('in each plan and in the report, with %j', async (given) => {
    const { report, plans } = await runWith(given);
    for (const plan of [...plans, report.plan]) expectWithinMaxima(plan);
  });
});

describe('a run without a proof sends what its plan says', () => {
  test.each<readonly [string, Partial<Settings>]>([
    ['with --no-exhaust', { exhaust: false }],
    ['with --max-requests 30', { maxRequests: 30 }],
    ['with --max-requests 35', { maxRequests: 35 }],
    ['with --max-creates 2', { maxCreates: 2, exhaust: false }],
    ['with the profile gentle', { profile: 'gentle', maxRequests: 40, maxCreates: 5, exhaust: false }],
  ])('%s', async (_what, given) => {
    const { report, counted } = await runWith({ plan: 'free', ...given });
    expect(counted.requests).toBe(requestsOf(report.plan));
  });

  test.each<readonly [string, Partial<Settings>, string]>([
    ['--read-only', readingOnly, 'the run only reads this target (--read-only)'],
    ['--max-creates 0', { maxCreates: 0, exhaust: false }, 'excluded by --no-exhaust'],
  ])('except for the last list if %s prevents all bodies', async (_what, given, why) => {
    const { report, counted } = await runWith({ plan: 'free', ...given });
    const { plan } = report;
    expect(plan).toMatchObject({ invalidBodies: 0, creates: 0, waits: 0 });
    expect(`${planLine(plan)}`).toContain(`This run does not try to reach the limit: ${why}.`);
    // The plan counts a last list, which is sent only if the run creates something.
    expect(counted.requests).toBe(requestsOf(plan) - 1);
    // Each request without the key follows a request with the key.
    expect(counted.withKey).toBeGreaterThan(counted.withoutKey);
  });

  test('with --max-creates 1, a body that would have to follow the only creation is not planned', async () => {
    const { report, counted } = await runWith({ plan: 'free', maxCreates: 1, exhaust: false });
    expect(report.plan.invalidBodies).toBe(0);
    expect(counted.withKey).toBe(report.plan.withKey);
  });
});
