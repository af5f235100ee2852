import { describe, expect, test } from 'vitest';
import type { Change } from '../../reference-server/changes/change.ts';
import type { AddedChecks } from '../../src/checks/custom-checks.ts';
import { plainList, post } from '../../src/checks/requests.ts';
import { type Check, check, probe } from '../../src/checks/vocabulary.ts';
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

/** Runs only these checks, and returns the report, the events, and the purposes of the requests. */
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
describe('a probe that must precede a check', () => {
  const warm = probe('guide.one', 'a list that comes before', { priority: 10 }, () => plainList());
  const checks = [sending('a list', { after: warm })];

  test('is planned and sent even if no suite lists it', async () => {
    const { report } = await running({ checks, settings: { exhaust: false } });
    const sent = report.exchanges?.recorded.map(({ purpose }) => purpose);
    expect(sent).toEqual([first, 'a list that comes before', 'a list']);
    expect(report.plan.withKey).toBe(3);
  });

  test('is left out if the budget has room only for the check', async () => {
    const { report } = await running({ checks, settings: { exhaust: false, maxRequests: 3 } });
    const sent = report.exchanges?.recorded.map(({ purpose }) => purpose);
    expect(sent).toEqual([first, 'a list']);
    expect(report.plan.withKey).toBe(2);
  });
});

describe('a run', () => {
  test('announces its plan before and after the first response, which shows the quota', async () => {
    const { plans, report } = await running({});
    const [before, after, ...more] = plans;
    expect(more).toEqual([]);
    expect(before).toMatchObject({ definite: false, plan: { checks: 2, withKey: 2 } });
    expect(after).toEqual({ type: 'plan', definite: true, plan: report.plan });
    // The maximum counts each request twice, plus the cost of eight 429s.
    expect(report.plan).toMatchObject({ checks: 2, waits: 0, atMost: 83 });
    expect(report.plan.totalWithKey).toBe(3);
  });

  test('measures the length of a window and of a request', async () => {
    const { report, plans } = await running({
      checks: [check('guide.one', 'many', { withKey: 80 }, async () => {})],
      settings: { plan: 'free' },
    });
    expect(plans[0]?.plan.waits).toBe(1);
    expect(report.plan.waits).toBe(1);
  });

  test('sends custom checks in phases, after the proof', async () => {
    const phases = ['last', 'closing', 'settled', 'main'] as const;
    const checks = phases.map((phase, at) => sending(phase, { phase, priority: 900 - at }));
    const { sent } = await running({ checks, settings: { only: 'guide.*,limit.enforced' } });
    const proof = 'a plain GET to prove the limit';
    const order = [...new Set(sent)].filter(
      (one) => one === first || one === proof || phases.some((phase) => phase === one),
    );
    expect(order).toEqual([first, proof, 'main', 'settled', 'closing', 'last']);
    expect(sent.filter((one) => one === 'main')).toHaveLength(1);
    const without = await running({ checks, settings: { only: 'guide.*,limit.enforced', exhaust: false } });
    expect(without.sent).toEqual([first, 'main', 'settled', 'closing', 'last']);
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
      verdict: 'not selected',
      reason: { code: 'own-count', text: 'not within --max-requests 20' },
    });
    expect(resultOf('guide.two')?.verdict).toBe('pass');
    expect(report.requirements.map(({ reason }) => reason?.code)).toContain('outside-only');
  });

  const creating = sending('creating', { creates: 1 });
  test.each<readonly [Partial<Settings>, string]>([
    [{ maxCreates: 0 }, 'not within --max-creates 0'],
    [{ maxCreates: 0, readOnly: true }, 'the run only reads this target (--read-only)'],
    [{ maxRequests: 2, readOnly: true }, 'not within --max-requests 2'],
  ])('with %j is not tested because: %s', async (settings, reason) => {
    const { resultOf } = await running({ checks: [creating], settings });
    expect(resultOf('guide.one')).toMatchObject({ verdict: 'not selected', reason: { text: reason } });
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
    ['without a proof', { exhaust: false }, 9],
    ['with a proof', { only: 'guide.*,limit.enforced' }, 69],
  ])(
    'add a request with the key only if the budget has room for the end of the run: %s',
    async (_what, given, least) => {
      for (const room of [0, -1]) {
        const settings = { ...given, maxRequests: least + room };
        const { sent } = await running({ checks: [following], settings });
        expect(sent.filter((purpose) => purpose === control)).toHaveLength(room + 1);
      }
    },
  );
});
