import { describe, expect, test } from 'vitest';
import { notTested, unmet } from '../../src/checks/expectations.ts';
import { get, plainList, post } from '../../src/checks/requests.ts';
import { type Check, check, type Probe, probe, type Tools } from '../../src/checks/vocabulary.ts';
import type { Wanted } from '../../src/engine/pacing/requests.ts';
import { Stopped } from '../../src/exchange/stopped.ts';
import { type Executing, executing } from '../support/executing.ts';
import { responded } from '../support/responses.ts';

const lists = 'list.ok';
const keyless = () => get('/categories', 'none');

const checking = (run: (tools: Tools) => Promise<void>, needs: Check['needs'] = {}) =>
  check(lists, 'a check', needs, run);
const sendingOne = async ({ send }: Tools) => void (await send(plainList));
const asking = (title: string, needs: Probe['needs'] = {}) => probe(lists, title, needs, plainList);
const stopping = () => {
  throw new Stopped('requests spent', 'no more');
};

/** Runs a check, and returns what the judge knows of its requirement. */
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

describe('a request of a check', () => {
  const plain = { purpose: 'a check', sentFor: lists, priority: 100, creates: false, inBurst: false };
  test.each<readonly [Check['needs'], Partial<Wanted>]>([
    [{}, {}],
    [{ priority: 7 }, { priority: 7 }],
    [{ creates: 0 }, {}],
    [{ creates: 1 }, { creates: true }],
  ])('that needs %j is queued with these properties', async (needs, shown) => {
    const { executor, wanted } = executing();
    await executor.run(checking(sendingOne, needs));
    await executor.run(asking('a check', needs));
    const [own = expect.fail(), probed = expect.fail()] = wanted;
    expect(own).toEqual({ ...plain, ...shown, make: own.make });
    expect(probed).toEqual({ ...plain, ...shown, own: undefined, make: probed.make });
  });

  test('that the last response requires comes first, and is not evidence', async () => {
    const { executor, wanted, judge } = executing();
    await executor.run(checking(async ({ control }) => void (await control('a second list', plainList))));
    expect(wanted).toEqual([
      { purpose: 'a second list', sentFor: lists, priority: 2_000, make: wanted[0]?.make },
    ]);
    expect(judge.tally(lists)).toMatchObject({ tested: 1, alsoCorrect: new Map() });
  });

  const tooMany = 'list.ok (a check) threw Error: the check sends more requests than it declares';
  const all =
    (...made: readonly (() => ReturnType<typeof get>)[]) =>
    async ({ send, control }: Tools) => {
      for (const [at, make] of made.entries()) await (at % 2 === 0 ? send(make) : control('another', make));
    };
  test.each<readonly [string, Check['needs'], readonly (() => ReturnType<typeof get>)[], boolean]>([
    ['one with the key', {}, [plainList], true],
    ['no two', {}, [plainList, plainList], false],
    ['as many as it declares', { withKey: 2 }, [plainList, plainList], true],
    ['none with the key', { withKey: 0 }, [plainList], false],
    ['none without the key', {}, [keyless], false],
    ['as many without it as it declares', { withoutKey: 1 }, [keyless, plainList], true],
    ['no more without it', { withoutKey: 1 }, [keyless, keyless], false],
    ['more after a violation', { withKey: 1, controls: 1 }, [plainList, plainList], true],
    ['no more than those', { withKey: 1, controls: 1 }, [plainList, plainList, plainList], false],
  ])('may be %s', async (_what, needs, made, isAllowed) => {
    for (const attempts of [1, 2] as const) {
      const { faults } = await tallyOf(checking(all(...made), needs), { attempts });
      expect(faults).toEqual(isAllowed ? [] : [tooMany]);
    }
  });
});

describe('a check', () => {
  const used = asking('the shared list');
  const other = asking('another shared list');
  const byPurpose = ({ purpose }: Wanted) => ({ purpose });
  const ownAndShared = async ({ probe, send }: Tools) => void [await probe(used), await send(plainList)];

  test.each<readonly [string, (tools: Tools) => Promise<void>, readonly string[]]>([
    ['its own exchange', ownAndShared, ['GET /categories returned 401']],
    [
      'else that of the probe',
      async ({ probe }) => void (await probe(used)),
      ['GET /categories returned 200'],
    ],
    ['else none', async () => {}, []],
  ])('that passes has as evidence %s', async (_what, run, places) => {
    const respond = ({ purpose }: Wanted) =>
      responded({ at: 0, status: purpose === 'a check' ? 401 : 200, request: {} });
    const tally = await tallyOf(checking(run, { uses: [used] }), { respond });
    expect(tally).toMatchObject({ tested: 1, causes: [], reasons: [], faults: [] });
    expect(tally.alsoCorrect.map(([place]) => place)).toEqual(places);
  });

  test.each<readonly [string, (tools: Tools) => Promise<void>, string | undefined]>([
    ['its own exchange', ownAndShared, 'a check'],
    [
      'else that of the first probe',
      async ({ probe }) => void [await probe(used), await probe(other)],
      'the shared list',
    ],
    ['else none', async () => {}, undefined],
  ])('that fails shows %s', async (_what, act, purpose) => {
    const run = async (tools: Tools) => {
      await act(tools);
      unmet('a list', 'none', 'the list is missing');
    };
    const { causes } = await tallyOf(checking(run, { uses: [used, other] }), { respond: byPurpose });
    expect(causes).toHaveLength(1);
    expect(causes[0]?.mismatch).toMatchObject({ expected: 'a list', cause: 'the list is missing' });
    expect(causes[0]?.exchange?.purpose).toBe(purpose);
    expect(causes[0]).toMatchObject({ count: 1, instances: new Set() });
  });

  test('names the case of its finding', async () => {
    const run = async ({ instance }: Tools) => {
      instance('a case');
      unmet('a list', 'none', 'the list is missing');
    };
    expect((await tallyOf(checking(run))).causes[0]?.instances).toEqual(new Set(['a case']));
  });

  test.each<readonly [string, () => never, string]>([
    ['is not tested if it cannot judge', () => notTested('a reason'), 'a reason'],
    ['is not tested if the run ends', stopping, 'no more'],
  ])('%s', async (_what, end, reason) => {
    const tally = await tallyOf(checking(async () => end()));
    expect(tally).toMatchObject({ tested: 0, causes: [], reasons: [[reason, 1]], faults: [] });
  });

  test('is a fault of the kit if it throws anything else', async () => {
    const broken = checking(async () => {
      throw new RangeError('too far');
    });
    const faults = ['list.ok (a check) threw RangeError: too far'];
    expect(await tallyOf(broken)).toMatchObject({ tested: 0, causes: [], reasons: [], faults });
  });

  test('gets the tools of the run', async () => {
    const { signal } = new AbortController();
    for (const given of [{}, { signal }]) {
      const { executor, readings, sleeps, judge } = executing(given);
      let tools: Tools | undefined;
      await executor.run(
        checking(async (all) => {
          tools = all;
          await all.wait(5, 'for a reason');
          all.seen('a colour');
        }),
      );
      expect(sleeps).toEqual([[5, 'for a reason']]);
      expect(judge.tally(lists).seen).toEqual(new Map([['a colour', 1]]));
      expect([tools?.name(), tools?.random(), tools?.monotonic()]).toEqual(['a-name', 7, 7]);
      expect([tools?.readings, tools?.facts]).toEqual([readings, readings]);
      expect(tools !== undefined && 'signal' in tools).toBe('signal' in given);
      expect(tools?.signal).toBe('signal' in given ? signal : undefined);
    }
  });

  test('sends after the response that must come first, whatever it is', async () => {
    for (const respond of [() => ({}), stopping]) {
      const { executor, purposes } = executing({
        respond: (one, number) => (one.purpose === 'first' ? respond() : { id: number }),
      });
      const first = asking('first');
      await executor.run(checking(sendingOne, { after: first }));
      await executor.run(asking('second', { after: first }));
      expect(purposes()).toEqual(['first', 'a check', 'second']);
    }
  });
});

describe('a probe', () => {
  test('is sent once for all, with the tools to make it', async () => {
    const { executor, purposes, wanted, judge } = executing();
    const made = probe('create.created', 'named', {}, ({ name, random }) => post(`${name()} ${random()}`));
    const user = checking(async ({ probe }) => void [await probe(made), await probe(made)], { uses: [made] });
    await Promise.all([executor.run(user), executor.run(made), executor.run(user)]);
    expect(purposes()).toEqual(['named']);
    expect(await executor.probe(made)).toBe(await executor.probe(made));
    expect(Buffer.from(wanted[0]?.make(1).body ?? '').toString()).toBe('a-name 5');
    expect(judge.tally('create.created').tested).toBe(0);
  });

  test('is not a fault if it fails, or if no check waits for it', async () => {
    const { executor, judge } = executing({ respond: stopping });
    const failing = asking('failing');
    await executor.run(failing);
    await executor.run(checking(async ({ probe }) => void (await probe(failing)), { uses: [failing] }));
    await expect(executor.probe(failing)).rejects.toThrow('no more');
    expect(judge.tally(lists).reasons).toEqual(new Map([['no more', 2]]));
    expect(judge.kitFaults).toEqual([]);
  });

  test('must be declared by the check that uses it', async () => {
    const undeclared = checking(async ({ probe }) => void (await probe(asking('undeclared'))));
    expect((await tallyOf(undeclared)).faults).toEqual([
      'list.ok (a check) threw Error: a check uses a probe that it does not declare',
    ]);
  });

  test('is forgotten if nothing uses it, unless another request follows it on its connection', async () => {
    const { executor, purposes } = executing();
    const single: Probe = { ...asking('single'), unshared: true };
    const carrier: Probe = { ...asking('carrier', { carries: true }), unshared: true };
    executor.expect([carrier, checking(sendingOne, { afterKeyedRequest: true })], 0);
    for (const item of [single, single, carrier, carrier]) await executor.run(item);
    expect(purposes()).toEqual(['single', 'single', 'carrier']);
  });

  test('is sent on a connection of its own if it must be, or if another request follows it', async () => {
    const { executor, wanted } = executing();
    const carrier = asking('carrier', { carries: true });
    executor.expect([carrier, checking(sendingOne, { afterKeyedRequest: true })], 0);
    for (const item of [carrier, asking('alone', { alone: true }), asking('plain')]) await executor.run(item);
    expect(wanted.map(({ own }) => own)).toEqual([{ id: '1' }, { id: '2', last: true }, undefined]);
  });
});

describe('a request right after one with the key', () => {
  const pair = checking(async ({ sendAfterKeyedRequest }) => void (await sendAfterKeyedRequest(keyless)), {
    ...{ afterKeyedRequest: true, withKey: 0, withoutKey: 1, priority: 3 },
  });
  const common = { sentFor: lists, priority: 999 };
  const split =
    'the target closes its connections, so some requests could not directly follow one with the key';

  test.each([
    ['held', [4, 4], undefined],
    ['split', [4, 5], split],
  ] as const)('on a connection that is %s follows at once', async (_how, [before, after], note) => {
    const { executor, judge, wanted } = executing({
      respond: (_one, number) => ({ connection: number === 1 ? before : after }),
    });
    executor.expect([pair], 1);
    await executor.run(pair);
    const [first = expect.fail(), second = expect.fail(), ...others] = wanted;
    expect(first).toEqual({
      ...{ ...common, purpose: 'a list with the key, right before a request without it' },
      ...{ own: { id: '1' }, make: first.make },
    });
    expect(first.make(1)).toEqual(plainList());
    expect(second).toEqual({
      ...common,
      purpose: 'a check',
      own: { id: '1', last: true },
      make: second.make,
    });
    expect(second.make(1)).toEqual(keyless());
    expect(others).toEqual([]);
    expect(judge.tally(lists).note).toBe(note);
    expect([...judge.tally(lists).alsoCorrect.keys()]).toHaveLength(1);
  });

  test('follows a probe of the run if there is one', async () => {
    const { executor, purposes } = executing();
    const carrier = asking('carrier', { carries: true });
    executor.expect([carrier, pair], 0);
    await Promise.all([executor.run(carrier), executor.run(pair)]);
    expect(purposes()).toEqual(['carrier', 'a check']);
  });
});
