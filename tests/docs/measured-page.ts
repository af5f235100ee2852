import { page } from './markdown.ts';
import { measuredIn, measuredSentence, measurementNow } from './measured.mjs';

/** The sentence of a page about its numbers: when, and on which version and commit they are measured. */
export function measuredNow(): string {
  return measuredSentence([measurementNow()]);
}

/** The same sentence, as a page has it. */
export function measuredInPage(path: string): string {
  return measuredIn(page(path))?.sentence ?? 'Measured on an unknown commit.';
}
