import { expect, test } from 'vitest';
import { fixedWindow } from '../../reference-server/gauge.ts';
import { createLimiter } from '../../reference-server/limiter.ts';
import { withDefaults } from '../../reference-server/options.ts';

test('Memory stays bounded for any number of IP addresses, and the count of a key is kept', () => {
  const limiter = createLimiter(withDefaults({ keys: [] }), fixedWindow);
  const limits = { minute: 60, day: 1_000 };
  const key = { id: 'key', kind: 'key', limits } as const;
  const remainingOf = (address: number) =>
    limiter.show({ id: `address:${address}`, kind: 'address', limits }, 2).shown.remaining;
  limiter.take(key, 0);
  for (let address = 0; address < 20_000; address += 1) {
    limiter.take({ id: `address:${address}`, kind: 'address', limits }, 1);
  }
  expect([19_999, 10_000, 9_999, 0].map(remainingOf)).toEqual([59, 59, 60, 60]);
  expect(limiter.take(key, 2).shown.remaining).toBe(58);
});
