import { joined, printable, shown } from '../../report/escape.ts';
import type { Surroundings } from '../surroundings.ts';
import { choiceFor } from './candidates.ts';

/** Answers a script of `completion`: what can stand at the cursor, in the form that `choiceCommand` states. */
export async function answerShell(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const choice = await choiceFor(words, surroundings);
  const lines =
    choice.kind !== 'words'
      ? []
      : choice.candidates.map(({ word, means }) =>
          means === undefined ? printable(word) : shown`${printable(word)}\t${printable(means)}`,
        );
  surroundings.stdout.write(shown`${joined([printable(choice.kind), ...lines])}\n`);
  return 0;
}
