import { measuredSentence, measurementNow } from './measured.mjs';

/** Returns the sentence that says when, and on which version and commit, the numbers of a page were measured. */
export function measuredNow(): string {
  return measuredSentence([measurementNow()]);
}
