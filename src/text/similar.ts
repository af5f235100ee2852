/**
 * Returns the candidates that the user probably meant, nearest first: they contain every word of `text`, or `text` is a misspelling
 * of them.
 */
export function nearest(text: string, candidates: readonly string[], most: number): string[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/[^a-z0-9]+/);
  // Words of two letters occur in many candidates, so they do not suffice for a match.
  const hasWords = words.some((word) => word.length >= 3);
  return candidates
    .map((candidate) => {
      const hasAll = hasWords && words.every((word) => candidate.includes(word));
      const edits = editsTo(candidate, wanted);
      return { candidate, edits: hasAll ? Math.min(edits, 1) : edits };
    })
    .filter(({ edits }) => edits <= mostEdits(wanted))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** Checks whether `text` is a misspelling: it differs from a candidate in at most a third of its characters. */
export function isMisspelled(text: string, candidates: readonly string[]): boolean {
  return candidates.some((candidate) => editsTo(candidate, text) <= mostEdits(text));
}

/** Returns the candidate that differs from `text` in one character, or in the order of two characters. */
export function slipOf(text: string, candidates: readonly string[]): string | undefined {
  return candidates.find(
    (candidate) => Math.abs(candidate.length - text.length) <= 1 && editDistance(text, candidate) === 1,
  );
}

function mostEdits(text: string): number {
  return Math.max(1, Math.floor(text.length / 3));
}

/** Returns the distance to a candidate with or without its section. */
function editsTo(candidate: string, text: string): number {
  const name = candidate.slice(candidate.indexOf('.') + 1);
  return Math.min(editDistance(text, candidate), editDistance(text, name) + 1);
}

/** Returns the Levenshtein distance, with a swap of two neighbors as one edit. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (last[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swapped =
        from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
          ? (beforeLast[column - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      current.push(Math.min(replaced, swapped, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}

/** Returns ` Did you mean --base-url?`, or '' if no candidate is near. */
export function didYouMean(text: string, candidates: readonly string[], prefix = ''): string {
  return advice(nearest(text, candidates, 1).map((near) => prefix + near));
}

/** Returns ` Did you mean this or that?`, or '' for no candidates. */
export function advice(near: readonly string[]): string {
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
}
