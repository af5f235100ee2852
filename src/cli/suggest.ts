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

/** Levenshtein's distance, with two neighbours that changed places as one slip. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (last[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
          ? (beforeLast[column - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      current.push(Math.min(replaced, swapped, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
