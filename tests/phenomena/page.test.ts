import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isThere, page, root, table } from '../docs/markdown.ts';
import { shownByOf } from './page-text.ts';
import { sections } from './phenomena.ts';
import { serverOf } from './servers.ts';

const phenomena = sections.flatMap((section) => section.phenomena);
const shown = phenomena.flatMap(({ shownBy }) => shownBy);

describe('docs/phenomena.md', () => {
  it.each(sections.map((section, index) => [`${index + 1}. ${section.title}`, section] as const))(
    'lists what `npm run phenomena` runs: %s',
    (heading, section) => {
      const rows = table(page('docs/phenomena.md'), heading);
      expect(rows.map(([what]) => what)).toEqual(section.phenomena.map(({ what }) => what));
      expect(rows.map(([, , shownBy = '']) => shownBy.replaceAll(/(^|<br>)\(\d\) /g, '$1'))).toEqual(
        section.phenomena.map(({ shownBy }) => shownBy.map(shownByOf).join('<br>')),
      );
      for (const [, , , now] of rows) expect(now).not.toBe('');
    },
  );
});

describe('the phenomena', () => {
  it('are each shown by a server or a test', () => {
    expect(phenomena.filter(({ shownBy }) => shownBy.length === 0)).toEqual([]);
  });

  it('name servers that there are', () => {
    const ids = shown.flatMap((one) => ('servers' in one ? one.servers : []));
    for (const id of ids) expect(serverOf(id).change).toBeTypeOf('function');
  });

  it('name tests that there are', () => {
    const missing = shown.filter(
      (one) => 'test' in one && !readFileSync(join(root, one.test), 'utf8').includes(one.name),
    );
    expect(missing).toEqual([]);
  });

  it('name stacks that there are', () => {
    const stacks = phenomena.flatMap((one) => one.stacks ?? []);
    expect(stacks.filter((id) => !isThere(`tests/stacks/${id}`))).toEqual([]);
  });
});
