import { describe, expect, it } from 'vitest';
import type { HeaderLine } from '../../../src/exchange/exchange.ts';
import { aList, queueTo } from '../../support/queues.ts';

const retryAfter = (seconds: number): { status: number; headers: HeaderLine[] } => ({
  status: 429,
  headers: [['Retry-After', String(seconds)]],
});

describe('after a 429', () => {
  it('nothing is sent for the requested time, then one plain GET, then the refused request again', async () => {
    const { ask, queue, log, events } = queueTo({ replies: [retryAfter(10), {}] });
    expect(await Promise.all([ask('one'), ask('two')])).toEqual([200, 200]);
    expect(log).toEqual([
      'one for pets.exists',
      'waits 11 s for the limit to reset (429, Retry-After)',
      'the recovery after a 429 for limit.recovers',
      'resumes',
      'one for pets.exists',
      'waits 0.25 s between requests, because some were refused',
      'two for pets.exists',
    ]);
    expect(events.find(({ type }) => type === 'waiting')).toMatchObject({
      ahead: { requests: 2, proof: false },
    });
    expect(queue.counts()).toMatchObject({ requests: 4, retried: 0 });
  });

  it('a waiting plain GET serves as the recovery', async () => {
    const { ask, log } = queueTo({ replies: [retryAfter(10), {}] });
    await Promise.all([ask('one'), ask('a list', aList)]);
    expect(log.slice(2)).toEqual(['a list for list.ok', 'resumes', 'one for pets.exists']);
  });

  it('the run ends if a 429 follows each of four requested waits', async () => {
    const { ask, queue, log } = queueTo({ replies: [retryAfter(10)] });
    expect(await ask('one')).toBe('Stopped: still 429 after 4 waits for the requested time');
    expect(queue.stopped()).toMatchObject({ kind: 'still limited' });
    const again = ['the recovery after a 429 for limit.recovers', expect.stringContaining('waits 11 s')];
    expect(log).toEqual([
      'one for pets.exists',
      'waits 11 s for the limit to reset (429, Retry-After)',
      ...[again, again, again].flat(),
      'the recovery after a 429 for limit.recovers',
    ]);
    expect(queue.stopped()?.kind).toBe('still limited');
  });

  it.each([
    [60, 'Stopped: a wait of 61 s for the limit to reset (429, Retry-After) would exceed --max-wait 60'],
    [61, 200],
  ])('the run does not wait longer than --max-wait %d', async (maxWaitSeconds, end) => {
    const { ask } = queueTo({ replies: [retryAfter(60), {}], settings: { maxWaitSeconds } });
    expect(await ask('one')).toBe(end);
  });
});

describe('when the quota is used up', () => {
  it.each([
    [0, 60],
    [0.5, 60.25],
    [1, 60.5],
  ])('the queue waits for Reset, with up to half a second of jitter: %d', async (random, seconds) => {
    const replies = [{ quota: [60, 0, 59] as const }, {}];
    const { ask, log, events } = queueTo({ replies, random: () => random });
    await Promise.all([ask('one'), ask('two')]);
    expect(log).toEqual([
      'one for pets.exists',
      `waits ${seconds} s for requests to be allowed again (X-RateLimit-Reset)`,
      'two for pets.exists',
    ]);
    expect(events.find(({ type }) => type === 'waiting')).toMatchObject({
      ahead: { requests: 1, proof: false },
    });
  });

  it('requests are sent again as soon as each window ends', async () => {
    const { ask, log } = queueTo({ replies: [{ quota: [60, 0, 59] }, { quota: [60, 0, 120] }] });
    await Promise.all([ask('one'), ask('two'), ask('three')]);
    expect(log).toEqual([
      'one for pets.exists',
      'waits 60 s for requests to be allowed again (X-RateLimit-Reset)',
      'two for pets.exists',
      'waits 61 s for requests to be allowed again (X-RateLimit-Reset)',
      'three for pets.exists',
    ]);
  });
});

describe('gaps between requests', () => {
  const stray = (seconds: number) => ({ ...retryAfter(seconds), quota: [60, 50, 3_600] as const });
  const gap = 'between requests, because some were refused';

  it('count as one wait, and grow with each stray 429', async () => {
    const replies = [stray(1), {}, {}, {}, {}, stray(8), {}];
    const { ask, queue, log } = queueTo({ replies, settings: { maxWaitSeconds: 60 } });
    await Promise.all(['1', '2', '3', '4', '5', '6'].map((name) => ask(name)));
    const limit = 'for the limit to reset (429, Retry-After)';
    expect(log.filter((line) => line.startsWith('waits'))).toEqual([
      `waits 2 s ${limit}`,
      `waits 0.25 s ${gap}`,
      `waits 9 s ${limit}`,
      `waits 0.75 s ${gap}`,
    ]);
    expect(queue.waits().map(({ seconds }) => seconds)).toEqual([2, 3 * 0.25, 9, 2 * 0.75]);
  });

  it('last until the end of the run', async () => {
    const { ask, queue } = queueTo({ replies: [stray(1), {}], settings: { maxWaitSeconds: 60 } });
    await Promise.all(Array.from({ length: 20 }, (_one, at) => ask(String(at))));
    expect(queue.waits().map(({ seconds }) => seconds)).toEqual([2, 19 * 0.25]);
  });

  it('apply only to the kind that was refused, while other requests go on', async () => {
    let pets = 0;
    const { ask, log } = queueTo({
      reply: ({ operation }) => (operation === 'petById' && pets++ === 0 ? stray(1) : {}),
    });
    const asked = ['1', '2', '3'].flatMap((name) => [ask(`pet ${name}`), ask(`list ${name}`, aList)]);
    expect(await Promise.all(asked)).toEqual(Array(6).fill(200));
    expect(log).toEqual([
      'pet 1 for pets.exists',
      'waits 2 s for the limit to reset (429, Retry-After)',
      'list 1 for list.ok',
      'resumes',
      'pet 1 for pets.exists',
      'list 2 for list.ok',
      'list 3 for list.ok',
      `waits 0.25 s ${gap}`,
      'pet 2 for pets.exists',
      'pet 3 for pets.exists',
    ]);
  });
});
