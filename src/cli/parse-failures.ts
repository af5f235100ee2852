import { flagOf, isSwitch } from '../config/option.ts';
import { didYouMean } from '../config/suggest.ts';
import { UsageError } from '../config/usage-error.ts';
import { printable } from '../report/escape.ts';
import { type CommandName, commandNames, commands, flagsOf } from './command-options.ts';

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
