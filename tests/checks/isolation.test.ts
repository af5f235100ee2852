import { beforeAll, describe, expect, it } from 'vitest';
import type { Trial } from '../../gallery/trial.ts';
import type { Change } from '../../reference-server/index.ts';
import {
  type CustomCheckOrRule,
  type CustomTools,
  check,
  type Exchange,
  everyResponse,
  get,
  type HttpRequest,
  isList,
  jsonOf,
  listCategories,
  post,
  probe,
  unmet,
  wholeRun,
} from '../../src/check.ts';
import { hasResponse } from '../../src/exchange/exchange.ts';
import type { Report } from '../../src/report/model/report.ts';
import { testKey } from '../support/run-against.ts';
import { extendedTier } from '../support/tiers.ts';
import { checksOf, runWith, type With } from './run-with.ts';

/** A quota large enough for everything: in a small one, custom requests replace generated bodies. */
const everything: With = {
  settings: { only: '*' },
  server: { keys: [{ key: testKey, plan: 'pro' }], plans: { pro: { minute: 200, day: 10_000 } } },
  longestIdleMs: 200,
};
const list = () => get(listCategories);
const rule = (judge: (exchange: Exchange) => void) => everyResponse('guide.etag', 'a rule', isList, judge);
const sends = (needs: object, run: (tools: CustomTools) => Promise<void>) =>
  check('guide.etag', 'a check', needs, run);
const fold = (end: () => unknown) =>
  wholeRun('guide.etag', 'a fold', () => ({ step: () => {}, end: end as never }));

/** Faulty custom code, and the message for it. */
const faulty: readonly (readonly [what: string, faulty: CustomCheckOrRule, fault: RegExp])[] = [
  [
    'a rule that throws',
    rule(() => {
      throw new TypeError('no such thing');
    }),
    /a rule\) threw TypeError: no such thing$/,
  ],
  [
    'a rule that selects by a missing field',
    everyResponse(
      'guide.etag',
      'a rule',
      (exchange) => (exchange as never)['a']['b'],
      () => {},
    ),
    /a rule\) threw TypeError: /,
  ],
  [
    'a rule that throws something other than an Error',
    rule(() => {
      throw 'this';
    }),
    /threw "this", which is not an Error$/,
  ],
  [
    'a rule that is async',
    rule((async () => unmet('a', 'b', 'c')) as never),
    /is async, but a rule must judge synchronously$/,
  ],
  ['a finding without a cause', rule(() => unmet('a', 'b', '')), /reported a finding without a cause/],
  [
    'a fold that cannot be started',
    wholeRun('guide.etag', 'a fold', () => {
      throw new Error('not today');
    }),
    /a fold\) threw Error: not today$/,
  ],
  ['a fold without a result', fold(() => undefined), /ended with no result: /],
  ['a fold with empty findings', fold(() => ({ tested: 1, occurrences: [{}] })), /ended with no result: /],
  [
    'a finding compared with a string',
    rule(() => unmet('a', 'b', 'c', 'this' as never)),
    /compared a finding with something that is not an exchange: see the fourth argument of unmet$/,
  ],
  [
    'a finding compared with a copy of an exchange',
    rule((exchange) => unmet('a', 'b', 'c', { ...exchange })),
    /compared a finding with something that is not an exchange/,
  ],
  [
    'a fold that shows something other than an exchange',
    fold(() => ({
      tested: 1,
      occurrences: [{ expected: 'a', received: 'b', cause: 'c', exchange: { id: 1 } }],
    })),
    /ended with a result that cannot be shown: /,
  ],
  [
    'a fold that shows something other than a place in a body',
    fold(() => ({
      tested: 1,
      occurrences: [{ expected: 'a', received: 'b', cause: 'c', at: { pointer: '/0' } as never }],
    })),
    /ended with a result that cannot be shown: /,
  ],
  [
    'a fold that shows something other than a string',
    fold(() => ({ tested: 1, occurrences: [], seen: { toString: () => 'x' } })),
    /ended with a result that cannot be shown: /,
  ],
  [
    'a rule that writes to an exchange',
    rule((exchange) => {
      if (hasResponse(exchange)) (exchange.outcome.response.headers as unknown[]).reverse();
    }),
    /threw TypeError: .*read only/,
  ],
  [
    'a rule that changes the purpose of an exchange',
    rule((exchange) => {
      (exchange as { sentFor: string }).sentFor = 'list.ok';
    }),
    /threw TypeError: .*read only/,
  ],
  [
    'a check that throws',
    sends({}, () => Promise.reject(new RangeError('too far'))),
    /threw RangeError: too far$/,
  ],
  [
    'a check that sends more than it declares',
    sends({ withKey: 1 }, async ({ send }) => {
      await send(list);
      await send(list);
    }),
    /sends more requests than it declares/,
  ],
  [
    'a check that sends more without the key than it declares',
    sends({}, async ({ send }) => void (await send(() => get(listCategories, 'none')))),
    /sends more requests than it declares/,
  ],
  [
    'a check that creates more than it declares',
    sends({}, async ({ send, name }) => void (await send(() => post({ name: name() })))),
    /creates more than the 0 that its `creates` declares/,
  ],
  [
    'a check that catches the exception and tries forever',
    sends({ withKey: 1 }, async ({ send }) => {
      for (;;) await send(list).catch(() => {});
    }),
    /sends more requests than it declares/,
  ],
  ['a check that never ends', sends({}, () => new Promise(() => {})), /within 0.2 s and was ended$/],
  [
    'a check that does not await its request',
    sends({}, async ({ send }) => void send(list)),
    /ended before its requests or waits: is an `await` missing\?$/,
  ],
  [
    'a request to another host',
    sends({}, async ({ send }) => void (await send(() => get('@other.example/')))),
    /the path is "@other.example\/", expected a slash first/,
  ],
  [
    'a request outside the base URL',
    sends({}, async ({ send }) => void (await send(() => get('/a/%2e%2E/../secret')))),
    /leaves the base URL$/,
  ],
  [
    'a missing request',
    sends({}, async ({ send }) => void (await send(() => undefined as never))),
    /made a request that cannot be sent: a request is undefined, expected an object$/,
  ],
  [
    'a method that the kit does not send',
    sends({}, async ({ send }) => void (await send(() => ({ ...list(), method: 'DELETE' }) as never))),
    /the method is "DELETE", expected GET or POST$/,
  ],
  [
    'an unknown credential',
    sends({}, async ({ send }) => void (await send(() => get(listCategories, 'cookie' as never)))),
    /the credential is "cookie", expected one of bearer, /,
  ],
  [
    'a probe whose request cannot be made',
    probe('guide.etag', 'a probe', {}, () => {
      throw new Error('no idea');
    }),
    /a probe\) threw Error: no idea$/,
  ],
  [
    'a probe that is not in `uses`',
    sends({}, async (tools) => void (await tools.probe(probe('guide.etag', 'another', {}, list)))),
    /uses a probe that it does not declare/,
  ],
];

/** Returns 503 to the first creation, with a retry after a second. */
function unavailableOnce(): Change {
  let first = true;
  return ({ operations }) => ({
    operations: {
      ...operations,
      createCategory: (visit) => {
        if (!first) return operations.createCategory(visit);
        first = false;
        return { status: 503, headers: [['Retry-After', '1']] };
      },
    },
  });
}

const withoutOwn = ({ requirements }: Report) =>
  requirements.filter(({ section }) => section === undefined).map(({ id, verdict }) => `${id} ${verdict}`);

/** A run with correct checks, to compare the others with. */
let alone: Trial;
beforeAll(async () => {
  alone = await runWith(checksOf(rule(() => {})), everything);
});

describe('a fault in a file of checks', () => {
  it.each(faulty)('blames only the file: %s', async (_what, wrong, fault) => {
    const passes = everyResponse(
      'guide.etag',
      'another rule',
      () => false,
      () => {},
    );
    const { report } = await runWith(checksOf(wrong, passes), { longestIdleMs: 200 });
    expect(report.checkFaults).toHaveLength(1);
    expect(report.checkFaults?.[0]).toMatch(/^checks\/guide\.mjs: guide\.etag \(a/);
    expect(report.checkFaults?.[0]).toMatch(fault);
    expect(report.kitFaults).toEqual([]);
    expect(report.findings).toEqual([]);
    expect(report.verdict).toMatchObject({ outcome: 'could not be tested', exitStatus: 3 });
    expect(report.verdict.sentence).toMatch(
      /^A custom check threw an error, which is not a fault of the target/,
    );
  });

  it('does not change the judgment of the specification', async () => {
    const withFaults = await runWith(checksOf(...faulty.map(([, wrong]) => wrong)), everything);
    expect(withFaults.report.checkFaults?.length).toBeGreaterThan(15);
    expect(withoutOwn(withFaults.report)).toEqual(withoutOwn(alone.report));
    expect(withFaults.report.requests.total).toBeLessThan(alone.report.requests.total + 10);
    expect(withFaults.counted.whileLimited).toBe(0);
  });

  it('does not hide a violation', async () => {
    const violated = rule(() => unmet('this', 'that', 'the other'));
    const { report } = await runWith(checksOf(violated, faulty[0]?.[1] ?? violated));
    expect(report.verdict.exitStatus).toBe(1);
    expect(report.checkFaults).toHaveLength(1);
  });
});

describe('custom code', () => {
  it('cannot change the JSON that other code reads', extendedTier, async () => {
    const spoils = rule((exchange) => {
      const value = jsonOf(exchange);
      if (Array.isArray(value)) (value as unknown[]).length = 0;
    });
    const { report } = await runWith(checksOf(spoils), everything);
    expect(report.checkFaults).toBeUndefined();
    expect(withoutOwn(report)).toEqual(withoutOwn(alone.report));
  });

  it('may use another copy of the package: errors are recognized by name', async () => {
    class Unmet extends Error {
      override readonly name = 'Unmet';
      readonly mismatch = { expected: 'this', received: 404, cause: 'another copy' };
    }
    class NotTested extends Error {
      override readonly name = 'NotTested';
    }
    const throwing = (error: Error) =>
      rule(() => {
        throw error;
      });
    const found = await runWith(checksOf(throwing(new Unmet())));
    expect(found.report.findings).toMatchObject([{ signature: 'guide.etag: another copy', received: '404' }]);
    const { report } = await runWith(checksOf(throwing(new NotTested('see there'))));
    expect(report.requirements.at(-1)).toMatchObject({ verdict: 'not tested', reason: 'see there' });
  });

  it('sends nothing after its check was ended', async () => {
    let late: Promise<Exchange> | undefined;
    const slow = sends({ withKey: 5 }, async ({ send }) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      late = send(list);
      await late;
    });
    const waits = check('guide.etag', 'waits', {}, async ({ send }) => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      await send(list);
      await new Promise((resolve) => setTimeout(resolve, 60));
    });
    const { report } = await runWith(checksOf(slow, waits), { longestIdleMs: 250 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(late).toBeDefined();
    expect(report.checkFaults).toHaveLength(1);
    expect(report.requests.total).toBe(2);
  });

  it('ends with the run if that is interrupted', async () => {
    const abort = new AbortController();
    const never = sends({}, () => {
      abort.abort(new Error('the run was interrupted'));
      return new Promise(() => {});
    });
    const { report } = await runWith(checksOf(never), { context: { signal: abort.signal } });
    expect(report.verdict.outcome).toBe('interrupted');
    expect(report.checkFaults).toBeUndefined();
  });

  it('makes its request again for a retry, which counts once', async () => {
    const made: HttpRequest[] = [];
    const creates = sends({ creates: 1 }, async ({ send, name }) => {
      await send(() => {
        made.push(post({ name: name() }));
        return made.at(-1) as HttpRequest;
      });
    });
    const { report } = await runWith(checksOf(creates), { server: { change: unavailableOnce() } });
    expect(report.checkFaults).toBeUndefined();
    expect(made).toHaveLength(2);
    expect(report.requirements.at(-1)?.verdict).toBe('pass');
  });

  it('ends if it cannot make its request again', async () => {
    let times = 0;
    const once = sends({ creates: 1 }, async ({ send, name }) => {
      await send(() => {
        if (++times === 2) throw new Error('once only');
        return post({ name: name() });
      });
    });
    const { report } = await runWith(checksOf(once), { server: { change: unavailableOnce() } });
    expect(report.checkFaults).toEqual(['checks/guide.mjs: guide.etag (a check) threw Error: once only']);
  });

  it('never sees the key', async () => {
    const seen: string[] = [];
    const looks = rule(
      (exchange) =>
        void seen.push(JSON.stringify(exchange, (_, one) => (typeof one === 'bigint' ? `${one}` : one))),
    );
    await runWith(checksOf(looks));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.join()).not.toContain(testKey);
  });
});
