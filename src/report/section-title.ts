import { sections } from '../spec/ledger.ts';
import type { RequirementResult } from './model/report.ts';

const titles = new Map(
  sections.flatMap(({ title, requirements }) => requirements.map(({ id }) => [id, title] as const)),
);

/** The section that a requirement belongs to; a report of another ledger may name others. */
export function sectionTitleOf({ id, section }: Pick<RequirementResult, 'id' | 'section'>): string {
  return section ?? titles.get(id) ?? 'Other';
}
