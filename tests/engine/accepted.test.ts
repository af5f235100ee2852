import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { isFixed } from '../../src/engine/fixed.ts';
import { run } from '../../src/engine/run.ts';
import { addOccurrence, addPassed, emptyTally, type Tally } from '../../src/engine/tally.ts';
import { digestOf } from '../../src/exchange/body-digest.ts';
import { createSharedClock } from '../gallery/shared-clock.ts';
import { startInMemory } from '../support/in-memory.ts';
import { runAgainst, settingsFor, testKey } from '../support/run-against.ts';

const terms = { owner: 'Ada', reason: 'a new gateway', until: '2099-01-01' };

// Reading 25: what could not be tested only because it depends on an accepted failure counts as accepted.
it.each([
  ['headers-spelled-otherwise', 'headers.present', ['headers.usage', 'limit.enforced']],
  ['list-wrapped', 'list.ok', ['list.complete', 'invalid.nothing-stored']],
  ['retry-after-missing', 'limit.retry-after', ['limit.retry-after-value', 'limit.recovers']],
  ['error-nested', 'errors.shape', []],
])('%s passes a gate with --strict once %s is accepted', async (defect, requirement, dependents) => {
  const clock = createSharedClock();
  const change = defects.flatMap((one) => (one.id === defect ? [one.change] : []));
  const { url, openDispatcher } = startInMemory({ keys: [{ key: testKey, plan: 'free' }], clock, change });
  const accepted = [{ requirement, ...terms }];
  const settings = { ...settingsFor(url, { strict: true, plan: 'free' }), accepted };
  const { verdict, requirements } = await run(settings, { clock, openDispatcher });
  const ids = requirements.flatMap((one) => (one.verdict === 'accepted' ? [one.id] : []));
  expect(ids).toEqual(expect.arrayContaining([requirement, ...dependents]));
  expect([verdict.outcome, verdict.exitStatus], verdict.sentence).toEqual(['passed', 0]);
});

describe('a run that did not reach its end', () => {
  const accepted = [{ requirement: 'auth.key-missing', operation: 'orders', credential: 'none', ...terms }];
  const stateAfter = async (responses: number) => {
    const abort = new AbortController();
    let seen = 0;
    const { report } = await runAgainst(
      {},
      { plan: 'free', accepted },
      {
        signal: abort.signal,
        listen: (event) => {
          if (event.type === 'exchange' && ++seen === responses) abort.abort(new Error('enough'));
        },
      },
    );
    return [report.complete, report.accepted?.[0]?.state];
  };

  it('calls nothing no longer needed, even what it sent again', async () => {
    expect(await stateAfter(50)).toEqual([false, 'not tested again']);
    expect(await stateAfter(10_000)).toEqual([true, 'no longer needed']);
  });
});

describe('an accepted failure is right again', () => {
  const tallyOf = (fill: (tally: Tally) => void): Tally => {
    const tally = emptyTally();
    tally.tested = 1;
    fill(tally);
    return tally;
  };
  const seen = { verdict: 'pass', sentBodies: [], startedEmpty: false } as const;
  const right = tallyOf((one) => {
    addPassed(one, 'GET /store/orders returned 401');
    one.forms.set('orders', { credentials: new Set(['none']), kinds: new Set() });
  });
  const untested = tallyOf((one) => {
    one.tested = 0;
  });
  const failing = tallyOf((one) => addOccurrence(one, { expected: 'a', received: 'b', cause: 'c' }));
  const base64 = Buffer.from('{"name":7654321}').toString('base64');
  const digest = digestOf(Buffer.from('{"name":7654321}'), 'kitqzabcde');
  const list = { requirement: 'list.ok', ...terms };
  const key = { requirement: 'auth.key-missing', ...terms };
  const type = { requirement: 'invalid.name-type', ...terms };

  it.each([
    ['where it passed', key, { tally: right }, true],
    ['at the operation where it passed', { ...key, operation: 'orders' }, { tally: right }, true],
    ['not at another one', { ...key, operation: 'petById' }, { tally: right }, false],
    [
      'with the form that passed',
      { ...key, operation: 'orders', credential: 'none' },
      { tally: right },
      true,
    ],
    [
      'not with another',
      { ...key, operation: 'orders', credential: 'scheme-basic' },
      { tally: right },
      false,
    ],
    ['with the status that passed', { ...key, operation: 'orders', status: 401 }, { tally: right }, true],
    ['not with another status', { ...key, operation: 'orders', status: 429 }, { tally: right }, false],
    ['not where the requirement fails', key, { tally: failing, verdict: 'fail' as const }, false],
    ['not where it was not tested', key, { tally: untested, verdict: 'not tested' as const }, false],
    ['not where it is unknown', key, { tally: untested, verdict: undefined }, false],
    [
      'with the body that was sent',
      { ...type, body: { base64 } },
      { tally: right, sentBodies: [digest] },
      true,
    ],
    ['not with another body', { ...type, body: { base64 } }, { tally: right, sentBodies: ['0'] }, false],
    ['not without a body that must be known', type, { tally: right, sentBodies: [digest] }, false],
    [
      'with an empty list first',
      { ...list, emptyStore: true as const },
      { tally: right, startedEmpty: true },
      true,
    ],
    ['not without one', { ...list, emptyStore: true as const }, { tally: right }, false],
  ])('%s', (_what, one, run, expected) => {
    expect(isFixed(one, { ...seen, ...run })).toBe(expected);
  });
});
