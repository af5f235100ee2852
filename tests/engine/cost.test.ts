import { describe, expect, it } from 'vitest';
import { mostWithoutKey } from '../../src/engine/select.ts';
import { headlineOf } from '../../src/report/scope.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith, testKey } from '../support/run-against.ts';
import { extendedTier, inTiers } from '../support/tiers.ts';

const plans = [
  ['free', 60],
  ['pro', 300],
  ['business', 1_000],
] as const;

describe("the requests of a run, by the server's count", () => {
  for (const { rows, options } of inTiers(plans, 3))
    it.each(rows)(
      '%s: Limit + 3 requests with the key, and the most that a run sends without it',
      options,
      async (plan, limit) => {
        const { report, counted } = await runInMemory(
          { keys: [{ key: testKey, plan }] },
          { plan, maxRequests: 2_000 },
        );
        expect(idsWith(report, 'fail', 'warn', 'not tested')).toEqual([]);
        const sent = { withKey: limit + 3, withoutKey: mostWithoutKey };
        expect(counted).toMatchObject({ ...sent, limited: 2 });
        // The POST that joins the GET beyond the limit.
        expect(counted.whileAnyLimited).toBeLessThanOrEqual(1);
        expect(report.requests).toMatchObject({ ...sent, total: sent.withKey + sent.withoutKey });
        expect(report.waits).toHaveLength(1);
      },
    );

  it('prove a daily limit that resets within the hour', async () => {
    const { report, counted } = await runInMemory({
      plans: { free: { minute: 1_000, day: 90 } },
      dayMs: 120_000,
    });
    expect(idsWith(report, 'fail', 'warn', 'not tested')).toEqual([]);
    expect(counted).toMatchObject({ withKey: 93, limited: 2 });
  });

  it('do not include the proof if the limit resets in more than an hour, and the report says so', async () => {
    const { report, counted } = await runInMemory({ plans: { free: { minute: 1_000, day: 90 } } });
    expect(report.verdict.outcome).toBe('conforms');
    expect(idsWith(report, 'not tested')).toContain('limit.enforced');
    expect(report.requirements.find(({ id }) => id === 'limit.enforced')?.reason).toMatch(
      /more than an hour/,
    );
    expect(counted.limited).toBe(0);
  });

  it.each([10, 20, 40])(
    'never exceed --max-requests %i, and the report says what was left out',
    async (maxRequests) => {
      const { report, counted } = await runInMemory({}, { maxRequests });
      expect(counted.requests).toBeLessThanOrEqual(maxRequests);
      expect(report.verdict.outcome).toBe('passed-selection');
      expect(idsWith(report, 'not tested')).toContain('limit.enforced');
      expect(report.requirements.find(({ id }) => id === 'create.id')?.reason ?? '').not.toMatch(/fault/);
    },
  );

  it('gentle: at most 40 requests, 4 creations, no 429, no near misses of the key', async () => {
    const { report, counted } = await runInMemory({}, { profile: 'gentle' });
    expect(counted.requests).toBeLessThanOrEqual(40);
    expect(report.requests.creates).toBeLessThanOrEqual(4);
    expect(counted.limited).toBe(0);
    expect(report.verdict.outcome).toBe('passed-selection');
    expect(idsWith(report, 'not selected')).toEqual(
      expect.arrayContaining(['limit.enforced', 'auth.key-exact']),
    );
  });

  it.each([
    ['free', 60],
    ['pro', 77],
    ['business', 77],
  ] as const)('--no-exhaust on %s: %i requests with the key, no 429, no wait', async (plan, withKey) => {
    const { report, counted } = await runInMemory({ keys: [{ key: testKey, plan }] }, { exhaust: false });
    expect(counted).toMatchObject({ withKey, limited: 0 });
    expect(report.waits).toEqual([]);
    expect(report.verdict.outcome).toBe('passed-selection');
  });

  it('thorough: unspecified behavior is observed and never judged', extendedTier, async () => {
    const { report } = await runInMemory({}, { profile: 'thorough' });
    expect(idsWith(report, 'fail', 'warn', 'not tested')).toEqual([]);
    expect(report.observations.map(({ requirement }) => requirement)).toEqual(
      expect.arrayContaining(['invalid.unstated', 'invalid.null-description']),
    );
  });

  it('have the same bodies for the same seed, except for the mark of the run', async () => {
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

describe('the scope of a run', () => {
  it('is full without --plan and --description, and says what they would add', async () => {
    const { report } = await runInMemory({}, { strict: true });
    expect(report.verdict).toMatchObject({ outcome: 'conforms', exitStatus: 0 });
    expect(report.verdict.scope).toMatchObject({ required: 46, selected: 40, passed: 40, full: true });
    expect(headlineOf(report.verdict)).toBe('CONFORMS (4 more need --description, 2 --plan)');
  });

  it('is full if the target allows no more: the limits of plan Enterprise, a key without letters', async () => {
    const key = '0123456789-4711-0815';
    const { report } = await runInMemory(
      { keys: [{ key, plan: 'enterprise' }], plans: { enterprise: { minute: 100, day: 10_000 } } },
      { key, plan: 'enterprise', strict: true },
    );
    const { outcome, scope, sentence } = report.verdict;
    expect([outcome, scope.full]).toEqual(['conforms', true]);
    expect(scope.notSelected.find(({ because }) => because === 'target')?.requirements).toEqual([
      'headers.plan',
      'headers.plan-window',
    ]);
    expect(scope.notTested).toMatchObject([{ requirements: ['auth.key-exact'], partly: true }]);
    expect(sentence).toMatch(
      /not testable here: headers\.plan, .*; tested in part: auth\.key-exact \(.*g to z/,
    );
  });

  it('names what the target kept from being tested, which --strict does not allow', async () => {
    const day = { plans: { free: { minute: 1_000, day: 90 } } };
    const { report } = await runInMemory(day, { strict: true });
    const { outcome, scope, sentence } = report.verdict;
    expect([outcome, scope.full]).toEqual(['incomplete', true]);
    expect(scope.notTested[0]).toMatchObject({ requirements: expect.arrayContaining(['limit.enforced']) });
    expect(sentence).toMatch(
      /^All tested requirements passed, but --strict requires more: 4 required requirements were not tested: limit\.enforced \(/,
    );
    const plain = await runInMemory(day);
    expect(plain.report.verdict).toMatchObject({ outcome: 'conforms', exitStatus: 0 });
  });

  it('is not full if a budget below the standard one leaves something out', async () => {
    const few = { maxCreates: 1, plan: 'free' } as const;
    const { scope, sentence } = (await runInMemory({}, few)).report.verdict;
    expect(scope.full).toBe(false);
    expect(scope.notSelected.filter(({ because }) => because === 'run')).toMatchObject([
      { reason: 'not within --max-creates 1', option: '--max-creates 40' },
    ]);
    expect(sentence).toMatch(
      /; not selected: \d+ requirements \(not within --max-creates 1; run with --max-creates 40\)\.$/,
    );
  });
});
