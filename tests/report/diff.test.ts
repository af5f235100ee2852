import { describe, expect, it } from 'vitest';
import { diffReports, verdictOfDiff } from '../../src/report/diff.ts';
import type { Finding, Report, RequirementResult } from '../../src/report/model/report.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

const { waived: _waived, known: _known, ...finding } = sampleFinding;
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
    requirements: verdict === 'unknown' ? [] : results.map((one) => ({ ...one, verdict })),
  };
}

const other = { ...finding, signature: `${id}: returned 500` };
const failing = reportWith('fail', [finding]);
const waived = reportWith('waived', [{ ...finding, waived: 'until 2027-01-31 by Ada' }]);

describe('a failure', () => {
  it.each([
    ['new', reportWith('pass'), failing, true],
    ['new', reportWith('not tested'), failing, true],
    ['still', failing, failing, false],
    ['fixed', failing, reportWith('pass'), false],
    ['waived', failing, waived, false],
    ['waived', reportWith('pass'), waived, false],
    ['changed', failing, reportWith('fail', [other]), true],
    ['no longer tested', failing, reportWith('not tested'), false],
    ['no longer tested', failing, reportWith('not selected'), false],
    ['newly checked', reportWith('unknown'), failing, false],
  ])('is %s', (kind, before, after, isNew) => {
    const difference = diffReports(before, after);
    expect(difference.changes.map((change) => change.kind)).toEqual([kind]);
    expect(verdictOfDiff(difference).exitStatus === 1).toBe(isNew);
  });

  it('is a warning if its requirement is advisory, unless warnings fail the run', () => {
    const advisory = (one: Report): Report => ({
      ...one,
      findings: one.findings.map((each) => ({ ...each, level: 'advisory' })),
    });
    const passing = reportWith('pass');
    const kinds = (before: Report, after: Report) => {
      const difference = diffReports(before, after);
      return [...difference.changes.map(({ kind }) => kind), verdictOfDiff(difference).exitStatus === 1];
    };
    const [one, another] = [advisory(failing), advisory(reportWith('warn', [other]))];
    expect(kinds(passing, one)).toEqual(['new warning', false]);
    expect(kinds(one, one)).toEqual(['known warning', false]);
    expect(kinds(one, another)).toEqual(['new warning', false]);
    const strict = { ...one, configuration: { ...one.configuration, failOn: 'advisory' as const } };
    expect(kinds(passing, strict)).toEqual(['new', true]);
  });

  it('is still the same after its waiver is removed', () => {
    expect(diffReports(waived, failing).changes.map(({ kind }) => kind)).toEqual(['still']);
  });

  it('is new next to another that still fails', () => {
    const both = reportWith('fail', [finding, other]);
    expect(diffReports(failing, both).changes.map(({ kind }) => kind)).toEqual(['new', 'still']);
  });
});

it('lists a different profile as a caveat, and a different seed as a note', () => {
  const { configuration } = failing;
  const after = { ...failing, configuration: { ...configuration, profile: 'gentle' as const, seed: 7 } };
  const { caveats, notes } = diffReports(failing, after);
  expect(caveats).toEqual(['different --profile: standard before, gentle now']);
  expect(notes).toEqual([`different seed: ${configuration.seed} before, 7 now`]);
});
