import { expect, it } from 'vitest';
import { dryRun } from '../../src/engine/plan.ts';
import type { RequestPlan } from '../../src/report/model/report.ts';
import { planQuotas } from '../../src/spec/operations.ts';
import { changeOf } from '../limiters/scenarios.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith, settingsFor, testKey } from '../support/run-against.ts';

const plans = Object.keys(planQuotas) as (keyof typeof planQuotas)[];

it.each(plans)(
  'without --plan and without the proof, no plan line promises fewer requests than the run sends with a key of plan %s',
  async (plan) => {
    const planned = await dryRun(settingsFor('http://127.0.0.1:9/v1', { exhaust: false }));
    const plansSeen: RequestPlan[] = [planned.plan];
    const listen = (event: { readonly type: string; readonly plan?: RequestPlan }) => {
      if (event.plan !== undefined) plansSeen.push(event.plan);
    };
    const { counted } = await runInMemory({ keys: [{ key: testKey, plan }] }, { exhaust: false }, { listen });
    expect(plansSeen).toHaveLength(3);
    for (const { totalWithKey = 0, withoutKey } of plansSeen) {
      expect(counted.withKey).toBeLessThanOrEqual(totalWithKey);
      expect(counted.withoutKey).toBe(withoutKey);
    }
  },
);

it('a run tests advisory bodies in the next window if it has to wait anyway, because the first window was partly used', async () => {
  const { report } = await runInMemory({ change: changeOf('minute-nearly-spent') });
  // Too little of the quota is left for concurrent requests.
  expect(idsWith(report, 'fail', 'warn', 'not tested')).toEqual(['http.sheds-load']);
  // Requests without the key have their own window, but the first of them is sent early, so that both windows pass during
  // the same wait.
  expect(report.waits.filter(({ reason }) => reason.startsWith('for the limit'))).toHaveLength(1);
});
