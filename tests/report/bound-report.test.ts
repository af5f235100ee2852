import { describe, expect, it } from 'vitest';
import { weighJson } from '../../src/json/weigh.ts';
import { boundReport, render as reportJson } from '../../src/report/json.ts';
import {
  type Finding,
  type RecordedExchange,
  type Report,
  reportBounds,
} from '../../src/report/model/report.ts';
import { readReport } from '../../src/report/read-report.ts';
import { extendedTier } from '../support/tiers.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

const sample = sampleReport.exchanges?.recorded[0];
if (sample === undefined) throw new Error('the sample has no exchange');

/** A record of maximum size: a report escapes each of these characters as six. */
const huge: RecordedExchange = {
  ...sample,
  response: {
    status: 500,
    reason: 'no',
    headers: Array.from({ length: 8 }, (_, at) => [`X-${at}`, '\u009b'.repeat(500)] as const),
    body: '\u0080'.repeat(4_000),
    cut: true,
  },
};

const finding = (requirement: string, number: number): Finding => ({
  ...sampleFinding,
  requirement,
  signature: `${requirement}: returned ${number}`,
  exchange: huge,
  comparedWith: { exchange: huge, curl: "curl -i --globoff 'http://localhost/'" },
});

/** Writes a report, checks its size, and reads it again. */
function readAgain(report: Report): Report {
  const text = reportJson(boundReport(report));
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(reportBounds.bytes);
  expect(weighJson(Buffer.from(text)).values).toBeLessThanOrEqual(reportBounds.values);
  return readReport(text);
}

describe('a report can be read again', () => {
  it('unchanged, if it is within the bounds', () => {
    expect(boundReport(sampleReport)).toEqual(sampleReport);
    expect(readAgain(sampleReport)).toEqual(JSON.parse(JSON.stringify(sampleReport)));
  });

  it(
    'with many large findings: each requirement keeps one, and the verdict says what is missing',
    extendedTier,
    () => {
      const ids = ['auth.key-missing', 'auth.key-wrong', 'errors.shape'];
      const findings = ids.flatMap((id) => Array.from({ length: 400 }, (_, at) => finding(id, at)));
      const read = readAgain({ ...sampleReport, findings });
      const whole = read.findings.filter(({ comparedWith }) => comparedWith !== undefined);
      expect(new Set(whole.map(({ requirement }) => requirement))).toEqual(new Set(ids));
      expect(read.findings.length).toBeLessThanOrEqual(reportBounds.findings);
      expect(read.verdict.sentence).toMatch(
        /^.+ To limit its size, this report omits \d+ of 1200 findings, the responses of \d+ findings\.$/,
      );
      const short = read.findings.at(-1);
      expect(short?.exchange).toMatchObject({ request: sample.request, response: { status: 500, body: '' } });
      expect(short?.curl).toBe(sampleFinding.curl);
    },
  );

  it('with findings that are too large even without evidence', extendedTier, () => {
    const findings = Array.from({ length: 400 }, (_, at) => ({
      ...finding('errors.shape', at),
      expected: '\u0080'.repeat(4_000),
      received: '\u0080'.repeat(4_000),
      curl: `# no curl command: ${'a'.repeat(20_000)}`,
    }));
    const read = readAgain({ ...sampleReport, findings });
    expect(read.findings.length).toBeGreaterThan(50);
    expect(read.verdict.sentence).toMatch(/omits \d+ of 400 findings/);
  });

  it('with long lists of long strings', () => {
    const leftovers = Array.from({ length: 30_000 }, (_, at) => ({
      name: at === 0 ? 'x'.repeat(1_000_000) : at === 1 ? '\u0080'.repeat(1_000_000) : `kit${at}`,
      cause: 'created' as const,
    }));
    const [result] = sampleReport.requirements;
    if (result === undefined) throw new Error('the sample has no requirement');
    const requirements = Array(100).fill({ ...result, reason: '\u0080'.repeat(900_000) });
    const kitFaults = Array(30_000).fill('');
    const read = readAgain({ ...sampleReport, leftovers, requirements, kitFaults });
    expect(read.leftovers.length).toBeGreaterThan(2_000);
    expect(read.leftovers).toContainEqual(leftovers[2]);
    expect(read.verdict.sentence).toMatch(
      /omits \d+ of 30000 in "leftovers", 20000 of 30000 in "kitFaults"\.$/,
    );
  });

  it.each([
    ['large', huge],
    ['of many values', { ...sample, response: { ...huge.response, headers: Array(400).fill(['', '']) } }],
  ])('with thousands of exchanges: %s', extendedTier, (_what, exchange) => {
    const kept = Array(1_200).fill(exchange) as RecordedExchange[];
    const read = readAgain({ ...sampleReport, exchanges: { recorded: kept, leftOut: 7 } });
    const { recorded: first = [], leftOut = 0 } = read.exchanges ?? {};
    expect(first.length).toBeGreaterThan(50);
    expect(first.length + leftOut).toBe(1_207);
  });
});
