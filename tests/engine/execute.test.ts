import { describe, expect, test } from 'vitest';
import { notTested } from '../../src/checks/expectations.ts';
import { get, plainList } from '../../src/checks/requests.ts';
import { type Check, check, type Probe, probe, type Tools } from '../../src/checks/vocabulary.ts';
import { Stopped } from '../../src/exchange/stopped.ts';
import { type Executing, executing } from '../support/executing.ts';

const lists = 'list.ok';
const keyless = () => get('/categories', 'none');

const checking = (run: (tools: Tools) => Promise<void>, needs: Check['needs'] = {}) =>
  check(lists, 'a check', needs, run);
const sendingOne = async ({ send }: Tools) => void (await send(plainList));
const asking = (title: string, needs: Probe['needs'] = {}) => probe(lists, title, needs, plainList);
const stopping = () => {
  throw new Stopped('maxRequests', 'no more');
};

/** Runs a check, and returns what the judge knows about its requirement. */
async function tallyOf(item: Check | Probe, given: Executing = {}) {
  const { executor, judge } = executing(given);
  await executor.run(item);
  const { tested, causes, reasons, alsoCorrect, seen, note } = judge.tally(item.requirement);
  return {
    tested,
    causes: [...causes.values()],
    reasons: [...reasons],
    alsoCorrect: [...alsoCorrect],
    seen,
    note,
    faults: judge.kitFaults,
  };
}

describe('the requests of a check', () => {
  const tooMany = 'list.ok (a check) threw Error: the check sends more requests than it declares';
  const all =
    (...made: readonly (() => ReturnType<typeof get>)[]) =>
    async ({ send, control }: Tools) => {
      for (const [at, make] of made.entries()) await (at % 2 === 0 ? send(make) : control('another', make));
    };
  test.each<readonly [string, Check['needs'], readonly (() => ReturnType<typeof get>)[], boolean]>([
    ['may include one with the key', {}, [plainList], true],
    ['may not include two by default', {}, [plainList, plainList], false],
    ['may be as many as the check declares', { withKey: 2 }, [plainList, plainList], true],
    ['may not include one with the key if the check declares none', { withKey: 0 }, [plainList], false],
    ['may not include one without the key by default', {}, [keyless], false],
    [
      'may include as many without the key as the check declares',
      { withoutKey: 1 },
      [keyless, plainList],
      true,
    ],
    [
      'may not include more without the key than the check declares',
      { withoutKey: 1 },
      [keyless, keyless],
      false,
    ],
    [
      'may be more after a violation, as the check declares',
      { withKey: 1, controls: 1 },
      [plainList, plainList],
      true,
    ],
    [
      'may not be more than the check declares, even after a violation',
      { withKey: 1, controls: 1 },
      [plainList, plainList, plainList],
      false,
    ],
  ])('%s', async (_what, needs, made, isAllowed) => {
    for (const attempts of [1, 2] as const) {
      const { faults } = await tallyOf(checking(all(...made), needs), { attempts });
      expect(faults).toEqual(isAllowed ? [] : [tooMany]);
    }
  });
});

describe('a check', () => {
  test.each<readonly [string, () => never, string]>([
    ['reports "not tested" if it cannot judge', () => notTested('a reason'), 'a reason'],
    ['reports "not tested" if the run ends', stopping, 'no more'],
  ])('%s', async (_what, end, reason) => {
    const tally = await tallyOf(checking(async () => end()));
    expect(tally).toMatchObject({ tested: 0, causes: [], reasons: [{ why: { text: reason } }], faults: [] });
  });
});

describe('a probe', () => {
  test('must be declared by the check that uses it', async () => {
    const undeclared = checking(async ({ probe }) => void (await probe(asking('undeclared'))));
    expect((await tallyOf(undeclared)).faults).toEqual([
      'list.ok (a check) threw Error: a check uses a probe that it does not declare',
    ]);
  });

  test('whose response no check uses is discarded, unless another request follows it on its connection', async () => {
    const { executor, purposes } = executing();
    const single: Probe = { ...asking('single'), unshared: true };
    const carrier: Probe = { ...asking('carrier', { carries: true }), unshared: true };
    const checks = [carrier, checking(sendingOne, { afterKeyedRequest: true })];
    executor.expect({ checks, probes: new Set() }, 0);
    for (const item of [single, single, carrier, carrier]) await executor.run(item);
    expect(purposes()).toEqual(['single', 'single', 'carrier']);
  });
});

describe('a request right after one with the key', () => {
  const pair = checking(async ({ sendAfterKeyedRequest }) => void (await sendAfterKeyedRequest(keyless)), {
    afterKeyedRequest: true,
    withKey: 0,
    withoutKey: 1,
    priority: 3,
  });
  const common = { sentFor: lists, priority: 999 };
  const split =
    'the target closes its connections, so some requests could not directly follow a request with the key';

  test.each([
    ['on the same connection', [4, 4], undefined],
    ['on another connection', [4, 5], split],
  ] as const)('is sent immediately (%s)', async (_how, [before, after], note) => {
    const { executor, judge, wanted } = executing({
      respond: (_one, number) => ({ connection: number === 1 ? before : after }),
    });
    executor.expect({ checks: [pair], probes: new Set() }, 1);
    await executor.run(pair);
    const [first = expect.fail(), second = expect.fail(), ...others] = wanted;
    expect(first).toEqual({
      ...common,
      purpose: 'a list with the key, right before a request without it',
      own: { id: '1' },
      make: first.make,
    });
    expect(first.make(1)).toEqual(plainList());
    expect(second).toEqual({
      ...common,
      purpose: 'a check',
      own: { id: '1', last: true },
      isPaired: true,
      make: second.make,
    });
    expect(second.make(1)).toEqual(keyless());
    expect(others).toEqual([]);
    expect(judge.tally(lists).note).toBe(note);
    expect([...judge.tally(lists).alsoCorrect.keys()]).toHaveLength(1);
  });
});
