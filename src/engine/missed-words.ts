import { dependent } from '../exchange/finding.ts';
import type { RequirementResult } from '../report/model/report.ts';
import type { Requirement } from '../spec/requirement.ts';

/**
 * The rows of a report, those that could not be judged because of another row with a reason that says so: the
 * broken row has to be mended first. Which of those that a row depends on is broken is known only when all are judged.
 */
export function sayWhyMissed(
  requirements: readonly Requirement[],
  rows: readonly RequirementResult[],
): RequirementResult[] {
  const dependsOn = new Map(requirements.map(({ id, traits }) => [id, traits?.dependsOn]));
  const broken = new Set(
    rows.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id),
  );
  return rows.map((row) => {
    const ids = row.reason === dependent ? dependsOn.get(row.id) : undefined;
    if (ids === undefined) return row;
    const failed = ids.filter((id) => broken.has(id));
    const reason =
      failed.length === 0
        ? `could not be judged, for it hangs on ${ids.join(', ')}`
        : `could not be judged because ${failed.join(' and ')} failed; mend that first`;
    return { ...row, reason };
  });
}
