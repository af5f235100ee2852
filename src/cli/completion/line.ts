import { type CommandName, commandNames, optionsOf } from '../command-options.ts';
import type { OptionRow } from '../options.ts';

/** A command line that is still being typed, as far as the word below the cursor. */
export interface TypedLine {
  readonly command?: CommandName;
  /** The word below the cursor up to there; what follows `=` where that gives an option its value. */
  readonly current: string;
  /** The option whose value that word is. */
  readonly wanted?: OptionRow;
  /** How many words that are no options stand between the command and the cursor. */
  readonly position: number;
  /** The options that stand there already, without dashes. */
  readonly given: readonly string[];
  /** The value of an option that was given before. */
  readonly valueBefore: (flag: string) => string | undefined;
}

/**
 * Understands the words behind the name of the program, the last of which is being typed and may be empty. A shell
 * may hand `--plan=free` over as three words.
 */
export function readLine(words: readonly string[]): TypedLine {
  const whole = withoutLoneEquals(words);
  const typed = whole.at(-1) ?? '';
  const before = whole.slice(0, -1);
  const at = before.findIndex((word) => !word.startsWith('-'));
  const command = commandNames.find((name) => name === before[at]);
  const rows = command === undefined ? [] : optionsOf[command];
  const values = new Map<string, string>();
  let position = 0;
  let pending: OptionRow | undefined;
  for (const word of before.slice(at + 1)) {
    if (pending !== undefined) {
      values.set(pending.flag, word);
      pending = undefined;
    } else if (word.startsWith('--')) {
      const [flag = '', value] = splitOption(word);
      values.set(flag, value ?? '');
      if (value === undefined) pending = rows.find((row) => row.flag === flag && row.kind !== 'switch');
    } else if (!word.startsWith('-')) position += 1;
  }
  const [flag, value] = splitOption(typed);
  const wanted = pending ?? (value === undefined ? undefined : rows.find((row) => row.flag === flag));
  return {
    ...(command === undefined ? {} : { command }),
    ...(wanted === undefined ? {} : { wanted }),
    current: pending === undefined ? (value ?? typed) : typed,
    position,
    given: [...values.keys()],
    valueBefore: (name) => values.get(name),
  };
}

/** `--plan=free` as the flag and its value; a flag alone, or another word, has none. */
function splitOption(word: string): [string, string?] {
  const [, flag, value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  return flag === undefined ? [word] : value === undefined ? [flag] : [flag, value];
}

/** Bash breaks words at `=`. */
function withoutLoneEquals(words: readonly string[]): string[] {
  const whole: string[] = [];
  for (const [index, word] of words.entries()) {
    const last = whole.at(-1);
    const continues = word === '=' || words[index - 1] === '=';
    if (continues && last?.startsWith('--')) whole[whole.length - 1] = last + word;
    else whole.push(word);
  }
  return whole;
}
