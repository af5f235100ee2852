import { describe, expect, it } from 'vitest';
import { compareRuns, type NamedRun, stateWords } from '../../src/report/compare/compare.ts';
import { comparisonPage } from '../../src/report/compare/page.tsx';
import { type RunSummary, readHistory, summaryOf } from '../../src/report/compare/run-summary.ts';
import { markdownComparison, terminalComparison } from '../../src/report/compare/text.ts';
import type { Verdict } from '../../src/report/model/report.ts';
import { hostileTexts } from './hostile-texts.ts';
import { sampleReport } from './sample-report.ts';

const id = 'auth.key-missing';
const base = { ...summaryOf(sampleReport), labels: {} };

/** A run on a day of November, in which one requirement has this verdict. */
function night(day: number, verdict: Verdict | undefined, more: Partial<RunSummary> = {}): NamedRun {
  const startedAt = `2026-11-${String(day).padStart(2, '0')}T03:17:00.000Z`;
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
  const row = rowsOf(nights(...verdicts)).find((one) => one.id === id);
  return row && stateWords(row);
};

describe('the state of a requirement', () => {
  it.each<readonly [string, readonly (Verdict | undefined)[]]>([
    ['failing since 2026-11-03', ['pass', 'pass', 'fail', 'fail']],
    ['failing since 2026-11-01', ['fail', 'not tested', 'fail']],
    ['failing since 2026-11-02', ['pass', 'fail', 'not selected']],
    ['failing since 2026-11-02', ['pass', 'waived', 'fail']],
    ['', ['fail', 'pass', 'pass']],
    ['', ['pass', undefined, 'pass']],
    ['unsteady', ['pass', 'fail', 'pass', 'pass']],
    ['unsteady', ['pass', 'flaky', 'pass']],
    ['', ['fail', 'pass', ...Array<Verdict>(10).fill('pass')]],
    ['', ['pass', 'fail', ...Array<Verdict>(10).fill('pass')]],
    ['never tested', ['not tested', 'not selected']],
  ])('is "%s" after %j', (state, verdicts) => {
    expect(stateOf(...verdicts)).toBe(state);
  });

  it('names the labels of the run that failed first', () => {
    const runs = [night(1, 'pass'), night(2, 'fail', { labels: { build: '1.4.2' } }), night(3, 'fail')];
    expect(rowsOf(runs).map(stateWords)).toEqual(['failing since 2026-11-02 (build=1.4.2)']);
  });

  it('is not given for runs against several targets, which are not a history', () => {
    const other = night(2, 'fail', { target: 'http://other.example/v1' });
    expect(rowsOf([night(1, 'pass'), other]).map(stateWords)).toEqual(['']);
  });
});

describe('a comparison', () => {
  it('puts runs of one target into the order of time, and keeps the order of several targets', () => {
    const names = (runs: readonly NamedRun[]) => compareRuns(runs).columns.map(({ name }) => name);
    expect(names([night(2, 'pass'), night(1, 'pass')])).toEqual(['night 1', 'night 2']);
    const other = night(1, 'pass', { target: 'http://other.example/v1' });
    expect(names([night(2, 'pass'), other])).toEqual(['night 2', 'night 1']);
  });

  it('marks runs that are hard to compare with the newest', () => {
    const runs = [
      night(1, 'pass', { profile: 'gentle', kit: '0.0.9' }),
      night(2, 'pass', { complete: false, only: 'auth.*', seed: 7 }),
      night(3, 'pass'),
    ];
    expect(compareRuns(runs).columns.map(({ caveats }) => caveats)).toEqual([
      [`kit 0.0.9, newest ${base.kit}`, `profile gentle, newest ${base.profile}`],
      [`selection auth.*, newest ${base.only ?? 'all'}`, 'interrupted'],
      [],
    ]);
    const outputs = outputsOf(runs);
    for (const output of Object.values(outputs))
      expect(output.replace(/\n│ +/g, ' ')).toContain(
        '2 of 3 runs are hard to compare with the newest one (*).',
      );
    expect(outputs.terminal).toMatch(/^│ +A\*B\*C $/m);
    expect(outputs.page.match(/<abbr title="hard to compare: [^"]+">\*<\/abbr>/g)).toHaveLength(2);
  });

  it('says that a failure began in a run that is hard to compare', () => {
    const kit = { kit: '0.0.9' };
    expect(rowsOf([night(1, 'pass', kit), night(2, 'fail'), night(3, 'fail')]).map(stateWords)).toEqual([
      'failing since 2026-11-02, but hard to compare *',
    ]);
  });

  it('marks changed seeds, which do not make runs hard to compare', () => {
    const runs = [night(1, 'pass', { seed: 20_261_101 }), night(2, 'pass')];
    expect(compareRuns(runs).columns.map(({ caveats, otherSeed }) => [caveats, otherSeed])).toEqual([
      [[], true],
      [[], false],
    ]);
    for (const output of Object.values(outputsOf(runs))) {
      expect(output).toMatch(/20261101 \(changed\)/);
      expect(output).toContain('The seeds differ');
    }
  });

  it('shows time in UTC, requests, 429s, latency and leftovers of each run', () => {
    const more = {
      latencyMs: { median: 3.2, p95: 41.7 },
      rateLimited: 2,
      leftovers: 4,
      earlierLeftovers: 27,
    };
    const runs = [night(1, 'pass', { ...more, requests: 61 }), night(2, 'pass', { ...more, requests: 1 })];
    for (const output of Object.values(outputsOf(runs))) {
      expect(output).toContain('2026-11-01 03:17 UTC');
      expect(output).toMatch(/61 requests, 2 rate-limited/);
      expect(output).toMatch(/\b1 request, 2 rate-limited/);
      expect(output).toContain('median 3 ms, p95 42 ms');
      expect(output).toContain('4, in all 31 by the kit');
    }
  });

  it('draws failures, latency and requests over time, and shows what all runs share once', () => {
    const { page } = outputsOf(nights('pass', 'fail', 'fail'));
    expect(page).toContain('aria-label="Failures of each run: 0, 1, 1"');
    expect(page).toMatch(/aria-label="Median latency of each run: [\d, ]+ ms"/);
    expect(page).toMatch(/aria-label="Requests of each run: /);
    expect(page).toContain('<dt>Target (all runs)</dt>');
    expect(page).not.toContain('<th scope="col">Target</th>');
    expect(page).toMatch(
      /Failing now.*<a href="#row-auth\.key-missing"><code>auth\.key-missing<\/code><\/a> failing since/,
    );
    expect(page).toContain('id="row-auth.key-missing"');
  });

  it('counts requirements that passed in all runs, in some and in none', () => {
    const all = { 'list.ok': 'pass', 'create.created': 'fail', 'http.date': 'observed' } as const;
    const runs = [
      night(1, undefined, { verdicts: { ...all, [id]: 'pass' } }),
      night(2, undefined, { verdicts: { ...all, [id]: 'fail' } }),
    ];
    expect(compareRuns(runs).passed).toEqual({ byAll: 1, bySome: 1, byNone: 1 });
    expect(rowsOf(runs).flatMap((row) => (row.differs ? [row.id] : []))).toEqual([id]);
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
    [JSON.stringify({ ...base, seed: 'x' }), /^line 2: it does not match its schema \(\/seed/],
  ])('names the line that is wrong: %s', (line, message) => {
    expect(() => readHistory(`${JSON.stringify(base)}\n${line}\n`)).toThrow(message);
  });
});
