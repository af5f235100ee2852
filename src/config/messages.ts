import { editDistance } from '../spec/catalog.ts';
import { printableWhole, type Shown, shown } from '../text/shown.ts';

/**
 * The command or its configuration is wrong: exit status 2. The message says what was wrong and what was seen, and, on a
 * second line if needed, what to do. It never holds a key.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Quotes user input in full and safe for the terminal. Messages are redacted before they are cut: half a key would remain. */
export function quoted(text: string): Shown {
  return shown`"${printableWhole(text)}"`;
}

/**
 * Returns the candidates that `text` was probably meant for, the nearest first: they differ in at most a third of their
 * characters, or hold every word of it.
 */
export function nearest(text: string, candidates: readonly string[], most: number): string[] {
  const wanted = text.toLowerCase();
  const words = wanted.split(/[^a-z0-9]+/).filter((word) => word.length >= 3);
  return candidates
    .map((candidate) => {
      const holdsAll = words.length > 0 && words.every((word) => candidate.includes(word));
      const commonMistakes = editDistance(wanted, candidate);
      return { candidate, commonMistakes: holdsAll ? Math.min(commonMistakes, 1) : commonMistakes };
    })
    .filter(
      ({ candidate, commonMistakes }) => commonMistakes <= Math.max(1, Math.floor(candidate.length / 3)),
    )
    .sort((a, b) => a.commonMistakes - b.commonMistakes)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** Returns ` Did you mean --base-url?`, or '' if nothing is near. */
export function didYouMean(text: string, candidates: readonly string[], prefix = ''): string {
  return advice(nearest(text, candidates, 1).map((near) => prefix + near));
}

/** Returns ` Did you mean this or that?`, or '' for no candidates. */
export function advice(near: readonly string[]): string {
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
}
