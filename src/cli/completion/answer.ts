import type { Surroundings } from '../surroundings.ts';
import { choiceFor } from './candidates.ts';

/** Answers a script of `completion`: what can stand at the cursor, in the form that `choiceCommand` states. */
export async function answerShell(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const choice = await choiceFor(words, surroundings);
  const lines =
    choice.kind !== 'words'
      ? []
      : choice.candidates.map(({ word, means }) => (means === undefined ? word : `${word}\t${means}`));
  surroundings.stdout.write([choice.kind, ...lines, ''].join('\n'));
  return 0;
}
