import { describe, expect, it } from 'vitest';
import { mostWithoutKey } from '../../src/engine/select.ts';
import type { Report } from '../../src/report/model/report.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith, testKey } from '../support/run-against.ts';
import { extendedTier, inTiers } from '../support/tiers.ts';

const plans = [
  ['free', 60],
  ['pro', 300],
  ['business', 1_000],
] as const;

describe('a run, as counted by the server,', () => {
  for (const { rows, options } of inTiers(plans, 3))
    it.each(rows)(
      'sends Limit + 3 requests with the key on plan %s, a few more in the next window, and the maximum without the key',
      options,
      async (plan, limit) => {
        const { report, counted } = await runInMemory(
          { keys: [{ key: testKey, plan }] },
          { plan, maxRequests: 2_000 },
        );
        expect(idsWith(report, 'fail', 'warn', 'not tested')).toEqual([]);
        // The kinds of invalid bodies that do not fit into the first window, plus the list that follows them.
        const leftOver = plan === 'free' ? 15 : 2;
        const sent = { withKey: limit + 3 + leftOver, withoutKey: mostWithoutKey };
        expect(counted).toMatchObject({ ...sent, limited: 2 });
        // Only the POST that is sent together with the GET beyond the limit may arrive while the target is rate-limiting.
        expect(counted.whileAnyLimited).toBeLessThanOrEqual(1);
        expect(report.requests).toMatchObject({ ...sent, total: sent.withKey + sent.withoutKey });
        expect(report.waits).toHaveLength(1);
      },
    );

  it('proves a daily limit that resets within the hour', async () => {
    const { report, counted } = await runInMemory({
      plans: { free: { minute: 1_000, day: 90 } },
      dayMs: 120_000,
    });
    expect(idsWith(report, 'fail', 'warn', 'not tested')).toEqual([]);
    expect(counted).toMatchObject({ withKey: 95, limited: 2 });
  });

  it('does not include the proof if the limit resets in more than an hour, and the report says so', async () => {
    const { report, counted } = await runInMemory({ plans: { free: { minute: 1_000, day: 90 } } });
    expect(report.verdict.outcome).toBe('conforms');
    expect(idsWith(report, 'not tested')).toContain('limit.enforced');
    expect(report.requirements.find(({ id }) => id === 'limit.enforced')?.reason?.code).toBe('long-window');
    expect(counted.limited).toBe(0);
  });

  it.each([10, 20, 40])(
    'never exceeds --max-requests %i, and the report lists what was left out',
    async (maxRequests) => {
      const { report, counted } = await runInMemory({}, { maxRequests });
      expect(counted.requests).toBeLessThanOrEqual(maxRequests);
      expect(report.verdict.outcome).toBe('passed');
      expect(idsWith(report, 'not selected')).toContain('limit.enforced');
      expect(report.requirements.some(({ reason }) => reason?.code === 'fault')).toBe(false);
    },
  );

  it('with --profile gentle number at most 40, including 4 creations, without a 429 or a near miss of the key', async () => {
    const { report, counted } = await runInMemory({}, { profile: 'gentle' });
    expect(counted.requests).toBeLessThanOrEqual(40);
    expect(report.requests.creates).toBeLessThanOrEqual(4);
    expect(counted.limited).toBe(0);
    expect(report.verdict.outcome).toBe('passed');
    expect(idsWith(report, 'not selected')).toEqual(
      expect.arrayContaining(['limit.enforced', 'auth.key-exact']),
    );
  });

  it.each([
    // Some kinds of invalid bodies wait for the next window, and a list follows them.
    ['free', 74, 1],
    ['pro', 85, 0],
    ['business', 85, 0],
  ] as const)(
    'with --no-exhaust on plan %s number %i with the key, with no 429 and %i waits',
    async (plan, withKey, waits) => {
      const { report, counted } = await runInMemory({ keys: [{ key: testKey, plan }] }, { exhaust: false });
      expect(counted).toMatchObject({ withKey, limited: 0 });
      expect(report.waits).toHaveLength(waits);
      expect(report.verdict.outcome).toBe('passed');
    },
  );

  it(
    'with --profile thorough lead to observations of unspecified behavior, and to no failure or warning',
    extendedTier,
    async () => {
      const { report } = await runInMemory({}, { profile: 'thorough' });
      expect(idsWith(report, 'fail', 'warn')).toEqual([]);
      expect(report.observations.map(({ requirement }) => requirement)).toEqual(
        expect.arrayContaining(['invalid.unstated', 'invalid.null-description']),
      );
    },
  );

  it('have the same bodies for the same seed, except for their marks', async () => {
    const sent = async (concurrency: number) => {
      const bodies: string[] = [];
      const { report } = await runInMemory(
        {
          change: (parts) => ({
            readNewCategory: (bytes: Uint8Array) => {
              bodies.push(Buffer.from(bytes).toString('latin1'));
              return parts.readNewCategory(bytes);
            },
          }),
        },
        { concurrency, only: 'create.*,invalid.*,list.*' },
      );
      return bodies
        .map((body) => body.replaceAll(report.runMark, 'kitmark').replace(/\d{18}/, 'digits of the mark'))
        .sort();
    };
    const once = await sent(1);
    expect(once.length).toBeGreaterThan(40);
    expect(await sent(4)).toEqual(once);
  });
});

describe('a run that cannot test everything', () => {
  const openIn = ({ requirements }: Report) =>
    requirements.flatMap(({ id, level, reason }) =>
      level === 'required' && reason !== undefined ? [`${id}: ${reason.class}, ${reason.code}`] : [],
    );

  it('conforms without --plan and --description, and says how many requirements need these options', async () => {
    const { report } = await runInMemory({}, { strict: true });
    expect(report.verdict).toMatchObject({ outcome: 'conforms', exitStatus: 0 });
    expect(report.verdict.scope).toMatchObject({ required: 46, selected: 40, passed: 40 });
    expect(report.verdict.sentence).toBe(
      '40 of 46 required requirements passed; 4 need --description, 2 need --plan.',
    );
  });

  it('conforms if only the target prevents more tests (plan Enterprise, a key without letters)', async () => {
    const key = '0123456789-4711-0815';
    const { report } = await runInMemory(
      { keys: [{ key, plan: 'enterprise' }], plans: { enterprise: { minute: 100, day: 10_000 } } },
      { key, plan: 'enterprise', strict: true },
    );
    expect(report.verdict.outcome).toBe('conforms');
    expect(openIn(report).filter((one) => !one.includes('not asked'))).toEqual([
      'auth.key-exact: nothing to test, key-forms',
      'headers.plan: nothing to test, enterprise',
      'headers.plan-window: nothing to test, enterprise',
    ]);
  });

  it('has no verdict if a daily quota prevents it', async () => {
    const { report } = await runInMemory({ plans: { free: { minute: 1_000, day: 30 } } });
    expect(report.verdict).toMatchObject({ outcome: 'no verdict', exitStatus: 3 });
    expect(report.verdict.sentence).toContain('--max-wait');
  });

  it('passes if a budget below the standard leaves something out', async () => {
    const { report } = await runInMemory({}, { maxCreates: 1, plan: 'free' });
    expect(report.verdict).toMatchObject({ outcome: 'passed', exitStatus: 0 });
    expect(openIn(report)).toContain('create.text: not selected, own-count');
  });
});
