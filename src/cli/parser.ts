import yargs, { type Argv } from 'yargs';
import { didYouMean, UsageError } from '../config/messages.ts';
import { flagOf, isList, isSwitch, type NameIn, standardWords } from '../config/option.ts';
import type { runOptions } from '../config/options.ts';
import type { Flags } from '../config/values.ts';
import { definedOnly } from '../text/defined-only.ts';
import { printable } from '../text/shown.ts';
import {
  type CommandName,
  commandNames,
  entryOf,
  flagsOf,
  helpBelow,
  isCommand,
  programName,
} from './commands.ts';

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

/** A parsed command line: text to print (help, version), or a command with its flags. */
export type Parsed =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'command'; readonly name: CommandName; readonly flags: Flags };

/** Parses a command line, without the program's name. Throws a UsageError. */
export function parseCommandLine(
  given: readonly string[],
  { version, width }: { readonly version: string; readonly width: number },
): Parsed {
  const [first, ...words] = given;
  // `help`, and an empty command line, mean `--help`.
  const asked = first === 'help' ? [...words, '--help'] : first === undefined ? ['--help'] : given;
  // `--all` belongs to `--help` here; `replay --all` is an option.
  const isHelpOfRun = asked.includes('run') && asked.some((word) => ['--help', '-h'].includes(word));
  const showsAll = !isHelpOfRun || asked.includes('--all');
  const args = isHelpOfRun ? asked.filter((word) => word !== '--all') : asked;
  rejectKeyFlags(args);
  rejectUnknownCommand(args);
  rejectValuesOfSwitches(args);
  const choose = (name: CommandName) => (flags: Flags) => {
    // `strict` does not cover what follows `--`.
    if (Array.isArray(flags['_']) && flags['_'].length > 1)
      throw new UsageError(explainFailure('Unknown arguments: after --', args));
    throw new Chosen({ kind: 'command', name, flags });
  };
  const parser = describeCommands(yargs(), choose, { showsAll })
    .usage('petstore-conformance: checks whether a server conforms to the Pet Store Service specification')
    .strict()
    .version(version)
    .help()
    .alias({ help: 'h', version: 'V' })
    .wrap(Math.min(100, width))
    .fail((message, error) => {
      throw error instanceof UsageError ? error : new UsageError(explainFailure(message, args));
    });
  let text: string;
  try {
    text = outputOf(parser, args);
  } catch (error) {
    if (error instanceof Chosen) return error.parsed;
    throw error;
  }
  if (text.trim() === version) return { kind: 'text', text: version };
  // Not an epilogue of yargs, which would wrap commands at the width of the terminal.
  return {
    kind: 'text',
    text: `${spaced(text).trimEnd()}\n\n${showsAll ? '' : moreOptions}${helpBelow(args.find(isCommand))}`,
  };
}

const moreOptions = `run --help --all lists all ${flagsOf('run').length} options.\n\n`;

/** Thrown when a command is chosen, because yargs would go on and format its help. */
class Chosen extends Error {
  readonly parsed: Parsed;

  constructor(parsed: Parsed) {
    super();
    this.parsed = parsed;
  }
}

/** Moves a default to its own line if it follows a description without a blank, as yargs prints it if they just fit. */
function spaced(help: string): string {
  return help.replaceAll(
    /^(.*\S)(\[(?:default|boolean|string|array|required)\b.*\])$/gm,
    (line, description: string, note: string) => `${description}\n${note.padStart(line.length)}`,
  );
}

/** The first argument when a completion script of yargs requests completions. */
export const completionFlag = '--get-yargs-completions';

/** Returns the completions that yargs offers for a line; `known` has the values of arguments by name. */
export function completionsBy(
  line: readonly string[],
  known: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  const args = [completionFlag, ...line];
  const parser = describeCommands(yargs(args), () => () => {}, { showsAll: true, known });
  // yargs offers `--q` for `-q`.
  return outputOf(parser, args)
    .split('\n')
    .filter((word) => word !== '' && !/^--\w(:|$)/.test(word));
}

/** Returns what a parser prints. */
export function outputOf(parser: Argv, args: readonly string[]): string {
  let text = '';
  void parser.parse(args, {}, (_error: unknown, _argv: unknown, output: string) => {
    text = output;
  });
  return text;
}

function describeCommands(
  parser: Argv,
  choose: (name: CommandName) => (flags: Flags) => void,
  {
    showsAll,
    known,
  }: { readonly showsAll: boolean; readonly known?: Readonly<Record<string, readonly string[]>> },
): Argv {
  for (const name of commandNames) {
    const { description, title, words, options } = entryOf(name);
    const usage = [
      name,
      ...Object.keys(words).map((word) => (word.startsWith('[') ? word : `<${word}>`)),
    ].join(' ');
    const rows = Object.entries(options);
    const describe = (command: Argv): Argv => {
      const described = rows.map(([option, row]) => [
        flagOf(option),
        {
          describe: row.words,
          ...(showsAll || name !== 'run' || usual.has(option)
            ? { group: `${row.group}:` }
            : { hidden: true }),
          ...(isSwitch(row) ? { boolean: true } : { requiresArg: true }),
          ...definedOnly({
            array: isList(row) || undefined,
            alias: row.short,
            defaultDescription: standardWords(row),
          }),
        },
      ]);
      command
        .options(Object.fromEntries(described))
        .usage(`petstore-conformance ${usage}${rows.length === 0 ? '' : ' [options]'}: ${title}`);
      for (const [word, describe] of Object.entries(words))
        command.positional(word.replaceAll(/\.\.|[[\]]/g, ''), {
          type: 'string',
          describe,
          choices: known?.[word],
        });
      return command;
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

const keyFlag =
  /^--?(api-?key|key|(api-|access-|bearer-)?token|bearer|auth|authorization|password|secret)(=|$)/i;

/** Rejects flags for the key. The message never repeats the value of the flag. */
function rejectKeyFlags(args: readonly string[]): void {
  const found = args.map((arg) => keyFlag.exec(arg)?.[1]).find((name) => name !== undefined);
  if (found === undefined) return;
  throw new UsageError(
    `there is no --${found.toLowerCase()}: every user of the machine can read a key on the command line.\n` +
      'Put the key in PETSTORE_API_KEY or in a file for --api-key-file. Rotate the key that you just typed.',
  );
}

/** Rejects an unknown command. The message repeats it only if it looks like one: it may be a pasted key. */
function rejectUnknownCommand([first]: readonly string[]): void {
  if (first === undefined || first.startsWith('-') || isCommand(first)) return;
  const advice = /^https?:/i.test(first)
    ? ' For a URL, use run --base-url URL.'
    : didYouMean(first, [...commandNames, 'help']);
  throw new UsageError(
    `${/^[a-z-]{1,20}$/.test(first) ? `unknown command "${first}"` : 'the first word is not a command'}.${advice}\nThe commands are ${commandNames.join(', ')}; --help describes them.`,
  );
}

/** Rejects `--strict=perhaps`, which yargs would read as "not strict". */
function rejectValuesOfSwitches(args: readonly string[]): void {
  for (const [name, row] of commandNames.flatMap((command) => Object.entries(entryOf(command).options))) {
    if (!isSwitch(row)) continue;
    const flag = `--${flagOf(name)}`;
    const isGiven = (arg: string) => arg.startsWith(`${flag}=`) || arg.startsWith(`-${row.short}=`);
    if (args.some(isGiven)) throw new UsageError(`${flag} takes no value. Use it alone, or remove it.`);
  }
}

/** Returns the values of a flag, for a message, if they are listed. */
function choicesOf(flag: string, command: CommandName | undefined): string {
  const rows = Object.entries(command === undefined ? {} : entryOf(command).options);
  const [, row] = rows.find(([name]) => flagOf(name) === flag) ?? [];
  return row?.choices === undefined ? '' : `: one of ${row.choices.join(', ')}`;
}

/** Rewrites a message of yargs to say what to do. Never repeats arguments that are not options: one may be a key. */
function explainFailure(message: string, args: readonly string[]): string {
  const command = args.find(isCommand);
  const help = `npx petstore-conformance ${command === undefined ? '' : `${command} `}--help lists the options.`;
  const missing = /^Not enough arguments following: (.+)$/.exec(message)?.[1];
  if (missing !== undefined) return `--${missing} needs a value${choicesOf(missing, command)}.\n${help}`;
  if (message.startsWith('Not enough non-option arguments')) {
    const needed = command === undefined ? [] : Object.values(entryOf(command).words);
    const advice = command === 'explain' ? 'npx petstore-conformance list shows all ids.' : help;
    return `${command} needs ${needed.join(', and ')}.\n${advice}`;
  }
  const unknown = /^Unknown arguments?: (.+)$/.exec(message)?.[1]?.split(', ');
  if (unknown === undefined) return `${printable(message)}\n${help}`;
  const isOption = (arg: string, name: string) =>
    arg.startsWith('-') && (arg.split('=')[0] ?? '').includes(name);
  const option = unknown.find((name) => args.some((arg) => isOption(arg, name)));
  if (option === undefined) return `too many arguments for ${command ?? 'the command'}.\n${help}`;
  return `${unknownOption(option, command)}\n${help}`;
}

function unknownOption(name: string, command: CommandName | undefined): string {
  const shown = `--${printable(name, Number.POSITIVE_INFINITY)}`;
  const owner = command ?? commandNames.find((candidate) => flagsOf(candidate).includes(name));
  if (command === undefined && owner !== undefined)
    return `${shown} must follow a command: npx petstore-conformance ${owner} ${shown}.`;
  const flags = command === undefined ? [] : flagsOf(command);
  return `unknown option ${shown}.${didYouMean(name, [...flags, 'help', 'version'], '--')}`;
}
