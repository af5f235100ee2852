import { describe, expect, it } from 'vitest';
import type { Report, RequirementResult, Verdict } from '../../src/report/model/report.ts';
import { judgedBy } from '../../src/vitest/tests.ts';
import { sampleFinding, sampleReport } from '../report/sample-report.ts';

const id = sampleFinding.requirement;

/** What the test of one requirement has to do, by what the report says of it. */
function judged(verdict: Verdict, reason?: string, change: Partial<Report> = {}) {
  const row: RequirementResult = {
    ...{ id, level: 'required', verdict, title: 'a title', source: 'a source', tested: 1 },
    ...(reason === undefined ? {} : { reason }),
  };
  return judgedBy({ ...sampleReport, findings: [], observations: [], requirements: [row], ...change }, id);
}

describe('the test of a requirement', () => {
  it('is skipped where the baseline holds all that is wrong, and fails of what is new alone', () => {
    const known = { ...sampleFinding, known: true };
    const fresh = { ...sampleFinding, known: false };
    expect(judged('fail', undefined, { findings: [known] })).toMatchObject({
      kind: 'skip',
      reason: expect.stringMatching(
        /^known by the baseline: expected status 401, received status 201 \(3 of 24/,
      ),
    });
    expect(judged('fail', undefined, { findings: [known, fresh] })).toEqual({
      kind: 'fail',
      findings: [fresh],
    });
  });

  it('is skipped with the reason of its waiver', () => {
    expect(judged('waived', 'until 2030-01-01, by ops')).toEqual({
      kind: 'skip',
      reason: 'waived: until 2030-01-01, by ops',
    });
  });

  it('passes with a warning where the target failed in passing', () => {
    expect(judged('flaky')).toMatchObject({ kind: 'pass', notes: [{ type: 'warning' }] });
  });

  it('is undecided, and neither kept nor broken, where nothing bore on it or the report lacks it', () => {
    expect(judged('not tested', 'no 429 was seen')).toEqual({
      kind: 'undecided',
      reason: 'not exercised: no 429 was seen',
    });
    expect(judged('pass', undefined, { requirements: [] }).kind).toBe('undecided');
  });

  it('tells texts of the target without what a terminal would obey', () => {
    expect(judged('observed', 'Sunset: \u001b[2J')).toEqual({
      kind: 'pass',
      notes: [{ type: 'notice', text: 'Sunset: \\u{1b}[2J' }],
    });
  });
});
