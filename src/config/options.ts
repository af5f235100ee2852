import { reporterNames } from '../report/reporter.ts';
import { plans } from '../spec/operations.ts';
import {
  choice,
  ids,
  list,
  type NameIn,
  off,
  onOff,
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
import type { Profile } from './settings.ts';

/** The profiles, the smallest first. */
export const profiles = ['gentle', 'standard', 'thorough'] as const satisfies readonly Profile[];

const byProfile = <Value>(gentle: Value, standard: Value, thorough: Value) => ({
  gentle,
  standard,
  thorough,
});

/**
 * The options of a run. Flags, variables, the configuration file and its schema, the library's options, the settings, the
 * help and the tables of docs/options.md are made from these rows. Scripts rely on the names.
 *
 * The comment on a row repeats its words, because editors show it to users of the library.
 */
export const runOptions = {
  ...under('Target', {
    baseUrl: text('asked', 'URL of the service, ending in /v1', {
      shown: 'the reference server, in this process',
      also: ['replay', 'judge'],
    }),
    target: text('flag', 'NAME of a target in the configuration file', { also: ['replay'] }),
    config: path('flag', 'FILE with options and named targets', {
      shown: 'petstore-conformance.config.json, where it is',
      also: ['replay'],
    }),
    /** SECONDS to wait at most until the service answers at all */
    waitFor: seconds('asked', 'SECONDS to wait at most until the service answers at all', [0, 3_600]),
    apiKeyFile: path('command', 'FILE that holds the key, where PETSTORE_API_KEY does not', {
      also: ['replay'],
    }),
    /** send the key over plain http to another machine */
    allowHttp: onOff('asked', 'send the key over plain http to another machine', { also: ['replay'] }),
    /** use a key that is too short, or too common, to be kept out of every report */
    allowShortKey: onOff(
      'asked',
      'use a key that is too short, or too common, to be kept out of every report',
      { also: ['replay'] },
    ),
    header: list('asked', "'NAME: VALUE' to send with every request; may be repeated", { also: ['replay'] }),
    ca: path('asked', 'FILE with the certificate (PEM) of an authority to trust as well', {
      also: ['replay'],
    }),
    allowWrites: onOff('flag', 'send POSTs to a target that the configuration marks as production'),
  }),
  ...under('Tests', {
    /** free, pro, business or enterprise: hold the limits against this plan */
    plan: choice(
      'where given',
      'free, pro, business or enterprise: hold the limits against this plan',
      plans,
      { also: ['judge'] },
    ),
    description: path('asked', 'FILE or URL of an OpenAPI description to hold against the specification', {
      also: ['judge'],
    }),
    check: paths('command', 'FILE with checks and requirements of your own (JavaScript); may be repeated', {
      also: ['replay', 'judge'],
    }),
    /** gentle (40 requests at most), standard or thorough */
    profile: choice('setting', 'gentle (40 requests at most), standard or thorough', profiles, {
      standard: 'standard',
    }),
    /** ID-PATTERN: these requirements only, such as 'auth.*' or list.ok,list.category */
    only: ids(
      'where given',
      "ID-PATTERN: these requirements only, such as 'auth.*' or list.ok,list.category",
      { also: ['judge'] },
    ),
    /** do not use the window up to prove the limit */
    noExhaust: off('setting', 'do not use the window up to prove the limit', {
      standard: byProfile(false, true, true),
    }),
    /** send no key that is nearly the real one */
    noNearMisses: off('setting', 'send no key that is nearly the real one', {
      standard: byProfile(false, true, true),
    }),
    /** N or random: what invalid bodies are drawn from */
    seed: seed('setting', 'N or random: what invalid bodies are drawn from', {
      standard: 20_110_716,
      shown: 'a constant',
    }),
  }),
  ...under('Requests', {
    /** N requests at most */
    maxRequests: whole('setting', 'N requests at most', [1, 100_000], byProfile(40, 1_200, 20_000)),
    /** N categories created at most */
    maxCreates: whole('setting', 'N categories created at most', [0, 100_000], byProfile(4, 40, 400)),
    /** N bodies to refuse drawn at most */
    payloads: whole('setting', 'N bodies to refuse drawn at most', [0, 2_000], byProfile(14, 60, 400)),
    /** N requests at most to find smaller bodies that fail */
    shrinkRequests: whole('setting', 'N requests at most to find smaller bodies that fail', [0, 10_000], 20),
    /** SECONDS of waiting at most, all waits together */
    maxWait: seconds('setting', 'SECONDS of waiting at most, all waits together', [0, 90_000], 150, {
      also: ['replay'],
    }),
    /** SECONDS until a new category must show in the list */
    listDelay: seconds('setting', 'SECONDS until a new category must show in the list', [0, 600], 2, {
      also: ['replay', 'judge'],
    }),
    /** N requests in flight at a time, 8 at most */
    concurrency: whole('setting', 'N requests in flight at a time, 8 at most', [1, 32], byProfile(1, 6, 6)),
    /** SECONDS for one request */
    timeout: seconds('setting', 'SECONDS for one request', [0.1, 600], 10, { also: ['replay'] }),
    dryRun: onOff('flag', 'print the plan, every request of it, and send nothing'),
    /** send GETs alone, and do not use the limit up: for a service that others rely on */
    readOnly: onOff(
      'library',
      'send GETs alone, and do not use the limit up: for a service that others rely on',
    ),
  }),
  ...under('Responses', {
    // Beyond these bounds the reader would run out of stack or memory.
    /** MB of one body that are read at most, decoded */
    maxBody: whole('setting', 'MB of one body that are read at most, decoded', [1, 64], 8),
    /** KB of the headers of one answer that are read at most */
    maxHeaders: whole('setting', 'KB of the headers of one answer that are read at most', [4, 1_024], 64),
    /** N arrays and objects inside each other that are read at most */
    maxNesting: whole(
      'setting',
      'N arrays and objects inside each other that are read at most',
      [8, 1_000],
      512,
    ),
    /** N elements of one array that are read at most; it bounds what all values of a body take, too */
    maxElements: whole(
      'setting',
      'N elements of one array that are read at most; it bounds what all values of a body take, too',
      [100, 10_000_000],
      1_000_000,
    ),
  }),
  ...under('Result', {
    reports: path('command', 'DIR that reports are written to', { standard: 'reports', also: ['judge'] }),
    reporter: text(
      'command',
      `NAMES with commas, each with an optional =FILE: ${reporterNames.join(', ')}, ./mine.mjs`,
      { shown: 'all but github and har', also: ['judge'] },
    ),
    waivers: path('asked', 'FILE of known faults that are accepted until a date', {
      shown: 'petstore-conformance.waivers.json, where it is',
    }),
    baseline: path('asked', 'FILE (a report.json): fail only on what it does not hold'),
    /** advisory: let warnings fail the run */
    failOn: choice('where given', 'advisory: let warnings fail the run', ['advisory'], { also: ['judge'] }),
    /** exit with 3 where a required row was not exercised */
    strict: onOff('setting', 'exit with 3 where a required row was not exercised', {
      standard: false,
      also: ['judge'],
    }),
    quiet: onOff('command', 'print failures and the verdict only', { short: 'q', also: ['replay', 'judge'] }),
    /** let the report hold every exchange, which the har reporter needs */
    keepExchanges: onOff('library', 'let the report hold every exchange, which the har reporter needs'),
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

/** The settings that options state by themselves: those of every run, and those of a run that is given them. */
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
/** The options that become settings by themselves. */
export const settingOptions = rowsWhere(libraryOptions, ({ use }) => use !== 'asked');
