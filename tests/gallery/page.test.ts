import { expect, it } from 'vitest';
import { entries } from '../../gallery/entry.ts';
import { galleryPage } from '../../gallery/page.ts';
import { summaryOf } from '../../gallery/summary.ts';
import { expectWritten } from '../docs/written.ts';
import { galleryLists } from './lists.ts';
import { statedOutcome } from './stated.ts';

/** Other tests compare each server with what it states. This one covers what follows for the whole gallery. */
const outcomes = entries.map(statedOutcome);
const summary = summaryOf(outcomes, true);

it('has at least two defects per requirement, one of them not shared with another requirement', () => {
  expect(summary.gaps).toEqual([]);
});

it('writes docs/gallery.md and its lists: `npm run gallery`', async () => {
  await expectWritten({ 'docs/gallery.md': galleryPage(outcomes, summary), ...galleryLists() });
});
