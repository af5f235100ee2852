// @module-tag extended
import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../src/config/settings.ts';
import type { RunEvent } from '../../../src/report/model/events.ts';
import type { RequestPlan } from '../../../src/report/model/report.ts';
import { planLine } from '../../../src/report/plan-words.ts';
import { command, temporaryFolder } from '../../cli/command.ts';
import { runInMemory } from '../../support/in-memory.ts';
import { idsWith } from '../../support/run-against.ts';

/** Runs the kit. Returns the report, the plans in order, and the server's counts. */
async function runWith(settings: Partial<Settings>) {
  const plans: RequestPlan[] = [];
  const listen = (event: RunEvent) => {
    if (event.type === 'plan') plans.push(event.plan);
  };
  const { report, counted } = await runInMemory({}, settings, { listen });
  const [first, second] = plans;
  if (first === undefined || second === undefined) throw new Error('expected two plans');
  return { report, counted, first, second };
}

const ways = [1, 2, 3, 4, 5, 6, 8, 10, 20, 40].flatMap((maxRequests) =>
  ([undefined, 'free'] as const).map((plan) => [maxRequests, plan ?? 'no plan', plan] as const),
);

describe('a request budget that is too small to prove the limit', () => {
  it.each(ways)(
    '--max-requests %i, %s: the first plan is correct and does not change',
    async (maxRequests, _, plan) => {
      const settings = { maxRequests, ...(plan === undefined ? {} : { plan }) };
      const { counted, first, second } = await runWith(settings);
      expect(planLine(first)).toContain(
        `\nThis run does not try to reach the limit: not within --max-requests ${maxRequests}.`,
      );
      expect(planLine(first)).not.toMatch(/prove the limit|Limit \+ 3/);
      expect(second).toEqual(first);
      expect(counted.withKey).toBeLessThanOrEqual(first.totalWithKey ?? 0);
      expect(counted.withoutKey).toBe(first.withoutKey);
      expect((first.totalWithKey ?? 0) + first.withoutKey).toBeLessThanOrEqual(maxRequests);
      expect(first.atMost).toBe(maxRequests);
      expect(counted.limited).toBe(0);
    },
  );

  it.each([10, 20, 40])('prints one plan of %i requests without a proof', async (budget) => {
    const args = ['run', '--max-requests', `${budget}`, '--reports', await temporaryFolder()];
    const { status, stderr } = await command(args);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^Plan: normally \d+ requests?\b/m);
    expect(stderr).toMatch(
      new RegExp(`\\nThis run does not try to reach the limit: not within --max-requests ${budget}\\.\\n`),
    );
    expect(stderr).not.toMatch(/After the first response|prove the limit|Limit \+ 3/);
  });
});

describe('the smallest request budget that can prove the limit', () => {
  it.each([
    [1, 117, 62, 1],
    // A POST is sent together with the GET beyond the limit.
    [4, 118, 63, 2],
  ])(
    'announces the proof in the plan and carries it out, at concurrency %i',
    async (concurrency, maxRequests, proof, limited) => {
      const { report, counted, first } = await runWith({ maxRequests, plan: 'free', concurrency });
      expect(first.proof).toBe(proof);
      expect(counted).toMatchObject({ requests: maxRequests, limited });
      expect(idsWith(report, 'not tested')).not.toContain('limit.enforced');
      expect(idsWith(report, 'not tested')).not.toContain('limit.recovers');
    },
  );

  it('is the minimum: with one request fewer, the plan says that the proof does not fit, and the run stays within the budget', async () => {
    const { report, counted, first } = await runWith({ maxRequests: 117, plan: 'free' });
    expect(first.proofSkipped).toBe('the proof needs 118 requests in all, but --max-requests is 117');
    expect(counted.requests).toBeLessThanOrEqual(117);
    // The bodies alone use up the window, so the proof needs no further request.
    expect(report.requirements.find(({ id }) => id === 'limit.enforced')?.verdict).toBe('pass');
  });
});
