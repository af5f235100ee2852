import { describe, expect, it } from 'vitest';
import { get, post } from '../../../src/checks/requests.ts';
import type { LaneOptions } from '../../../src/engine/pacing/lane.ts';
import { NoFilesLeft } from '../../../src/http/faults.ts';
import { aList, queueTo } from '../../support/queues.ts';
import { freshReadings } from '../../support/readings.ts';

describe('the queue', () => {
  it('sends requests by priority, and reports each response to the listener', async () => {
    const { ask, queue, log, events } = queueTo({ replies: [{ quota: [60, 59, 60] }, { fault: 'cut' }, {}] });
    const statuses = await Promise.all([ask('second'), ask('third'), ask('first', { priority: 2 })]);
    expect(statuses).toEqual([200, 200, 200]);
    expect(log).toEqual([
      'first for pets.exists',
      'second for pets.exists',
      'waits 0.5 s after a request without a response',
      'a valid request between failures for http.passing-failures',
      'waits 0.15 s before a request that failed is sent again',
      'second for pets.exists on a new connection',
      'third for pets.exists',
    ]);
    expect(events.filter(({ type }) => type === 'exchange')).toEqual([
      { type: 'exchange', sent: 1, purpose: 'first', pending: 2, status: 200, remaining: 59 },
      { type: 'exchange', sent: 2, purpose: 'second', pending: 1, remaining: 59 },
      {
        ...{ type: 'exchange', sent: 3, purpose: 'a valid request between failures' },
        ...{ pending: 1, status: 200, remaining: 59 },
      },
      { type: 'exchange', sent: 4, purpose: 'second', pending: 1, status: 200, remaining: 59 },
      { type: 'exchange', sent: 5, purpose: 'third', pending: 0, status: 200, remaining: 59 },
    ]);
    expect(queue.counts()).toEqual({ requests: 5, retried: 1, creates: 0 });
    expect(queue.waits()).toEqual([
      { atMs: 0, seconds: 0.5, reason: 'after a request without a response' },
      { atMs: 500, seconds: 0.15, reason: 'before a request that failed is sent again' },
    ]);
    expect(queue.stopped()).toBeUndefined();
  });
});

describe('a request that failed', () => {
  it('is built again for each retry', async () => {
    const attempts: number[] = [];
    const make = (attempt: 1 | 2) => {
      attempts.push(attempt);
      return get('/pets/1');
    };
    const { ask } = queueTo({ replies: [{}, { fault: 'timeout' }, {}] });
    await ask('a list', aList);
    expect(await ask('one', { make })).toBe(200);
    expect(attempts).toEqual([1, 2]);
  });

  it.each([
    [new TypeError('no second body'), 'TypeError: no second body'],
    ['no second body', 'Error: no second body'],
  ])('fails only for its caller if it cannot be built again: %s', async (error, words) => {
    const make = (attempt: 1 | 2) => {
      if (attempt === 2) throw error;
      return get('/pets/1');
    };
    const { ask, queue } = queueTo({ replies: [{ fault: 'timeout' }, {}] });
    expect(await Promise.all([ask('one', { make }), ask('two')])).toEqual([words, 200]);
    expect(queue.stopped()).toBeUndefined();
  });
});

describe('plain GETs that the queue itself sends', () => {
  /** Returns readings that show a plain GET as due until it is sent. */
  const until = (change: (due: () => boolean) => Partial<LaneOptions['readings']>) => {
    let lists = 0;
    const readings = { ...freshReadings(), ...change(() => lists === 0) };
    const see: LaneOptions['readings']['see'] = (exchange, sent) => {
      if (exchange.request.operation === 'listCategories') lists++;
      freshReadings().see(exchange, sent);
    };
    return { ...readings, see };
  };

  it('check what was stored before the next POST', async () => {
    const readings = until((due) => ({ listHealth: { ...freshReadings().listHealth, needsList: due } }));
    const { ask, log } = queueTo({ readings });
    const creating = { sentFor: 'create.ok', make: () => post({ name: 'A' }) };
    await Promise.all([ask('one', creating), ask('two', creating)]);
    expect(log).toEqual([
      'the list after a body that may have been stored for list.ok',
      'one for create.ok',
      'two for create.ok',
    ]);
  });
});

describe('an error', () => {
  it('of the operating system ends the run with its own message, and is not an internal error', async () => {
    const { ask, queue, faults } = queueTo({ replies: [{ error: new NoFilesLeft('no more files') }] });
    expect(await Promise.all([ask('one'), ask('two')])).toEqual(Array(2).fill('Stopped: no more files'));
    expect([queue.stopped()?.kind, faults]).toEqual(['no files left', []]);
  });

  it('in the kit ends the run, and is reported once', async () => {
    const error = new RangeError('broken');
    const { ask, queue, faults } = queueTo({ replies: [{ error }] });
    expect(await Promise.all([ask('one'), ask('two')])).toEqual(
      Array(2).fill('Stopped: the kit itself failed'),
    );
    expect([queue.stopped()?.kind, faults]).toEqual(['fault', [error]]);
  });
});
