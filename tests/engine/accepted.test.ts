import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { isFixed } from '../../src/engine/fixed.ts';
import { run } from '../../src/engine/run.ts';
import { addPassed, emptyTally, type Tally } from '../../src/engine/tally.ts';
import { digestOf } from '../../src/exchange/body-digest.ts';
import { createSharedClock } from '../gallery/shared-clock.ts';
import { startInMemory } from '../support/in-memory.ts';
import { runAgainst, settingsFor, testKey } from '../support/run-against.ts';

const terms = { owner: 'Ada', reason: 'a new gateway', until: '2099-01-01' };

// Reading 25: a requirement that could not be tested only because it depends on an accepted failure counts as accepted.
it.each([
  ['headers-spelled-otherwise', 'headers.present', ['headers.usage', 'limit.enforced']],
  ['list-wrapped', 'list.ok', ['list.complete', 'invalid.nothing-stored']],
  ['retry-after-missing', 'limit.retry-after', ['limit.retry-after-value', 'limit.recovers']],
  ['error-nested', 'errors.shape', []],
])('with --strict, %s passes once %s is accepted', async (defect, requirement, dependents) => {
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

describe('a run that ended early', () => {
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

  it('reports no accepted failure as no longer needed, even if it sent the request again', async () => {
    expect(await stateAfter(50)).toEqual([false, 'not tested again']);
    expect(await stateAfter(10_000)).toEqual([true, 'no longer needed']);
  });
});

describe('an accepted failure counts as fixed', () => {
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
  const base64 = Buffer.from('{"name":7654321}').toString('base64');
  const digest = digestOf(Buffer.from('{"name":7654321}'), 'kitqzabcde');
  const list = { requirement: 'list.ok', ...terms };
  const key = { requirement: 'auth.key-missing', ...terms };
  const type = { requirement: 'invalid.name-type', ...terms };

  it.each([
    ['if its requirement passed', key, { tally: right }, true],
    ['if it passed at its operation', { ...key, operation: 'orders' }, { tally: right }, true],
    ['but not if another operation passed', { ...key, operation: 'petById' }, { tally: right }, false],
    ['if its credential passed', { ...key, operation: 'orders', credential: 'none' }, { tally: right }, true],
    [
      'but not if another credential passed',
      { ...key, operation: 'orders', credential: 'scheme-basic' },
      { tally: right },
      false,
    ],
    ['if its status passed', { ...key, operation: 'orders', status: 401 }, { tally: right }, true],
    [
      'but not if another status passed',
      { ...key, operation: 'orders', status: 429 },
      { tally: right },
      false,
    ],
    [
      'but not if the requirement was not tested',
      key,
      { tally: untested, verdict: 'not tested' as const },
      false,
    ],
    ['but not if the requirement is unknown', key, { tally: untested, verdict: undefined }, false],
    ['if its body was sent', { ...type, body: { base64 } }, { tally: right, sentBodies: [digest] }, true],
    [
      'but not if another body was sent',
      { ...type, body: { base64 } },
      { tally: right, sentBodies: ['0'] },
      false,
    ],
    ['but not if a body is needed and none was sent', type, { tally: right, sentBodies: [digest] }, false],
    [
      'if the first list was empty',
      { ...list, emptyStore: true as const },
      { tally: right, startedEmpty: true },
      true,
    ],
    [
      'but not if the first list was not empty',
      { ...list, emptyStore: true as const },
      { tally: right },
      false,
    ],
  ])('%s', (_what, one, run, expected) => {
    expect(isFixed(one, { ...seen, ...run })).toBe(expected);
  });
});
