import type { Given } from './given.ts';
import { quoted } from './quoted.ts';
import { didYouMean } from './suggest.ts';
import { UsageError } from './usage-error.ts';

/** A whole number in plain digits from `least` to `most`. */
export function whole(given: Given, least: number, most: number): number {
  const number = /^\d{1,15}$/.test(given.text) ? Number(given.text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw refused(given, `a whole number from ${least} to ${most}`);
}

/** Seconds, whole or with a fraction, from `least` to `most`. */
export function seconds(given: Given, least: number, most: number): number {
  const number = /^\d{1,9}(\.\d{1,6})?$/.test(given.text) ? Number(given.text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw refused(given, `seconds from ${least} to ${most}`);
}

/** One of a few words, as they stand. */
export function oneOf<const Word extends string>(given: Given, words: readonly Word[]): Word {
  const found = words.find((word) => word === given.text);
  if (found !== undefined) return found;
  const choice = words.length === 1 ? `only ${words[0]}` : `one of ${words.join(', ')}`;
  throw refused(given, choice, didYouMean(given.text, words));
}

function refused(given: Given, wanted: string, advice = ''): UsageError {
  return new UsageError(`${given.from} takes ${wanted}, not ${quoted(given.text)}.${advice}`);
}
