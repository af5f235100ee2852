import { describe, expect, test } from 'vitest';
import type { Change } from '../../reference-server/changes/change.ts';
import { editResponses } from '../../reference-server/changes/edits.ts';
import type { AddedChecks } from '../../src/checks/custom-checks.ts';
import { notTested } from '../../src/checks/expectations.ts';
import { plainList, post } from '../../src/checks/requests.ts';
import { type Check, check } from '../../src/checks/vocabulary.ts';
import type { Settings } from '../../src/config/settings.ts';
import type { RunContext } from '../../src/engine/session.ts';
import type { RunEvent } from '../../src/report/model/events.ts';
import { runInMemory } from '../support/in-memory.ts';
import { testKey } from '../support/run-against.ts';

const text = { title: '', source: '', asks: '', impact: '', fix: '' };
const guide = (...checks: Check[]): AddedChecks => ({
  from: 'guide.mjs',
  requirements: ['guide.one', 'guide.two'].map((id) => ({ ...text, id, level: 'required' })),
  suite: { title: 'Guide', checks },
});
const sending = (title: string, needs: Check['needs'] = {}, requirement = 'guide.one') =>
  check(requirement, title, needs, async ({ send, name }) => {
    const creates = needs.creates ?? 0;
    for (let sent = 0; sent < (needs.withKey ?? 1); sent++) {
      const mark = name();
      await send(() => (sent < creates ? post(`{"name":"${mark}"}`, { mark }) : plainList()));
    }
  });

interface Given {
  readonly checks?: readonly Check[];
  readonly settings?: Partial<Settings>;
  readonly context?: RunContext;
  readonly change?: Change;
  readonly plan?: 'free' | 'business';
}

/** Runs these checks only, and returns the report, the events, and the purposes of what was sent. */
async function running({
  checks = [sending('a check')],
  settings,
  context,
  change = [] as never,
  plan = 'free',
}: Given) {
  const events: RunEvent[] = [];
  const listen = (event: RunEvent) => events.push(event);
  const { report } = await runInMemory(
    { change, keys: [{ key: testKey, plan }] },
    { only: 'guide.*', keepExchanges: true, ...settings },
    { listen, added: [guide(...checks)], ...context },
  );
  const sent = report.exchanges?.recorded.map(({ purpose }) => purpose) ?? [];
  const resultOf = (wanted: string) => report.requirements.find(({ id }) => id === wanted);
  const plans = events.flatMap((event) => (event.type === 'plan' ? [event] : []));
  return { report, sent, plans, resultOf, events };
}

const first = 'the list before the first creation';
const returning = (status: number) =>
  editResponses(
    () => true,
    (response) => ({ ...response, status }),
  );
describe('a run', () => {
  test('announces its plan before and after the first response, which shows the quota', async () => {
    const { plans, report } = await running({});
    const [before, after, ...more] = plans;
    expect(more).toEqual([]);
    expect(before).toMatchObject({ definite: false, plan: { checks: 2, withKey: 2 } });
    expect(before?.plan.atMost).toBe(3_500);
    expect(after).toEqual({ type: 'plan', definite: true, plan: report.plan });
    // Two requests, their retries and lists, and what the queue may add at a limit of 60.
    expect(report.plan).toMatchObject({ checks: 2, waits: 0, seconds: 1, atMost: 275 });
    expect(report.plan.totalWithKey).toBe(3);
  });

  test('knows how long a window takes, and how long a request does', async () => {
    const { report, plans } = await running({
      checks: [check('guide.one', 'many', { withKey: 80 }, async () => {})],
      settings: { plan: 'free' },
    });
    expect(plans[0]?.plan.waits).toBe(1);
    expect(plans[0]?.plan).not.toHaveProperty('waitSeconds');
    expect(report.plan.waits).toBe(1);
    expect(report.plan.waitSeconds).toBeGreaterThan(55);
    expect(report.plan.waitSeconds).toBeLessThan(65);
  });

  test('does not know the length of a window that no response states', async () => {
    const { report } = await running({
      checks: [check('guide.one', 'many', { withKey: 80 }, async () => {})],
      change: editResponses(
        () => true,
        ({ headers, ...response }) => ({
          ...response,
          headers: headers.filter(([name]) => name !== 'X-RateLimit-Reset'),
        }),
      ),
    });
    expect(report.plan.waits).toBe(1);
    expect(report.plan).not.toHaveProperty('waitSeconds');
  });

  test('sends the checks in phases, and the proof before those that close it', async () => {
    const phases = ['last', 'closing', 'settled', 'main'] as const;
    const checks = phases.map((phase, at) => sending(phase, { phase, priority: 900 - at }));
    const { sent } = await running({ checks, settings: { only: 'guide.*,limit.enforced' } });
    const proof = 'a plain GET to prove the limit';
    const order = [...new Set(sent)].filter(
      (one) => one === first || one === proof || phases.some((phase) => phase === one),
    );
    expect(order).toEqual([first, 'main', 'settled', proof, 'closing', 'last']);
    expect(sent.filter((one) => one === 'main')).toHaveLength(1);
    const without = await running({ checks, settings: { only: 'guide.*,limit.enforced', exhaust: false } });
    expect(without.sent).toEqual([first, 'main', 'settled', 'closing', 'last']);
  });

  test('looks for smaller bodies in the end, unless it must not', async () => {
    const accepting: Change = (parts) => ({
      finish: async (response, visit) => {
        const [finished, read] = [await parts.finish(response, visit), await visit.incoming.body()];
        const isLong = read.kind === 'bytes' && read.bytes.length > 50;
        return finished.status === 400 && isLong ? { ...finished, status: 201 } : finished;
      },
    });
    const settings = { only: 'invalid.name-type,guide.*', exhaust: false, payloads: 90 };
    const searched = async (shrinkRequests: number) => {
      const one = { change: accepting, plan: 'business', settings: { ...settings, shrinkRequests } } as const;
      const { sent, report } = await running(one);
      expect(report.findings[0]?.signature).toBe('invalid.name-type: returned 201');
      return sent.length;
    };
    expect(await searched(3)).toBeGreaterThan(await searched(0));
  });
});

describe('a run that cannot begin', () => {
  test('sends one request, and says why', async () => {
    const { report, sent, plans, resultOf } = await running({ change: returning(401) });
    expect(sent).toEqual([first]);
    expect(plans).toHaveLength(1);
    expect(report.verdict.outcome).toBe('could not be tested');
    expect(report.verdict.sentence).toMatch(/^The key was refused: /);
    expect(resultOf('list.ok')?.tested).toBe(0);
  });

  test('says so if the target asks for a longer wait than allowed', async () => {
    const { report, sent } = await running({ context: { heldMs: 5_000 }, settings: { maxWaitSeconds: 1 } });
    expect(sent).toEqual([]);
    expect(report.verdict.sentence).toMatch(/^The first request was not served: .+\.$/);
    expect(report.kitFaults).toEqual([]);
  });
});

describe('the report of custom checks', () => {
  test('names their section and their file', async () => {
    const added = [{ ...guide(sending('a check')), file: './guide.mjs' }];
    const { report, resultOf } = await running({ context: { added } });
    expect(resultOf('guide.one')).toMatchObject({ section: 'Guide', verdict: 'pass' });
    expect(resultOf('list.ok')).not.toHaveProperty('section');
    expect(report.configuration.checks).toEqual(['./guide.mjs']);
    expect((await running({})).report.configuration).not.toHaveProperty('checks');
  });

  test('lists only observations that have text', async () => {
    const own = guide(sending('a check'));
    const added = [{ ...own, requirements: [{ ...text, id: 'guide.one', level: 'observed' } as const] }];
    const { report, resultOf } = await running({ context: { added } });
    expect(resultOf('guide.one')?.verdict).toBe('observed');
    expect(report.observations.map(({ requirement }) => requirement)).not.toContain('guide.one');
  });

  test('has their faults, which are not those of the kit', async () => {
    const broken = check('guide.one', 'a check', {}, async () => {
      throw new RangeError('too far');
    });
    const { report } = await running({ checks: [broken] });
    expect(report).toMatchObject({
      checkFaults: ['guide.mjs: guide.one (a check) threw RangeError: too far'],
      kitFaults: [],
    });
    expect(report.verdict.outcome).toBe('could not be tested');
  });
});

describe('what a run leaves out', () => {
  const large = sending('too large', { withKey: 40 });
  test('is not tested, with the budget as the reason', async () => {
    const { report, resultOf, sent } = await running({
      checks: [large, sending('other', {}, 'guide.two')],
      settings: { maxRequests: 20 },
    });
    expect(sent).toEqual([first, 'other']);
    expect(resultOf('guide.one')).toMatchObject({
      ...{ verdict: 'not tested', reason: expect.stringContaining('not within --max-requests 20') },
    });
    expect(resultOf('guide.two')?.verdict).toBe('pass');
    expect(report.verdict.scope.notSelected.map(({ reason }) => reason)).toContain('outside --only');
  });

  test('is no reason if another check tests the requirement', async () => {
    const settings = { maxRequests: 20 };
    const tested = await running({ checks: [large, sending('smaller')], settings });
    expect(tested.resultOf('guide.one')).toMatchObject({ verdict: 'pass', tested: 1 });
    const other = check('guide.one', 'smaller', {}, async () => notTested('a reason'));
    const { resultOf } = await running({ checks: [large, other], settings });
    expect(resultOf('guide.one')?.reason).toBe('a reason');
  });

  const creating = sending('creating', { creates: 1 });
  test.each<readonly [Partial<Settings>, string]>([
    [{ maxCreates: 0 }, 'not within --max-creates 0'],
    [{ maxCreates: 0, readOnly: true }, 'the run only reads this target (--allow-writes changes that)'],
    [{ maxRequests: 2, readOnly: true }, 'not within --max-requests 2'],
  ])('with %j is not tested because: %s', async (settings, reason) => {
    const { resultOf } = await running({ checks: [creating], settings });
    expect(resultOf('guide.one')).toMatchObject({ verdict: 'not tested', reason });
  });

  const gaps = async (settings: Partial<Settings>) => {
    const { report } = await running({ settings: { exhaust: false, ...settings } });
    return report.verdict.scope.notSelected.map(({ reason }) => reason);
  };
  test('counts as left out by the budget in the scope', async () => {
    expect(await gaps({ only: 'invalid.body-type,guide.*', payloads: 3 })).toContain(
      'not within --payloads 3',
    );
    expect(await gaps({ only: 'invalid.body-type,guide.*', payloads: 59 })).not.toContain(
      'not within --payloads 59',
    );
    const empty = await gaps({ only: 'list.category', payloads: 59, maxRequests: 1_199 });
    expect(empty).toEqual(await gaps({ only: 'list.category' }));
    const both = { only: 'list.category,limit.enforced', exhaust: true };
    expect(await gaps({ ...both, maxRequests: 1_199 })).toEqual(await gaps(both));
    const proven = { only: 'limit.enforced,guide.*', exhaust: true };
    expect(await gaps({ ...proven, maxRequests: 50 })).toContain('not within --max-requests 50');
    expect(await gaps({ ...proven, maxRequests: 1_199 })).not.toContain('not within --max-requests 1199');
    expect(await gaps({ ...proven, maxRequests: 50, exhaust: false })).not.toContain(
      'not within --max-requests 50',
    );
  });
});

describe('requests that follow one with the key', () => {
  const following = check(
    'guide.one',
    'a check',
    { withKey: 0, withoutKey: 1, afterKeyedRequest: true },
    async ({ sendAfterKeyedRequest }) =>
      void (await sendAfterKeyedRequest(() => ({ ...plainList(), credential: 'none' }))),
  );

  const control = 'a list with the key, right before a request without it';
  test.each<readonly [string, Partial<Settings>, number]>([
    ['no proof', { exhaust: false }, 9],
    ['a proof', { only: 'guide.*,limit.enforced' }, 69],
  ])(
    'get one with the key next to %s only if the budget has room for the end',
    async (_what, given, least) => {
      for (const room of [0, -1]) {
        const settings = { ...given, maxRequests: least + room };
        const { sent } = await running({ checks: [following], settings });
        expect(sent.filter((purpose) => purpose === control)).toHaveLength(room + 1);
      }
    },
  );
});
