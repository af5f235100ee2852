import type { Finding, Report } from './report.ts';

/** Whether a requirement is broken in no other way than the baseline knows; waived findings are accounted for. */
export function isKnown(id: string, findings: readonly Finding[]): boolean {
  const open = findings.filter(({ requirement, waived }) => requirement === id && waived === undefined);
  return open.length > 0 && open.every(({ known }) => known === true);
}

/** "the baseline of 2026-11-20", or undefined where a report was made without one. */
export function baselineWords({
  baseline,
}: {
  readonly baseline?: Report['baseline'] | undefined;
}): string | undefined {
  return baseline === undefined ? undefined : `the baseline of ${baseline.startedAt.slice(0, 10)}`;
}
