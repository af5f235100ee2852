import { describe, expect, test } from 'vitest';
import type { Settings } from '../../src/config/settings.ts';
import { createJudge } from '../../src/engine/judge.ts';
import { type Budget, scopeOf } from '../../src/engine/scope.ts';
import type { NotSelected } from '../../src/engine/select.ts';
import { dependent } from '../../src/exchange/finding.ts';
import type { RequirementResult, Verdict } from '../../src/report/model/report.ts';
import { freshReadings } from '../support/readings.ts';
import { settingsFor } from '../support/run-against.ts';

interface Given {
  readonly settings?: Partial<Settings>;
  readonly spent?: readonly Budget[];
  readonly results?: Readonly<Record<string, Verdict>>;
  /** Why `list.complete` was not tested. */
  readonly why?: string;
  readonly notSelected?: NotSelected;
}

/** Returns the scope of a run that did not test `list.complete`. */
function scope({ settings = {}, spent = [], results = {}, why = 'a reason', notSelected }: Given) {
  const judge = createJudge([], freshReadings(), () => {});
  const verdicts = { 'list.complete': 'not tested', ...results } satisfies Record<string, Verdict>;
  for (const id of Object.keys(verdicts)) judge.notTested(id, why);
  const requirements = Object.entries(verdicts).map(
    ([id, verdict]): RequirementResult => ({
      id,
      verdict,
      level: 'required',
      title: '',
      source: '',
      tested: 1,
      ...(verdict === 'not tested' ? { reason: why } : {}),
    }),
  );
  return scopeOf({
    settings: settingsFor('http://shop.test/v1', settings),
    judge,
    requirements,
    spent,
    notSelected: (id) => (id === 'list.ok' ? notSelected : undefined),
  });
}

const left = (reason: string, option: string): ReturnType<typeof scope>['notSelected'] => [
  { because: 'run', reason, option, requirements: ['list.complete'] },
];
const byGentle = left('not within the budgets of --profile gentle', '--profile standard');

describe('what was not tested', () => {
  const cases: readonly (readonly [string, Given, ReturnType<typeof scope>['notSelected']])[] = [
    ['is due to the target if no budget was used up', { settings: { maxRequests: 20 } }, []],
    ['is due to the target if the standard budget was used up', { spent: ['maxRequests'] }, []],
    [
      'is due to the target if a larger one was',
      { settings: { maxRequests: 9_999 }, spent: ['maxRequests'] },
      [],
    ],
    [
      'is left out by a smaller budget',
      { settings: { maxRequests: 20 }, spent: ['maxRequests'] },
      left('not within --max-requests 20', '--max-requests 3500'),
    ],
    [
      'is left out by the smaller ones of several budgets',
      {
        settings: { maxCreates: 3, maxRequests: 20 },
        spent: ['maxCreates', 'maxRequests', 'maxWaitSeconds'],
      },
      left(
        'not within --max-creates 3 and not within --max-requests 20',
        '--max-creates 40 --max-requests 3500',
      ),
    ],
    [
      'is left out by a profile with smaller budgets',
      { settings: { profile: 'gentle' }, spent: ['profile', 'maxRequests', 'maxCreates'] },
      byGentle,
    ],
    [
      'is left out by an option, even with such a profile',
      { settings: { profile: 'gentle', maxRequests: 5 }, spent: ['maxRequests'] },
      left('not within --max-requests 5', '--max-requests 3500'),
    ],
    [
      'is left out by an option that is the budget of another profile',
      { settings: { maxRequests: 40 }, spent: ['maxRequests'] },
      left('not within --max-requests 40', '--max-requests 3500'),
    ],
    [
      'is left out by a run that only reads',
      { settings: { readOnly: true, maxCreates: 0 }, spent: ['maxCreates'] },
      left('the run only reads this target (--read-only)', 'without --read-only'),
    ],
    [
      'is left out by another budget of a run that only reads',
      { settings: { readOnly: true, maxCreates: 0, maxRequests: 2 }, spent: ['maxRequests'] },
      left('not within --max-requests 2', '--max-requests 3500'),
    ],
  ];
  test.each(cases)('%s', (_what, given, notSelected) => {
    const { full, ...counted } = scope(given);
    expect(counted.notSelected).toEqual(notSelected);
    expect(full).toBe(notSelected.length === 0);
    expect(counted.notTested.length).toBe(notSelected.length === 0 ? 1 : 0);
  });

  const short = { settings: { maxRequests: 20 }, spent: ['maxRequests'] } as const;
  test.each(['fail', 'warn', 'accepted'] as const)(
    'is due to the target if it depends on one that is "%s"',
    (verdict) => {
      const of = (given: Given) => scope({ ...short, ...given }).notSelected;
      const results = { 'list.ok': verdict } as const;
      expect(of({ results, why: dependent })).toEqual([]);
      expect(of({ results })).not.toEqual([]);
      expect(of({ results: { 'list.ok': 'pass' }, why: dependent })).not.toEqual([]);
      expect(of({ results: { 'errors.shape': verdict }, why: dependent })).not.toEqual([]);
      const recovers = { 'limit.recovers': 'not tested', 'limit.retry-after': 'pass' } as const;
      expect(of({ results: { ...results, ...recovers }, why: dependent })).toEqual([]);
      const alone = of({ results: { 'errors.shape': 'not tested', ...results }, why: dependent });
      expect(alone.map(({ requirements }) => requirements)).toEqual([['errors.shape']]);
    },
  );
});

describe('the scope', () => {
  test('says what a key without letters from g to z leaves out', () => {
    const results = { 'auth.key-exact': 'pass', 'auth.key-missing': 'pass', 'list.ok': 'pass' } as const;
    const partly = (settings: Partial<Settings>) =>
      scope({ results, settings }).notTested.filter((one) => one.partly);
    const key = '0123456789abcdef';
    expect(partly({ key })).toEqual([
      {
        reason: 'the key has no letters from g to z, so its case cannot be changed',
        requirements: ['auth.key-exact'],
        partly: true,
      },
    ]);
    expect(partly({ key, nearMisses: false })).toEqual([]);
    expect(partly({})).toEqual([]);
  });
});
