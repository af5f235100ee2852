import yargs, { type Argv, type Options } from 'yargs';
import { quotedUrl, UsageError } from '../config/messages.ts';
import {
  flagOf,
  isRepeatable,
  isSwitch,
  type NameIn,
  type OptionRow,
  standardWords,
} from '../config/option.ts';
import type { runOptions } from '../config/options.ts';
import { type Flags, parseValue } from '../config/values.ts';
import { definedOnly } from '../text/defined-only.ts';
import { printable } from '../text/shown.ts';
import { advice, didYouMean } from '../text/similar.ts';
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
  // The types of yargs 17 do not have these.
  interface Argv {
    updateStrings(strings: typeof messages): this;
    usageConfiguration(configuration: { readonly 'hide-types': boolean }): this;
  }
}

/** The options of `run` that most people need. `run --help --all` shows the others, too. */
const usual: ReadonlySet<string> = new Set<NameIn<typeof runOptions>>([
  'baseUrl',
  'target',
  'waitFor',
  'plan',
  'profile',
  'only',
  'description',
  'reports',
  'baseline',
  'strict',
]);

/** The first argument when a shell requests completions. */
export const completionFlag = '--get-yargs-completions';

/** Known values of options and arguments that may also have others, by command and name: `run.only`, `explain.id`. */
export type Suggestions = Readonly<Record<string, readonly string[]>>;

/** How a command line is read. */
interface Parsing {
  /** Runs a command with its parsed options and arguments. */
  readonly act: (name: CommandName, flags: Flags) => Promise<void>;
  /** The width of the terminal, in columns. */
  readonly width: number;
  /** Collects completions; present only if a shell requests them. */
  readonly suggestions?: Suggestions | undefined;
}

/**
 * Parses a command line, without the program's name, and runs its command. Returns what yargs prints: a help, the version, a
 * completion script or completions. Rejects with a UsageError for a wrong command line, else as the command does.
 */
export async function parseCommandLine(given: readonly string[], parsing: Parsing): Promise<string> {
  // `help run`, and an empty command line, mean `--help`.
  const [first, ...words] = given;
  const args = first === 'help' || first === undefined ? [...words, '--help'] : given;
  let output = '';
  const take = (_error: unknown, _argv: unknown, text: string): void => {
    output = text;
  };
  try {
    await parserFor(args, parsing).parseAsync([...args], {}, take);
  } catch (error) {
    if (!(error instanceof Chosen)) throw error;
    await parsing.act(error.command, error.flags);
  }
  return output;
}

/** Thrown when a command is chosen: after a handler, yargs would spend 20 ms on a help that no one reads. */
class Chosen extends Error {
  readonly command: CommandName;
  readonly flags: Flags;

  constructor(command: CommandName, flags: Flags) {
    super();
    this.command = command;
    this.flags = flags;
  }
}

function parserFor(args: readonly string[], parsing: Parsing): Argv {
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
    .wrap(Math.min(100, parsing.width))
    .exitProcess(false)
    .fail((message, error) => {
      // An argument may contain line breaks.
      throw error instanceof UsageError ? error : new UsageError(`${printable(message)}${adviceFor(args)}`);
    });
  for (const name of commandNames) describeCommand(parser, name, parsing);
  return parser.completion('completion', 'Print a completion script for the shell that SHELL names');
}

/** Messages of yargs, in the words of the kit. */
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

function describeCommand(parser: Argv, name: CommandName, { suggestions }: Parsing): void {
  const { description, words, options } = entryOf(name);
  const names = Object.keys(words).map((word) => word.replaceAll(/\.\.|[[\]]/g, ''));
  const describe = (command: Argv): Argv => {
    command
      .usage(`${programName} ${usageOf(name)} [options]: ${description}`)
      .epilogue(helpBelow(name))
      .strictCommands(false);
    for (const [option, row] of Object.entries(options)) {
      const isRare = name === 'run' && !usual.has(option);
      command.option(flagOf(option), { ...describedBy(row), hidden: isRare && suggestions === undefined });
      // The shell offers files for what has no choices, and validates nothing.
      if (suggestions === undefined) command.coerce(flagOf(option), coerceBy(option, row));
      else if (suggestions[`${name}.${option}`])
        command.choices(flagOf(option), suggestions[`${name}.${option}`] ?? []);
    }
    names.forEach((word, index) => {
      const choices = suggestions?.[`${name}.${word}`];
      command.positional(word, { type: 'string', describe: Object.values(words)[index], choices });
    });
    if (name === 'run') command.showHidden('all', `with --help: all ${flagsOf('run').length} options`);
    return command;
  };
  parser.command(usageOf(name), description, describe, (argv) => {
    if (name === 'run' && argv['all'] !== undefined)
      throw new UsageError('--all is for the help: run --help --all.');
    const [, stray] = argv._;
    if (stray !== undefined) throw new UsageError(strayWords(name, String(stray)));
    const flags = Object.keys(options).map((option) => [option, argv[flagOf(option)]]);
    throw new Chosen(name, Object.fromEntries([...flags, ...names.map((word) => [word, argv[word]])]));
  });
}

/** Describes an option to yargs. */
function describedBy(row: OptionRow): Options {
  const standard = standardWords(row);
  return {
    describe: standard === undefined ? row.words : `${row.words} (default: ${standard})`,
    group: `${row.group}:`,
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

/** What other tools call our commands and options. */
const otherNames: Readonly<Record<string, string>> = {
  run: 'test check start validate verify conformance',
  serve: 'server mock up',
  explain: 'show describe info',
  'base-url': 'u host server endpoint address base',
  reports: 'o out output output-dir outdir',
  reporter: 'f format formatters',
  description: 's spec openapi schema swagger',
  only: 't filter grep include exclude skip tests requirement',
  header: 'H headers',
  ca: 'k insecure cacert',
  concurrency: 'j c jobs workers threads parallel',
  verbose: 'v debug',
  port: 'p',
  window: 'w',
};

/** Returns ` Did you mean run?` for the name that another tool has for it, or for a misspelled one. */
function meant(given: string, names: readonly string[], prefix = ''): string {
  const [known] = names.filter((name) => otherNames[name]?.split(' ').includes(given));
  return known === undefined ? didYouMean(given, names, prefix) : advice([prefix + known]);
}

const options = '[options]. --help describes them.';
const toTest = `To test a server: npx ${programName} run --base-url URL`;

/** Says what a wrong command line probably means, and how the command is used. */
function adviceFor(args: readonly string[]): string {
  const command = args.find(isCommand);
  if (command === undefined) {
    const given = args.find((arg) => !arg.startsWith('-')) ?? '';
    const near = /:\/\//.test(given) ? '' : meant(given, commandNames);
    return `${near}\n${toTest}. --help lists the commands.`;
  }
  const flags = flagsOf(command);
  const unknown = args
    .map((arg) => /^--?([^=-][^=]*)/.exec(arg)?.[1] ?? '')
    .filter((name) => ![...flags, 'help', 'version', 'all', 'q', 'h', 'V', ''].includes(name));
  if (unknown.some((name) => keyFlag.test(name)))
    return ' Every user of the machine can read a command line.\nPut the key in PETSTORE_API_KEY or in a file for --api-key-file. Rotate the key that you just typed.';
  const [first] = unknown;
  return `${first === undefined ? '' : meant(first, flags, '--')}\n${howToUse(command)}`;
}

function howToUse(command: CommandName): string {
  const words = Object.entries(entryOf(command).words).map(
    ([word, what]) => `${word.replaceAll(/[[\]]|\.\./g, '')} is ${what}`,
  );
  const where = words.length === 0 ? options : `[options], where ${words.join(', and ')}.`;
  return `Usage: npx ${programName} ${usageOf(command)} ${where}`;
}

/** What a word without an option probably is, by command. The first pattern that matches wins. */
const strays: readonly (readonly [CommandName, RegExp, advice: string])[] = [
  [
    'run',
    /\.(?:ya?ml|json)$/i,
    'To compare an OpenAPI description with the specification, use --description FILE.',
  ],
  ['run', /^https?:|^localhost\b|:\d+|\//i, 'To test this server, use --base-url URL.'],
  ['run', /^[a-z]+\.[a-z*]/, 'To test only some requirements, use --only ID-PATTERN.'],
  ['run', /^/, 'To test a target of the configuration file, use --target NAME.'],
  ['serve', /^\d+$/, 'To listen on this port, use --port N.'],
  ['init', /^https?:/i, 'To test this server every night, use --base-url URL.'],
  ['judge', /^https?:/i, 'To name the target in the recording, use --base-url URL.'],
  ['replay', /^https?:/i, 'To replay against this server, use --base-url URL.'],
  ['replay', /^/, 'To choose a finding, use --finding with its requirement ID or number.'],
  ['waive', /^/, 'To choose a finding, use --finding ID.'],
  ['list', /^/, 'explain ID describes one requirement; --level lists those of one level.'],
];

function strayWords(command: CommandName, word: string): string {
  const found = strays.find(([name, pattern]) => name === command && pattern.test(word));
  return `unexpected argument ${quotedUrl(word)}.\n${found?.[2] ?? howToUse(command)}`;
}
