import { expect, it } from 'vitest';
import { entries } from '../../gallery/entry.ts';
import { galleryPage } from '../../gallery/page.ts';
import { summaryOf } from '../../gallery/summary.ts';
import { page } from '../docs/markdown.ts';
import { statedOutcome } from './stated.ts';

/** The tests beside this one hold each server to what it states; here is what follows from that for the whole. */
const outcomes = entries.map(statedOutcome);
const summary = summaryOf(outcomes, true);

it('there are two defects or more for each row that can be found, and one that no other row shares', () => {
  expect(summary.gaps).toEqual([]);
});

it('docs/gallery.md is what the command writes: `npm run gallery` writes it anew', () => {
  expect(page('docs/gallery.md')).toBe(galleryPage(outcomes, summary));
});
