import type { Verdict } from './model/report.ts';

const words: readonly (readonly [Verdict, string])[] = [
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['warn', 'warned'],
  ['flaky', 'flaky'],
  ['waived', 'waived'],
  ['observed', 'observed'],
  ['not exercised', 'not exercised'],
  ['not asked', 'not asked'],
  ['excluded', 'excluded (not testable from outside)'],
];

/** "61 passed", "2 failed", … : what there is any of, in the order in which people ask for it. */
export function verdictCounts(count: (verdict: Verdict) => number): string[] {
  return words
    .filter(([verdict]) => count(verdict) > 0)
    .map(([verdict, word]) => `${count(verdict)} ${word}`);
}
