import { sections } from '../spec/ledger.ts';

const titles = new Map(
  sections.flatMap(({ title, requirements }) => requirements.map(({ id }) => [id, title] as const)),
);

/** The section of the specification that a requirement belongs to; a report of another ledger may name others. */
export function sectionTitleOf(id: string): string {
  return titles.get(id) ?? 'Other';
}
