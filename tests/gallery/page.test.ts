import { expect, it } from 'vitest';
import { catalog } from '../../src/spec/catalog.ts';
import { page } from '../docs/markdown.ts';
import { expectWritten } from '../docs/written.ts';
import { galleryLists } from './lists.ts';
import { galleryPage } from './page.ts';
import { referenceRows } from './reference.ts';
import { summaryOf } from './summary.ts';

/** Other tests compare each server with what it states. This one covers what follows for the whole gallery. */
const outcomes = referenceRows.map((row) => ({
  row,
  found: catalog.map(({ id }) => id).filter((id) => row.expect.reports.includes(id)),
  whileLimited: 0,
  complaints: [],
}));
const summary = summaryOf(outcomes, true);

it('has at least two defects per requirement, one of them not shared with another requirement', () => {
  expect(summary.gaps).toEqual([]);
});

const gallery = galleryPage(outcomes, summary);

it('writes docs/gallery.md and its lists: `npm run gallery`', async () => {
  await expectWritten({ 'docs/gallery.md': gallery, ...galleryLists() });
});

it('has the counts that docs/evidence.md repeats', async () => {
  const [defects, variants] = [...gallery.matchAll(/\| (\d+)\/(\d+) \|/g)].map(
    ([, some, all]) => `${some} of ${all}`,
  );
  const evidence = page('docs/evidence.md')
    .replace(/\d+ of \d+(?= defects of \[the gallery\])/, String(defects))
    .replace(/\d+ of \d+(?= legal variants of the gallery)/, String(variants));
  await expectWritten({ 'docs/evidence.md': evidence });
});
