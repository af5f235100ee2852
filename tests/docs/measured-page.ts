import { measuredSentence, measurementNow } from './measured.mjs';

/** The sentence about measured numbers: when, and on which version and commit they are measured. */
export function measuredNow(): string {
  return measuredSentence([measurementNow()]);
}
