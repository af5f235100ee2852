import { grouped } from '../text/grouped.ts';
import { verdictCounts } from './count-words.ts';
import type { Report, RequirementResult } from './model/report.ts';

/** "Our API guide: 2 passed · 1 failed", for each section that the user added. */
export function addedWords({ requirements }: Report): string[] {
  const added = requirements.filter(({ section }) => section !== undefined);
  return [...grouped(added, ({ section = '' }) => section)].map(
    ([section, rows]) => `${section}: ${verdictCounts(countsOf(rows)).join(' · ')}`,
  );
}

function countsOf(rows: readonly RequirementResult[]): (verdict: RequirementResult['verdict']) => number {
  return (verdict) => rows.filter((row) => row.verdict === verdict).length;
}
