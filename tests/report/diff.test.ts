import { describe, expect, it } from 'vitest';
import { readingOnly } from '../../src/config/options.ts';
import { acceptedIn } from '../../src/report/accepted.ts';
import { diffReports, verdictOfDiff } from '../../src/report/diff.ts';
import type { Finding, Report, RequirementResult } from '../../src/report/model/report.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

/** The failure, on one operation only. */
const { accepted: _accepted, ...onBoth } = sampleFinding;
const finding: Finding = { ...onBoth, shownBy: sampleFinding.shownBy?.slice(0, 1) ?? [] };
const id = finding.requirement;

/** Returns a report with one requirement. */
function reportWith(
  verdict: RequirementResult['verdict'] | 'unknown',
  findings: readonly Finding[] = [],
): Report {
  const results = sampleReport.requirements.filter((one) => one.id === id);
  return {
    ...sampleReport,
    findings,
    requirements:
      verdict === 'unknown'
        ? []
        : results.map((one) => ({ ...one, verdict, tested: verdict.startsWith('not ') ? 0 : one.tested })),
  };
}

const other = { ...finding, signature: `${id}: returned 500` };
const failing = reportWith('fail', [finding]);
const accepted = reportWith('accepted', [{ ...finding, accepted: 'until 2027-01-31 by Ada' }]);

const expired = reportWith('fail', [{ ...finding, expired: 'until 2026-11-01 by Ada' }]);

/** Returns the report of a run that passed, with these properties changed. */
const unlike = (more: Partial<Report>): Report => ({ ...reportWith('pass'), ...more });
const kindsOf = (before: Report, after: Report) =>
  diffReports(before, after).changes.map(({ kind, excused = '' }) => `${kind} ${excused}`.trimEnd());

describe('a failure', () => {
  it.each([
    ['new', reportWith('pass'), failing, true],
    ['new', reportWith('not tested'), failing, true],
    ['new', reportWith('unknown'), failing, true],
    ['still failing', failing, failing, false],
    // No entry accepts the failure any longer.
    ['still failing', accepted, failing, false],
    ['no longer accepted', accepted, expired, true],
    ['no longer accepted', expired, expired, true],
    ['new', reportWith('pass'), expired, true],
    ['still failing accepted', failing, accepted, false],
    ['new accepted', reportWith('pass'), accepted, false],
    ['fixed', failing, reportWith('pass'), false],
    ['fixed', accepted, reportWith('pass'), false],
    ['not tested again', failing, reportWith('not tested'), false],
    ['not tested again', failing, reportWith('not selected'), false],
    ['not tested again', failing, reportWith('unknown'), false],
    ['not tested again', failing, unlike({ sentBodies: ['fedcba9876543210'] }), false],
    ['not tested again', failing, unlike({ sentForms: ['listCategories none'] }), false],
  ])('is %s', (kind, before, after, isNew) => {
    expect(kindsOf(before, after)).toEqual([kind]);
    expect(verdictOfDiff(diffReports(before, after)).exitStatus === 1).toBe(isNew);
  });

  it('is a warning if its requirement is advisory, unless warnings fail the run', () => {
    const advisory = (one: Report): Report => ({
      ...one,
      findings: one.findings.map((each) => ({ ...each, level: 'advisory' })),
    });
    const passing = reportWith('pass');
    const results = (before: Report, after: Report) => [
      ...kindsOf(before, after),
      verdictOfDiff(diffReports(before, after)).exitStatus,
    ];
    const one = advisory(failing);
    expect(results(passing, one)).toEqual(['new warning', 0]);
    expect(results(one, one)).toEqual(['still failing warning', 0]);
    expect(results(one, passing)).toEqual(['fixed warning', 0]);
    const strict = { ...one, configuration: { ...one.configuration, failOn: 'advisory' as const } };
    expect(results(passing, strict)).toEqual(['new', 1]);
  });

  it('is new for an operation where it did not occur before, and fixed or not tested again for each operation where it no longer occurs', () => {
    const [first, second] = onBoth.shownBy ?? [];
    const on = (...shownBy: readonly (typeof first)[]) =>
      reportWith('fail', [{ ...onBoth, shownBy: shownBy.flatMap((one) => one ?? []) }]);
    const sent = {
      sentForms: [...(sampleReport.sentForms ?? []), `${second?.operation} ${second?.credential}`],
    };
    expect(kindsOf(on(first), on(first, second))).toEqual(['still failing', 'new']);
    expect(kindsOf(on(first), { ...on(second), ...sent })).toEqual(['new', 'fixed']);
    expect(kindsOf(on(first, second), { ...on(first), ...sent })).toEqual(['still failing', 'fixed']);
    expect(kindsOf(on(first, second), on(first))).toEqual(['still failing', 'not tested again']);
    expect(kindsOf(on(first, second), { ...reportWith('pass'), ...sent })).toEqual(['fixed']);
    const { changes } = diffReports(on(first), on(first, second));
    expect(changes.map(({ note }) => note)).toEqual(['on POST /categories', 'on GET /store/orders']);
  });

  it('is fixed if the failing request was sent again and passed, even if a part of its requirement was not judged', () => {
    const { configuration, ...rest } = reportWith('pass');
    const inPart = rest.requirements.map((one) => ({ ...one, verdict: 'not selected' as const }));
    expect(kindsOf(failing, { ...rest, configuration, requirements: inPart })).toEqual(['fixed']);
  });

  it('is new if a form that passed before fails, and fixed only if each form that failed was sent again', () => {
    const [first = expect.fail('shown by nothing')] = onBoth.shownBy ?? [];
    const { operation } = first;
    const by = (forms: readonly string[], rightForms: readonly string[]) =>
      reportWith('fail', [{ ...onBoth, shownBy: [{ ...first, forms, rightForms }] }]);
    const before = by(['none'], ['scheme-basic']);
    expect(kindsOf(before, by(['none', 'scheme-basic'], []))).toEqual(['new']);
    expect(diffReports(before, by(['scheme-basic'], ['none'])).changes[0]?.note).toBe(
      'scheme-basic passed before',
    );
    expect(kindsOf(before, by(['none', 'scheme-token'], []))).toEqual(['still failing']);
    const sent = (...forms: string[]) => ({
      ...reportWith('pass'),
      sentForms: [...(sampleReport.sentForms ?? []), ...forms.map((form) => `${operation} ${form}`)],
    });
    const both = by(['none', 'scheme-basic'], []);
    expect(kindsOf(both, sent('none'))).toEqual(['not tested again']);
    expect(kindsOf(both, sent('none', 'scheme-basic'))).toEqual(['fixed']);
  });

  it('that is carried over as accepted is not new, and is fixed only once its request has been sent again', () => {
    const [shown = expect.fail('shown by nothing')] = onBoth.shownBy ?? [];
    const { operation, credential } = shown;
    const carried = (more: object = {}): Report => ({
      ...reportWith('not selected'),
      accepted: [
        {
          requirement: id,
          operation,
          cause: finding.cause,
          credential,
          reason: 'in an earlier report',
          state: 'not tested again',
          ...more,
        },
      ],
    });
    expect(kindsOf(carried(), failing)).toEqual(['still failing']);
    expect(kindsOf(carried(), reportWith('pass'))).toEqual(['fixed']);
    expect(kindsOf(carried(), unlike({ sentForms: ['listCategories none'] }))).toEqual(['not tested again']);
    const unlimited = unlike({ requests: { ...sampleReport.requests, rateLimited: 0 } });
    expect(kindsOf(carried({ status: 429 }), unlimited)).toEqual(['not tested again']);
    // A failure with a date comes from a file, which keeps the failure, so the report does not carry it over.
    expect(kindsOf(carried({ until: '2027-01-31' }), failing)).toEqual(['new']);
    expect(kindsOf(carried({ state: 'no longer needed' }), failing)).toEqual(['new']);
    expect(acceptedIn(carried())).toEqual([
      { requirement: id, operation, cause: finding.cause, credential, reason: 'in an earlier report' },
    ]);
  });

  it('is new if its requirement failed in a different way before, and the earlier failure does not count as fixed', () => {
    expect(kindsOf(failing, reportWith('fail', [other]))).toEqual(['new', 'not tested again']);
    expect(kindsOf(failing, reportWith('fail', [finding, other]))).toEqual(['still failing', 'new']);
    expect(kindsOf(reportWith('fail', [finding, other]), reportWith('fail', [other]))).toEqual([
      'still failing',
      'fixed',
    ]);
  });
});

it('lists a changed Limit as a caveat, unless a run received no Limit', () => {
  const [row = expect.fail('no row')] = sampleReport.timeline.rows;
  const { limit: _, ...without } = row;
  const seen = (...rows: readonly (typeof without)[]): Report => ({
    ...failing,
    timeline: { rows: rows.map((one) => ({ ...one, withKey: true })), leftOut: 0 },
  });
  const limited = (limit: number) => ({ ...row, limit });
  const [before, now] = [seen(limited(60), limited(60)), seen(limited(30))];
  expect(diffReports(before, now).caveats).toEqual(['different Limit: 60 before, 30 now']);
  expect(diffReports(before, seen(without)).caveats).toEqual([]);
});

it('lists a different profile as a caveat, and a different seed as a note', () => {
  const { configuration } = failing;
  const after = { ...failing, configuration: { ...configuration, profile: 'gentle' as const, seed: 7 } };
  const { caveats, notes } = diffReports(failing, after);
  expect(caveats).toEqual(['different --profile: standard before, gentle now']);
  expect(notes).toEqual([`different seed: ${configuration.seed} before, 7 now`]);
});

it('lists --read-only as a caveat, without the values that follow from it', () => {
  const configuration = { ...failing.configuration, ...readingOnly };
  const { caveats } = diffReports(failing, { ...failing, configuration });
  expect(caveats).toEqual(['different --read-only: not given before, given now']);
});
