import { matchesOnly } from '../spec/id-pattern.ts';
import { sections } from '../spec/ledger.ts';
import type { ConformanceOptions } from './options.ts';

/** The tests of one section. */
export interface Group {
  readonly title: string;
  readonly tests: readonly { readonly id: string; readonly name: string }[];
}

/**
 * The requirements as tests, section by section, those of one's own checks behind the specification's. What `only`
 * leaves out has no test.
 */
export function groupsOf({ only, checks = [] }: Pick<ConformanceOptions, 'only' | 'checks'>): Group[] {
  const own = checks.map(({ section, requirements }) => ({ title: section, requirements }));
  return [...sections, ...own]
    .map(({ title, requirements }) => ({
      title,
      tests: requirements
        .filter(({ id }) => matchesOnly(id, only))
        .map((row) => ({ id: row.id, name: `${row.id}: ${row.title}` })),
    }))
    .filter(({ tests }) => tests.length > 0);
}
