import {
  choice,
  flagOf,
  onOff,
  path,
  paths,
  type Rows,
  rowsWhere,
  text,
  under,
  whole,
} from '../config/option.ts';
import { commandOptions, runOptions } from '../config/options.ts';
import { plans } from '../spec/operations.ts';
import type { Level } from '../spec/requirement.ts';

/** What the command is called; commands that are printed begin with npx, which finds it in a clone as well. */
export const programName = 'petstore-conformance';

/** The shells that `completion` knows. */
export const shells = ['bash', 'zsh'] as const;

/** A command as the parser, the help and the completion need it. */
interface CommandRow {
  /** What stands beside it in the list of all commands. */
  readonly description: string;
  /** What stands above its own help. */
  readonly title: string;
  /** The words that it needs where they are no options, as in "replay needs the path of a report.json". */
  readonly words: Readonly<Record<string, string>>;
  /** Options beside those of `run` stand in no configuration file, and in no variable. */
  readonly options: Rows;
}

/** What `list --level` takes. */
const levels = ['required', 'advisory', 'observed', 'excluded'] as const satisfies readonly Level[];

const planNames = 'free, pro, business or enterprise';
const reportFile = { file: 'the path of a report.json' };
const json = onOff('flag', 'as JSON');
const check = paths('flag', 'FILE with requirements of your own, to be shown as well');

const alsoOf = (command: 'replay' | 'judge') =>
  rowsWhere(runOptions, ({ also = [] }) => also.includes(command));

export const commands = {
  run: {
    description: 'Test a service; without --base-url the reference server, in this process',
    title: 'test a service',
    words: {},
    options: commandOptions,
  },
  replay: {
    description: 'Send one finding of a report again: is it mended?',
    title: 'send one finding of a report again',
    words: reportFile,
    options: {
      ...under('Finding', {
        finding: text('flag', 'ID of its requirement, its signature, or its number N', {
          shown: 'the only one',
        }),
      }),
      ...alsoOf('replay'),
    },
  },
  report: {
    description: 'Write other reports from a report.json',
    title: 'write other reports',
    words: reportFile,
    options: {
      reporter: text('flag', 'NAMES as for run', { standard: 'terminal' }),
      reports: path('flag', 'DIR that reports are written to', { shown: 'the folder of the report' }),
    },
  },
  diff: {
    description: 'Tell what changed between two reports',
    title: 'what changed?',
    words: { old: 'the path of the earlier report.json', new: 'the path of the later one' },
    options: {
      format: choice('flag', 'text or markdown', ['text', 'markdown'], { standard: 'text' }),
      json,
    },
  },
  waive: {
    description: 'Accept the failures of a report until a date',
    title: 'accept known faults until a date',
    words: reportFile,
    options: {
      expires: text('flag', 'YYYY-MM-DD: the last day on which it holds, in UTC'),
      reason: text('flag', 'TEXT: why it is accepted'),
      owner: text('flag', 'TEXT: who answers for it'),
      ticket: text('flag', 'TEXT: where it is followed up'),
      finding: text('flag', 'ID of a requirement, or a signature', { shown: 'all failures of the report' }),
      waivers: path('flag', 'FILE that they are added to', { standard: 'petstore-conformance.waivers.json' }),
    },
  },
  judge: {
    description: 'Judge recorded traffic (HAR); nothing is sent',
    title: 'judge recorded traffic',
    words: { file: 'the path of an HTTP Archive 1.2' },
    options: alsoOf('judge'),
  },
  serve: {
    description: 'Start the reference server',
    title: 'start the reference server',
    words: {},
    options: {
      port: whole('flag', 'N to listen on; 0 takes any free port', [0, 65_535], 8080),
      host: text('flag', 'ADDRESS to listen on', { standard: '127.0.0.1' }),
      plan: choice('flag', planNames, plans, { standard: 'free' }),
      limit: whole('flag', 'N requests a window', [1, 1_000_000], undefined, { shown: "the plan's" }),
      window: whole('flag', "SECONDS that the plan's minute lasts", [1, 86_400], 60),
      keyFile: path('flag', 'FILE that holds the key, where PETSTORE_API_KEY does not'),
      defect: text('flag', 'ID of a mistake to serve with; list --defects shows them'),
      variant: text('flag', 'ID of a legal variant to serve with; list --variants shows them'),
    },
  },
  list: {
    description: 'List the requirements, or the servers that `serve` can start',
    title: 'list the requirements, or what `serve` can start',
    words: {},
    options: {
      level: choice('flag', 'required, advisory, observed or excluded', levels),
      check,
      defects: onOff('flag', 'the mistakes that serve --defect takes, instead'),
      variants: onOff('flag', 'the legal variants that serve --variant takes, instead'),
      json,
    },
  },
  explain: {
    description: 'Explain a requirement: what it asks, what breaking it means, how to mend it',
    title: 'explain a requirement',
    words: { id: 'the id of a requirement, such as auth.key-missing' },
    options: { check, json },
  },
  gallery: {
    description: 'Run the kit against servers broken on purpose, and legal unusual ones',
    title: 'does each check find what it is for?',
    words: {},
    options: {
      only: text('flag', "ID-PATTERN: these defects and variants only, such as 'list-*'"),
      write: path('flag', 'FILE that the kill matrix is written to as a page (Markdown)'),
      json,
    },
  },
  init: {
    description: 'Write a configuration file, and workflows for GitHub Actions',
    title: 'write a configuration and workflows',
    words: {},
    options: {
      baseUrl: text('flag', 'URL of the service that is tested every night, ending in /v1'),
      target: text('flag', 'NAME for it', { standard: 'staging' }),
      plan: choice('flag', planNames, plans),
      keyVariable: text('flag', 'NAME of the variable and the secret with its key', {
        standard: 'PETSTORE_API_KEY',
      }),
      start: text('flag', 'COMMAND that starts the service in a pull request; without it no gate is written'),
      localUrl: text('flag', 'URL where it listens then', { standard: 'http://127.0.0.1:8080/v1' }),
      noWorkflows: onOff('flag', 'write the configuration alone'),
      force: onOff('flag', 'write over files that are there'),
    },
  },
  completion: {
    description: 'Print a script by which a shell completes all this at the Tab key',
    title: 'print a script for the Tab key',
    words: { shell: 'the name of a shell: bash or zsh' },
    options: {},
  },
} satisfies Readonly<Record<string, CommandRow>>;

export type CommandName = keyof typeof commands;

/** The options of one command. */
export type OptionsOf<Name extends CommandName> = (typeof commands)[Name]['options'];

export const commandNames = Object.keys(commands) as CommandName[];

/** A command as a row, whichever it is. */
export const rowOf = (name: CommandName): CommandRow => commands[name];

/** The options of a command as they are given, without dashes. */
export const flagsOf = (name: CommandName): readonly string[] =>
  Object.keys(commands[name].options).map(flagOf);
