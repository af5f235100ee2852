import {
  choice,
  flagOf,
  list,
  type OptionRow,
  onOff,
  type Rows,
  rowsWhere,
  text,
  under,
  type ValueOf,
  whole,
} from '../config/option.ts';
import { commandOptions, runOptions, usualAcceptedFile } from '../config/options.ts';
import { reporterNames, usualReporters } from '../report/reporter.ts';
import { plans } from '../spec/operations.ts';
import type { Level } from '../spec/requirement.ts';

/** The name without npx. Printed commands put npx before it, because that also works in a clone. */
export const programName = 'petstore-conformance';

/** The help below the options, in lines of at most 80 columns. */
interface HelpTexts {
  readonly intro?: string;
  readonly heading?: string;
  /** Example commands, without the program's name, and what each of them does. */
  readonly examples: Readonly<Record<string, string>>;
  readonly notes?: string;
  readonly statuses: Readonly<Record<number, string>>;
}

/** Describes a command for the parser and the help. */
interface CommandEntry extends HelpTexts {
  /** The command's line in the list of commands, which is also the first line of its own help. */
  readonly description: string;
  /** The arguments that the command needs, as in "replay needs the path of a report.json". */
  readonly words: Readonly<Record<string, string>>;
  /** Variables can set only the options of `run`. */
  readonly options: Rows;
}

/** Sample Enterprise limits; the real ones depend on the contract. */
export const enterpriseLimits = { minute: 600, day: 200_000 };

const levels = ['required', 'advisory', 'observed', 'not-testable'] as const satisfies readonly Level[];

const planNames = 'free, pro, business or enterprise';
const reportFile = { file: 'the path of a report.json' };
const json = onOff('flag', 'print JSON');
const check = list('flag', 'also show the custom checks in FILE');

const verdictStatuses = {
  0: 'no violations, except for accepted ones',
  1: 'the server does not conform',
  2: 'the command is invalid; no request was sent',
  3: 'there is no verdict: something prevented a test, --strict found a gap,\nor the kit failed',
  130: 'interrupted; the report covers the responses so far',
};

const programHelp: HelpTexts = {
  examples: {
    run: 'try it: test the reference server, which runs in the same process',
    'run --base-url https://petstore.example/v1': 'test a server; the key comes from PETSTORE_API_KEY',
    'explain auth.key-missing': 'what a requirement says, and how to fix a server that violates it',
  },
  statuses: verdictStatuses,
};

/** The reporters are named here, because the option table cannot import them. */
const reporter = {
  ...runOptions.reporter,
  words: `${runOptions.reporter.words}: ${reporterNames.join(', ')}, ./mine.mjs`,
  shown: ['terminal', ...usualReporters].join(', '),
};

/** The options of `run` that `replay` also accepts, with its own default for --base-url. */
const replayOptions = {
  ...rowsWhere(runOptions, ({ replay }) => replay === true),
  baseUrl: { ...runOptions.baseUrl, shown: 'the target of the report' },
};

export const commands = {
  run: {
    description: 'Test a server',
    words: {},
    options: { ...commandOptions, reporter },
    intro: `Each option has an environment variable, such as PETSTORE_BASE_URL; flags win.
The key comes from PETSTORE_API_KEY or --api-key-file, never from a flag. In CI,
--base-url or --reference-server is required.`,
    heading: 'Examples (URL is a base URL, such as https://petstore.example/v1)',
    examples: {
      run: 'try it: test the reference server, which runs in the same process',
      'run --base-url URL --plan free': 'test a server, and compare its limits with plan Free',
      "run --base-url URL --only 'auth.*'": 'only some requirements; list shows all of them',
    },
    statuses: verdictStatuses,
  },
  replay: {
    description: 'Check whether a finding of a report is fixed',
    words: reportFile,
    options: {
      ...under('Finding', {
        finding: text('flag', 'check the finding with this requirement ID, signature, or number N', {
          shown: 'the only finding',
        }),
        all: onOff('flag', 'check every finding of the report', {
          conflicts: ['finding'],
        }),
      }),
      ...replayOptions,
    },
    intro: `To check one fix, use the command under "Verify with" in the report, because it
takes only seconds. replay also repeats what came before the finding, or the
whole run if necessary, and compares the two reports as diff does.

Without --base-url, replay uses the target of the report if that target is on
this machine. It also accepts run's connection options (run --help --all).`,
    examples: {
      'replay reports/report.json': 'the only finding of the report',
      'replay reports/report.json --finding list.ok': 'one of several',
      'replay --all reports/report.json --wait-for 30': 'all findings, once the restarted server responds',
    },
    statuses: {
      0: 'fixed; with --all, every finding',
      1: 'still failing; with --all, at least one finding',
      2: 'the command or the report is invalid; no request was sent',
      3: 'not reproduced: the failing request was not sent again, or not judged',
      130: 'interrupted',
    },
  },
  report: {
    description: 'Render a report.json in other formats',
    words: reportFile,
    options: {
      reporter: text('flag', 'write these formats, as for run', {
        shown: 'terminal, or with --reports, the same formats as run',
      }),
      reports: text('flag', 'write the reports into DIR', { shown: "the report's folder" }),
      verbose: onOff('flag', 'print the full evidence for every failure'),
    },
    examples: {
      'report reports/report.json': 'the terminal report, as the run printed it',
      'report reports/report.json --reporter html=page.html': 'a page to read in a browser',
      'report reports/report.json --reporter junit,markdown': 'junit.xml and summary.md, next to the report',
    },
    statuses: { 0: 'written', 2: 'the command or the report is invalid', 3: 'a report could not be written' },
  },
  diff: {
    description: 'Show what changed between two reports',
    words: { old: 'the path of the earlier report.json', new: 'the path of the later one' },
    options: {
      format: choice(
        'flag',
        'print text, markdown, or line (one line for a chat message)',
        ['text', 'markdown', 'line'],
        { standard: 'text', conflicts: ['json'] },
      ),
      json,
    },
    examples: {
      'diff yesterday/report.json reports/report.json': 'as text',
      'diff yesterday/report.json reports/report.json --json': 'for programs',
      'diff yesterday/report.json reports/report.json \\\n    --format markdown':
        'for a comment or a step summary',
    },
    statuses: {
      0: 'no new failure',
      1: 'a failure that is new or no longer accepted, apart from warnings',
      2: 'the command or a report is invalid',
    },
  },
  compare: {
    description: 'Show the requirements that differ between several reports',
    words: { 'files..': 'the paths of report.json files' },
    options: { html: text('flag', 'write a page to FILE') },
    intro: `Reports about one target are ordered by time, and changes follow the rules of
diff. Reports about several targets stay in the given order.`,
    examples: {
      'compare nightly/*/report.json --html nights.html': 'the nightly runs of one server, also as a page',
      'compare go/report.json node/report.json': 'two servers',
    },
    statuses: { 0: 'compared', 2: 'the command or a report is invalid' },
  },
  accept: {
    description: 'Accept the failures of a report until a date',
    words: reportFile,
    options: {
      accepted: text('flag', 'the file of accepted failures', { standard: usualAcceptedFile }),
      add: onOff('flag', 'accept the failures of the report that are not accepted yet'),
      reason: text('flag', 'with --add, TEXT that says why'),
      owner: text('flag', 'with --add, TEXT that says who is responsible'),
      until: text('flag', 'with --add, the last day, as YYYY-MM-DD in UTC'),
      ticket: text('flag', 'with --add, TEXT that says where the fix is tracked'),
      only: text('flag', 'with --add, only failures of requirements that match ID-PATTERN', {
        shown: 'all failures of the report',
      }),
    },
    examples: {
      "accept reports/report.json --add --until 2027-01-31 \\\n    --owner Ada --reason 'a new gateway'":
        'accept the failures until that day',
      'run --base-url URL --accepted FILE': 'run without failing for these failures',
      'accept reports/report.json': 'after that run: remove the failures that are fixed',
    },
    notes: `After its last day, a failure fails runs again unless --add gives it a new date.
Only failures that the reported run tested again and found fixed are removed.`,
    statuses: {
      0: 'written, or nothing to change',
      2: 'the command, the report or the file is invalid; nothing was written',
    },
  },
  serve: {
    description: 'Start the reference server',
    words: {},
    options: {
      port: whole('flag', 'listen on port N; 0 for any free port', [0, 65_535], { standard: 8080 }),
      host: text('flag', 'listen on ADDRESS', { standard: '127.0.0.1' }),
      plan: choice('flag', `plan of the key: ${planNames}`, plans, { standard: 'free' }),
      limit: whole('flag', 'allow N requests per window', [1, 1_000_000], { shown: "the plan's" }),
      window: whole('flag', 'make each rate-limit window SECONDS long', [1, 86_400], { standard: 60 }),
      keyFile: text('flag', 'read the key from FILE if PETSTORE_API_KEY is not set'),
      defect: text('flag', 'serve with the defect ID (see list --defects)'),
      variant: text('flag', 'serve with the legal variant ID (see list --variants)'),
    },
    examples: {
      'serve --plan free --window 10': 'plan Free, with windows of ten seconds instead of a minute',
      'serve --port 0 --defect name-number-coerced':
        'on any free port, with one defect, to see how a run reports it',
      'list --defects': 'the defects to choose from; list --variants shows the legal variants',
    },
    notes: 'Ctrl-C (SIGINT) or SIGTERM stops it, at most half a second later.',
    statuses: { 0: 'stopped', 2: 'the command is invalid, or the address is in use' },
  },
  list: {
    description: 'List requirements, defects or variants',
    words: {},
    options: {
      level: choice('flag', 'show only this level: required, advisory, observed or not-testable', levels, {
        conflicts: ['defects', 'variants'],
      }),
      check,
      defects: onOff('flag', 'list the defects for serve --defect instead', { conflicts: ['variants'] }),
      variants: onOff('flag', 'list the legal variants for serve --variant instead'),
      json,
    },
    examples: {
      'list --level required': 'the requirements that a server must meet',
      'list --defects': 'servers with one defect each, and the requirements they violate',
      'list --json': 'for programs',
    },
    statuses: { 0: 'listed', 2: 'the command is invalid' },
  },
  explain: {
    description: 'Explain a requirement and how to fix it',
    words: { id: 'the id of a requirement, such as auth.key-missing' },
    options: { check, json },
    examples: {
      'explain limit.recovers': 'what it requires, how to test it, and how to fix a violation',
      'explain limit.recovers --json': 'for programs, with every defect of the gallery that violates it',
    },
    statuses: { 0: 'explained', 2: 'the requirement is unknown, or the command is invalid' },
  },
} satisfies Readonly<Record<string, CommandEntry>>;

export type CommandName = keyof typeof commands;

/** The parsed flags of a command, by option name. */
export type FlagsOf<Name extends CommandName> = {
  readonly [Option in keyof (typeof commands)[Name]['options']]?: (typeof commands)[Name]['options'][Option] extends infer One extends
    OptionRow
    ? ValueOf<One>
    : never;
};

export const commandNames = Object.keys(commands) as CommandName[];

export const isCommand = (word: string): word is CommandName => Object.hasOwn(commands, word);

/** Returns the entry of a command, with the type that all entries share. */
export const entryOf = (name: CommandName): CommandEntry => commands[name];

/** Returns the flags of a command, without dashes. */
export const flagsOf = (name: CommandName): readonly string[] =>
  Object.keys(commands[name].options).map(flagOf);

/** Returns the usage line of a command, such as `diff <old> <new>`. */
export const usageOf = (name: CommandName): string =>
  [name, ...Object.keys(entryOf(name).words).map((word) => `<${word}>`)].join(' ');

/** Returns the help of a command, or of the program, below the options. Its lines must not be wrapped again. */
export function helpBelow(name?: CommandName): string {
  const help: HelpTexts = name === undefined ? programHelp : entryOf(name);
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
