import type { Verdict } from '../model/report.ts';

/** Verdicts as the page says them. */
export const verdictTitles: Readonly<Record<Verdict, string>> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'warning',
  observed: 'observed',
  'not exercised': 'not exercised',
  'not asked': 'not asked for',
  waived: 'waived',
  flaky: 'flaky',
  excluded: 'excluded',
};

/** What a reader looks for first, first. */
export const verdictOrder: readonly Verdict[] = [
  'fail',
  'warn',
  'waived',
  'flaky',
  'not exercised',
  'pass',
  'observed',
  'not asked',
  'excluded',
];

/** A verdict as a label; what the baseline holds, too, is no news. */
export function Badge({ verdict, known }: { readonly verdict: Verdict; readonly known: boolean }) {
  const kind = known ? 'known' : verdict.replace(' ', '-');
  return (
    <span class={`badge ${kind}`}>{known ? `known: ${verdictTitles[verdict]}` : verdictTitles[verdict]}</span>
  );
}
