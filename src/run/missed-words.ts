import type { RequirementResult } from '../report/model/report.ts';

/** A reason that is nothing but the rows it hangs on: "see headers.limit, headers.reset", and perhaps why. */
const hanging = /^see ([a-z]+\.[a-z-]+(?:, [a-z]+\.[a-z-]+)*)(?:: (.*))?$/s;

/**
 * The rows of a report, those that could not be judged because of another row with a reason that says so: the
 * broken row has to be mended first. The suites give the rows that a verdict hangs on; which of them is broken is
 * known only when all are judged.
 */
export function sayWhyMissed(rows: readonly RequirementResult[]): RequirementResult[] {
  const broken = new Set(
    rows.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id),
  );
  return rows.map((row) => {
    if (row.verdict !== 'not exercised' || row.reason === undefined) return row;
    const [, ids, why] = hanging.exec(row.reason) ?? [];
    if (ids === undefined) return row;
    return { ...row, reason: missedWords(ids.split(', '), broken, why) };
  });
}

function missedWords(ids: readonly string[], broken: ReadonlySet<string>, why: string | undefined): string {
  const failed = ids.filter((id) => broken.has(id));
  const because = why === undefined ? '' : ` (${why})`;
  return failed.length === 0
    ? `could not be judged, for it hangs on ${ids.join(', ')}${because}`
    : `could not be judged because ${failed.join(' and ')} failed${because}; mend that first`;
}
