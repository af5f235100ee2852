import yargs, { type Argv, type Options } from 'yargs';
import { didYouMean, UsageError } from '../config/messages.ts';
import { flagOf, isList, isSwitch, type Row, type Rows, standardWords } from '../config/option.ts';
import type { Flags } from '../config/values.ts';
import { definedOnly } from '../text/defined-only.ts';
import { printable } from '../text/shown.ts';
import { type CommandName, commandNames, commands, epilogues, flagsOf, programName } from './commands.ts';

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

/** Refuses a first word that is no command. It is repeated only if it looks like one: a key may have been pasted. */
export function refuseUnknownCommand(args: readonly string[]): void {
  const [first] = args;
  if (first === undefined || first.startsWith('-') || isCommand(first)) return;
  const advice = /^https?:/i.test(first)
    ? ' An address is given as run --base-url URL.'
    : didYouMean(first, [...commandNames, 'help']);
  throw new UsageError(
    `${/^[a-z-]{1,20}$/.test(first) ? `unknown command "${first}"` : 'the first word is no command'}.${advice}\nThe commands are ${commandNames.join(', ')}; --help tells more.`,
  );
}

/** Refuses `--strict=perhaps`, which yargs would read as "not strict". */
export function refuseValuesOfSwitches(args: readonly string[]): void {
  const rows = Object.values(commands).flatMap(({ options }) => Object.entries(options));
  for (const [name, row] of rows.filter(([, one]) => isSwitch(one))) {
    const flag = flagOf(name);
    const names = [`--${flag}=`, ...(row.short === undefined ? [] : [`-${row.short}=`])];
    if (args.some((arg) => names.some((name) => arg.startsWith(name)))) {
      throw new UsageError(`--${flag} takes no value. Give it alone, or leave it out.`);
    }
  }
}

/** Turns a message of yargs into one that tells what to do. Words that are no options are never repeated. */
export function explainFailure(message: string, args: readonly string[]): string {
  const command = args.find(isCommand);
  const help = `npx petstore-conformance ${command === undefined ? '' : `${command} `}--help lists what there is.`;
  const missing = /^Not enough arguments following: (.+)$/.exec(message)?.[1];
  if (missing !== undefined) return `--${missing} needs a value.\n${help}`;
  if (message.startsWith('Not enough non-option arguments')) {
    const needed = command === undefined ? [] : commands[command].positionals;
    const advice = command === 'explain' ? 'npx petstore-conformance list shows all ids.' : help;
    return `${command} needs ${needed.map(({ description }) => description).join(', and ')}.\n${advice}`;
  }
  const unknown = /^Unknown arguments?: (.+)$/.exec(message)?.[1]?.split(', ') ?? [];
  const option = unknown.find((name) => args.some((arg) => isOption(arg, name)));
  if (option !== undefined) return `${unknownOption(option, command)}\n${help}`;
  if (unknown.length > 0) return `there are more words than ${command ?? 'a command'} takes.\n${help}`;
  return `${printable(message)}\n${help}`;
}

function isCommand(word: string): word is CommandName {
  return commandNames.some((name) => name === word);
}

function isOption(arg: string, name: string): boolean {
  return arg.startsWith('-') && (arg.split('=')[0] ?? '').includes(name);
}

function unknownOption(name: string, command: CommandName | undefined): string {
  const shown = `--${printable(name, Number.POSITIVE_INFINITY)}`;
  if (command === undefined) {
    const owner = commandNames.find((candidate) => flagsOf(candidate).includes(name));
    if (owner !== undefined)
      return `${shown} belongs behind a command: npx petstore-conformance ${owner} ${shown}.`;
  }
  const flags = command === undefined ? [] : flagsOf(command);
  return `unknown option ${shown}.${didYouMean(name, [...flags, 'help', 'version'], '--')}`;
}

const keyFlag =
  /^--?(api-?key|key|(api-|access-|bearer-)?token|bearer|auth|authorization|password|secret)(=|$)/i;

/** Refuses flags that would carry the key, and says why there is none. What followed the flag is never shown. */
export function refuseKeyFlags(args: readonly string[]): void {
  const found = args.map((arg) => keyFlag.exec(arg)?.[1]).find((name) => name !== undefined);
  if (found === undefined) return;
  throw new UsageError(
    `there is no --${found.toLowerCase()}: a key on the command line can be read by every user of the machine.\n` +
      'Put it in PETSTORE_API_KEY or in a file named by --api-key-file, and replace the one just typed.',
  );
}
