import { describe, expect, it } from 'vitest';
import { diffReports, hasNew } from '../../src/report/diff.ts';
import type { Finding, Report, RequirementResult } from '../../src/report/model/report.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

const { waived: _waived, known: _known, ...finding } = sampleFinding;
const id = finding.requirement;

/** A report with one requirement in question. */
function reportWith(
  verdict: RequirementResult['verdict'] | 'unknown',
  findings: readonly Finding[] = [],
): Report {
  const rows = sampleReport.requirements.filter((row) => row.id === id);
  return {
    ...sampleReport,
    findings,
    requirements: verdict === 'unknown' ? [] : rows.map((row) => ({ ...row, verdict })),
  };
}

const other = { ...finding, signature: `${id}: returned 500` };
const failing = reportWith('fail', [finding]);
const waived = reportWith('waived', [{ ...finding, waived: 'waived until 2027-01-31 by Ada' }]);

describe('a failure', () => {
  it.each([
    ['new', reportWith('pass'), failing, true],
    ['new', reportWith('not tested'), failing, true],
    ['still', failing, failing, false],
    ['fixed', failing, reportWith('pass'), false],
    ['waived', failing, waived, false],
    ['waived', reportWith('pass'), waived, false],
    ['changed', failing, reportWith('fail', [other]), true],
    ['no longer exercised', failing, reportWith('not tested'), false],
    ['no longer exercised', failing, reportWith('not selected'), false],
    ['newly checked', reportWith('unknown'), failing, false],
  ])('is %s', (kind, before, after, isNew) => {
    const difference = diffReports(before, after);
    expect(difference.changes.map((change) => change.kind)).toEqual([kind]);
    expect(hasNew(difference)).toBe(isNew);
  });

  it('that was waived and is no more is still the same failure', () => {
    expect(diffReports(waived, failing).changes.map(({ kind }) => kind)).toEqual(['still']);
  });

  it('that came beside another is new, and the other still there', () => {
    const both = reportWith('fail', [finding, other]);
    expect(diffReports(failing, both).changes.map(({ kind }) => kind)).toEqual(['new', 'still']);
  });
});

it('another profile, seed or selection is said first', () => {
  const { configuration } = failing;
  const after = { ...failing, configuration: { ...configuration, profile: 'gentle', seed: 7 } };
  expect(diffReports(failing, after).caveats).toEqual([
    'another profile: standard before, gentle now',
    `another seed: ${configuration.seed} before, 7 now`,
  ]);
});
