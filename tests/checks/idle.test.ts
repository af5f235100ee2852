import { expect, test } from 'vitest';
import { check, get, listCategories } from '../../src/check.ts';
import { systemClock } from '../../src/exchange/clock.ts';
import { checksOf, runWith } from './run-with.ts';

test('requests that were queued while a check waited are sent afterwards', async () => {
  const list = () => get(listCategories);
  const waits = check('guide.etag', 'waits', { withKey: 1 }, async ({ send, wait }) => {
    await send(list);
    await wait(100, 'for nothing');
  });
  const sends = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
    check('guide.etag', `sends, ${name}`, { withKey: 3 }, async ({ send }) => {
      for (let sent = 0; sent < 3; sent++) await send(list);
    }),
  );
  const { report } = await runWith(checksOf(waits, ...sends), { context: { clock: systemClock } });
  expect(report.requests.total).toBeGreaterThanOrEqual(20);
});
