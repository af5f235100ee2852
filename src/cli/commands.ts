import {
  choice,
  flagOf,
  type OptionRow,
  onOff,
  path,
  paths,
  type Rows,
  rowsWhere,
  text,
  under,
  type ValueOf,
  whole,
} from '../config/option.ts';
import { commandOptions, runOptions } from '../config/options.ts';
import { reporterNames, usualReporters } from '../report/reporter.ts';
import { plans } from '../spec/operations.ts';
import type { Level } from '../spec/requirement.ts';

/** Printed commands begin with npx, which also works in a clone. */
export const programName = 'petstore-conformance';

/** The systems that `init` writes pipelines for. */
export const ciSystems = ['github', 'gitlab'] as const;

/** The help below the options, in lines of at most 80 columns. */
interface HelpTexts {
  readonly intro?: string;
  readonly heading?: string;
  /** Commands, without the program, and what each does. */
  readonly examples: Readonly<Record<string, string>>;
  readonly notes?: string;
  readonly statuses: Readonly<Record<number, string>>;
}

/** Describes a command for the parser, the help and the completion. */
interface CommandEntry extends HelpTexts {
  /** Its line in the list of all commands, and the first one of its own help. */
  readonly description: string;
  /** The arguments that it needs, as in "replay needs the path of a report.json". */
  readonly words: Readonly<Record<string, string>>;
  /** Variables and the configuration file can set only the options of `run`. */
  readonly options: Rows;
}

/** Sample Enterprise limits; the real ones depend on the contract. */
export const enterpriseLimits = { minute: 600, day: 200_000 };

const levels = ['required', 'advisory', 'observed', 'not-testable'] as const satisfies readonly Level[];

const planNames = 'free, pro, business or enterprise';
const reportFile = { file: 'the path of a report.json' };
const json = onOff('flag', 'print JSON');
const check = paths('flag', 'show the custom checks in FILE, too');

const verdictStatuses = {
  0: 'no violation was found, other than waived or known ones',
  1: 'the server does not conform, or a waiver is out of date',
  2: 'the command or its configuration is wrong; no request was sent',
  3: 'there is no verdict, because the server could not be tested (unreachable,\nkey refused), --strict found a gap, or the kit failed',
  130: 'interrupted; the report covers the responses so far',
};

const programHelp: HelpTexts = {
  examples: {
    run: 'try it: tests the reference server, started in the same process',
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

/** The options of `run` that a command also accepts, with its own default for --base-url. */
const alsoOf = (command: 'replay' | 'judge', baseUrl: string) => ({
  ...rowsWhere(runOptions, ({ also = [] }) => also.includes(command)),
  baseUrl: { ...runOptions.baseUrl, shown: baseUrl },
});

export const commands = {
  run: {
    description: 'Test a server (outside of CI and without --base-url: the reference server)',
    words: {},
    options: { ...commandOptions, reporter },
    intro: `Each option has an environment variable, such as PETSTORE_BASE_URL; flags win.
The key comes from PETSTORE_API_KEY or --api-key-file, never from a flag.`,
    heading: 'Examples (URL is a base URL such as https://petstore.example/v1)',
    examples: {
      run: 'try it: tests the reference server, started in the same process',
      'run --base-url URL --plan free': 'test a server, and compare its limits with plan Free',
      'run --base-url URL --no-exhaust':
        'the same without using up the quota: faster, but the limit is not proven',
      "run --base-url URL --only 'auth.*'": 'only some requirements',
      'run --base-url URL --profile gentle': 'nightly, with a shared key: at most 40 requests',
    },
    notes: `Terms
  requirement  a sentence of the specification; it has an id (see list)
  check        code that tests a requirement; a requirement may have several.
               A request that several checks share counts as a check, too`,
    statuses: verdictStatuses,
  },
  replay: {
    description: 'Check whether a finding of a report is fixed',
    words: reportFile,
    options: {
      ...under('Finding', {
        finding: text('flag', 'check the finding with this requirement ID, signature, or number N', {
          shown: 'the only one',
        }),
        all: onOff('flag', 'check every finding of the report, and print one line for each', {
          conflicts: ['finding'],
        }),
      }),
      ...alsoOf('replay', 'the target of the report'),
    },
    intro: `To check one fix, use the command under "Verify with" in the report, because it
takes only seconds. replay also repeats what came before the finding, if
necessary the whole run.

replay sends requests to --base-url or --target. Without them, it uses the
target of the report, but only if that is on this machine or is the configured
one.`,
    examples: {
      'replay reports/report.json': 'the only finding of the report',
      'replay reports/report.json --finding list.ok': 'one of several',
      'replay --all reports/report.json --wait-for 30': 'all findings, once the restarted server responds',
    },
    statuses: {
      0: 'fixed; with --all, every finding',
      1: 'still failing; with --all, at least one finding',
      2: 'the command or the report is wrong; no request was sent',
      3: 'not reproduced (its conditions did not occur again), or inconclusive',
      130: 'interrupted',
    },
  },
  report: {
    description: 'Render a report.json in other formats',
    words: reportFile,
    options: {
      reporter: text('flag', 'write these formats, as for run', {
        shown: 'terminal; with --reports, as for run',
      }),
      reports: path('flag', 'write the reports into DIR', { shown: "the report's folder" }),
      verbose: onOff('flag', 'print the full evidence for every failure'),
    },
    examples: {
      'report reports/report.json': 'the terminal report, as the run printed it',
      'report reports/report.json --reporter html=page.html': 'a page to read in a browser',
      'report reports/report.json --reporter junit,markdown': 'junit.xml and summary.md, next to the report',
    },
    statuses: { 0: 'written', 2: 'the command or the report is wrong', 3: 'a report could not be written' },
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
      1: 'a new failure, one that now fails in a different way,\nor an expired waiver',
      2: 'the command or a report is wrong',
    },
  },
  compare: {
    description: 'Show several runs as a table: a column for each run',
    words: { 'files..': 'the paths of report.json files or of a history file' },
    options: {
      html: path('flag', 'write a page to FILE'),
      markdown: onOff('flag', 'print Markdown', { conflicts: ['json'] }),
      json,
      skipUnreadable: onOff('flag', 'skip files, and lines of a history, that cannot be read, and name them'),
    },
    intro: `Runs against one target are a history, ordered by time. Different targets
stay in the given order. Runs whose kit version, profile, plan or selection
differs from that of the newest run are marked.`,
    examples: {
      'compare history.jsonl': 'the runs that --history history.jsonl recorded',
      'compare a/report.json b/report.json --html page.html': 'two reports, also as a page',
    },
    statuses: { 0: 'compared', 2: 'the command or a file is wrong' },
  },
  waive: {
    description: 'Accept the failures of a report until a date',
    words: { '[file]': `${reportFile.file}; not needed with --renew` },
    options: {
      expires: text('flag', 'accept the failures until YYYY-MM-DD, which is the last day, in UTC'),
      reason: text('flag', 'TEXT that says why the failures are accepted'),
      owner: text('flag', 'TEXT that says who is responsible'),
      ticket: text('flag', 'TEXT that says where the fix is tracked'),
      finding: text('flag', 'accept only failures with this requirement ID or signature', {
        shown: 'all failures of the report',
      }),
      renew: onOff(
        'flag',
        'give expired waivers a new last day instead; with --finding, all waivers of one requirement',
      ),
      prune: onOff('flag', 'remove the waivers whose requirements pass in the report instead', {
        conflicts: ['renew', 'expires', 'reason', 'owner', 'ticket', 'finding'],
      }),
      waivers: path('flag', 'read and write the waivers in FILE', {
        standard: 'petstore-conformance.waivers.json',
      }),
    },
    examples: {
      'waive reports/report.json --expires 2027-01-31 \\\n    --owner Ada --reason gateway-is-being-replaced':
        'accepts the current failures until that day',
      'waive --renew --expires 2027-02-28': 'accepts the failures of expired waivers until that day',
      'waive --prune reports/report.json': 'removes the waivers for failures that the report shows as fixed',
    },
    notes: `A run reads the file in its working directory, or the one that --waivers names.
An expired waiver fails the run, and --renew gives it a new day. A waiver whose
failure is fixed fails the run only with --strict, and --prune removes it.`,
    statuses: {
      0: 'written, or nothing to change',
      2: 'the command or the report is wrong; nothing was written',
    },
  },
  judge: {
    description: 'Judge recorded traffic (HAR) without sending anything',
    words: { file: 'the path of an HTTP Archive 1.2' },
    options: {
      ...alsoOf('judge', 'the one base URL in the recording'),
      reporter: { ...reporter, shown: 'terminal; with --reports, as for run' },
    },
    intro: 'Set PETSTORE_API_KEY to the recorded key, so that judge can identify it.',
    examples: {
      'judge traffic.har': 'print what the recording shows',
      'judge traffic.har --reports reports': 'also write reports, as run does',
    },
    statuses: {
      ...verdictStatuses,
      2: 'the command or the recording is wrong',
      3: 'there is no verdict, because nothing was tested, or the kit failed',
    },
  },
  serve: {
    description: 'Start the reference server',
    words: {},
    options: {
      port: whole('flag', 'listen on port N; 0 for any free port', [0, 65_535], 8080),
      host: text('flag', 'listen on ADDRESS', { standard: '127.0.0.1' }),
      plan: choice('flag', `plan of the key: ${planNames}`, plans, { standard: 'free' }),
      limit: whole('flag', 'allow N requests per window', [1, 1_000_000], undefined, { shown: "the plan's" }),
      window: whole('flag', 'make each rate-limit window SECONDS long', [1, 86_400], 60),
      keyFile: path('flag', 'read the key from FILE if PETSTORE_API_KEY is not set'),
      defect: text('flag', 'serve with the defect ID (see list --defects)'),
      variant: text('flag', 'serve with the legal variant ID (see list --variants)'),
    },
    examples: {
      'serve --plan free --window 10': 'plan Free, with windows of ten seconds instead of a minute',
      'serve --port 0 --defect name-number-coerced':
        'on any free port, with one defect, so that you see how a run reports it',
      'list --defects': 'the defects to choose from; list --variants shows the legal variants',
    },
    notes: 'Ctrl-C (SIGINT) or SIGTERM stops it. Requests in flight get half a second more.',
    statuses: { 0: 'stopped', 2: 'the command is wrong, or the address is in use' },
  },
  list: {
    description: 'List the requirements, or the servers that `serve` can start',
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
    statuses: { 0: 'listed', 2: 'the command is wrong' },
  },
  explain: {
    description: 'Explain a requirement: what it says, why it matters, how to fix a violation',
    words: { id: 'the id of a requirement, such as auth.key-missing' },
    options: { check, json },
    examples: {
      'explain limit.recovers': 'what it requires, how to test it, how to fix a violation, and examples',
      'explain limit.recovers --json': 'for programs, with every defect of the gallery that violates it',
    },
    statuses: { 0: 'explained', 2: 'the requirement is unknown, or the command is wrong' },
  },
  gallery: {
    description: 'Test the kit itself against servers with known defects and legal variants',
    words: {},
    options: {
      only: text('flag', "test only defects and variants that match ID-PATTERN, such as 'list-*'"),
      write: path('flag', 'write the results to FILE, as a Markdown page'),
      json,
    },
    intro: `Each server is the reference server with one change. Kit and server share a
virtual clock, so waits take no time.`,
    examples: {
      gallery: 'test all of them, and print which requirements each one violates',
      'gallery --only error-status-other': 'one, while you write a defect or a check',
      "gallery --only 'list-*,token-bucket'": 'several, by patterns of their ids',
      'gallery --write docs/gallery.md': 'all, and a page with the results',
    },
    statuses: {
      0: 'each defect violated exactly its requirements; each legal variant passed',
      1: 'some results differ from what is expected; both are printed',
      2: 'the command is wrong; no server was started',
      3: 'a bug in the kit',
      130: 'interrupted',
    },
  },
  init: {
    description: 'Write a configuration file, and pipelines for GitHub or GitLab',
    words: {},
    options: {
      baseUrl: text('flag', 'URL of the server to test every night, ending in /v1', {
        shown: 'a placeholder',
      }),
      target: text('flag', 'give the target this NAME', { standard: 'staging' }),
      plan: choice('flag', `plan of the key: ${planNames}; the CI gate uses it, too, instead of free`, plans),
      keyVariable: text('flag', 'NAME of the variable and the secret that hold the key', {
        shown: 'from the target, such as STAGING_KEY',
      }),
      start: text(
        'flag',
        'COMMAND that starts the server in a pull request; without it, init writes no CI gate',
      ),
      install: text('flag', 'COMMAND that installs what --start needs on a fresh checkout', {
        shown: 'from --start, such as npm ci',
      }),
      localUrl: text('flag', 'URL of the server that --start starts', {
        standard: 'http://127.0.0.1:8080/v1',
      }),
      ci: choice('flag', `write pipelines for ${ciSystems.join(' or ')}`, ciSystems, {
        shown: 'gitlab if there are GitLab files and no .github, else github',
      }),
      package: text(
        'flag',
        'install the kit in pipelines from SPEC: a version, a packed tarball or a git URL',
        {
          shown: 'this version',
        },
      ),
    },
    intro: 'init keeps existing files, so you can add the CI gate later with --start.',
    examples: {
      'init --base-url https://staging.petstore.example/v1 \\\n    --plan pro --key-variable STAGING_KEY':
        'writes the configuration and a nightly workflow',
      "init --start 'npm start'": 'adds a CI gate for pull requests',
    },
    statuses: { 0: 'written', 2: 'an option is wrong, or contradicts an existing file' },
  },
} satisfies Readonly<Record<string, CommandEntry>>;

export type CommandName = keyof typeof commands;

/** The parsed flags of a command, by the names of its options. */
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

/** Returns how a command is called: `diff <old> <new>`. */
export const usageOf = (name: CommandName): string =>
  [name, ...Object.keys(entryOf(name).words).map((word) => (word.startsWith('[') ? word : `<${word}>`))].join(
    ' ',
  );

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
