import { describe, expect, it } from 'vitest';
import type { Change } from '../../reference-server/index.ts';
import {
  type CheckOrRule,
  check,
  conclusion,
  type Exchange,
  everyResponse,
  get,
  type HttpRequest,
  isList,
  listCategories,
  post,
  probe,
  type Tools,
  unmet,
} from '../../src/check.ts';
import type { Report } from '../../src/report/model/report.ts';
import { testKey } from '../support/run-against.ts';
import { checksOf, runWith, type With } from './run-with.ts';

/** A quota large enough for all requests. With a small quota, custom requests would replace generated bodies. */
const everything: With = {
  settings: { only: '*', timeoutSeconds: 1 },
  server: { keys: [{ key: testKey, plan: 'pro' }], plans: { pro: { minute: 200, day: 10_000 } } },
};
const list = () => get(listCategories);
const rule = (judge: (exchange: Exchange) => void) => everyResponse('guide.etag', 'a rule', isList, judge);
const sends = (needs: object, run: (tools: Tools) => Promise<void>) =>
  check('guide.etag', 'a check', needs, run);
/** How long a check may be inactive, in seconds. */
const timeoutSeconds = 0.2;

/** Faulty custom code, and the message that it leads to. */
const faulty: readonly (readonly [what: string, faulty: CheckOrRule, fault: RegExp])[] = [
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
    /threw this$/,
  ],
  [
    'an async rule',
    rule((async () => unmet('a', 'b', 'c')) as never),
    /threw TypeError: a rule must judge synchronously, but this one is async$/,
  ],
  [
    'a finding without a cause',
    rule(() => unmet('a', 'b', '')),
    /threw TypeError: a finding needs expected, received and cause/,
  ],
  [
    'a conclusion that throws',
    conclusion('guide.etag', 'a conclusion', () => {
      throw new Error('not today');
    }),
    /a conclusion\) threw Error: not today$/,
  ],
  [
    'a conclusion that observes a number',
    conclusion('guide.etag', 'a conclusion', () => ({ tested: 1, seen: 5 as never })),
    /a conclusion\) threw TypeError: an observation \(seen\) must be a string$/,
  ],
  [
    'a conclusion whose list of observations contains null',
    conclusion('guide.etag', 'a conclusion', () => ({ tested: 1, seen: ['first', null as never] })),
    /a conclusion\) threw TypeError: an observation \(seen\) must be a string$/,
  ],
  [
    'a check that observes a number',
    sends({}, async ({ send, seen }) => {
      await send(list);
      seen(42 as never);
    }),
    /a check\) threw TypeError: an observation \(seen\) must be a string$/,
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
    'a check that catches the exception and tries forever',
    sends({ withKey: 1 }, async ({ send }) => {
      for (;;) await send(list).catch(() => {});
    }),
    /sends more requests than it declares/,
  ],
  [
    'a check that never ends',
    sends({}, () => new Promise(() => {})),
    /did not finish: it was idle for 0\.2 s \(--timeout\), without a request or a wait$/,
  ],
  [
    'a check that does not await its request',
    sends({}, async ({ send }) => void send(list)),
    /ended before its requests: is an `await` missing\?$/,
  ],
  [
    'a request to another host',
    sends({}, async ({ send }) => void (await send(() => get('@other.example/')))),
    /the path "@other.example\/" must begin with a slash/,
  ],
  [
    'a missing request',
    sends({}, async ({ send }) => void (await send(() => undefined as never))),
    /threw TypeError/,
  ],
  [
    'an unknown credential',
    sends({}, async ({ send }) => void (await send(() => get(listCategories, 'cookie' as never)))),
    /threw TypeError/,
  ],
  [
    'a probe whose request cannot be built',
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

/** Returns a change that makes the server respond to the first creation with a 503 and a Retry-After of one second. */
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

describe('an error in a file of checks', () => {
  it.each(faulty)('is attributed only to the file: %s', async (_what, wrong, fault) => {
    const passes = everyResponse(
      'guide.etag',
      'another rule',
      () => false,
      () => {},
    );
    const { report } = await runWith(checksOf(wrong, passes), { settings: { timeoutSeconds } });
    expect(report.checkFaults).toHaveLength(1);
    expect(report.checkFaults?.[0]).toMatch(/^checks\/guide\.mjs: guide\.etag \(a/);
    expect(report.checkFaults?.[0]).toMatch(fault);
    expect(report.kitFaults).toEqual([]);
    expect(report.findings).toEqual([]);
    expect(report.verdict).toMatchObject({ outcome: 'no verdict', exitStatus: 3 });
    expect(report.verdict.sentence).toMatch(
      /^A custom check threw an error or did not finish, which is not a fault of the target/,
    );
  });

  it('does not change the results for the specification', async () => {
    const alone = await runWith(checksOf(rule(() => {})), everything);
    const withFaults = await runWith(checksOf(...faulty.map(([, wrong]) => wrong)), everything);
    expect(withFaults.report.checkFaults?.length).toBeGreaterThan(10);
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
  it('sends nothing after the kit ends its check', async () => {
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
    const { report } = await runWith(checksOf(slow, waits), { settings: { timeoutSeconds: 0.25 } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(late).toBeDefined();
    expect(report.checkFaults).toHaveLength(1);
    expect(report.requests.total).toBe(2);
  });

  it('builds its request again for a retry, and the kit counts the request once', async () => {
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

  it('ends its check if it cannot build its request again', async () => {
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
