import { describe, expect, test } from 'vitest';
import { isTested, replayOutcomeOf } from '../../src/engine/replay-outcome.ts';
import type { Finding, RecordedExchange, Report } from '../../src/report/model/report.ts';
import { finding, recorded } from '../support/findings.ts';

/** The fields of a report that decide the outcome of a replay. */
type Decisive = Pick<
  Report,
  | 'complete'
  | 'kitFaults'
  | 'checkFaults'
  | 'verdict'
  | 'exchanges'
  | 'findings'
  | 'requirements'
  | 'requests'
  | 'timeline'
  | 'startedEmpty'
>;

/** Creates a report of one step, by default of a run in which everything passed. */
function report(
  rows: Readonly<Record<string, Partial<Report['requirements'][number]>>>,
  sent: readonly RecordedExchange[] = [],
  more: { readonly [field in keyof Decisive]?: unknown } = {},
): Report {
  const requirements = Object.entries(rows).map(([id, row]) => ({ id, tested: 3, verdict: 'pass', ...row }));
  return {
    complete: true,
    kitFaults: [],
    findings: [],
    requirements,
    requests: { rateLimited: 0 },
    verdict: { outcome: 'conforms', sentence: 'All passed.' },
    exchanges: { recorded: sent },
    timeline: {
      rows: sent.map(({ request, response }) => ({ operation: request.again.operation, ...response })),
      leftOut: 0,
    },
    ...more,
  } as unknown as Report;
}

const unreached = { outcome: 'could not be tested', sentence: 'The key was refused.' };

describe('a target was tested', () => {
  test.each<readonly [boolean, string, Report]>([
    [true, 'a run that reached it', report({})],
    [true, 'a run without recorded exchanges', report({}, [], { exchanges: undefined })],
    [false, 'an interrupted run', report({}, [], { complete: false })],
    [false, 'a fault of the kit', report({}, [], { kitFaults: ['the queue: Error'] })],
    [false, 'a fault of a custom check', report({}, [], { checkFaults: ['mine.mjs: Error'] })],
    [false, 'a run that did not reach it', report({}, [], { verdict: unreached })],
    [false, 'one whose exchanges are unknown', report({}, [], { verdict: unreached, exchanges: undefined })],
    [true, 'one that got a 2xx', report({}, [recorded(299)], { verdict: unreached })],
    [false, 'one that got only a redirect', report({}, [recorded(300)], { verdict: unreached })],
    [
      false,
      'one that got no response',
      report({}, [recorded(0, {}, { response: undefined as never })], { verdict: unreached }),
    ],
  ])('is %s for %s', (tested, _what, one) => {
    expect(isTested(one)).toBe(tested);
  });
});

describe('the outcome of a replay', () => {
  const outcome = (one: Finding, last: Report) => replayOutcomeOf(one, [last]);

  test.each(['pass', 'flaky'] as const)('is fixed if the requirement has the verdict %s', (verdict) => {
    expect(outcome(finding('create.text'), report({ 'create.text': { verdict } }))).toEqual({
      outcome: 'fixed',
      now: 'create.text passed in a run (3 responses or cases)',
    });
  });
});

describe('a finding is not reproduced', () => {
  const reasonOf = (one: Finding, ...steps: readonly [Report, ...Report[]]) =>
    replayOutcomeOf(one, steps).reason;

  describe('without the status that it needs', () => {
    const one = finding('headers.present', { exchange: recorded(500) });
    const missing = 'The finding needs GET /categories to return 500, which did not happen';
    const rows = { 'headers.present': {} };

    test('in any step, of the same operation', () => {
      const last = report(rows);
      const lost = recorded(500, {}, { response: undefined as never });
      expect(reasonOf(one, report(rows, [lost, recorded(500, { operation: 'getPet' })]), last)).toBe(
        `${missing}.`,
      );
      expect(reasonOf(one, report(rows, [lost, recorded(500)]), last)).toBeUndefined();
    });
  });

  test('without a 429 in any step, and says why the limit was not proved', () => {
    const one = finding('errors.status', { exchange: recorded(429) });
    const missing = 'The finding needs GET /categories to return 429, which did not happen';
    const rows = { 'errors.status': {}, 'limit.enforced': { reason: 'excluded by --no-exhaust' } };
    const limited = report(rows, [], { requests: { rateLimited: 2 } });
    expect(reasonOf(one, report(rows))).toBe(`${missing} (excluded by --no-exhaust).`);
    expect(reasonOf(one, limited, report(rows))).toBeUndefined();
    expect(reasonOf(one, report(rows), limited)).toBeUndefined();
    expect(reasonOf(one, limited)).toBeUndefined();
    expect(reasonOf(one, report({ 'errors.status': {} }))).toBe(`${missing}.`);
  });

  describe('without a request with the key first on the same connection', () => {
    const on = (
      connection: number | undefined,
      credential: string,
      id: number,
      operation = 'listCategories',
    ) =>
      recorded(200, { credential, operation }, { id, ...(connection === undefined ? {} : { connection }) });
    const withKey = (connection: number | undefined, id: number) => on(connection, 'bearer', id);
    const one = finding('auth.bearer-only', {
      exchange: on(3, 'scheme-basic', 9),
      comparedWith: { exchange: withKey(3, 8), curl: '' },
    });
    const needs =
      /^The finding needs a request with another Authorization header first on the same connection/;
    const rows = { 'auth.bearer-only': {} };

    test.each<readonly [string, readonly RecordedExchange[]]>([
      ['it came first', [withKey(5, 1), on(5, 'scheme-basic', 2)]],
      ['another came between', [withKey(5, 1), on(5, 'none', 2), on(5, 'scheme-basic', 3)]],
    ])('is reproduced if %s', (_what, sent) => {
      expect(reasonOf(one, report(rows, sent))).toBeUndefined();
    });

    test.each<readonly [string, readonly RecordedExchange[]]>([
      ['nothing was sent', []],
      ['it came after', [on(5, 'scheme-basic', 1), withKey(5, 2)]],
      ['it was on another connection', [withKey(4, 1), on(5, 'scheme-basic', 2)]],
      ['no connection is known', [withKey(undefined, 1), on(undefined, 'scheme-basic', 2)]],
      ['another credential came first', [on(5, 'none', 1), on(5, 'scheme-basic', 2)]],
      ['it preceded another credential', [withKey(5, 1), on(5, 'none', 2)]],
      ['it preceded another operation', [withKey(5, 1), on(5, 'scheme-basic', 2, 'createCategory')]],
    ])('is not if %s', (_what, sent) => {
      expect(reasonOf(one, report(rows, sent))).toMatch(needs);
    });

    test('unless the finding needed none', () => {
      const { exchange, comparedWith } = one;
      for (const other of [
        { ...one, exchange: undefined as never },
        { ...one, comparedWith: undefined as never },
        {
          ...one,
          exchange: on(undefined, 'scheme-basic', 9),
          comparedWith: { ...comparedWith, exchange: withKey(undefined, 8) },
        },
        { ...one, exchange: on(4, 'scheme-basic', 9) },
        { ...one, exchange: { ...exchange, ...withKey(3, 9) } },
      ] as Finding[])
        expect(reasonOf(other, report(rows))).toBeUndefined();
    });
  });
});
