import { expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { aboutLimits } from '../gallery/rows/limiters.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith, testKey } from '../support/run-against.ts';
import { createVirtualClock } from './virtual-clock.ts';

const changeOf = (id: string) =>
  [...defects, ...variants].find((one) => one.id === id)?.change ?? expect.fail(`there is no ${id}`);

it('a second 429 in the same window fails limit.recovers without another wait', async () => {
  const early = await runInMemory({
    keys: [{ key: testKey, plan: 'pro' }],
    change: [changeOf('retry-after-half')],
  });
  expect(idsWith(early.report, 'fail', 'warn')).toEqual(['limit.recovers']);
  expect(early.report.waits).toHaveLength(1);
  expect(early.report.requests.rateLimited).toBe(3);
});

// Found by runs that began at every tenth of a second of a minute.
it.each([
  [42_500, 60],
  [54_400, 20],
  [57_300, 40],
])(
  'a second 429 shows nothing if a POST that was in flight at the first took what was given back: %i ms, %i per reading',
  async (begins, perReading) => {
    const clock = createVirtualClock({ start: Date.UTC(2026, 0, 5, 10, 7) + begins, perReading });
    const { report } = await runInMemory(
      { change: [changeOf('sliding-counter')], plans: { free: { minute: 30, day: 1_000 } } },
      aboutLimits,
      { clock },
    );
    expect(report.findings.map(({ signature }) => signature)).toEqual([]);
    expect(idsWith(report, 'pass')).toContain('limit.recovers');
  },
);
