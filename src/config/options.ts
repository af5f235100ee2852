import { plans } from '../spec/operations.ts';
import {
  choice,
  list,
  type NameIn,
  off,
  onOff,
  type Profile,
  path,
  paths,
  type Rows,
  rowsWhere,
  type SettingName,
  seconds,
  seed,
  text,
  type Use,
  under,
  type ValueOf,
  whole,
} from './option.ts';

/** The profiles, the smallest first. */
export const profiles = ['gentle', 'standard', 'thorough'] as const satisfies readonly Profile[];

/** The seed of a run without `--seed`; a constant, so that runs can be compared. */
export const usualSeed = 20_110_716;

const byProfile = <Value>(gentle: Value, standard: Value, thorough: Value) => ({
  gentle,
  standard,
  thorough,
});

/**
 * The options of a run. These rows define flags, variables, the configuration file and its schema, the library's options,
 * the settings, the help and docs/reference/command-line.md. Scripts rely on the names.
 *
 * The comment on a row repeats its words, because editors show it to users of the library.
 */
export const runOptions = {
  ...under('Target', {
    baseUrl: text('asked', 'URL of the server, ending in /v1', {
      shown: 'the reference server, in this process; none in CI',
      also: ['replay', 'judge'],
    }),
    target: text('flag', 'test the target with this NAME in the configuration file', { also: ['replay'] }),
    referenceServer: onOff('flag', 'test the reference server in this process, in CI too'),
    config: path('flag', 'read options and named targets from FILE', {
      shown: 'petstore-conformance.config.json, if it exists',
      also: ['replay'],
    }),
    /** wait up to SECONDS until the server is ready */
    waitFor: seconds('asked', 'wait up to SECONDS until the server is ready', [0, 3_600], undefined, {
      also: ['replay'],
    }),
    apiKeyFile: path('command', 'read the key from FILE if PETSTORE_API_KEY is not set', {
      also: ['replay'],
    }),
    /** send the key over plain http to another machine */
    allowHttp: onOff('asked', 'send the key over plain http to another machine', { also: ['replay'] }),
    /** accept a key that is too short, or too common, to be removed from all output */
    allowShortKey: onOff(
      'asked',
      'accept a key that is too short, or too common, to be removed from all output',
      {
        also: ['replay'],
      },
    ),
    header: list('asked', "send the header 'NAME: VALUE' with every request; may be repeated", {
      also: ['replay'],
    }),
    ca: path('asked', 'trust the CA certificates in FILE (PEM), too', {
      also: ['replay'],
    }),
    cert: path('asked', 'send the client certificate in FILE (PEM), if the server requires one', {
      also: ['replay'],
    }),
    certKey: path('asked', 'read the private key of --cert from FILE (PEM), if --cert does not contain it', {
      also: ['replay'],
    }),
    allowWrites: onOff('flag', 'send POSTs to a target that the configuration marks as production'),
  }),
  ...under('Tests', {
    /** compare the limits with this plan: free, pro, business or enterprise */
    plan: choice(
      'where given',
      'compare the limits with this plan: free, pro, business or enterprise',
      plans,
      { also: ['judge'], compared: true },
    ),
    description: path('asked', 'compare the OpenAPI description at this FILE or URL with the specification', {
      also: ['judge'],
      compared: true,
    }),
    check: paths('command', 'run the custom checks in FILE (JavaScript), too; may be repeated', {
      also: ['replay', 'judge'],
    }),
    /** how much to send: gentle (at most 40 requests), standard or thorough */
    profile: choice(
      'setting',
      'how much to send: gentle (at most 40 requests), standard or thorough',
      profiles,
      { standard: 'standard', compared: true },
    ),
    /** test only requirements that match ID-PATTERN, such as 'auth.*' or list.ok,list.category */
    only: text(
      'where given',
      "test only requirements that match ID-PATTERN, such as 'auth.*' or list.ok,list.category",
      { also: ['judge'], compared: true },
    ),
    /** do not use up the quota, which leaves the limit unproven */
    noExhaust: off('setting', 'do not use up the quota, which leaves the limit unproven', {
      standard: byProfile(false, true, true),
      compared: true,
    }),
    /** send no keys that resemble the real one */
    noNearMisses: off('setting', 'send no keys that resemble the real one', {
      standard: byProfile(false, true, true),
      compared: true,
    }),
    /** seed for generated bodies: N, random, or date (today's date as a number, such as 20261122) */
    seed: seed(
      'setting',
      "seed for generated bodies: N, random, or date (today's date as a number, such as 20261122)",
      {
        standard: usualSeed,
        shown: 'a constant',
      },
    ),
  }),
  ...under('Requests', {
    /** send at most N requests */
    maxRequests: whole('setting', 'send at most N requests', [1, 100_000], byProfile(40, 3_500, 20_000), {
      compared: true,
      budget: true,
    }),
    /** create at most N categories */
    maxCreates: whole('setting', 'create at most N categories', [0, 100_000], byProfile(5, 40, 400), {
      compared: true,
      budget: true,
    }),
    /** send at most N generated invalid bodies */
    payloads: whole(
      'setting',
      'send at most N generated invalid bodies',
      [0, 2_000],
      byProfile(14, 60, 400),
      {
        compared: true,
        budget: true,
      },
    ),
    /** send at most N requests to find smaller failing bodies */
    shrinkRequests: whole(
      'setting',
      'send at most N requests to find smaller failing bodies',
      [0, 10_000],
      20,
    ),
    /** wait for at most SECONDS in total */
    maxWait: seconds('setting', 'wait for at most SECONDS in total', [0, 90_000], byProfile(150, 150, 600), {
      also: ['replay'],
      budget: true,
    }),
    /** end the run after SECONDS */
    maxTime: seconds('setting', 'end the run after SECONDS', [1, 90_000], undefined, { budget: true }),
    /** allow SECONDS until the list shows a new category */
    listDelay: seconds('setting', 'allow SECONDS until the list shows a new category', [0, 600], 2, {
      also: ['replay', 'judge'],
    }),
    /** have at most N requests in flight */
    concurrency: whole('setting', 'have at most N requests in flight', [1, 16], byProfile(1, 16, 16)),
    /** give up on a request after SECONDS */
    timeout: seconds('setting', 'give up on a request after SECONDS', [0.1, 600], 10, { also: ['replay'] }),
    dryRun: onOff('flag', 'print the plan and its requests, and send nothing'),
    /** send only GET requests, and do not use up the quota: for a server that others rely on */
    readOnly: onOff(
      'library',
      'send only GET requests, and do not use up the quota: for a server that others rely on',
    ),
  }),
  ...under('Responses', {
    // Larger values would exhaust the stack or the memory.
    /** read at most N MB of each body, after decompression */
    maxBody: whole('setting', 'read at most N MB of each body, after decompression', [1, 64], 2),
    /** read at most N KB of headers in each response */
    maxHeaders: whole('setting', 'read at most N KB of headers in each response', [4, 1_024], 64),
    /** read arrays and objects up to N levels deep */
    maxNesting: whole('setting', 'read arrays and objects up to N levels deep', [8, 1_000], 512),
  }),
  ...under('Result', {
    reports: path('command', 'write the reports into DIR', { standard: 'reports', also: ['judge'] }),
    reporter: text(
      'command',
      'write reports in these formats (NAMES, separated by commas); add =FILE to choose the file, or =- for stdout (only one)',
      { also: ['judge'] },
    ),
    waivers: path('asked', 'accept the known failures in FILE until their dates', {
      shown: 'petstore-conformance.waivers.json, if it exists',
    }),
    baseline: path('asked', 'fail only on failures that are not in FILE, an earlier report.json'),
    /** fail the run for warnings, too, if set to advisory */
    failOn: choice('where given', 'fail the run for warnings, too, if set to advisory', ['advisory'], {
      also: ['judge'],
    }),
    /** exit with 3 unless every required requirement was selected and tested */
    strict: onOff('setting', 'exit with 3 unless every required requirement was selected and tested', {
      standard: false,
      also: ['judge'],
    }),
    /** exit with 3 if a selected required requirement was not tested */
    strictSelection: onOff('setting', 'exit with 3 if a selected required requirement was not tested', {
      standard: false,
      also: ['judge'],
    }),
    /** show NAME=VALUE in reports, such as build=1.4.2; may be repeated */
    label: list('asked', 'show NAME=VALUE in reports, such as build=1.4.2; may be repeated'),
    history: path('command', 'append a summary line to FILE, for compare'),
    verbose: onOff('command', 'print the full evidence for every failure', { also: ['judge'] }),
    quiet: onOff('command', 'print only failures and the verdict', { short: 'q', also: ['replay', 'judge'] }),
    /** put all exchanges into the report, as the har reporter needs */
    keepExchanges: onOff('library', 'put all exchanges into the report, as the har reporter needs'),
  }),
};

/** The type of the option table. */
export type RunTable = typeof runOptions;

/** The names of the options with one of these uses. */
type Named<How extends Use> = {
  [Name in NameIn<RunTable>]: RunTable[Name]['use'] extends How ? Name : never;
}[NameIn<RunTable>];

type Values<Table extends Rows> = {
  readonly [Name in keyof Table]?: ValueOf<Table[Name]>;
};

/** The options of the library with the same values as in the configuration file. */
export interface SharedOptions
  extends Values<Pick<RunTable, Named<'setting' | 'where given' | 'library' | 'asked'>>> {}

/** The settings that options set directly: those of every run, and those of runs that set them. */
export type OptionSettings = {
  readonly [Name in Named<'setting'> as SettingName<Name, RunTable[Name]['kind']>]: Name extends 'seed'
    ? number
    : ValueOf<RunTable[Name]>;
} & {
  readonly [Name in Named<'where given' | 'library'>]?: ValueOf<RunTable[Name]>;
};

/** The options of the command `run`. */
export const commandOptions = rowsWhere(runOptions, ({ use }) => use !== 'library');
/** The options of the configuration file. */
export const fileOptions = rowsWhere(commandOptions, ({ use }) => use !== 'flag');
/** The options of the library. */
export const libraryOptions = rowsWhere(runOptions, ({ use }) => use !== 'flag' && use !== 'command');
/** The options that become settings directly. A report contains their settings. */
export const settingOptions = rowsWhere(libraryOptions, ({ use }) => use !== 'asked');
/** The options that decide which requirements and bodies a run tests. */
export const comparedOptions = rowsWhere(runOptions, ({ compared }) => compared === true);
/** The options that limit a run. */
export const budgetOptions = rowsWhere(settingOptions, ({ budget }) => budget === true);
