import { describe, expect, it } from 'vitest';
import type { HeaderLine } from '../../../src/exchange/exchange.ts';
import { customReason } from '../../../src/spec/reasons.ts';
import { aList, held, isOver, queueTo, type Reply, soon, turns } from '../../support/queues.ts';
import { freshReadings } from '../../support/readings.ts';

const limited = (seconds: string, remaining = 0): Reply => {
  const headers: HeaderLine[] = [['Retry-After', seconds]];
  return { status: 429, quota: [60, remaining, 60], headers };
};
const exhaust = true as const;

describe('the proof of the limit', () => {
  it('uses up the window with plain GETs, and waits for the recovery', async () => {
    const replies = [{ quota: [60, 1, 60] as const }, { quota: [60, 0, 60] as const }, limited('10'), {}];
    const { ask, queue, log } = queueTo({ exhaust, replies });
    await ask('a list', aList);
    await soon(queue.prove());
    expect(log).toEqual([
      'a list for list.ok',
      'a plain GET to prove the limit for limit.enforced',
      'a plain GET to prove the limit for limit.enforced over the limit',
      'waits 11 s for the limit to reset (429, Retry-After)',
      'the recovery after a 429 for limit.recovers',
      'resumes',
    ]);
    expect(queue.proofSkipped()).toBeUndefined();
  });

  it('starts when it is requested, not before', async () => {
    const replies = [{ quota: [60, 0, 60] as const }, limited('10'), {}];
    const { ask, queue, log, events } = queueTo({ exhaust, replies });
    await ask('a list', aList);
    await turns();
    expect(log).toEqual(['a list for list.ok']);
    await Promise.all([ask('a GET'), queue.settled()]);
    expect(log.slice(1)).toEqual([
      'a plain GET to prove the limit for limit.enforced over the limit',
      'waits 11 s for the limit to reset (429, Retry-After)',
      'the recovery after a 429 for limit.recovers',
      'resumes',
      'a GET for pets.exists',
    ]);
    expect(events.find(({ type }) => type === 'waiting')).toMatchObject({
      ahead: { requests: 1, proof: false },
    });
  });

  it('is announced with the waits before it', async () => {
    const replies: Reply[] = [{ quota: [60, 30, 60] }, { fault: 'cut' }, {}];
    const { ask, events } = queueTo({ exhaust, replies });
    await ask('a list', aList);
    await Promise.all([ask('a GET'), ask('another')]);
    expect(events.find(({ type }) => type === 'waiting')).toMatchObject({
      // The GET that failed is not counted, because it waits elsewhere.
      ahead: { requests: 1, proof: true },
    });
  });

  it('is omitted, and the reason is given', async () => {
    const { ask, queue, log } = queueTo({ exhaust });
    await ask('a list', aList);
    await soon(queue.prove());
    expect(log).toHaveLength(1);
    expect(queue.proofSkipped()?.code).toBe('dependency');
  });

  it('goes on after a 429 that the limit did not cause', async () => {
    const one = { quota: [60, 1, 60] } as const;
    const replies: Reply[] = [one, limited('1', 1), one, { quota: [60, 0, 60] }, limited('1'), {}];
    const { ask, queue, log } = queueTo({ exhaust, replies });
    await ask('a list', aList);
    await soon(queue.prove());
    expect(log.filter((line) => line.startsWith('a plain GET'))).toEqual([
      'a plain GET to prove the limit for limit.enforced',
      'a plain GET to prove the limit for limit.enforced',
      'a plain GET to prove the limit for limit.enforced over the limit',
    ]);
    expect(queue.proofSkipped()).toBeUndefined();
  });

  it('ends with a 429 even if the recovery request gets no response', async () => {
    const replies: Reply[] = [{ quota: [60, 0, 60] }, limited('10'), { fault: 'cut' }, {}];
    const { ask, queue, log } = queueTo({ exhaust, replies });
    await ask('a list', aList);
    await soon(queue.prove());
    expect(log.filter((line) => !line.startsWith('waits')).slice(2)).toEqual([
      'the recovery after a 429 for limit.recovers',
      'a valid request between failures for http.passing-failures',
      'the recovery after a 429 for limit.recovers on a new connection',
      'resumes',
    ]);
  });

  it('keeps the reason if it ends during a pause', async () => {
    const readings = freshReadings();
    const decision = () =>
      log.length < 2
        ? ({ kind: 'open' } as const)
        : ({ kind: 'undecided', reason: customReason('in doubt') } as const);
    const enforcement = { ...readings.enforcement, decision };
    const replies: Reply[] = [{ quota: [60, 30, 60] }, { fault: 'cut' }, {}];
    const { ask, queue, log } = queueTo({ exhaust, replies, readings: { ...readings, enforcement } });
    await ask('a list', aList);
    await soon(queue.prove());
    expect(queue.proofSkipped()?.text).toBe('in doubt');
  });

  it('waits for requests in flight', async () => {
    const first = held();
    const { ask, queue } = queueTo({ replies: [first.reply] });
    const asked = ask('1');
    const proven = queue.prove();
    expect(await isOver(proven)).toBe(false);
    first.release();
    await asked;
    expect(await isOver(proven)).toBe(true);
    expect(queue.proofSkipped()?.text).toBe('not wanted');
  });
});

describe('a settled queue', () => {
  it('has nothing left to send', async () => {
    const { ask, queue, log } = queueTo({ replies: [{ fault: 'cut' }, {}] });
    void ask('1');
    await soon(queue.settled());
    expect(log).toEqual([
      '1 for pets.exists',
      'waits 0.5 s after a request without a response',
      '1 for pets.exists on a new connection',
    ]);
  });

  it('has recovered from a 429 if the proof of the limit may follow', async () => {
    const { ask, queue, log } = queueTo({ exhaust, replies: [{ quota: [60, 0, 60] }, limited('10'), {}] });
    await ask('a list', aList);
    void queue.prove();
    await soon(queue.settled());
    expect(log.at(-1)).toBe('resumes');
  });
});
