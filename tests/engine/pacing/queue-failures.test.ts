import { describe, expect, it } from 'vitest';
import { get, post } from '../../../src/checks/requests.ts';
import { orders } from '../../../src/spec/operations.ts';
import { aList, queueTo, type Reply, type Target } from '../../support/queues.ts';
import { freshReadings } from '../../support/readings.ts';

const quiet = 'before a request that failed is sent again';
const control = 'a valid request between failures for http.passing-failures';
const took = 0.01;
/** Returns a queue for a target that has served one list and then fails only requests for a pet. */
async function failing(status: number, also: Target = {}) {
  const readings = freshReadings();
  const reply: Target['reply'] = ({ operation }) => (operation === 'petById' ? { status, took } : { took });
  const tested = queueTo({ readings, reply, ...also });
  await tested.ask('a list', aList);
  tested.log.length = 0;
  return { ...tested, readings, judged: () => tested.seen.filter(({ again }) => again !== true) };
}

describe('a request that fails alone', () => {
  it('is sent three times, with a control before each retry, and counts as failed after the third', async () => {
    const { ask, log, seen, queue, readings } = await failing(500);
    expect(await ask('one')).toBe(500);
    expect(log).toEqual([
      'one for pets.exists',
      control,
      `waits 0.16 s ${quiet}`,
      'one for pets.exists',
      control,
      'one for pets.exists',
    ]);
    const pets = seen.filter(({ request }) => request.operation === 'petById');
    expect(pets.map(({ again }) => again)).toEqual([true, true, undefined]);
    expect(queue.counts()).toMatchObject({ requests: 6, retried: 2 });
    expect(readings.failures.decision().passed).toEqual([]);
  });

  it.each<readonly [string, readonly Reply[]]>([
    ['once', [{ status: 500, took }, { took }]],
    ['twice, whatever the failures', [{ status: 500, took }, { fault: 'cut', took }, { took }]],
  ])('that succeeds after it failed %s is only counted', async (_what, replies) => {
    let pets = 0;
    const reply: Target['reply'] = ({ operation }) =>
      operation === 'petById' ? (replies[pets++] ?? expect.fail()) : { took };
    const { ask, judged, readings } = await failing(500, { reply });
    expect(await ask('one')).toBe(200);
    expect(judged().filter(({ request }) => request.operation === 'petById')).toHaveLength(1);
    expect(readings.failures.decision().passed).toHaveLength(1);
    expect(pets).toBe(replies.length);
  });

  it('is not retried after two other requests for the same requirement failed in the same way', async () => {
    const { ask, log } = await failing(500);
    for (const name of ['one', 'two', 'three']) expect(await ask(name)).toBe(500);
    const count = (name: string) => log.filter((line) => line.startsWith(`${name} `)).length;
    expect(['one', 'two', 'three'].map(count)).toEqual([3, 3, 1]);
    await ask('another', { sentFor: 'auth.key-accepted' });
    expect(count('another')).toBe(3);
  });

  it('is not retried if it is a 501, a wrong status, or beyond the limit', async () => {
    for (const status of [501, 404]) {
      const { ask, log } = await failing(status);
      expect(await ask('one')).toBe(status);
      expect(log).toEqual(['one for pets.exists']);
    }
    const { ask, log } = await failing(503);
    expect(await ask('one', { exceeds: true })).toBe(503);
    expect(log).toEqual(['one for pets.exists over the limit']);
  });

  it('shares its control with requests that failed before it', async () => {
    let lists = 0;
    const reply: Target['reply'] = ({ operation }) =>
      operation === 'listCategories' && ++lists > 1 && lists < 4 ? { status: 500, took } : { took };
    const { ask, log } = await failing(500, { reply });
    expect(await ask('one', aList)).toBe(200);
    // A plain GET also has a control request of its own.
    expect(log.filter((line) => line === control)).toHaveLength(2);
  });

  it('is not retried if it is a plain GET and its control fails, too', async () => {
    const { ask, log, seen } = await failing(500, { reply: () => ({ status: 500, took }) });
    expect(await ask('one', aList)).toBe(500);
    expect(log).toContain('one for list.ok');
    expect(seen.length).toBeLessThan(12);
  });

  it('waits longer before each retry, with jitter', async () => {
    const waits = async (status: number, random: number) => {
      const { ask, queue } = await failing(status, { random: () => random } as Target);
      await ask('one');
      return queue
        .waits()
        .filter(({ reason }) => reason === quiet)
        .map(({ seconds }) => seconds);
    };
    const [locks = 0] = await waits(500, 0);
    expect((await waits(500, 1))[0]).toBeGreaterThan(locks);
    const gateways = await waits(503, 0);
    expect(gateways[0]).toBeGreaterThanOrEqual(1);
    expect(gateways[1]).toBeGreaterThanOrEqual(2);
  });

  it('is retried on its own connection, where its control takes the place of the first request', async () => {
    const sent: unknown[] = [];
    const reply: Target['reply'] = ({ operation }, { own }) => {
      sent.push([operation, own?.id, own?.after?.purpose]);
      return operation === 'petById' ? { status: 500, took } : { took };
    };
    const { ask, queue } = await failing(500, { reply });
    const first = await queue.send({
      purpose: 'first',
      sentFor: 'list.ok',
      priority: 1,
      make: () => get(orders),
      own: { id: 'pair' },
    });
    sent.length = 0;
    expect(await ask('one', { own: { id: 'pair', after: first } })).toBe(500);
    const behind = 'a valid request between failures';
    expect(sent).toEqual([
      ['petById', 'pair', 'first'],
      ['listCategories', 'pair', undefined],
      ['petById', 'pair', behind],
      ['listCategories', 'pair', undefined],
      ['petById', 'pair', behind],
    ]);
  });
});

describe('a failure that cannot be retried', () => {
  it('is reported with the reason', async () => {
    const { ask, queue } = await failing(500, { settings: { maxRequests: 3 } });
    expect(await ask('one')).toBe(
      'Stopped: a request failed and was not sent again: --max-requests 3 is used up',
    );
    expect(queue.stopped()?.kind).toBe('maxRequests');
  });

  it('occurs after three time-outs, when the run gives up on the operation', async () => {
    const reply: Target['reply'] = ({ method }) =>
      method === 'POST' ? { fault: 'timeout', took } : { took };
    const { ask, log } = await failing(500, { reply });
    const creating = { sentFor: 'create.ok', make: () => post({ name: 'A' }) };
    expect(await ask('one', creating)).toBe('timeout');
    const silent = '3 requests to POST /categories timed out, so no more were sent';
    expect(await ask('two', creating)).toBe(`Stopped: ${silent}`);
    expect(await ask('a GET')).toBe(200);
    expect(log.filter((line) => line.includes('create.ok'))).toHaveLength(3);
  });
});
