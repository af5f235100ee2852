import { expect, it } from 'vitest';
import { idsWith } from '../support/run-against.ts';
import { ordinary, runDelayed } from './latency.ts';

it.each(ordinary)('on plan %s, %d s per response, the limit is proven', async (plan, delay, most) => {
  const { report, log, seconds } = await runDelayed(plan, delay);
  const others = idsWith(report, 'fail', 'warn', 'not tested').filter((id) => id !== 'headers.usage');
  expect(others).toEqual([]);
  expect(log.counts.whileLimited).toBe(0);
  expect(seconds).toBeLessThan(most);
});
