import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../docs/csv.ts';
import { isThere } from '../docs/markdown.ts';
import { root } from '../docs/root.ts';
import { list, shownByOf } from './list.ts';
import { sections } from './phenomena.ts';
import { serverOf } from './servers.ts';

const phenomena = sections.flatMap((section) => section.phenomena);
const shown = phenomena.flatMap(({ shownBy }) => shownBy);

const listed = readCsv(list);

describe('tests/phenomena/expected.csv', () => {
  it.each(sections)('has every entry of $title', ({ title, phenomena: entries }) => {
    const rows = listed.filter((row) => row['section'] === title);
    expect(rows.map((row) => [row['what happened'], row['reproduced by']])).toEqual(
      entries.flatMap(({ what, shownBy }) => shownBy.map((one) => [what, shownByOf(one)])),
    );
    expect(rows.filter((row) => row['what the kit says now'] === '')).toEqual([]);
  });
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
