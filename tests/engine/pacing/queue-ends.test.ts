import { describe, expect, it } from 'vitest';
import { post } from '../../../src/checks/requests.ts';
import { reasonOfStop } from '../../../src/engine/pacing/stop-reasons.ts';
import { NoFilesLeft } from '../../../src/http/faults.ts';
import { held, isOver, queueTo, turns } from '../../support/queues.ts';
import { settingsFor } from '../../support/run-against.ts';

describe('the end of a run', () => {
  it('comes after as many requests as --max-requests allows', async () => {
    const { ask, queue, log } = queueTo({ settings: { maxRequests: 2 } });
    const ended = 'Stopped: --max-requests 2 is used up';
    expect(await Promise.all([ask('1'), ask('2'), ask('3'), ask('4')])).toEqual([200, 200, ended, ended]);
    expect(await ask('5')).toBe(ended);
    expect(log).toHaveLength(2);
    expect(queue.stopped()?.kind).toBe('maxRequests');
  });

  it('comes after the number of requests that the plan announced, if that is lower', async () => {
    const { ask, queue, log } = queueTo({ settings: { maxRequests: 3 } });
    queue.limitTo(4);
    queue.limitTo(2);
    const ended = 'Stopped: not within the announced maximum of 2 requests';
    expect(await Promise.all([ask('1'), ask('2'), ask('3')])).toEqual([200, 200, ended]);
    expect(log).toHaveLength(2);
    const stopped = queue.stopped() ?? expect.fail();
    expect(reasonOfStop(stopped, settingsFor('http://shop.test/v1'))).toMatchObject({
      code: 'max-count',
      text: 'not within the announced maximum of 2 requests',
    });
  });

  it('keeps the first reason if the run ends twice', async () => {
    const { ask, queue } = queueTo({ settings: { maxRequests: 0 } });
    await ask('1');
    queue.end();
    expect(queue.stopped()?.kind).toBe('maxRequests');
  });

  it('rejects waiting requests, but not those in flight', async () => {
    const first = held();
    const { ask, queue } = queueTo({ replies: [first.reply] });
    const asked = [ask('1'), ask('2')];
    await turns();
    queue.end();
    expect(await asked[1]).toBe('Stopped: the run has ended');
    first.release();
    expect(await asked[0]).toBe(200);
    expect(queue.stopped()?.kind).toBe('ended');
  });

  it('does not retry requests that are in flight', async () => {
    for (const reply of [{ status: 503 }, { fault: 'cut' as const }]) {
      const first = held(reply);
      const { ask, queue, log } = queueTo({ replies: [first.reply] });
      const asked = ask('1');
      await turns();
      queue.end();
      first.release();
      expect(await asked).toBe('Stopped: a request failed and was not sent again: the run has ended');
      expect(log).toHaveLength(1);
    }
  });

  it('does not wait for a limit if the 429 is still in flight', async () => {
    const limit = held({ status: 429 });
    const { ask, queue, log } = queueTo({ exhaust: true, replies: [limit.reply] });
    const asked = ask('1');
    await turns();
    queue.end();
    limit.release();
    expect(await asked).toBe('Stopped: the run has ended');
    await turns();
    expect(log).toHaveLength(1);
  });

  it('resolves promises that wait for the queue', async () => {
    const first = held();
    const { ask, queue } = queueTo({ replies: [first.reply] });
    const asked = ask('1');
    const settled = queue.settled();
    expect(await isOver(settled)).toBe(false);
    queue.end();
    expect(await isOver(settled)).toBe(true);
    first.release();
    await asked;
  });

  it('ends a wait', async () => {
    const { queue } = queueTo({ waitsLong: true });
    const slept = queue.sleep(5_000, 'for a test');
    queue.end();
    expect(await isOver(slept)).toBe(true);
    await expect(slept).rejects.toMatchObject({ kind: 'ended' });
  });

  it.each([new RangeError('broken'), new NoFilesLeft('no more files')])(
    'ends a wait even after an error: %s',
    async (error) => {
      const first = held({ error });
      const { ask, queue } = queueTo({ waitsLong: true, replies: [first.reply] });
      const asked = ask('1');
      await turns();
      const slept = queue.sleep(5_000, 'for a test');
      first.release();
      expect(await isOver(slept)).toBe(true);
      await expect(slept).rejects.toThrow();
      await asked;
    },
  );

  it('does not cut short the wait of a check if only the request budget is used up', async () => {
    const { ask, queue } = queueTo({ waitsLong: true, settings: { maxRequests: 1 } });
    await ask('1');
    expect(await ask('2')).toContain('--max-requests 1');
    const slept = queue.sleep(5_000, 'for a test');
    expect(await isOver(slept)).toBe(false);
    queue.end();
    slept.catch(() => {});
  });
});

describe('an interruption', () => {
  const interrupted = 'Stopped: the run was interrupted';

  it('that comes before the run prevents all requests', async () => {
    const { ask, queue, log } = queueTo({ signal: AbortSignal.abort() });
    expect(await ask('1')).toBe(interrupted);
    expect([log, queue.stopped()?.kind]).toEqual([[], 'interrupted']);
  });

  it('stops further requests', async () => {
    const interruption = new AbortController();
    const first = held();
    const { ask, log } = queueTo({ signal: interruption.signal, replies: [first.reply] });
    const asked = [ask('1'), ask('2')];
    await turns();
    interruption.abort();
    first.release();
    expect(await Promise.all(asked)).toEqual([200, interrupted]);
    expect(log).toHaveLength(1);
  });

  it('ends a wait', async () => {
    const interruption = new AbortController();
    const { queue } = queueTo({ signal: interruption.signal, waitsLong: true });
    const slept = queue.sleep(5_000, 'for a test');
    interruption.abort();
    expect(await isOver(slept)).toBe(true);
    await expect(slept).rejects.toMatchObject({ kind: 'interrupted' });
  });

  it('may come from an aborted request, and then stops the other requests', async () => {
    const { ask, queue } = queueTo({ replies: [{ fault: 'aborted' }] });
    expect(await Promise.all([ask('1'), ask('2')])).toEqual([interrupted, interrupted]);
    expect(queue.stopped()?.kind).toBe('interrupted');
  });
});

describe('a budget of creations', () => {
  const creating = { sentFor: 'create.ok', creates: true, make: () => post({ name: 'A' }) };
  const replies = [{ status: 201 }];

  it('keeps a quarter in reserve until the reserve is released, and stops only POSTs', async () => {
    const { ask, queue } = queueTo({ replies, settings: { maxCreates: 8 } });
    const creates = () => Promise.all([1, 2, 3, 4].map((number) => ask(`create ${number}`, creating)));
    const spent = 'Stopped: --max-creates 8 is used up';
    const kept = 'Stopped: the last 2 of --max-creates 8 are reserved for the search for a smaller body';
    expect(await creates()).toEqual([201, 201, 201, 201]);
    expect(await creates()).toEqual([201, 201, kept, kept]);
    expect(queue.stopped()).toBeUndefined();
    queue.releaseCreates();
    expect(await creates()).toEqual([201, 201, spent, spent]);
    expect(queue.counts().creates).toBe(8);
    expect(await ask('a GET')).toBe(201);
  });
});

describe('a wait', () => {
  it('of a check delays all requests, and counts as a wait of the run', async () => {
    const { ask, queue, log } = queueTo({ startedAt: -1_000 });
    const slept = queue.sleep(5_000, 'for a test');
    const asked = ask('1');
    expect(log).toEqual(['waits 5 s for a test']);
    await Promise.all([slept, asked]);
    expect(log).toEqual(['waits 5 s for a test', '1 for pets.exists']);
    expect(queue.waits()).toEqual([{ atMs: 1_000, seconds: 5, reason: 'for a test' }]);
  });

  it('of a check ends the run if it exceeds --max-wait', async () => {
    const { queue } = queueTo({ settings: { maxWaitSeconds: 4 } });
    await expect(queue.sleep(5_000, 'for a test')).rejects.toMatchObject({ kind: 'maxWaitSeconds' });
    expect(queue.stopped()?.message).toBe('a wait of 5 s for a test would exceed --max-wait 4');
  });

  it('that the target requested before the run comes before all requests', async () => {
    const { ask, log } = queueTo({ heldMs: 5_000 });
    await ask('1');
    expect(log).toEqual([
      'waits 5 s as the target requested before the run (Retry-After)',
      '1 for pets.exists',
    ]);
  });
});
