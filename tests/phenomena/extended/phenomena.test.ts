// @module-tag extended
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../docs/csv.ts';
import { list, rowsOf } from '../list.ts';
import { sections } from '../phenomena.ts';

const listed = readCsv(list);

describe('the kit reports what tests/phenomena/expected.csv says: `npm run phenomena` writes it', () => {
  it.each(sections.map((section) => [section.title, section] as const))('%s', async (title, section) => {
    // How many requests meet a gateway at once depends on the machine.
    const counted = (text = '') => text.trimEnd().replace(/\d+ such requests/g, 'some such requests');
    const rows = await rowsOf(section);
    const inList = listed.filter((row) => row['section'] === title).map((row) => Object.values(row));
    expect(inList.map((cells) => cells.map(counted))).toEqual(rows.map((cells) => cells.map(counted)));
  });
});
