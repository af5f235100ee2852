import { isVocabulary } from '../spec/vocabulary.ts';

/** Shorter secrets are weak, in characters. */
export const shortestStrong = 8;

/** Whether a secret cannot be told from other text: it is short, or stands in the specification. */
export function isWeak(secret: string): boolean {
  return secret.length < shortestStrong || isVocabulary(secret);
}
