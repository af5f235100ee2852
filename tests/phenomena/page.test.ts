import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../docs/csv.ts';
import { isThere, page, table } from '../docs/markdown.ts';
import { root } from '../docs/root.ts';
import { list, shownByOf } from './page-text.ts';
import { sections } from './phenomena.ts';
import { serverOf } from './servers.ts';

const phenomena = sections.flatMap((section) => section.phenomena);
const shown = phenomena.flatMap(({ shownBy }) => shownBy);

const listed = readCsv(list);

describe('docs/phenomena.md', () => {
  it.each(sections.map((section, index) => [`${index + 1}. ${section.title}`, section] as const))(
    'has every entry of %s',
    (heading, { title, phenomena: entries }) => {
      const rows = table(page('docs/phenomena.md'), heading);
      expect(rows.map(([what]) => what)).toEqual(entries.map(({ what }) => what));
      for (const [, , now] of rows) expect(now).not.toBe('');
      const inList = listed.filter((row) => row['section'] === title);
      expect(inList.map((row) => [row['what happened'], row['reproduced by']])).toEqual(
        entries.flatMap(({ what, shownBy }) => shownBy.map((one) => [what, shownByOf(one)])),
      );
      for (const row of inList) expect(row['what the kit says now']).not.toBe('');
    },
  );
});

describe('the phenomena', () => {
  it('each have a server or a test that reproduces them', () => {
    expect(phenomena.filter(({ shownBy }) => shownBy.length === 0)).toEqual([]);
  });

  it('name existing servers', () => {
    const ids = shown.flatMap((one) => ('servers' in one ? one.servers : []));
    for (const id of ids) expect(serverOf(id).change).toBeTypeOf('function');
  });

  it('name existing tests', () => {
    const missing = shown.filter(
      (one) => 'test' in one && !readFileSync(join(root, one.test), 'utf8').includes(one.name),
    );
    expect(missing).toEqual([]);
  });

  it('name existing stacks', () => {
    const stacks = phenomena.flatMap((one) => one.stacks ?? []);
    expect(stacks.filter((id) => !isThere(`tests/stacks/${id}`))).toEqual([]);
  });
});
