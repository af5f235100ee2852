import { describe, expect, it } from 'vitest';
import { type Comparison, compareReports, summaryOf } from '../../src/report/compare/compare.ts';
import { comparisonPage } from '../../src/report/compare/page.tsx';
import { partsThatDiffer } from '../../src/report/compare/targets.ts';
import { terminalComparison } from '../../src/report/compare/text.ts';
import type { Finding, Report, Verdict } from '../../src/report/model/report.ts';
import { hostileTexts } from './hostile-texts.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

/** The failure, on one operation only. */
const { accepted: _, ...onBoth } = sampleFinding;
const finding: Finding = { ...onBoth, shownBy: onBoth.shownBy?.slice(0, 1) ?? [] };
const id = finding.requirement;

/** A failure with another cause. */
const other: Finding = { ...finding, cause: 'returned 500', signature: `${id}: returned 500` };

/** Returns the report of a day in November, in which one requirement has this verdict. */
function night(day: number, verdict: Verdict, more: Partial<Report> = {}): Report {
  const result = sampleReport.requirements.find((one) => one.id === id) ?? expect.fail();
  return {
    ...sampleReport,
    labels: {},
    startedAt: new Date(Date.UTC(2026, 10, day, 3, 17)).toISOString(),
    requirements: [{ ...result, verdict, tested: verdict.startsWith('not ') ? 0 : result.tested }],
    findings: verdict === 'fail' ? [finding] : [],
    ...more,
  };
}

const compared = (...reports: readonly Report[]) => compareReports(reports.map((one) => summaryOf(one)));
const stateOf = ({ rows }: Comparison) => rows.map(({ state }) => state.replace(/:.*/, ''));
const nights = (...verdicts: readonly Verdict[]) => verdicts.map((verdict, at) => night(at + 1, verdict));
/** A body other than the one that failed was sent. */
const unsent = { sentBodies: ['fedcba9876543210'] };

describe('the state of a requirement in a history', () => {
  it.each<readonly [state: string, reports: readonly Report[]]>([
    ['failing since 2026-11-03', nights('pass', 'pass', 'fail', 'fail')],
    // Older reports are not kept.
    ['failing since 2026-11-01 or earlier', nights('fail', 'not tested', 'fail')],
    ['failing since 2026-11-03', nights('fail', 'pass', 'fail')],
    ['fixed 2026-11-02', nights('fail', 'pass', 'pass')],
    ['failed 2026-11-02, not tested again', nights('pass', 'fail', 'not selected')],
    ['failed 2026-11-02, not tested again', [...nights('pass', 'fail'), night(3, 'pass', unsent)]],
    ['failing since 2026-11-02', [...nights('pass', 'fail'), night(3, 'pass', unsent), night(4, 'fail')]],
    ['fixed 2026-11-04', [...nights('pass', 'fail'), night(3, 'pass', unsent), night(4, 'pass')]],
  ])('is "%s"', (state, reports) => {
    expect(stateOf(compared(...reports))).toEqual([state]);
    expect(stateOf(compared(...reports.toReversed()))).toEqual([state]);
  });
});

describe('a comparison', () => {
  it('has a row only for each requirement whose failures differ', () => {
    expect(compared(...nights('pass', 'fail')).rows.map((row) => row.id)).toEqual([id]);
    expect(compared(...nights('pass', 'not tested')).rows).toEqual([]);
    expect(compared(...nights('fail', 'fail')).rows).toEqual([]);
    const changed = compared(night(1, 'fail'), night(2, 'fail', { findings: [other] }));
    expect(changed.rows.map(({ cells }) => cells.map(({ letter }) => letter))).toEqual([['F', 'F']]);
  });

  it('names what fails in all reports and what changed in the newest report', () => {
    expect(compared(...nights('fail', 'fail')).notes.join()).toContain(id);
    const { notes } = compared(...nights('pass', 'fail'));
    expect(notes).toEqual([`Since 2026-11-01: 1 new: ${id}.`]);
  });

  it('has the newest report of a history first, and keeps the order of several targets', () => {
    const names = ({ columns }: Comparison) => columns.map(({ number, name }) => `${number}: ${name}`);
    expect(names(compared(night(2, 'pass', { labels: { build: '7' } }), night(1, 'pass')))).toEqual([
      '2: 2026-11-02 (build 7)',
      '1: 2026-11-01',
    ]);
    const go = night(2, 'fail', { target: 'https://go.petstore.example/v1' });
    const node = night(1, 'pass', { target: 'https://node.petstore.example/v1' });
    expect(names(compared(go, node))).toEqual(['1: go', '2: node']);
    expect(compared(go, node).rows.map(({ state }) => state)).toEqual([finding.cause]);
  });

  it.each([
    [
      ['https://go.petstore.example/v1', 'https://node.petstore.example/v1'],
      ['go', 'node'],
    ],
    [
      ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8081/v1'],
      ['8080', '8081'],
    ],
    [
      ['http://a.example/old/v1', 'https://a.example/old/v1'],
      ['http', 'https'],
    ],
    [
      ['https://petstore-blue.example/v1', 'https://petstore-green.example/v1'],
      ['petstore-blue', 'petstore-green'],
    ],
    [
      ['https://example.org/v1', 'https://example.org/pets/v1'],
      ['https://example.org/v1', 'https://example.org/pets/v1'],
    ],
  ])('leaves out what the targets %j share', (targets, parts) => {
    expect(partsThatDiffer(targets)).toEqual(parts);
  });

  it('fits a terminal with any number of reports', () => {
    const many = (count: number) => {
      const all = Array.from({ length: count }, (_one, at): Verdict => (at % 2 ? 'fail' : 'pass'));
      return terminalComparison(compared(...nights(...all)), { color: false, width: 110 }).split('\n');
    };
    const lines = many(60);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(110);
    expect(lines.length).toBeLessThan(30);
    expect(lines.find((line) => line.startsWith(`│ ${id}`))).toMatch(/ F P F P [FP ]+$/);
    expect(many(3).find((line) => line.startsWith(`│ ${id}`))).toMatch(/ P F P {2}fixed 2026-11-03$/);
  });
});

it.each(hostileTexts.map((text) => [text]))(
  'a string from a report is escaped in every format: %j',
  (text) => {
    const bad = { ...finding, requirement: text, cause: text, signature: text, title: text };
    const result = { ...(sampleReport.requirements[0] ?? expect.fail()), id: text, verdict: 'fail' as const };
    const report = night(1, 'pass', {
      target: text,
      labels: { [text]: text },
      requirements: [result],
      findings: [bad],
      verdict: { ...sampleReport.verdict, sentence: text, outcome: 'no verdict' },
    });
    for (const reports of [
      [report, night(2, 'pass')],
      [report, { ...report, findings: [] }],
    ]) {
      const comparison = compareReports(reports.map((one) => summaryOf(one, 'report.html')));
      const page = comparisonPage(comparison);
      expect(page).not.toMatch(/<script|<img|<svg onload/i);
      for (const output of [page, terminalComparison(comparison, { color: false, width: 80 })]) {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be printed
        expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e\u2028]/);
        expect(output).not.toMatch(/^\s*(?:::|##vso|##teamcity)/m);
      }
    }
  },
);
