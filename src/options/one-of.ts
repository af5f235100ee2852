import type { Given } from './given.ts';
import { didYouMean } from './suggest.ts';
import { wrongValue } from './wrong-value.ts';

/** One of a few words, as they stand. Throws a UsageError. */
export function oneOf<const Word extends string>(given: Given, words: readonly Word[]): Word {
  const found = words.find((word) => word === given.text);
  if (found !== undefined) return found;
  const choice = words.length === 1 ? `only ${words[0]}` : `one of ${words.join(', ')}`;
  throw wrongValue(given, choice, didYouMean(given.text, words));
}
