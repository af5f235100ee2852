import { plans } from '../spec/operations.ts';
import {
  choice,
  ids,
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
    target: text('flag', 'NAME of a target in the configuration file', { also: ['replay'] }),
    referenceServer: onOff('flag', 'test the reference server in this process, in CI too'),
    config: path('flag', 'FILE with options and named targets', {
      shown: 'petstore-conformance.config.json, if it exists',
      also: ['replay'],
    }),
    /** SECONDS to wait for the server to respond */
    waitFor: seconds('asked', 'SECONDS to wait for the server to respond', [0, 3_600], undefined, {
      also: ['replay'],
    }),
    apiKeyFile: path('command', 'FILE with the key, if PETSTORE_API_KEY is not set', {
      also: ['replay'],
    }),
    /** send the key over plain http to another machine */
    allowHttp: onOff('asked', 'send the key over plain http to another machine', { also: ['replay'] }),
    /** use a key that is too short, or too common, to be redacted everywhere */
    allowShortKey: onOff('asked', 'use a key that is too short, or too common, to be redacted everywhere', {
      also: ['replay'],
    }),
    header: list('asked', "'NAME: VALUE' to send with every request; may be repeated", { also: ['replay'] }),
    ca: path('asked', 'FILE with additional CA certificates to trust (PEM)', {
      also: ['replay'],
    }),
    cert: path('asked', 'FILE with a client certificate (PEM), for a server that requires one', {
      also: ['replay'],
    }),
    certKey: path('asked', 'FILE with its private key (PEM), if it is not in the same file', {
      also: ['replay'],
    }),
    allowWrites: onOff('flag', 'send POSTs to a target that the configuration marks as production'),
  }),
  ...under('Tests', {
    /** free, pro, business or enterprise: compare the limits with this plan */
    plan: choice(
      'where given',
      'free, pro, business or enterprise: compare the limits with this plan',
      plans,
      { also: ['judge'], compared: true },
    ),
    description: path('asked', 'FILE or URL of an OpenAPI description to compare with the specification', {
      also: ['judge'],
      compared: true,
    }),
    check: paths('command', 'FILE with custom checks (JavaScript); may be repeated', {
      also: ['replay', 'judge'],
    }),
    /** gentle (at most 40 requests), standard or thorough */
    profile: choice('setting', 'gentle (at most 40 requests), standard or thorough', profiles, {
      standard: 'standard',
      compared: true,
    }),
    /** ID-PATTERN: only these requirements, such as 'auth.*' or list.ok,list.category */
    only: ids(
      'where given',
      "ID-PATTERN: only these requirements, such as 'auth.*' or list.ok,list.category",
      { also: ['judge'], compared: true },
    ),
    /** do not use up the window to prove the limit */
    noExhaust: off('setting', 'do not use up the window to prove the limit', {
      standard: byProfile(false, true, true),
      compared: true,
    }),
    /** send no keys that resemble the real one */
    noNearMisses: off('setting', 'send no keys that resemble the real one', {
      standard: byProfile(false, true, true),
      compared: true,
    }),
    /** N, random, or date (today's date as a number, such as 20261122): the seed for generated bodies */
    seed: seed(
      'setting',
      "N, random, or date (today's date as a number, such as 20261122): the seed for generated bodies",
      {
        standard: usualSeed,
        shown: 'a constant',
      },
    ),
  }),
  ...under('Requests', {
    /** N: maximum number of requests */
    maxRequests: whole(
      'setting',
      'N: maximum number of requests',
      [1, 100_000],
      byProfile(40, 3_500, 20_000),
      { compared: true, budget: true },
    ),
    /** N: maximum number of created categories */
    maxCreates: whole(
      'setting',
      'N: maximum number of created categories',
      [0, 100_000],
      byProfile(5, 40, 400),
      { compared: true, budget: true },
    ),
    /** N: maximum number of generated invalid bodies */
    payloads: whole(
      'setting',
      'N: maximum number of generated invalid bodies',
      [0, 2_000],
      byProfile(14, 60, 400),
      { compared: true, budget: true },
    ),
    /** N: maximum number of requests for finding smaller failing bodies */
    shrinkRequests: whole(
      'setting',
      'N: maximum number of requests for finding smaller failing bodies',
      [0, 10_000],
      20,
    ),
    /** SECONDS: maximum time spent waiting, in total */
    maxWait: seconds(
      'setting',
      'SECONDS: maximum time spent waiting, in total',
      [0, 90_000],
      byProfile(150, 150, 600),
      { also: ['replay'], budget: true },
    ),
    /** SECONDS: maximum duration of the run */
    maxTime: seconds('setting', 'SECONDS: maximum duration of the run', [1, 90_000], undefined, {
      budget: true,
    }),
    /** SECONDS until the list must show a new category */
    listDelay: seconds('setting', 'SECONDS until the list must show a new category', [0, 600], 2, {
      also: ['replay', 'judge'],
    }),
    /** N: maximum number of requests in flight */
    concurrency: whole('setting', 'N: maximum number of requests in flight', [1, 16], byProfile(1, 16, 16)),
    /** SECONDS: timeout for each request */
    timeout: seconds('setting', 'SECONDS: timeout for each request', [0.1, 600], 10, { also: ['replay'] }),
    dryRun: onOff('flag', 'print the plan and its requests, and send nothing'),
    /** send only GET requests, and do not use up the quota: for a server that others rely on */
    readOnly: onOff(
      'library',
      'send only GET requests, and do not use up the quota: for a server that others rely on',
    ),
  }),
  ...under('Responses', {
    // Larger values would exhaust the stack or the memory.
    /** MB: maximum size of a decoded body */
    maxBody: whole('setting', 'MB: maximum size of a decoded body', [1, 64], 2),
    /** KB: maximum size of the headers of one response */
    maxHeaders: whole('setting', 'KB: maximum size of the headers of one response', [4, 1_024], 64),
    /** N: maximum nesting depth of arrays and objects */
    maxNesting: whole('setting', 'N: maximum nesting depth of arrays and objects', [8, 1_000], 512),
  }),
  ...under('Result', {
    reports: path('command', 'DIR for the reports', { standard: 'reports', also: ['judge'] }),
    reporter: text(
      'command',
      'NAMES, separated by commas, each with an optional =FILE, one with =- for stdout',
      { shown: 'all but github and har', also: ['judge'] },
    ),
    waivers: path('asked', 'FILE of known failures that are accepted until a date', {
      shown: 'petstore-conformance.waivers.json, if it exists',
    }),
    baseline: path('asked', 'FILE (a report.json): fail only on failures that are not in it'),
    /** advisory: warnings fail the run */
    failOn: choice('where given', 'advisory: warnings fail the run', ['advisory'], { also: ['judge'] }),
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
    /** NAME=VALUE that reports show, such as build=1.4.2; may be repeated */
    label: list('asked', 'NAME=VALUE that reports show, such as build=1.4.2; may be repeated'),
    history: path('command', 'FILE to append one line about the run to, for compare'),
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
