import { expect, test } from 'vitest';
import { fixedWindow } from '../../reference-server/limits/gauge.ts';
import { createBucketStates, createLimiter } from '../../reference-server/limits/limiter.ts';

test('Memory stays bounded for any number of IP addresses, and the count of a key is kept', () => {
  const states = createBucketStates(fixedWindow, { minuteMs: 60_000, dayMs: 86_400_000 }, 100);
  const limiter = createLimiter(states, { after: 10, lastsMs: 1_000 });
  const limits = { minute: 60, day: 1_000 };
  const key = { id: 'key', kind: 'key', limits } as const;
  limiter.take(key, 0);
  for (let address = 0; address < 20_000; address += 1) {
    limiter.take({ id: `address:${address}`, kind: 'address', limits }, 1);
  }
  expect(states.size()).toBe(101);
  expect(limiter.take(key, 2).shown.remaining).toBe(58);
});
