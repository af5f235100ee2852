import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { page, table } from './markdown.ts';
import { root } from './root.ts';

const text = page('docs/upgrade.md');
const rowsOf = (heading: string) =>
  table(text, heading).map((cells) => cells.map((cell) => cell.replaceAll('`', '')));
/** The first word of a cell, without what follows in parentheses. */
const nameIn = (cell = '') => cell.replace(/^import /, '').replace(/ \(.*$/, '');
const sourceOf = (path: string) => readFileSync(join(root, path), 'utf8');

describe('docs/upgrade.md', () => {
  it('lists every field and value of a report that is read under another name', () => {
    const source = sourceOf('src/report/first-format.ts');
    const pairs = [...source.matchAll(/\['([\w ]+)', '([\w -]+)'\]/g)].map(([, was, now]) => `${was} ${now}`);
    const listed = rowsOf('report.json').map(
      ([was, now]) =>
        `${nameIn(was).replace(/^(?:verdict|level|requests\.) ?/, '')} ${now?.replace(/^requests\./, '')}`,
    );
    expect(pairs.length).toBeGreaterThan(10);
    expect(pairs.filter((pair) => !listed.includes(pair))).toEqual([]);
  });
});
