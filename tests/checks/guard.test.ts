import { getEventListeners } from 'node:events';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  type CustomCheckNeeds,
  type CustomCheckOrRule,
  type CustomTools,
  check,
  credentials,
  everyResponse,
  type Facts,
  type FoldResult,
  get,
  type HttpRequest,
  listCategories,
  notTested,
  orders,
  petById,
  post,
  probe,
  unmet,
  wholeRun,
} from '../../src/check.ts';
import type { Check, CheckOrRule, Probe, Tools } from '../../src/checks/built-in.ts';
import { NotTested, Unmet } from '../../src/checks/expectations.ts';
import { CheckFault } from '../../src/checks/faults.ts';
import { guardChecks } from '../../src/checks/guard.ts';
import { Stopped } from '../../src/exchange/stopped.ts';
import { responded } from '../support/responses.ts';
import { thrown } from './thrown.ts';

const id = 'guide.etag';
const list = () => get(listCategories);
const facts: Facts = {
  base: new URL('http://pets.example/v1'),
  plan: 'pro',
  description: { paths: ['/categories'] },
  holdsKey: (text) => text === 'the key',
};

/** Guards one member of a file; a check in it may be idle for as long as no test lasts. */
function guarded<Kind extends CheckOrRule['kind']>(
  kind: Kind,
  one: CustomCheckOrRule,
  longestIdleMs = 60_000,
): Extract<CheckOrRule, { kind: Kind }> {
  const [member] = guardChecks([one], 'guide.mjs', longestIdleMs);
  expect(member?.kind).toBe(kind);
  return member as Extract<CheckOrRule, { kind: Kind }>;
}

/** Returns the tools that a run gives to a check. They send nothing. */
function toolsOf(changes: Partial<Tools> = {}): Tools {
  let names = 0;
  const tools: Partial<Tools> = {
    name: () => `pet-${++names}`,
    random: () => 0.5,
    instance: () => {},
    facts,
    async send(make) {
      const request = make();
      await turn();
      return responded({ at: 0, request });
    },
    probe: async () => responded({ at: 0 }),
    wait: () => turn(),
    ...changes,
  };
  return tools as Tools;
}

interface With {
  readonly needs?: CustomCheckNeeds;
  readonly idleMs?: number;
  readonly tools?: Partial<Tools>;
}

/** Runs a guarded check. */
function runCheck(
  run: (tools: CustomTools) => unknown,
  { needs = {}, idleMs, tools }: With = {},
): Promise<void> {
  const one = check(id, 'a check', needs, run as never);
  return guarded('check', one, idleMs).run(toolsOf(tools));
}

/** Resolves with the error of a check. */
const errorOf = (running: Promise<void>): Promise<unknown> =>
  running.then(
    () => 'none',
    (error: unknown) => error,
  );

const faultText = (what: string, title = 'a check') => `guide.mjs: ${id} (${title}) ${what}`;

async function expectFault(running: Promise<void>, what: string): Promise<void> {
  const error = await errorOf(running);
  expect(error).toBeInstanceOf(CheckFault);
  expect(error).toMatchObject({ requirement: id, message: faultText(what) });
}

/** Returns the requests that a check sends. */
async function sentBy(run: (tools: CustomTools) => unknown, needs: CustomCheckNeeds = {}) {
  const sent: HttpRequest[] = [];
  const send: Tools['send'] = async (make) => {
    const request = make();
    sent.push(request);
    return responded({ at: 0, request });
  };
  await runCheck(run, { needs, tools: { send } });
  return sent;
}

describe('a guarded check', () => {
  it('keeps its needs, with the guarded probes in place of its own', () => {
    const first = probe(id, 'first', {}, list);
    const second = probe(id, 'second', { after: first, priority: 7 }, list);
    const needs = { withKey: 2, phase: 'last', after: first, uses: [second] } as const;
    const [one, two, three, four] = guardChecks(
      [first, second, check(id, 'a check', needs, async () => {}), check(id, 'another', {}, async () => {})],
      'guide.mjs',
      1,
    ) as [Probe, Probe, Check, Check];
    expect(one).not.toBe(first);
    expect(two.needs).toStrictEqual({ priority: 7, after: one });
    expect(two.needs.after).toBe(one);
    expect(three).toMatchObject({ kind: 'check', requirement: id, title: 'a check' });
    expect(three.needs).toStrictEqual({ ...needs, after: one, uses: [two] });
    expect(three.needs.uses?.[0]).toBe(two);
    expect(four.needs).toStrictEqual({});
  });

  it('passes when it returns, whether it is async or not', async () => {
    await runCheck(async () => {});
    await runCheck(() => 'anything');
  });

  it('gets tools that it cannot change', async () => {
    const said: unknown[] = [];
    await runCheck(
      async (tools) => {
        expect(Object.isFrozen(tools)).toBe(true);
        expect([tools.name(), tools.name(), tools.random()]).toEqual(['pet-1', 'pet-2', 0.5]);
        tools.instance(7 as never);
        await tools.wait(20, 'for nothing');
        await tools.wait('9' as never, undefined as never);
        await tools.wait(Number.NaN, 'no number');
      },
      {
        tools: {
          instance: (text) => void said.push(text),
          wait: async (...given) => void said.push(given),
        },
      },
    );
    expect(said).toEqual(['7', [20, 'for nothing'], [9, 'undefined'], [0, 'no number']]);
  });

  it('gets its exchanges frozen, and those of its probes', async () => {
    const health = probe(id, 'health', {}, () => get('/health'));
    const [member, one] = guardChecks(
      [
        health,
        check(id, 'a check', { uses: [health] }, async (tools) => {
          const [sent, shared] = [await tools.send(list), await tools.probe(health)];
          expect([sent, shared].map(Object.isFrozen)).toEqual([true, true]);
          expect(shared.purpose).toBe('the response of the probe');
        }),
      ],
      'guide.mjs',
      60_000,
    ) as [Probe, Check];
    const wanted: unknown[] = [];
    await one.run(
      toolsOf({
        probe: async (given) => {
          wanted.push(given);
          return { ...responded({ at: 0 }), purpose: 'the response of the probe' };
        },
      }),
    );
    expect(wanted).toEqual([member]);
    expect(wanted[0]).toBe(member);
  });

  it.each([
    ['throws', () => Promise.reject(new RangeError('too far')), 'threw RangeError: too far'],
    [
      'throws before it awaits',
      () => {
        throw new RangeError('too far');
      },
      'threw RangeError: too far',
    ],
    ['rejects with a string', () => Promise.reject('no'), 'threw "no", which is not an Error'],
    [
      'does not await its request',
      ({ send }: CustomTools) => void send(list),
      'ended before its requests or waits: is an `await` missing?',
    ],
    [
      'does not await its wait',
      async ({ wait }: CustomTools) => void wait(1, 'for nothing'),
      'ended before its requests or waits: is an `await` missing?',
    ],
    [
      'uses something else as a probe',
      ({ probe }: CustomTools) => probe(undefined as never),
      "threw TypeError: Cannot destructure property 'kind' of 'given' as it is undefined.",
    ],
  ])('is a fault of the file if it %s', async (_what, run, message) => {
    await expectFault(runCheck(run), message);
  });

  it('ends with a finding or without a judgment', async () => {
    expect(await errorOf(runCheck(async () => unmet('a', 'b', 'c')))).toBeInstanceOf(Unmet);
    expect(await errorOf(runCheck(async () => notTested('so')))).toEqual(new NotTested('so'));
  });

  it('ends with its request if that cannot be sent, even if it would go on', async () => {
    const end = new Stopped('requests spent', 'enough');
    let hasGoneOn = false;
    const running = runCheck(
      async ({ send }) => {
        await send(list).catch(() => {});
        hasGoneOn = true;
      },
      { tools: { send: () => Promise.reject(end) } },
    );
    expect(await errorOf(running)).toBe(end);
    await turn();
    expect(hasGoneOn).toBe(false);
  });

  it('neither sends nor goes on after its end', async () => {
    const seen: string[] = [];
    let finish = () => {};
    const running = runCheck(
      async ({ send, wait }) => {
        void wait(1, 'until the end').then(() => seen.push('waited'));
        void send(list).catch(() => {});
        setImmediate(() => void send(list).then(() => seen.push('sent')));
        await new Promise(() => {});
      },
      {
        tools: {
          send: () => {
            seen.push('asked');
            return Promise.reject(new Error('no'));
          },
          wait: () =>
            new Promise((resolve) => {
              finish = resolve;
            }),
        },
      },
    );
    await expectFault(running, 'threw Error: no');
    finish();
    await turn();
    await turn();
    expect(seen).toEqual(['asked']);
  });
});

describe('an idle check', () => {
  const idleMs = 30;
  const idle = 'sent nothing and waited for nothing within 0.03 s and was ended';
  const never = () => new Promise(() => {});

  it.each([
    ['at its start', never],
    [
      'after a request',
      async ({ send }: CustomTools) => {
        await send(list);
        await never();
      },
    ],
  ])('is ended, and the text says so: %s', async (_what, run) => {
    const began = performance.now();
    await expectFault(runCheck(run, { idleMs }), idle);
    expect(performance.now() - began).toBeGreaterThan(idleMs - 2);
  });

  it('is not one that waits for a response, although another has come', async () => {
    const times = [0, 3 * idleMs];
    const send: Tools['send'] = async () => {
      await delay(times.shift());
      return responded({ at: 0 });
    };
    await runCheck(({ send }) => Promise.all([send(list), send(list)]), { idleMs, tools: { send } });
  });

  it('leaves no timer behind, however it ended', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const failing: Partial<Tools> = { send: () => Promise.reject(new Error('no')) };
    await runCheck(({ send }) => send(list));
    await errorOf(runCheck(({ send }) => send(list), { tools: failing }));
    await errorOf(runCheck(() => never(), { tools: { signal: AbortSignal.abort() } }));
    await turn();
    expect(timers()).toBeLessThanOrEqual(before);
  });
});

describe('an interrupted run', () => {
  const interrupted = { name: 'Stopped', kind: 'interrupted', message: 'the run was interrupted' };

  it.each([
    ['during a check', false],
    ['before it', true],
  ])('ends the check: %s', async (_when, isBefore) => {
    const abort = new AbortController();
    if (isBefore) abort.abort();
    const running = runCheck(() => new Promise(() => {}), { tools: { signal: abort.signal } });
    abort.abort();
    expect(await errorOf(running)).toMatchObject(interrupted);
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
  });

  it('is not heard by a check that has ended', async () => {
    const { signal } = new AbortController();
    let heardBy = 0;
    await runCheck(
      () => {
        heardBy = getEventListeners(signal, 'abort').length;
      },
      { tools: { signal } },
    );
    expect([heardBy, getEventListeners(signal, 'abort').length]).toEqual([1, 0]);
  });
});

describe('a request of custom code', () => {
  /** Sends once with the path that was checked, and later with another. */
  const unsteady = () => {
    const paths = ['/health', '@other.example/'];
    return {
      ...get('/health'),
      get path() {
        return paths.shift();
      },
    };
  };
  class Inherited {
    get method() {
      return 'GET';
    }
  }
  const outside = (path: string) =>
    [get(path), `the path ${JSON.stringify(path)} leaves the base URL`] as const;
  const malformed = (path: string) =>
    [
      get(path),
      `the path is ${JSON.stringify(path)}, expected a slash first, no spaces and no fragment`,
    ] as const;

  it.each<readonly [request: unknown, problem: string]>([
    [undefined, 'a request is undefined, expected an object'],
    [null, 'a request is null, expected an object'],
    ['/pets', 'a request is "/pets", expected an object'],
    [[list()], 'a request is a list, expected an object'],
    [Promise.resolve(list()), 'the method is undefined, expected GET or POST'],
    [new Inherited(), 'the method is undefined, expected GET or POST'],
    [{ ...list(), method: 'DELETE' }, 'the method is "DELETE", expected GET or POST'],
    [
      { ...list(), path: undefined },
      'the path is undefined, expected a slash first, no spaces and no fragment',
    ],
    [
      { ...list(), path: ['/categories'] },
      'the path is a list, expected a slash first, no spaces and no fragment',
    ],
    ...['', 'pets', '@other.example/', 'http://other.example/', '/a b', '/ä', '/a\r\nb', '/a#b'].map(
      malformed,
    ),
    ...['/.', '/..', '/a/../b', '/a/./b', '/%2e%2E/', '/%2e', '/a/..?b'].map(outside),
    [{ ...list(), operation: 'other' }, 'the operation is "other"'],
    [{ ...list(), operation: undefined }, 'the operation is undefined'],
    [{ ...list(), path: '/pets/1' }, 'GET /pets/1 is not the operation listCategories'],
    [{ ...list(), method: 'POST' }, 'POST /categories is not the operation listCategories'],
    [get('/', 'cookie' as never), `the credential is "cookie", expected one of ${credentials.join(', ')}`],
    [
      { ...list(), credential: undefined },
      `the credential is undefined, expected one of ${credentials.join(', ')}`,
    ],
    [{ ...post({}), body: '{}' }, 'the body is "{}", expected bytes'],
    [post({}, { contentType: '' }), 'the Content-Type is ""'],
    [post({}, { contentType: 'text/ä' }), 'the Content-Type is "text/ä"'],
    [post({}, { contentType: 'ä/text' }), 'the Content-Type is "ä/text"'],
    [post({}, { contentType: 'text\r\nCookie: a' }), String.raw`the Content-Type is "text\r\nCookie: a"`],
  ])('%# is a fault if it cannot be sent', async (request, problem) => {
    const running = runCheck(({ send }) => send(() => request as never));
    await expectFault(running, `made a request that cannot be sent: ${problem}`);
  });

  it.each<HttpRequest>([
    list(),
    get(petById, 'none'),
    get(orders, 'key-empty'),
    get('/'),
    get('/...'),
    get('/.well-known/a..b/~c?d=../e'),
    post({}),
    post('{', { contentType: 'text/plain; charset=utf-8', credential: 'unknown-key', mark: 'pet-7' }),
    post(Uint8Array.of(255)),
  ])('%# is sent as it is', async (request) => {
    expect(await sentBy(({ send }) => send(() => request))).toStrictEqual([request]);
  });

  it('is sent as it was checked', async () => {
    expect(await sentBy(({ send }) => send(unsteady as never))).toEqual([get('/health')]);
  });

  it('is a fault if it cannot be read', async () => {
    const unreadable = {
      get method() {
        throw new Error('not today');
      },
    };
    await expectFault(
      runCheck(({ send }) => send(() => unreadable as never)),
      'threw Error: not today',
    );
  });

  it('is marked with the name in its body, so that lists are searched for it', async () => {
    const sent = await sentBy(
      async ({ send, name }) => {
        const [first, second] = [name(), name()];
        await send(list);
        await send(() => post({ name: second }));
        await send(() => post({ name: first }, { mark: 'mine' }));
        await send(() => post({ name: 'no such name' }));
      },
      { creates: 3 },
    );
    expect(sent.map(({ mark }) => mark)).toEqual([undefined, 'pet-2', 'mine', undefined]);
    expect(sent.map((request) => Object.hasOwn(request, 'mark'))).toEqual([false, true, true, false]);
  });

  const creation = () => post({ name: 'a' });
  const valid = { ...creation(), contentType: 'application/json' };

  it.each([
    ['nothing', {}, [creation], 0],
    ['another number', { creates: 2 }, [creation, () => valid, creation], 2],
    ['nothing, with the scheme in lowercase', {}, [() => ({ ...valid, credential: 'bearer-lowercase' })], 0],
  ] as const)('must not create more than its check declares: %s', async (_what, needs, makes, creates) => {
    const running = runCheck(
      async ({ send }) => {
        for (const make of makes) await send(make as () => HttpRequest);
      },
      { needs },
    );
    await expectFault(running, `creates more than the ${creates} that its \`creates\` declares`);
  });

  it.each([
    ['without the key', () => post({ name: 'a' }, { credential: 'none' })],
    ['with another Content-Type', () => post({ name: 'a' }, { contentType: 'text/plain' })],
    ['with an invalid body', () => post({ name: 7 })],
    ['without a body', () => ({ ...valid, body: undefined })],
    ['elsewhere', () => ({ ...valid, path: '/pets', operation: 'elsewhere' })],
  ])('creates nothing %s', async (_what, make) => {
    expect(await sentBy(({ send }) => send(make as never))).toHaveLength(1);
  });

  it('counts once if it is made again for a retry', async () => {
    const send: Tools['send'] = async (make) => {
      make();
      return responded({ at: 0, request: make() });
    };
    await runCheck(({ send }) => send(creation), { needs: { creates: 1 }, tools: { send } });
  });
});

describe('a probe', () => {
  const maker = { name: () => 'pet-1', random: () => 0.25 };

  it('makes its request from a name and random numbers', () => {
    const one = probe(id, 'a probe', { creates: 1, withKey: 1 }, ({ name, random }) =>
      post({ name: `${name()} ${random()}` }),
    );
    const member = guarded('probe', one);
    expect(member).toMatchObject({ kind: 'probe', requirement: id, title: 'a probe' });
    expect(member.needs).toStrictEqual({ creates: 1, withKey: 1 });
    // Made again for a retry.
    for (const request of [member.make(maker), member.make(maker)])
      expect(request).toStrictEqual({ ...post({ name: 'pet-1 0.25' }), mark: 'pet-1' });
  });

  it.each([
    ['throws', () => expect.fail('no'), 'threw AssertionError: no'],
    [
      'makes no request',
      () => undefined as never,
      'made a request that cannot be sent: a request is undefined, expected an object',
    ],
    ['creates undeclared', () => post({ name: 'a' }), 'creates more than the 0 that its `creates` declares'],
  ])('is a fault of the file if it %s', (_what, make, message) => {
    const { make: guardedMake } = guarded('probe', probe(id, 'a probe', {}, make));
    expect(thrown(() => guardedMake(maker))).toMatchObject({
      name: 'CheckFault',
      message: faultText(message, 'a probe'),
    });
  });
});

describe('the facts for custom code', () => {
  const factsFor = (given: Facts): Facts => {
    const seen: Facts[] = [];
    const rule = everyResponse(
      id,
      'a rule',
      () => true,
      (_exchange, own) => void seen.push(own),
    );
    const { judge } = guarded('everyResponse', rule);
    judge(responded({ at: 0 }), given);
    judge(responded({ at: 1 }), given);
    // Copied once, because a description may be large.
    expect(seen[1]).toBe(seen[0]);
    return seen[0] ?? expect.fail();
  };

  it('are copies, so that it cannot change those of others', async () => {
    const own = factsFor(facts);
    expect(own).toStrictEqual(facts);
    expect(Object.isFrozen(own)).toBe(true);
    own.base.pathname = '/other';
    Object.assign(own.description as object, { paths: [] });
    expect(facts.base.href).toBe('http://pets.example/v1');
    expect(facts.description).toEqual({ paths: ['/categories'] });
    await runCheck(async (tools) => {
      expect(tools.facts).toStrictEqual(facts);
      expect(tools.facts).not.toBe(facts);
    });
    const started: Facts[] = [];
    guarded(
      'wholeRun',
      wholeRun(id, 'a fold', (given) => {
        started.push(given);
        return { step: () => {}, end: () => ({ tested: 0, occurrences: [] }) };
      }),
    ).start(facts);
    expect(started).toStrictEqual([facts]);
    expect(started[0]).not.toBe(facts);
  });

  it('have no plan and no description if there is none', () => {
    const { base, holdsKey } = facts;
    expect(factsFor({ base, holdsKey })).toStrictEqual({ base, holdsKey });
  });
});

describe('a rule', () => {
  const rule = (on: unknown, judge: unknown = () => {}) =>
    guarded('everyResponse', everyResponse(id, 'a rule', on as () => boolean, judge as () => void));
  const exchange = responded({ at: 0 });

  it.each([
    [true, true],
    [false, false],
    [1, false],
    [undefined, false],
    [Promise.resolve(true), false],
  ])('%# selects only with true', (returned, isSelected) => {
    expect(rule(() => returned).on(exchange)).toBe(isSelected);
  });

  it('keeps its title, and gets exchanges frozen', () => {
    const seen: unknown[] = [];
    const given = [responded({ at: 0 }), responded({ at: 1 })] as const;
    const look = (one: unknown): boolean => seen.push(one) > 0 && Object.isFrozen(one);
    const one = rule(look, (one: unknown) => expect(look(one)).toBe(true));
    expect(one).toMatchObject({ requirement: id, title: 'a rule' });
    expect(one.on(given[0])).toBe(true);
    one.judge(given[1], facts);
    expect([seen[0] === given[0], seen[1] === given[1]]).toEqual([true, true]);
  });

  const no = () => expect.fail('no');
  it.each([
    ['throws', no, 'threw AssertionError: no'],
    ['is async', async () => {}, 'is async, but a rule must judge synchronously'],
    ['is async and fails', async () => unmet('a', 'b', 'c'), 'is async, but a rule must judge synchronously'],
  ])('is a fault of the file if it %s', (_what, judge, message) => {
    expect(thrown(() => rule(() => true, judge).judge(exchange, facts))).toMatchObject({
      name: 'CheckFault',
      message: faultText(message, 'a rule'),
    });
  });

  it('is a fault of the file if it cannot select', () => {
    expect(thrown(() => rule(no).on(exchange))).toMatchObject({
      message: faultText('threw AssertionError: no', 'a rule'),
    });
  });
});

describe('a rule on the whole run', () => {
  const startOf = (start: unknown) =>
    guarded('wholeRun', wholeRun(id, 'a fold', start as never)).start(facts);
  const endingWith = (end: unknown, step: unknown = () => {}) =>
    startOf(() => ({ step, end: typeof end === 'function' ? end : () => end }));
  const expectFoldFault = (act: () => unknown, message: string) =>
    expect(thrown(act)).toMatchObject({ name: 'CheckFault', message: faultText(message, 'a fold') });

  const shown = responded({ at: 0 });
  const found = { expected: 'a', received: 'b', cause: 'c' };
  const whole: FoldResult = {
    tested: 3,
    occurrences: [
      found,
      {
        ...{ ...found, instance: 'a case', listed: '[]', near: 'x' },
        at: [
          { pointer: '', value: 'an object' },
          { pointer: '/0', id: '7', value: 'null' },
        ],
        ...{ exchange: shown, comparedWith: shown, firstFound: shown },
      },
    ],
    ...{ alsoCorrect: ['GET', ''], reason: 'none', supersedes: true, seen: '3 lists' },
  };

  it.each([whole, { tested: 0, occurrences: [] }, { tested: 1, occurrences: [found] }])(
    '%# gives its result',
    (result) => {
      const fold = endingWith(result);
      fold.step(shown);
      expect(fold.end()).toStrictEqual(result);
    },
  );

  it('drops undeclared fields, so that an occurrence cannot be one of another requirement', () => {
    const undeclared = { requirement: 'list.ok', count: '9', outcome: 'failed', advice: 'none' };
    const fold = endingWith({ tested: 1, occurrences: [{ ...found, ...undeclared }], total: 2 });
    expect(fold.end()).toStrictEqual({ tested: 1, occurrences: [found] });
  });

  it('keeps its title, and gets every exchange frozen', () => {
    const seen: unknown[] = [];
    const one = responded({ at: 1 });
    endingWith(undefined, (given: object) => seen.push(given, Object.isFrozen(given))).step(one);
    expect(seen[0]).toBe(one);
    expect(seen[1]).toBe(true);
    const member = guarded(
      'wholeRun',
      wholeRun(id, 'a fold', () => expect.fail()),
    );
    expect(member).toMatchObject({ requirement: id, title: 'a fold' });
  });

  const none =
    'ended with no result: `end` returns { tested, occurrences }, each occurrence with expected, received and cause';
  const occurring = (...occurrences: readonly unknown[]) => ({ tested: 1, occurrences });
  it.each<unknown>([
    undefined,
    null,
    7,
    'a result',
    {},
    Promise.resolve(whole),
    { tested: 1 },
    { occurrences: [] },
    { tested: '1', occurrences: [] },
    { tested: 1.5, occurrences: [] },
    { tested: 1, occurrences: {} },
    occurring(null),
    occurring({ ...found, expected: '' }),
    occurring({ ...found, received: undefined }),
    occurring({ ...found, cause: ' ' }),
    occurring({ expected: 'a' }),
    occurring({ received: 'b', cause: 'c' }),
    occurring({ cause: 'c' }),
    occurring(found, {}),
  ])('%# is a fault of the file without a whole result', (result) => {
    expectFoldFault(endingWith(result).end, none);
  });

  const unshown =
    'ended with a result that cannot be shown: `alsoCorrect`, `reason`, `seen`, `instance`, `listed` and `near` must be ' +
    'strings, `at` a list with the strings `pointer` and `value`, and `exchange`, `comparedWith` and `firstFound` exchanges ' +
    'that it received';
  const withField = (name: string, value: unknown) => occurring(found, { ...found, [name]: value });
  it.each<unknown>([
    { ...whole, alsoCorrect: [1] },
    { ...whole, alsoCorrect: ['GET', null] },
    { ...whole, alsoCorrect: 'GET' },
    { ...whole, reason: 1 },
    { ...whole, seen: { toString: () => 'x' } },
    withField('instance', 1),
    withField('listed', []),
    withField('near', null),
    withField('at', '/0'),
    withField('at', [null]),
    withField('at', ['/0']),
    withField('at', [{ pointer: 0, value: 'a' }]),
    withField('at', [{ pointer: '/0' }]),
    withField('at', [{ pointer: '/0', value: '' }]),
    withField('at', [{ pointer: '/0', value: 'a', id: 7 }]),
    withField('at', [{ pointer: '/0', value: 'a' }, { value: 'a' }]),
    withField('exchange', { ...shown }),
    withField('comparedWith', 'an exchange'),
    withField('firstFound', null),
  ])('%# is a fault of the file if its result cannot be shown', (result) => {
    const fold = endingWith(result);
    fold.step(shown);
    expectFoldFault(fold.end, unshown);
  });

  it('is a fault of the file if its result cannot be read', () => {
    const unreadable = {
      get tested() {
        throw new Error('not today');
      },
    };
    expectFoldFault(endingWith(() => unreadable).end, 'threw Error: not today');
  });

  it('is a fault of the file if it fails, throws or is async', () => {
    const no = () => expect.fail('no');
    expectFoldFault(endingWith(no).end, 'threw AssertionError: no');
    expectFoldFault(() => endingWith(whole, no).step(shown), 'threw AssertionError: no');
    expectFoldFault(
      () => endingWith(whole, async () => {}).step(shown),
      'is async, but a rule must judge synchronously',
    );
  });

  it('that cannot be started says so only at the end, so that others run', () => {
    const fold = startOf(() => expect.fail('not today'));
    fold.step(shown);
    expectFoldFault(fold.end, 'threw AssertionError: not today');
    const without = startOf(() => undefined);
    without.step(shown);
    expectFoldFault(without.end, none);
  });
});
