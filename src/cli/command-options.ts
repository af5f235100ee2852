import {
  diffOptions,
  explainOptions,
  galleryOptions,
  initOptions,
  judgeOptions,
  listOptions,
  type OptionRow,
  replayOptions,
  reportOptions,
  runOptions,
  serveOptions,
  waiveOptions,
} from './options.ts';
import type { ValueKind } from './value-kind.ts';

/** A word that a command needs, where it is no option. */
interface Positional {
  readonly name: string;
  /** As in "replay needs the path of a report.json". */
  readonly description: string;
  readonly takes: ValueKind;
}

/** A command as the parser, the help and the completion need it. */
interface CommandRow {
  /** What stands beside it in the list of all commands. */
  readonly description: string;
  /** What stands above its own help. */
  readonly title: string;
  readonly positionals: readonly Positional[];
  readonly options: readonly OptionRow[];
}

const reportFile: Positional = { name: 'file', description: 'the path of a report.json', takes: 'file' };

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
    options: runOptions,
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
      { name: 'old', description: 'the path of the earlier report.json', takes: 'file' },
      { name: 'new', description: 'the path of the later one', takes: 'file' },
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
    positionals: [{ name: 'file', description: 'the path of an HTTP Archive 1.2', takes: 'file' }],
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
        takes: 'requirement',
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
    positionals: [{ name: 'shell', description: 'the name of a shell: bash, zsh or fish', takes: 'shell' }],
    options: [],
  },
};

export const commandNames = Object.keys(commands) as CommandName[];

export const optionsOf = Object.fromEntries(
  commandNames.map((name) => [name, commands[name].options]),
) as Readonly<Record<CommandName, readonly OptionRow[]>>;
