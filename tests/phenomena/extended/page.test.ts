// @module-tag extended
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../docs/csv.ts';
import { page } from '../../docs/markdown.ts';
import { list, sectionOf } from '../page-text.ts';
import { sections } from '../phenomena.ts';

const written = page('docs/phenomena.md').split(/\n(?=## )/);
const listed = readCsv(list);

describe('docs/phenomena.md quotes the current output: `npm run phenomena` writes it', () => {
  it.each(sections.map((section, index) => [section.title, section, index + 1] as const))(
    '%s',
    async (title, section, number) => {
      // How many requests meet a gateway at once depends on the machine.
      const counted = (text = '') => text.trimEnd().replace(/\d+ such requests/g, 'some such requests');
      const { text, rows } = await sectionOf(section, number);
      expect(counted(written[number])).toBe(counted(text));
      const inList = listed.filter((row) => row['section'] === title).map((row) => Object.values(row));
      expect(inList.map((cells) => cells.map(counted))).toEqual(rows.map((cells) => cells.map(counted)));
    },
  );
});
