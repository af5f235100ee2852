import { describe, expect, it } from 'vitest';
import { requirementsVersion } from '../../src/spec/catalog.ts';
import { kit } from '../../src/version.ts';
import { page } from '../docs/markdown.ts';

const [, ...sections] = page('CHANGELOG.md').split(/^## /m);
/** Only the first section may be about a version that does not exist yet. */
const [first = '', ...others] = sections;
const releases = first.startsWith('Unreleased\n') ? others : sections;
const groups = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security', 'Finds more'];

describe('CHANGELOG.md', () => {
  it('begins with the current version, or an unreleased one, and the version of its requirements', () => {
    if (releases[0] !== undefined)
      expect(releases[0]).toMatch(new RegExp(`^${kit.version.replaceAll('.', '\\.')} - `));
    expect(first).toContain(`Requirements ${requirementsVersion}`);
  });

  it('has the date of each version, with the newest version first', () => {
    const headings = releases.map((section) => section.slice(0, section.indexOf('\n')));
    for (const heading of headings) expect(heading).toMatch(/^\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d$/);
    const newestFirst = headings.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    expect(headings).toEqual(newestFirst);
  });

  it.each(sections)('has the usual groups, and lists each change once: %#', (section) => {
    const titles = [...section.matchAll(/^### (.*)$/gm)].map(([, title = '']) => title);
    expect(titles).toEqual(groups.filter((title) => titles.includes(title)));
    const changes = section.split(/^- /m).slice(1);
    expect(new Set(changes).size).toBe(changes.length);
  });
});
