import { messageRedactor } from '../record/redact.ts';
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
export function groupsOf({
  only,
  checks = [],
  key,
}: Pick<ConformanceOptions, 'only' | 'checks' | 'key'>): Group[] {
  // Names of tests are shown before there is a report, and what it says is redacted.
  const redact = messageRedactor(typeof key === 'string' ? key : '');
  const own = checks.map(({ section, requirements }) => ({
    title: redact(String(section)),
    requirements: requirements.map(({ id, title }) => ({ id, title: redact(String(title)) })),
  }));
  return [...sections, ...own]
    .map(({ title, requirements }) => ({
      title,
      tests: requirements
        .filter(({ id }) => matchesOnly(id, only))
        .map((row) => ({ id: row.id, name: `${row.id}: ${row.title}` })),
    }))
    .filter(({ tests }) => tests.length > 0);
}
