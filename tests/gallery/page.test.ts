import { expect, it } from 'vitest';
import { catalog } from '../../src/spec/catalog.ts';
import { page } from '../docs/markdown.ts';
import { expectWritten, withSection } from '../docs/written.ts';
import { galleryLists } from './lists.ts';
import { galleryHeading, gallerySection } from './page.ts';
import { referenceRows } from './reference.ts';
import { summaryOf } from './summary.ts';

/** Other tests compare each server with its row. This test covers the results for the whole gallery. */
const outcomes = referenceRows.map((row) => ({
  row,
  found: catalog.map(({ id }) => id).filter((id) => row.expect.reports.includes(id)),
  whileLimited: 0,
  complaints: [],
}));
const summary = summaryOf(outcomes, true);

it('the gallery has at least two defects per requirement, and one of them violates no other requirement', () => {
  expect(summary.gaps).toEqual([]);
});

it('a section of docs/evidence.md and the lists of the gallery are up to date (npm run gallery)', async () => {
  const section = gallerySection(outcomes, summary);
  const evidence = withSection(page('docs/evidence.md'), galleryHeading, section);
  await expectWritten({ 'docs/evidence.md': evidence, ...galleryLists() });
});
