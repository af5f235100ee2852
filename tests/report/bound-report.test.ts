import { describe, expect, it } from 'vitest';
import { boundReport } from '../../src/report/json.ts';
import type { Finding } from '../../src/report/model/report.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

const finding = (requirement: string, number: number): Finding => ({
  ...sampleFinding,
  requirement,
  signature: `${requirement}: returned ${number}`,
});

describe('a report', () => {
  it('stays unchanged with up to 100 findings', () => {
    const findings = Array.from({ length: 100 }, (_, at) => finding('errors.shape', at));
    const report = { ...sampleReport, findings };
    expect(boundReport(report)).toBe(report);
  });

  it('keeps at most 100 findings, including the first of each requirement, and the verdict counts the rest', () => {
    const findings = ['errors.shape', 'errors.status', 'auth.key-missing'].flatMap((id, count) =>
      Array.from({ length: count === 2 ? 1 : 400 }, (_, at) => finding(id, at)),
    );
    const { findings: kept, verdict } = boundReport({ ...sampleReport, findings });
    expect(kept).toHaveLength(100);
    expect(kept.at(-1)).toBe(findings.at(-1));
    expect(kept.filter(({ requirement }) => requirement === 'errors.shape')).toEqual(findings.slice(0, 50));
    expect(verdict.sentence).toMatch(/ To limit its size, this report omits 701 of 801 findings\.$/);
  });
});
