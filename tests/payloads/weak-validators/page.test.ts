import { describe, expect, it } from 'vitest';
import { readCsv } from '../../docs/csv.ts';
import { expectWritten } from '../../docs/written.ts';
import { weakValidators } from './index.ts';
import { starts } from './measure.ts';
import { type FoundLine, foundColumns, lists, payloadDocuments, type RunLine } from './page-text.ts';

const found = readCsv(lists.found) as unknown as FoundLine[];
const runs = readCsv(lists.runs) as unknown as RunLine[];

/** Measuring takes minutes, so these tests cover only what the page does with the figures. */
describe('docs/evidence.md, about weak validators,', () => {
  it('is written by `npm run prove -- weak-validators`', async () => {
    await expectWritten(payloadDocuments(found, runs));
  });

  it('has every weak validator', () => {
    expect(found.map((line) => [line.validator, line['what it does'], line.requirement])).toEqual(
      weakValidators.map(({ id, title, requirement }) => [id, title, requirement]),
    );
  });

  it('has all figures of each weak validator', () => {
    const nights = new RegExp(`^(?:-|\\d+)(?: (?:-|\\d+)){${starts.length - 1}}$`);
    for (const line of found) {
      for (const column of foundColumns.filter((one) => /: (?:standard|gentle)$/.test(one)))
        expect(line[column], `${line.validator}, ${column}`).toMatch(nights);
      for (const column of foundColumns.filter((one) => one.includes(': thorough')))
        expect(line[column], `${line.validator}, ${column}`).toMatch(/^(?:yes|no)$/);
      expect(line.Schemathesis).toMatch(/^(?:yes|no)(?: (?:yes|no)){2}$/);
    }
  });
});
