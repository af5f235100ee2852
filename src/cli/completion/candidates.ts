import type { Files } from '../../options/read-file.ts';
import { commandNames, commands } from '../command-options.ts';
import { readLine, type TypedLine } from './line.ts';
import { type Candidate, type Choice, choiceOf, valuesOf } from './values.ts';

/** What can stand at the cursor of a command line: words that begin as the one there does, or paths. */
export async function choiceFor(words: readonly string[], files: Files): Promise<Choice> {
  const line = readLine(words);
  const choice = await wholeChoice(line, words, files);
  if (choice.kind !== 'words') return choice;
  return { kind: 'words', candidates: choice.candidates.filter(({ word }) => word.startsWith(line.current)) };
}

function wholeChoice(line: TypedLine, words: readonly string[], files: Files): Promise<Choice> | Choice {
  const { command, wanted, current, position } = line;
  if (command === undefined) {
    const helped = words[0] === 'help' && words.length === 2;
    if (words.length > 1 && !helped) return none;
    if (current.startsWith('-')) return inWords([help, { word: '--version' }]);
    return inWords([...commandCandidates, ...(helped ? [] : [{ word: 'help' }])]);
  }
  if (wanted !== undefined) return valuesOf(wanted, line, files);
  const positional = commands[command].positionals[position];
  if (current.startsWith('-') || positional === undefined) return inWords(optionCandidates(command, line));
  return choiceOf(positional.takes, line, files);
}

const none: Choice = { kind: 'words', candidates: [] };
const help: Candidate = { word: '--help', means: 'Show help' };

const commandCandidates: readonly Candidate[] = commandNames.map((word) => ({
  word,
  means: commands[word].description,
}));

/** The options that can still be given: one that was is not offered again, unless it may be repeated. */
function optionCandidates(command: keyof typeof commands, { given }: TypedLine): Candidate[] {
  const rows = commands[command].options.filter(({ flag, kind }) => kind === 'list' || !given.includes(flag));
  return [...rows.map(({ flag, description }) => ({ word: `--${flag}`, means: description })), help];
}

function inWords(candidates: readonly Candidate[]): Choice {
  return { kind: 'words', candidates };
}
