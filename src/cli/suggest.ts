import { editDistance } from '../spec/edit-distance.ts';

/** The candidate that `text` was probably meant for: it differs in a third of the characters at most. */
function nearest(text: string, candidates: readonly string[]): string | undefined {
  const wanted = text.toLowerCase();
  const [best] = candidates
    .map((candidate) => ({ candidate, slips: editDistance(wanted, candidate) }))
    .filter(({ candidate, slips }) => slips <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.slips - b.slips);
  return best?.candidate;
}

/** ` Did you mean --base-url?`, or nothing where nothing is near. */
export function didYouMean(text: string, candidates: readonly string[], prefix = ''): string {
  const near = nearest(text, candidates);
  return near === undefined ? '' : ` Did you mean ${prefix}${near}?`;
}
