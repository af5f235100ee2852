import { describe, expect, it } from 'vitest';
import { compareRuns, type NamedRun } from '../../src/report/compare/compare.ts';
import { comparisonPage } from '../../src/report/compare/page.tsx';
import { type RunSummary, readHistory, summaryOf } from '../../src/report/compare/runs.ts';
import { markdownComparison, terminalComparison } from '../../src/report/compare/text.ts';
import type { Verdict } from '../../src/report/model/report.ts';
import { hostileTexts } from './hostile-texts.ts';
import { sampleReport } from './sample-report.ts';

const id = 'auth.key-missing';
const base = { ...summaryOf(sampleReport), labels: {} };

/** A run on a day from November 1, in which one requirement has this verdict. */
function night(day: number, verdict: Verdict | undefined, more: Partial<RunSummary> = {}): NamedRun {
  const startedAt = new Date(Date.UTC(2026, 10, day, 3, 17)).toISOString();
  const verdicts = verdict === undefined ? {} : { [id]: verdict };
  return { name: `night ${day}`, summary: { ...base, startedAt, verdicts, complete: true, ...more } };
}

const rowsOf = (runs: readonly NamedRun[]) => compareRuns(runs).sections.flatMap(({ rows }) => rows);
const outputsOf = (runs: readonly NamedRun[]) => {
  const comparison = compareRuns(runs);
  return {
    page: comparisonPage(comparison),
    markdown: markdownComparison(comparison).replaceAll('\\', ''),
    terminal: terminalComparison(comparison, { color: false, width: 110 }),
  };
};
const nights = (...verdicts: (Verdict | undefined)[]) =>
  verdicts.map((verdict, index) => night(index + 1, verdict));
const stateOf = (...verdicts: (Verdict | undefined)[]) => {
  return rowsOf(nights(...verdicts)).find((one) => one.id === id)?.state;
};

describe('the state of a requirement', () => {
  it.each<readonly [string, readonly (Verdict | undefined)[]]>([
    ['failing since 2026-11-03', ['pass', 'pass', 'fail', 'fail']],
    ['failing since 2026-11-01', ['fail', 'not tested', 'fail']],
    ['failing since 2026-11-02', ['pass', 'fail', 'not selected']],
    ['failing since 2026-11-02', ['pass', 'waived', 'fail']],
    ['failed 2026-11-01, fixed 2026-11-02', ['fail', 'pass', 'pass']],
    ['failed 2026-11-02, fixed 2026-11-05', ['pass', 'fail', 'fail', 'not tested', 'pass']],
    ['failed 2026-11-02, fixed 2026-11-03', ['pass', 'fail', 'pass', 'pass']],
    ['failing since 2026-11-03', ['fail', 'pass', 'fail']],
    ['', ['pass', undefined, 'pass']],
    ['unsteady (3 changes in 4 runs), failing now', ['pass', 'fail', 'pass', 'fail']],
    ['unsteady (3 changes in 5 runs)', ['fail', 'pass', 'fail', 'not tested', 'pass']],
    ['unsteady (flaky in 3 runs)', ['pass', 'flaky', 'pass']],
    ['', Array<Verdict>(12).fill('pass')],
    ['failed 2026-11-03, fixed 2026-11-04', ['fail', 'pass', 'fail', ...Array<Verdict>(9).fill('pass')]],
    ['never tested', ['not tested', 'not selected']],
  ])('is "%s" after %j', (state, verdicts) => {
    expect(stateOf(...verdicts)).toBe(state);
  });

  it('names the labels of the run that failed first', () => {
    const runs = [night(1, 'pass'), night(2, 'fail', { labels: { build: '1.4.2' } }), night(3, 'fail')];
    expect(rowsOf(runs).map(({ state }) => state)).toEqual(['failing since 2026-11-02 (build 1.4.2)']);
  });

  it('is not given for runs against several targets, which are not a history', () => {
    const other = night(2, 'fail', { target: 'http://other.example/v1' });
    expect(rowsOf([night(1, 'pass'), other]).map(({ state }) => state)).toEqual(['']);
  });
});

describe('a comparison', () => {
  it('has the newest run of a history first, and keeps the order of several targets', () => {
    const names = (runs: readonly NamedRun[]) =>
      compareRuns(runs).columns.map(({ number, name }) => `${number}: ${name}`);
    expect(names([night(2, 'pass'), night(1, 'pass')])).toEqual(['2: night 2', '1: night 1']);
    const other = night(1, 'pass', { target: 'http://other.example/v1' });
    expect(names([night(2, 'pass'), other])).toEqual(['1: night 2', '2: night 1']);
  });

  it('marks runs that are hard to compare with the newest', () => {
    const runs = [
      night(1, 'pass', { asked: { ...base.asked, profile: 'gentle' }, kit: '0.0.9' }),
      night(2, 'pass', { complete: false, asked: { ...base.asked, only: 'auth.*' }, seed: 7 }),
      night(3, 'pass'),
    ];
    expect(compareRuns(runs).columns.map(({ caveats }) => caveats)).toEqual([
      [],
      [`--only auth.*, but ${base.asked['only']} in the newest run`, 'interrupted'],
      [
        `kit 0.0.9, but ${base.kit} in the newest run`,
        `--profile gentle, but ${base.asked['profile']} in the newest run`,
      ],
    ]);
  });

  it('compares what was asked of runs, not what they reached', () => {
    const scope = { required: 45, selected: 34, passed: 34 };
    const short = night(1, 'fail', { scope: { ...scope, selected: 33, passed: 32 } });
    expect(
      compareRuns([short, night(2, 'pass', { scope })]).columns.flatMap(({ caveats }) => caveats),
    ).toEqual([]);
    const { asked } = base;
    const { description: _, ...undescribed } = asked;
    const changed = { ...undescribed, maxRequests: 7 };
    const caveatsOf = (more: Partial<RunSummary>) =>
      compareRuns([night(1, 'pass', more), night(2, 'pass')]).columns[1]?.caveats;
    expect(caveatsOf({ asked: changed })).toEqual([
      '--description not given, but given in the newest run',
      `--max-requests 7, but ${asked['maxRequests']} in the newest run`,
    ]);
    // Profiles decide the budgets, so these are not named twice.
    expect(caveatsOf({ asked: { ...asked, maxRequests: 7, profile: 'gentle' } })).toHaveLength(1);
  });

  it('says that a failure began where what was asked changed', () => {
    const kit = { kit: '0.0.9' };
    expect(
      rowsOf([night(1, 'pass', kit), night(2, 'fail'), night(3, 'fail')]).map(({ state }) => state),
    ).toEqual(['failing since 2026-11-02; the run before differs in kit (*)']);
    const [row] = rowsOf([night(1, 'pass', kit), night(2, 'fail', kit), night(3, 'fail')]);
    expect(row?.state).toBe('failing since 2026-11-02');
  });

  // Run with --update after an intended change, and read the difference as a user would.
  it.each(['page', 'markdown', 'terminal'] as const)('of a history is rendered as %s', async (format) => {
    const more = { rateLimited: 2, leftovers: 4, earlierLeftovers: 27, requests: 61 };
    const runs = [
      { ...night(1, 'pass', { ...more, labels: { build: '1.1' }, seed: 7 }), page: '1/report.html' },
      { ...night(2, 'fail', { ...more, labels: { build: '1.2' }, kit: '0.0.9' }), page: '2/report.html' },
      night(3, 'not tested', { outcome: 'could not be tested', exitStatus: 3, labels: { build: '1.3' } }),
    ];
    const text = outputsOf(runs)[format];
    const body = text.replace(/^[\s\S]*<body>/, '').replaceAll(/<(?=[a-z])/g, '\n<');
    await expect(format === 'page' ? body : text).toMatchFileSnapshot(`snapshots/history.${format}.txt`);
  });

  it('fits a terminal with any number of runs', () => {
    const many = (count: number) =>
      outputsOf(
        nights(...Array.from({ length: count }, (_, index): Verdict => (index % 2 ? 'fail' : 'pass'))),
      );
    const { terminal } = many(60);
    expect(Math.max(...terminal.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
    expect(terminal).toMatch(/^│ +6 5 5 5/m);
    expect(terminal).toMatch(/^│ +0 9 8 7/m);
    expect(terminal).toMatch(
      /auth\.key-missing +F P F P [FP ]+\n│ {3}· unsteady \(9 changes in 10 runs\), failing now/,
    );
    expect(terminal).toMatch(/The matrix shows the first \d+ of 60 runs/);
    expect(many(3).terminal).toMatch(/auth\.key-missing +P F P {2}failed 2026-11-02, fixed 2026-11-03/);
  });

  it('has custom requirements in a section of their own', () => {
    const runs = [night(1, undefined, { verdicts: { 'guide.sorted': 'pass', [id]: 'pass' } })];
    expect(compareRuns(runs).sections.map(({ title, rows }) => [title, rows.map((row) => row.id)])).toEqual([
      ['Authentication', [id]],
      ['Custom checks', ['guide.sorted']],
    ]);
  });
});

describe('a string from a report', () => {
  it.each(hostileTexts.map((text) => [text]))('is escaped in every format: %j', (text) => {
    const run = night(1, 'fail', {
      target: text,
      labels: { build: text },
      verdicts: { [text]: 'fail', [id]: 'fail' },
    });
    const comparison = compareRuns([{ ...run, name: text, page: 'report.html' }]);
    const page = comparisonPage(comparison);
    expect(page).not.toMatch(/<script|<img|<svg onload/i);
    for (const output of [
      page,
      markdownComparison(comparison),
      terminalComparison(comparison, { color: false, width: 80 }),
    ]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be printed
      expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e\u2028]/);
      expect(output).not.toMatch(/^\s*(?:::|##vso|##teamcity)/m);
    }
  });
});

describe('a history file', () => {
  it('is read unchanged, except for empty lines', () => {
    const line = JSON.stringify(base);
    expect(readHistory(`${line}\n\n${line}\n`)).toEqual([base, base]);
  });

  it.each([
    ['{', /^line 2: it is not valid JSON/],
    ['{}', /^line 2: it is not a run/],
    [JSON.stringify({ ...base, formatVersion: 2 }), /^line 2: it has format version 2/],
    [JSON.stringify({ ...base, seed: 'x' }), /^line 2: it does not match its schema: \/seed/],
    [JSON.stringify({ ...base, odd: 1 }), /: the run has an unknown field: "odd"\. Remove this line: /],
  ])('names the line that is wrong: %s', (line, message) => {
    expect(() => readHistory(`${JSON.stringify(base)}\n${line}\n`)).toThrow(message);
  });
});
