import yargs, { type Argv, type Options } from 'yargs';
import { quotedUrl, UsageError } from '../config/messages.ts';
import {
  flagOf,
  isRepeatable,
  isSwitch,
  type NameIn,
  nameOf,
  type OptionRow,
  standardWords,
} from '../config/option.ts';
import { runOptions } from '../config/options.ts';
import { insteadOf, insteadOfFlag, removedCommands, removedWords } from '../config/removed.ts';
import { type Flags, parseValue } from '../config/values.ts';
import { definedOnly } from '../text/defined-only.ts';
import { printable } from '../text/shown.ts';
import { kit } from '../version.ts';
import {
  type CommandName,
  commandNames,
  entryOf,
  flagsOf,
  helpBelow,
  isCommand,
  programName,
  usageOf,
} from './commands.ts';

declare module 'yargs' {
  // The types of yargs 17 lack these methods.
  interface Argv {
    updateStrings(strings: typeof messages): this;
    usageConfiguration(configuration: { readonly 'hide-types': boolean }): this;
  }
}

/** The options of `run` that most people need. `run --help --all` shows the others, too. */
const usual: ReadonlySet<string> = new Set<NameIn<typeof runOptions>>([
  'baseUrl',
  'waitFor',
  'readOnly',
  'plan',
  'description',
  'profile',
  'only',
  'noExhaust',
  'reports',
  'accepted',
  'strict',
]);

const isRare = (option: string): boolean => Object.hasOwn(runOptions, option) && !usual.has(option);

/** How a command line is read. */
interface Parsing {
  /** Runs a command with its parsed options and arguments. */
  readonly act: (name: CommandName, flags: Flags) => Promise<void>;
  /** The width of the terminal, in columns. */
  readonly width: number;
}

/**
 * Parses a command line, without the program's name, and runs its command. Returns what yargs prints: the help or the
 * version. Rejects with a UsageError for a wrong command line, and otherwise with the errors of the command.
 */
export async function parseCommandLine(given: readonly string[], parsing: Parsing): Promise<string> {
  // `help run`, and an empty command line, mean `--help`.
  const [first, ...words] = given;
  const args = first === 'help' || first === undefined ? [...words, '--help'] : given;
  const [word = ''] = first === 'help' ? words : given;
  const instead = Object.hasOwn(removedCommands, word) ? removedCommands[word] : undefined;
  if (instead !== undefined) throw new UsageError(removedWords(word, instead));
  let output = '';
  const take = (_error: unknown, _argv: unknown, text: string): void => {
    output = text;
  };
  try {
    await parserFor(args, parsing.width).parseAsync([...args], {}, take);
  } catch (error) {
    if (!(error instanceof Chosen)) throw error;
    await parsing.act(error.command, error.flags);
  }
  return output;
}

/** Thrown when a command is chosen, because after a handler returns, yargs would spend 20 ms on help that no one reads. */
class Chosen extends Error {
  readonly command: CommandName;
  readonly flags: Flags;

  constructor(command: CommandName, flags: Flags) {
    super();
    this.command = command;
    this.flags = flags;
  }
}

function parserFor(args: readonly string[], width: number): Argv {
  const parser = yargs()
    .scriptName(programName)
    .locale('en')
    .updateStrings(messages)
    .parserConfiguration({
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'boolean-negation': false,
      'greedy-arrays': false,
    })
    .usageConfiguration({ 'hide-types': true })
    .usage(`${programName}: checks whether a server conforms to the Pet Store Service specification`)
    .epilogue(helpBelow())
    .strictOptions()
    .strictCommands()
    .demandCommand(1, 'a command is missing.')
    .version(kit.version)
    .alias({ help: 'h', version: 'V' })
    .wrap(Math.min(100, width))
    .exitProcess(false)
    .fail((message, error) => {
      // The message may quote an argument that contains line breaks.
      throw error instanceof UsageError ? error : new UsageError(messageFor(args, printable(message)));
    });
  for (const name of commandNames) describeCommand(parser, name, args.includes('--all'));
  return parser;
}

/** yargs messages, in the kit's wording. */
const messages = {
  'Unknown argument: %s': { one: 'unknown option: %s.', other: 'unknown options: %s.' },
  'Unknown command: %s': { one: 'unknown command: %s.', other: 'unknown command: %s.' },
  'Not enough arguments following: %s': '--%s needs a value.',
  'Argument unexpected for: %s': '--%s takes no value.',
  'Arguments %s and %s are mutually exclusive': '--%s and --%s cannot be combined. Use one of them.',
  'Not enough non-option arguments: got %s, need at least %s': {
    one: 'an argument is missing: %s given, %s needed.',
    other: 'an argument is missing: %s given, %s needed.',
  },
};

function describeCommand(parser: Argv, name: CommandName, all: boolean): void {
  const { description, words, options } = entryOf(name);
  const names = Object.keys(words).map((word) => word.replaceAll('..', ''));
  const describe = (command: Argv): Argv => {
    command
      .usage(`${programName} ${usageOf(name)} [options]: ${description}`)
      .epilogue(helpBelow(name))
      .hide('version')
      .strictCommands(false);
    for (const [option, row] of Object.entries(options)) {
      const hidden = isRare(option);
      // A short list needs no headings.
      const group = name === 'run' && !all ? {} : { group: `${row.group}:` };
      command.option(flagOf(option), { ...describedBy(row), ...group, hidden });
      command.coerce(flagOf(option), coerceBy(option, row));
    }
    names.forEach((word, index) => {
      command.positional(word, { type: 'string', describe: Object.values(words)[index] });
    });
    if (name === 'run') command.showHidden('all', `with --help: all ${flagsOf('run').length} options`);
    return command;
  };
  parser.command(usageOf(name), description, describe, (argv) => {
    if (name === 'run' && argv['all'] !== undefined)
      throw new UsageError('--all only works with --help: run --help --all.');
    const [, stray] = argv._;
    if (stray !== undefined)
      throw new UsageError(`unexpected argument ${quotedUrl(String(stray))}.\n${howToUse(name)}`);
    const flags = Object.keys(options).map((option) => [option, argv[flagOf(option)]]);
    throw new Chosen(name, Object.fromEntries([...flags, ...names.map((word) => [word, argv[word]])]));
  });
}

/** Describes an option to yargs. */
function describedBy(row: OptionRow): Options {
  const standard = standardWords(row);
  return {
    describe: standard === undefined ? row.words : `${row.words} (default: ${standard})`,
    ...(isSwitch(row) ? { boolean: true, nargs: 0 } : { string: true, requiresArg: true }),
    array: isRepeatable(row),
    ...definedOnly({
      alias: row.short,
      choices: row.choices?.map(String),
      conflicts: row.conflicts?.map(flagOf),
    }),
  };
}

const coerceBy = (option: string, row: OptionRow) => (given: unknown) =>
  parseValue(row, given, `--${flagOf(option)}`);

const keyFlag = /^(api-?key|key|(api-|access-|bearer-)?token|bearer|auth|authorization|password|secret)$/i;

const options = '[options]. --help describes them.';
const toTest = `To test a server: npx ${programName} run --base-url URL`;

/**
 * Returns the message about a wrong command line: either what replaces a removed name, or what yargs found and what to do
 * about it.
 */
function messageFor(args: readonly string[], found: string): string {
  const command = args.find(isCommand);
  const flags = command === undefined ? [] : flagsOf(command);
  const unknown = args
    .map((arg) => /^--?([^=-][^=]*)/.exec(arg)?.[1] ?? '')
    .filter((name) => ![...flags, 'help', 'version', 'all', 'q', 'h', 'V', ''].includes(name));
  for (const name of unknown) {
    const instead = (command && insteadOfFlag(command, name)) ?? insteadOf(nameOf(name));
    if (instead !== undefined) return removedWords(`--${name}`, instead);
  }
  if (unknown.some((name) => keyFlag.test(name)))
    return `${found} Every user of the machine can read a command line.\nPut the key in PETSTORE_API_KEY or in a file for --api-key-file. Rotate the key that you just typed.`;
  return `${found}\n${command === undefined ? `${toTest}. --help lists the commands.` : howToUse(command)}`;
}

function howToUse(command: CommandName): string {
  const words = Object.entries(entryOf(command).words).map(
    ([word, what]) => `${word.replaceAll('..', '')} is ${what}`,
  );
  const where = words.length === 0 ? options : `[options], where ${words.join(', and ')}.`;
  return `Usage: npx ${programName} ${usageOf(command)} ${where}`;
}
