import { expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith, testKey } from '../support/run-against.ts';

const changeOf = (id: string) =>
  defects.find((one) => one.id === id)?.change ?? expect.fail(`there is no ${id}`);

it('a second 429 in the same window fails limit.recovers without another wait', async () => {
  const early = await runInMemory({
    keys: [{ key: testKey, plan: 'pro' }],
    change: [changeOf('retry-after-half')],
  });
  expect(idsWith(early.report, 'fail', 'warn')).toEqual(['limit.recovers']);
  expect(early.report.waits).toHaveLength(1);
  expect(early.report.requests.rateLimited).toBe(3);
});
