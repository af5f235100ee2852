import yargs, { type Argv, type Options } from 'yargs';
import { type CommandName, commandNames, optionsOf } from './command-options.ts';
import { epilogues } from './help-texts.ts';
import { refuseKeyFlags } from './key-flags.ts';
import type { Flags } from './option-values.ts';
import {
  galleryOptions,
  listOptions,
  type OptionRow,
  replayOptions,
  runOptions,
  serveOptions,
} from './options.ts';
import { explainFailure, refuseUnknownCommand, refuseValuesOfSwitches } from './parse-failures.ts';
import { UsageError } from './usage-error.ts';

/** What a command line asks for: a text to print (help, version), or a command with its flags. */
export type Parsed =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'command'; readonly name: CommandName; readonly flags: Flags };

export interface ParserContext {
  readonly version: string;
  readonly width: number;
}

/** What yargs says of words that are too many; it does not look behind `--`, where we do. */
const tooMany = 'Unknown arguments: behind --';

/** Understands a command line without the name of the program. Throws a UsageError. */
export function parseCommandLine(given: readonly string[], context: ParserContext): Parsed {
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
    .scriptName('petstore-conformance')
    .usage('petstore-conformance: does a Pet Store Service keep its specification?')
    .locale('en')
    .parserConfiguration({
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'boolean-negation': false,
      'greedy-arrays': false,
    })
    .strict()
    .version(context.version)
    .help()
    .alias({ help: 'h', version: 'V' })
    .wrap(Math.min(100, context.width))
    .exitProcess(false)
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

type Choose = (name: CommandName) => (flags: Flags) => void;

function describeCommands(parser: Argv, choose: Choose): Argv {
  return parser
    .command(
      'run',
      'Test a service; without --base-url the reference server, in this process',
      (command) =>
        addOptions(command, runOptions).usage('petstore-conformance run [options]: test a service'),
      choose('run'),
    )
    .command(
      'replay <file>',
      'Send one finding of a report again: is it mended?',
      (command) =>
        addOptions(command, replayOptions)
          .usage('petstore-conformance replay <file> [options]: send one finding of a report again')
          .positional('file', { type: 'string', describe: 'a report.json' }),
      choose('replay'),
    )
    .command(
      'report <file>',
      'Write other reports from a report.json',
      (command) =>
        addOptions(command, optionsOf.report)
          .usage('petstore-conformance report <file> [options]: write other reports')
          .positional('file', { type: 'string', describe: 'a report.json' }),
      choose('report'),
    )
    .command(
      'diff <old> <new>',
      'Tell what changed between two reports',
      (command) =>
        addOptions(command, optionsOf.diff)
          .usage('petstore-conformance diff <old> <new> [options]: what changed?')
          .positional('old', { type: 'string', describe: 'the earlier report.json' })
          .positional('new', { type: 'string', describe: 'the later report.json' }),
      choose('diff'),
    )
    .command(
      'waive <file>',
      'Accept the failures of a report until a date',
      (command) =>
        addOptions(command, optionsOf.waive)
          .usage('petstore-conformance waive <file> [options]: accept known faults until a date')
          .positional('file', { type: 'string', describe: 'a report.json' }),
      choose('waive'),
    )
    .command(
      'judge <file>',
      'Judge recorded traffic (HAR); nothing is sent',
      (command) =>
        addOptions(command, optionsOf.judge)
          .usage('petstore-conformance judge <file> [options]: judge recorded traffic')
          .positional('file', { type: 'string', describe: 'an HTTP Archive 1.2' }),
      choose('judge'),
    )
    .command(
      'serve',
      'Start the reference server',
      (command) =>
        addOptions(command, serveOptions).usage(
          'petstore-conformance serve [options]: start the reference server',
        ),
      choose('serve'),
    )
    .command(
      'list',
      'List the requirements, or the servers that `serve` can start',
      (command) =>
        addOptions(command, listOptions).usage(
          'petstore-conformance list [options]: list the requirements, or what `serve` can start',
        ),
      choose('list'),
    )
    .command(
      'explain <id>',
      'Explain a requirement: what it asks, what breaking it means, how to mend it',
      (command) =>
        addOptions(command, optionsOf.explain)
          .usage('petstore-conformance explain <id> [options]: explain a requirement')
          .positional('id', { type: 'string', describe: 'as `list` shows it, such as auth.key-missing' }),
      choose('explain'),
    )
    .command(
      'gallery',
      'Run the kit against servers broken on purpose, and legal unusual ones',
      (command) =>
        addOptions(command, galleryOptions).usage(
          'petstore-conformance gallery [options]: does each check find what it is for?',
        ),
      choose('gallery'),
    )
    .command(
      'init',
      'Write a configuration file, and workflows for GitHub Actions',
      (command) =>
        addOptions(command, optionsOf.init).usage(
          'petstore-conformance init [options]: write a configuration and workflows',
        ),
      choose('init'),
    );
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

function addOptions(command: Argv, rows: readonly OptionRow[]): Argv {
  return command.options(Object.fromEntries(rows.map((row) => [row.flag, yargsOption(row)])));
}

function yargsOption({ kind, group, description, standard }: OptionRow): Options {
  return {
    describe: description,
    group: `${group}:`,
    ...(standard === undefined ? {} : { defaultDescription: standard }),
    ...(kind === 'switch' ? { boolean: true } : { requiresArg: true }),
    ...(kind === 'list' ? { array: true } : {}),
  };
}
