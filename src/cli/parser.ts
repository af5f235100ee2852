import yargs, { type Argv, type Options } from 'yargs';
import { flagOf, isList, isSwitch, type Row, type Rows, standardWords } from '../config/option.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Flags } from '../config/values.ts';
import { definedOnly } from '../model/defined-only.ts';
import { type CommandName, commandNames, commands, programName } from './command-options.ts';
import { epilogues } from './help-texts.ts';
import { refuseKeyFlags } from './key-flags.ts';
import { explainFailure, refuseUnknownCommand, refuseValuesOfSwitches } from './parse-failures.ts';

/** What a command line asks for: a text to print (help, version), words to choose from, or a command with its flags. */
export type Parsed =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'choice'; readonly words: readonly string[] }
  | { readonly kind: 'command'; readonly name: CommandName; readonly flags: Flags };

export interface ParserContext {
  readonly version: string;
  readonly width: number;
}

/** The first word by which the scripts of yargs ask what can stand at the cursor; the words of the line follow. */
export const completionFlag = '--get-yargs-completions';

/** What yargs says of words that are too many; it does not look behind `--`, where we do. */
const tooMany = 'Unknown arguments: behind --';

/** Understands a command line without the name of the program. Throws a UsageError. */
export function parseCommandLine(given: readonly string[], context: ParserContext): Parsed {
  const [first, ...words] = given;
  if (first === completionFlag) return { kind: 'choice', words };
  const args = withHelp(given);
  refuseKeyFlags(args);
  refuseUnknownCommand(args);
  refuseValuesOfSwitches(args);
  let chosen: Parsed | undefined;
  let text = '';
  const choose = (name: CommandName) => (flags: Flags) => {
    if (Array.isArray(flags['_']) && flags['_'].length > 1)
      throw new UsageError(explainFailure(tooMany, args));
    chosen = { kind: 'command', name, flags };
  };
  const parser = describeCommands(yargs(), choose)
    .usage('petstore-conformance: does a Pet Store Service keep its specification?')
    .strict()
    .version(context.version)
    .help()
    .alias({ help: 'h', version: 'V' })
    .wrap(Math.min(100, context.width))
    .fail((message, error) => {
      throw error instanceof UsageError ? error : new UsageError(explainFailure(message, args));
    });
  void parser.parse(args, {}, (_error: unknown, _argv: unknown, output: string) => {
    text = output;
  });
  if (text.trim() === context.version) return { kind: 'text', text: context.version };
  if (chosen === undefined || text !== '') return { kind: 'text', text: withEpilogue(text.trimEnd(), args) };
  return chosen;
}

/**
 * What yargs offers at the end of a line, the name of the program being its first word: commands, options, and the words
 * that are known of those that are no options.
 */
export function completionsBy(
  line: readonly string[],
  words: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const args = [completionFlag, ...line];
  let text = '';
  const choose = () => () => {};
  void describeCommands(yargs(args), choose, words).parse(
    args,
    {},
    (_error: unknown, _argv: unknown, output: string) => {
      text = output;
    },
  );
  // yargs offers `--q` for -q.
  return text.split('\n').filter((word) => word !== '' && !/^--\w(:|$)/.test(word));
}

type Choose = (name: CommandName) => (flags: Flags) => void;

function describeCommands(
  parser: Argv,
  choose: Choose,
  words?: ReadonlyMap<string, readonly string[]>,
): Argv {
  for (const name of commandNames) {
    const { description, title, positionals, options } = commands[name];
    const usage = [name, ...positionals.map((one) => `<${one.name}>`)].join(' ');
    // yargs lays out the help of each command that it carries out, shown or not. An option that is hidden costs it nothing.
    const describe = (command: Argv, isHelp = true): Argv => {
      const described = addOptions(command, options, isHelp || words !== undefined);
      const optional = Object.keys(options).length === 0 ? '' : ' [options]';
      described.usage(`petstore-conformance ${usage}${optional}: ${title}`);
      for (const one of positionals)
        described.positional(one.name, {
          type: 'string',
          describe: one.description,
          choices: words?.get(one.name),
        });
      return described;
    };
    parser.command(usage, description, describe, choose(name));
  }
  return parser
    .scriptName(programName)
    .locale('en')
    .parserConfiguration({
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'boolean-negation': false,
      'greedy-arrays': false,
    })
    .exitProcess(false);
}

/** `help`, and a command line that asks for nothing, are `--help`. */
function withHelp(args: readonly string[]): string[] {
  const words = args[0] === 'help' ? args.slice(1) : [...args];
  return words.length === 0 || args[0] === 'help' ? [...words, '--help'] : words;
}

/** yargs would break the commands of the epilogue at the width of the terminal, so it is added behind its back. */
function withEpilogue(help: string, args: readonly string[]): string {
  const topic =
    args.map((arg) => commandNames.find((name) => name === arg)).find((name) => name !== undefined) ?? 'all';
  return `${help}\n\n${epilogues[topic]}`;
}

function addOptions(command: Argv, rows: Rows, isShown: boolean): Argv {
  return command.options(
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [flagOf(name), yargsOption(row, isShown)])),
  );
}

function yargsOption(row: Row, isShown: boolean): Options {
  return {
    hidden: !isShown,
    describe: row.words,
    group: `${row.group}:`,
    ...(isSwitch(row) ? { boolean: true } : { requiresArg: true }),
    ...(isList(row) ? { array: true } : {}),
    ...definedOnly({ alias: row.short, defaultDescription: standardWords(row) }),
  };
}
