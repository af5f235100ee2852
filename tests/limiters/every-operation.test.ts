import { expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import type { Change } from '../../reference-server/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith } from '../support/run-against.ts';
import { createVirtualClock } from './virtual-clock.ts';

const changeOf = (id: string): Change =>
  [...defects, ...variants].find((one) => one.id === id)?.change ?? expect.fail(id);

async function runWith(id: string) {
  const { report, counted } = await runInMemory(
    { change: changeOf(id) },
    { keepExchanges: true },
    { clock: createVirtualClock() },
  );
  const enforced = report.requirements.find((one) => one.id === 'limit.enforced');
  return { report, counted, enforced };
}

it('a limit that covers only lists is found, and the finding names the operation', async () => {
  const { report, counted } = await runWith('limit-on-lists-alone');
  expect(idsWith(report, 'fail', 'warn')).toEqual(['limit.enforced']);
  expect(report.findings[0]).toMatchObject({
    context: 'at Remaining 0',
    received: 'served 6 times in a row',
    cause: 'POST /categories is not limited',
  });
  expect(counted.limited).toBeLessThanOrEqual(2);
});

it('a limit that covers only lists is also found if a POST among the checks shows Remaining 0', async () => {
  const { report } = await runInMemory(
    { change: changeOf('limit-on-lists-alone') },
    { profile: 'thorough' },
    { clock: createVirtualClock() },
  );
  expect(idsWith(report, 'fail', 'warn')).toEqual(['limit.enforced']);
});

it('a bucket for each operation is legal, and the report says what was not tested', async () => {
  const { report, enforced } = await runWith('bucket-per-route');
  expect(idsWith(report, 'fail', 'warn')).toEqual([]);
  expect(enforced?.verdict).toBe('pass');
  expect(JSON.stringify(report.requirements.concat([]))).toMatch(
    /POST \/categories has a limit of its own, which was not used up/,
  );
});

it.each([1, 2])('a server gets no finding for serving a few requests beyond the limit (%d)', async (more) => {
  const served = new Map<string, number>();
  const change: Change = ({ limiter }) => ({
    limiter: {
      ...limiter,
      take: (bucket, now) => {
        const usage = limiter.take(bucket, now);
        const before = usage.allowed ? -1 : (served.get(bucket.id) ?? 0);
        served.set(bucket.id, before + 1);
        return usage.allowed || before >= more ? usage : { ...usage, allowed: true };
      },
    },
  });
  const { report, counted } = await runInMemory({ change }, {}, { clock: createVirtualClock() });
  expect(idsWith(report, 'fail', 'warn')).toEqual([]);
  expect(counted.limited).toBeLessThanOrEqual(3);
  // The run needs one window to prove the limit, and another to see whether POSTs beyond it are refused, too.
  expect(counted.requests).toBeLessThanOrEqual(180);
  const note = report.requirements.find(({ id }) => id === 'limit.enforced')?.reason;
  // If one request beyond the limit is served, the POST sent with it gets a 429, which proves that POSTs are limited.
  expect(note?.text.includes('not in flight together') ?? false).toBe(more === 2);
});

it('a POST that arrives after its window ended is sent again with the next GET beyond the limit', async () => {
  const clock = createVirtualClock();
  let isHeld = false;
  const late: Change = (parts) => ({
    finish: async (response, visit) => {
      const finished = await parts.finish(response, visit);
      const isZero = finished.headers.some(
        ([name, value]) => name === 'X-RateLimit-Remaining' && value === '0',
      );
      if (isZero && finished.status === 200 && !isHeld) {
        isHeld = true;
        await clock.sleep(61_000);
      }
      return finished;
    },
  });
  const change = [changeOf('limit-on-lists-alone'), late];
  const { report } = await runInMemory({ change }, {}, { clock });
  expect(idsWith(report, 'fail', 'warn')).toEqual(['limit.enforced']);
});

it('with one request in flight, the report says that the limit for POSTs was not tested', async () => {
  const { report } = await runInMemory({}, { concurrency: 1 });
  expect(report.requirements.find(({ id }) => id === 'limit.enforced')).toMatchObject({
    verdict: 'not selected',
    reason: { code: 'one-at-a-time' },
  });
});

it('one stray 429 among the checks does not keep the POST from being sent with the GET beyond the limit', async () => {
  let number = 0;
  const change: Change = () => ({
    finish: async (response) => {
      if (++number !== 12) return response;
      return { ...response, status: 429, headers: [...response.headers, ['Retry-After', '1']] };
    },
  });
  const { report } = await runInMemory({ change }, {}, { clock: createVirtualClock() });
  expect(report.requirements.find(({ id }) => id === 'limit.enforced')).toMatchObject({ verdict: 'pass' });
});

it('if --max-creates is used up, the report gives that as the reason why the POST was not sent', async () => {
  const { report } = await runInMemory({}, { maxCreates: 1 }, { clock: createVirtualClock() });
  expect(report.requirements.find(({ id }) => id === 'limit.enforced')).toMatchObject({
    verdict: 'not selected',
    reason: { code: 'own-count' },
  });
});
