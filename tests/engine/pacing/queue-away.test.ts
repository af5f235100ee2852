import { describe, expect, it } from 'vitest';
import { aList, queueTo, type Reply, type Target } from '../../support/queues.ts';
import { freshReadings } from '../../support/readings.ts';

const asking = 'whether the target is back for http.passing-failures';
const waiting = 'for the target to respond again';
const gone = 'Stopped: the target stopped responding';

/**
 * Returns a queue for a target that goes away when it gets a request for a pet. `seconds` lists the lengths of its
 * absences.
 */
function leaving(reply: Reply, seconds: readonly number[], also: Target = {}) {
  let isUp = true;
  let absences = 0;
  let asked = 0;
  const readings = freshReadings();
  const respond: Target['reply'] = (request, { purpose }) => {
    const isAsked = purpose === 'whether the target is back';
    if (isAsked && asked++ >= (seconds[absences - 1] ?? Number.POSITIVE_INFINITY)) isUp = true;
    if (isUp && request.operation === 'petById' && absences < seconds.length) {
      isUp = false;
      absences++;
      asked = 0;
    }
    if (!isUp) return reply;
    return request.credential === 'none' ? { status: 401 } : {};
  };
  return { ...queueTo({ reply: respond, readings, ...also }), readings };
}

describe('a target that is away', () => {
  it.each<readonly [string, Reply]>([
    ['refuses connections', { fault: 'refused' }],
    ['closes connections', { fault: 'cut' }],
    ['is behind a gateway', { status: 502 }],
  ])('and %s gets one request per second until it responds, and the run goes on', async (_what, reply) => {
    const { ask, queue, log, seen } = leaving(reply, [3]);
    await ask('a list', aList);
    expect(await ask('one')).toBe(200);
    expect(queue.stopped()).toBeUndefined();
    const from = log.indexOf(asking);
    expect(log.slice(0, from).filter((line) => !line.startsWith('waits'))).toEqual([
      'a list for list.ok',
      'one for pets.exists',
      'a valid request between failures for http.passing-failures',
    ]);
    expect(log.slice(from, from + 8)).toEqual([
      ...Array(3)
        .fill([asking, `waits 1 s ${waiting}`])
        .flat(),
      asking,
      'waits 1 s after the target came back',
    ]);
    const asked = seen.filter(({ purpose }) => purpose === 'whether the target is back');
    expect(asked.every(({ again, request }) => again === true && request.credential === 'none')).toBe(true);
  });

  it('gets its next request only after the Retry-After of the response before it', async () => {
    const busy: Reply = { status: 503, headers: [['Retry-After', '12']] };
    const { ask, queue, log } = leaving(busy, [2]);
    await ask('a list', aList);
    expect(await ask('one')).toBe(200);
    expect(queue.stopped()).toBeUndefined();
    const from = log.indexOf(asking);
    expect(log.slice(from, from + 5)).toEqual([
      asking,
      `waits 13 s ${waiting}`,
      asking,
      `waits 13 s ${waiting}`,
      asking,
    ]);
  });

  it('for longer than 30 seconds ends the run', async () => {
    const { ask, queue, log } = leaving({ fault: 'refused' }, [Number.POSITIVE_INFINITY]);
    await ask('a list', aList);
    expect(await Promise.all([ask('one'), ask('two')])).toEqual([gone, gone]);
    expect(queue.stopped()?.kind).toBe('target away');
    expect(log.filter((line) => line === asking)).toHaveLength(31);
  });

  it('is waited for at most three times, and only the request that showed its absence fails', async () => {
    const three = leaving({ fault: 'refused' }, [2, 2, 2]);
    await three.ask('a list', aList);
    expect(await Promise.all(['1', '2', '3'].map((name) => three.ask(name)))).toEqual(['refused', 200, 200]);
    const four = leaving({ fault: 'refused' }, [2, 2, 2, 2]);
    await four.ask('a list', aList);
    await Promise.all(['1', '2', '3', '4'].map((name) => four.ask(name)));
    expect(four.queue.stopped()?.kind).toBe('target away');
  });

  it('is waited for at most a minute in total', async () => {
    const { ask, queue, log } = leaving({ fault: 'refused' }, [25, 25, 25]);
    await ask('a list', aList);
    await Promise.all(['1', '2', '3'].map((name) => ask(name)));
    expect(queue.stopped()?.kind).toBe('target away');
    expect(log.filter((line) => line === asking)).toHaveLength(26 + 26 + 11);
  });

  it('is not waited for beyond --max-wait', async () => {
    const { ask } = leaving({ fault: 'refused' }, [20], { settings: { maxWaitSeconds: 5 } });
    await ask('a list', aList);
    expect(await ask('one')).toBe(`${gone} (a wait of 1 s ${waiting} would exceed --max-wait 5)`);
  });

  it('gets no request beyond --max-requests', async () => {
    const { ask, queue } = leaving({ fault: 'refused' }, [20], { settings: { maxRequests: 6 } });
    await ask('a list', aList);
    expect(await ask('one')).toContain(
      '--max-requests 6 is used up, after 3 requests to a target that was away',
    );
    expect(queue.counts().requests).toBe(6);
    expect(queue.stopped()?.kind).toBe('target away');
  });

  it('does not count as away if it serves the control request', async () => {
    let pets = 0;
    const reply: Target['reply'] = ({ operation }) =>
      operation === 'petById' && pets++ === 0 ? { fault: 'cut' } : {};
    const { ask, log } = queueTo({ reply });
    await ask('a list', aList);
    expect(await ask('one')).toBe(200);
    expect(log).not.toContain(asking);
  });

  it('is not waited for if it has never responded', async () => {
    const { ask, log, queue } = queueTo({ replies: [{ fault: 'refused' }] });
    expect(await ask('one')).toBe('refused');
    expect(log.filter((line) => line.startsWith('one'))).toHaveLength(2);
    expect(log).not.toContain(asking);
    expect(queue.stopped()).toBeUndefined();
  });
});
