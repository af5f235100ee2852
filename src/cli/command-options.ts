import {
  diffOptions,
  explainOptions,
  galleryOptions,
  initOptions,
  judgeOptions,
  listOptions,
  replayOptions,
  reportOptions,
  serveOptions,
  waiveOptions,
} from '../config/command-tables.ts';
import { flagOf, type Rows } from '../config/option.ts';
import { commandOptions } from '../config/options.ts';

/** What the command is called; commands that are printed begin with npx, which finds it in a clone as well. */
export const programName = 'petstore-conformance';

/** The shells that `completion` knows. */
export const shells = ['bash', 'zsh'] as const;

/** A word that a command needs, where it is no option. */
interface Positional {
  readonly name: string;
  /** As in "replay needs the path of a report.json". */
  readonly description: string;
}

/** A command as the parser, the help and the completion need it. */
interface CommandRow {
  /** What stands beside it in the list of all commands. */
  readonly description: string;
  /** What stands above its own help. */
  readonly title: string;
  readonly positionals: readonly Positional[];
  readonly options: Rows;
}

const reportFile: Positional = { name: 'file', description: 'the path of a report.json' };

export type CommandName =
  | 'run'
  | 'replay'
  | 'report'
  | 'diff'
  | 'waive'
  | 'judge'
  | 'serve'
  | 'list'
  | 'explain'
  | 'gallery'
  | 'init'
  | 'completion';

export const commands: Readonly<Record<CommandName, CommandRow>> = {
  run: {
    description: 'Test a service; without --base-url the reference server, in this process',
    title: 'test a service',
    positionals: [],
    options: commandOptions,
  },
  replay: {
    description: 'Send one finding of a report again: is it mended?',
    title: 'send one finding of a report again',
    positionals: [reportFile],
    options: replayOptions,
  },
  report: {
    description: 'Write other reports from a report.json',
    title: 'write other reports',
    positionals: [reportFile],
    options: reportOptions,
  },
  diff: {
    description: 'Tell what changed between two reports',
    title: 'what changed?',
    positionals: [
      { name: 'old', description: 'the path of the earlier report.json' },
      { name: 'new', description: 'the path of the later one' },
    ],
    options: diffOptions,
  },
  waive: {
    description: 'Accept the failures of a report until a date',
    title: 'accept known faults until a date',
    positionals: [reportFile],
    options: waiveOptions,
  },
  judge: {
    description: 'Judge recorded traffic (HAR); nothing is sent',
    title: 'judge recorded traffic',
    positionals: [{ name: 'file', description: 'the path of an HTTP Archive 1.2' }],
    options: judgeOptions,
  },
  serve: {
    description: 'Start the reference server',
    title: 'start the reference server',
    positionals: [],
    options: serveOptions,
  },
  list: {
    description: 'List the requirements, or the servers that `serve` can start',
    title: 'list the requirements, or what `serve` can start',
    positionals: [],
    options: listOptions,
  },
  explain: {
    description: 'Explain a requirement: what it asks, what breaking it means, how to mend it',
    title: 'explain a requirement',
    positionals: [
      {
        name: 'id',
        description: 'the id of a requirement, such as auth.key-missing',
      },
    ],
    options: explainOptions,
  },
  gallery: {
    description: 'Run the kit against servers broken on purpose, and legal unusual ones',
    title: 'does each check find what it is for?',
    positionals: [],
    options: galleryOptions,
  },
  init: {
    description: 'Write a configuration file, and workflows for GitHub Actions',
    title: 'write a configuration and workflows',
    positionals: [],
    options: initOptions,
  },
  completion: {
    description: 'Print a script by which a shell completes all this at the Tab key',
    title: 'print a script for the Tab key',
    positionals: [{ name: 'shell', description: 'the name of a shell: bash or zsh' }],
    options: {},
  },
};

export const commandNames = Object.keys(commands) as CommandName[];

/** The options of a command as they are given, without dashes. */
export function flagsOf(name: CommandName): readonly string[] {
  return Object.keys(commands[name].options).map(flagOf);
}
