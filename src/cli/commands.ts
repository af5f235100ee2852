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

/** Printed commands begin with npx, which finds the program in a clone as well. */
export const programName = 'petstore-conformance';

/** The shells that `completion` supports. */
export const shells = ['bash', 'zsh'] as const;

/** What the help shows below the options, in lines of at most 80 columns. */
interface HelpTexts {
  readonly intro?: string;
  readonly heading?: string;
  /** Commands, without the program, and what each does. */
  readonly examples: Readonly<Record<string, string>>;
  readonly notes?: string;
  readonly statuses: Readonly<Record<number, string>>;
}

/** A command, for the parser, the help and the completion. */
interface CommandRow extends HelpTexts {
  /** Its line in the list of all commands. */
  readonly description: string;
  /** The first line of its own help. */
  readonly title: string;
  /** The arguments that it needs, as in "replay needs the path of a report.json". */
  readonly words: Readonly<Record<string, string>>;
  /** Only the options of `run` have variables and stand in the configuration file. */
  readonly options: Rows;
}

/** Stands in for the Enterprise limits, which are a contract between two parties. */
export const enterpriseLimits = { minute: 600, day: 200_000 };

const levels = ['required', 'advisory', 'observed', 'not-testable'] as const satisfies readonly Level[];

const planNames = 'free, pro, business or enterprise';
const reportFile = { file: 'the path of a report.json' };
const json = onOff('flag', 'as JSON');
const check = paths('flag', 'FILE with requirements of your own, to be shown as well');

const verdictStatuses = {
  0: 'the service conforms',
  1: 'it does not conform',
  2: 'the command or its configuration is wrong; no request was sent',
  3: 'it could not be tested (unreachable, key refused, fault of the kit)',
  130: 'interrupted; the report of what was seen is written',
};

const programHelp: HelpTexts = {
  examples: {
    run: 'try it: starts the reference server in the same process and tests that',
    'run --base-url https://petstore.example/v1': 'test a service; its key is taken from PETSTORE_API_KEY',
    'explain auth.key-missing': 'what a requirement asks, and how to mend a service that breaks it',
  },
  statuses: verdictStatuses,
};

const alsoOf = (command: 'replay' | 'judge') =>
  rowsWhere(runOptions, ({ also = [] }) => also.includes(command));

export const commands = {
  run: {
    description: 'Test a service; without --base-url the reference server, in this process',
    title: 'test a service',
    words: {},
    options: commandOptions,
    intro: `Every option is a variable as well: PETSTORE_BASE_URL for --base-url; flags win.
The key comes from PETSTORE_API_KEY or --api-key-file, never from a flag.`,
    heading: 'Examples; URL is an address such as https://petstore.example/v1',
    examples: {
      run: 'try it: starts the reference server in the same process and tests that',
      'run --base-url URL --plan free': 'test a service and hold its limits against plan Free',
      'run --base-url URL --no-exhaust':
        'the same without using the window up: quicker, but the limit is not proven',
      "run --base-url URL --only 'auth.*'": 'some requirements only',
      'run --base-url URL --profile gentle': 'nightly, on a key that others use: at most 40 requests',
    },
    notes: `Words
  requirement  a sentence of the specification, by its id (see list); also a row
  check        a question to the service; a requirement may need several. What
               several of them share is sent once and counts as one more check`,
    statuses: verdictStatuses,
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
    intro: `The finding is sent to --base-url or --target. Without them it goes to the
target of the report, where that is on this machine or is the configured one.`,
    examples: {
      'replay reports/report.json': 'the only finding of the report',
      'replay reports/report.json --finding list.ok': 'one of several',
    },
    statuses: {
      0: 'fixed',
      1: 'still there',
      2: 'the command or the report is wrong; no request was sent',
      3: 'not reproduced (its conditions did not occur again), or it could not\nbe told',
      130: 'interrupted',
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
    examples: {
      'report reports/report.json': 'as it was printed',
      'report reports/report.json --reporter html=page.html': 'a page to read',
      'report reports/report.json --reporter junit,markdown': 'junit.xml and summary.md, beside the report',
    },
    statuses: { 0: 'written', 2: 'the command or the report is wrong', 3: 'a report could not be written' },
  },
  diff: {
    description: 'Tell what changed between two reports',
    title: 'what changed?',
    words: { old: 'the path of the earlier report.json', new: 'the path of the later one' },
    options: {
      format: choice('flag', 'text or markdown', ['text', 'markdown'], { standard: 'text' }),
      json,
    },
    examples: {
      'diff yesterday/report.json reports/report.json': 'as text',
      'diff yesterday/report.json reports/report.json --json': 'for programs',
      'diff yesterday/report.json reports/report.json \\\n    --format markdown':
        'for a comment, or the summary of a step',
    },
    statuses: {
      0: 'nothing new',
      1: 'something fails that did not fail before, or fails in another way',
      2: 'the command or a report is wrong',
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
    examples: {
      'waive reports/report.json --expires 2027-01-31 \\\n    --owner Ada --reason gateway-is-being-replaced':
        'accepts until that day what fails now',
    },
    notes: `A run finds the file where it is started, or by --waivers. A waiver that is
expired, or waives what is mended, fails the run: take it out.`,
    statuses: {
      0: 'written, or nothing to waive',
      2: 'the command or the report is wrong; nothing was written',
    },
  },
  judge: {
    description: 'Judge recorded traffic (HAR); nothing is sent',
    title: 'judge recorded traffic',
    words: { file: 'the path of an HTTP Archive 1.2' },
    options: alsoOf('judge'),
    intro: 'The key, where PETSTORE_API_KEY holds it, tells valid keys from others.',
    examples: { 'judge traffic.har': '' },
    statuses: verdictStatuses,
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
    examples: {
      'serve --plan free --window 10': 'plan Free, with a minute of ten seconds',
      'serve --port 0 --defect name-number-coerced':
        'on any free port, with one mistake: to see what a run says of it',
      'list --defects': 'the mistakes to choose from; list --variants: the legal variants',
    },
    notes: 'It stops at Ctrl-C (SIGINT) or SIGTERM, after answering what is under way.',
    statuses: { 0: 'stopped', 2: 'the command is wrong, or the address is taken' },
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
    examples: {
      'list --level required': 'what a service must keep',
      'list --defects': 'servers with one mistake each, and the requirements they break',
      'list --json': 'for programs',
    },
    statuses: { 0: 'listed', 2: 'the command is wrong' },
  },
  explain: {
    description: 'Explain a requirement: what it asks, what breaking it means, how to mend it',
    title: 'explain a requirement',
    words: { id: 'the id of a requirement, such as auth.key-missing' },
    options: { check, json },
    examples: {
      'explain limit.recovers': 'the sentence, how it is checked, how to mend it, and it kept and broken',
      'explain limit.recovers --json': 'for programs, with every mistake of the gallery that breaks it',
    },
    statuses: { 0: 'explained', 2: 'there is no such requirement, or the command is wrong' },
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
    intro: `Each server is the reference server, changed in one point. Kit and server share
a clock whose sleeps take no time.`,
    examples: {
      gallery: 'all of them: the kill matrix, requirement by defect',
      'gallery --only error-status-other': 'one of them, while a defect or a check is written',
      "gallery --only 'list-*,token-bucket'": 'several, by patterns of their ids',
      'gallery --write docs/gallery.md': 'all of them, and the page about them',
    },
    statuses: {
      0: 'each defect was found at its own rows alone, each legal variant passed',
      1: 'not so: what was expected and what was seen is printed',
      2: 'the command is wrong; no server was started',
      3: 'a fault of the kit',
      130: 'interrupted',
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
    intro: `What no option gives is asked for on a terminal; elsewhere it has a default.
Nothing that is there already is written over without --force.`,
    examples: {
      init: 'asks, and writes the configuration and a nightly workflow',
      'init --base-url https://staging.petstore.example/v1 \\\n    --plan pro --key-variable STAGING_KEY':
        'asks for the rest, on a terminal',
    },
    statuses: { 0: 'written', 2: 'an option is wrong, or a file is there already', 130: 'interrupted' },
  },
  completion: {
    description: 'Print a script by which a shell completes all this at the Tab key',
    title: 'print a script for the Tab key',
    words: { shell: 'the name of a shell: bash or zsh' },
    options: {},
    intro: 'The command itself has to be on the PATH: npm install --global . does that.',
    examples: {
      'completion bash': 'in ~/.bashrc: source <(petstore-conformance completion bash)',
      'completion zsh': 'in ~/.zshrc: source <(petstore-conformance completion zsh)\nbehind compinit',
    },
    statuses: { 0: 'printed', 2: 'the shell is none of these' },
  },
} satisfies Readonly<Record<string, CommandRow>>;

export type CommandName = keyof typeof commands;

/** The options of one command. */
export type OptionsOf<Name extends CommandName> = (typeof commands)[Name]['options'];

export const commandNames = Object.keys(commands) as CommandName[];

export const isCommand = (word: string): word is CommandName => Object.hasOwn(commands, word);

/** Returns the row of a command, with the type that all rows share. */
export const rowOf = (name: CommandName): CommandRow => commands[name];

/** Returns the options of a command as they are given, without dashes. */
export const flagsOf = (name: CommandName): readonly string[] =>
  Object.keys(commands[name].options).map(flagOf);

/** Writes what the help of a command, or of the program, shows below the options. No line is to be broken again. */
export function helpBelow(name?: CommandName): string {
  const help: HelpTexts = name === undefined ? programHelp : rowOf(name);
  const { intro, examples, notes, statuses } = help;
  const indented = (text: string, indent: string) => text.replaceAll('\n', `\n${indent}`);
  const commandLines = Object.entries(examples).map(
    ([words, does]) =>
      `\n  npx ${programName} ${words}${does === '' ? '' : `\n      ${indented(does, '      ')}`}`,
  );
  const statusLines = Object.entries(statuses).map(
    ([status, impact]) => `\n  ${status.padEnd(5)}${indented(impact, '       ')}`,
  );
  const { heading = commandLines.length === 1 ? 'Example' : 'Examples' } = help;
  return [intro, heading + commandLines.join(''), notes, `Exit status${statusLines.join('')}`]
    .filter((part) => part !== undefined)
    .join('\n\n');
}
