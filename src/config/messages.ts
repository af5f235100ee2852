import { editDistance } from '../spec/catalog.ts';
import { printableWhole, type Shown, shown } from '../text/shown.ts';

/**
 * Reports a wrong command or configuration: exit status 2. The message says what was wrong and, on a second line if needed,
 * what to do. It never contains a key.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Quotes user input for the terminal, uncut, because `main` redacts messages before it cuts them. */
export function quoted(text: string): Shown {
  return shown`"${printableWhole(text)}"`;
}

/** Quotes a URL without the parts that may contain secrets. */
export function quotedUrl(text: string): Shown {
  return quoted(text.replace(/[?#].*$/s, '').replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/]*@/i, '$1'));
}

/**
 * Returns the candidates that the user probably meant, nearest first: they differ in at most a third of their characters,
 * or contain every word of `text`.
 */
export function nearest(text: string, candidates: readonly string[], most: number): string[] {
  const wanted = text.toLowerCase();
  const words = wanted.split(/[^a-z0-9]+/).filter((word) => word.length >= 3);
  return candidates
    .map((candidate) => {
      const hasAll = words.length > 0 && words.every((word) => candidate.includes(word));
      const edits = editDistance(wanted, candidate);
      return { candidate, edits: hasAll ? Math.min(edits, 1) : edits };
    })
    .filter(({ candidate, edits }) => edits <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** Returns ` Did you mean --base-url?`, or '' if no candidate is near. */
export function didYouMean(text: string, candidates: readonly string[], prefix = ''): string {
  return advice(nearest(text, candidates, 1).map((near) => prefix + near));
}

/** Returns ` Did you mean this or that?`, or '' for no candidates. */
export function advice(near: readonly string[]): string {
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
}
