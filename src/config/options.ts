import { plans } from '../spec/operations.ts';
import {
  choice,
  list,
  type NameIn,
  off,
  onOff,
  type Profile,
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

/** The profiles, in order of size. */
export const profiles = ['gentle', 'standard', 'thorough'] as const satisfies readonly Profile[];

/** The seed of a run without `--seed`. It is a constant, so that runs can be compared. */
export const usualSeed = 20_110_716;

/** The file of accepted failures that `accept` updates by default. */
export const usualAcceptedFile = 'petstore-conformance.accepted.json';

/** The settings for a target that others rely on. They forbid creations, because a faulty server would store invalid bodies. */
export const readingOnly = { maxCreates: 0, exhaust: false, readOnly: true } as const;

const byProfile = <Value>(gentle: Value, standard: Value, thorough: Value) => ({
  gentle,
  standard,
  thorough,
});

/**
 * The options of a run. These rows define flags, variables, the library's options, the settings, the help and
 * docs/reference/command-line.md. Scripts rely on the names.
 *
 * The comment on a row repeats the row's description, because editors show the comment to users of the library.
 */
export const runOptions = {
  ...under('Target', {
    baseUrl: text('read', 'URL of the server', {
      shown: 'the reference server',
      replay: true,
    }),
    referenceServer: onOff('flag', 'test the reference server in this process, even in CI'),
    /** wait up to SECONDS until the server is ready */
    waitFor: seconds('read', 'wait up to SECONDS until the server is ready', [0, 3_600], { replay: true }),
    apiKeyFile: text('flag', 'read the key from FILE if PETSTORE_API_KEY is not set', { replay: true }),
    /** send the key over plain http to another machine */
    allowHttp: onOff('read', 'send the key over plain http to another machine', { replay: true }),
    /** accept a key that is too short or too common to be removed from all output */
    allowShortKey: onOff(
      'read',
      'accept a key that is too short or too common to be removed from all output',
      { replay: true },
    ),
    header: list('read', "send the header 'NAME: VALUE' with every request; may be repeated", {
      replay: true,
    }),
    ca: text('read', 'also trust the CA certificates in FILE (PEM)', { replay: true }),
    cert: text('read', 'send the client certificate in FILE (PEM), if the server requires one', {
      replay: true,
    }),
    certKey: text('read', 'read the private key of --cert from FILE (PEM), if --cert does not contain it', {
      replay: true,
    }),
    /** send only GET requests, and do not use up the quota */
    readOnly: onOff('setting', 'send only GET requests, and do not use up the quota', {
      compared: true,
    }),
  }),
  ...under('Tests', {
    /** check the limits of free, pro, business or enterprise */
    plan: choice('setting', 'check the limits of free, pro, business or enterprise', plans, {
      compared: true,
    }),
    description: text('read', 'check the OpenAPI description at FILE or URL', {
      compared: true,
    }),
    check: list('flag', 'also run the custom checks in FILE (JavaScript); may be repeated', { replay: true }),
    /** how much to send: gentle, standard or thorough */
    profile: choice('setting', 'how much to send: gentle, standard or thorough', profiles, {
      standard: 'standard',
      compared: true,
    }),
    /** test only these ID-PATTERNS, separated by commas, such as 'auth.*' */
    only: text('setting', "test only these ID-PATTERNS, separated by commas, such as 'auth.*'", {
      compared: true,
    }),
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
      { standard: usualSeed, shown: 'a constant' },
    ),
  }),
  ...under('Requests', {
    /** send at most N requests */
    maxRequests: whole('setting', 'send at most N requests', [1, 100_000], {
      standard: byProfile(40, 3_500, 20_000),
      compared: true,
    }),
    /** create at most N categories */
    maxCreates: whole('setting', 'create at most N categories', [0, 100_000], {
      standard: byProfile(5, 40, 400),
      compared: true,
    }),
    /** wait for at most SECONDS in total */
    maxWait: seconds('setting', 'wait for at most SECONDS in total', [0, 90_000], {
      standard: byProfile(150, 150, 600),
      replay: true,
    }),
    /** end the run after SECONDS */
    maxTime: seconds('setting', 'end the run after SECONDS', [1, 90_000]),
    /** allow SECONDS until the list shows a new category */
    listDelay: seconds('setting', 'allow SECONDS until the list shows a new category', [0, 600], {
      standard: 2,
      replay: true,
    }),
    /** have at most N requests in flight */
    concurrency: whole('setting', 'have at most N requests in flight', [1, 16], {
      standard: byProfile(1, 16, 16),
    }),
    /** give up on a request after SECONDS */
    timeout: seconds('setting', 'give up on a request after SECONDS', [0.1, 600], {
      standard: 10,
      replay: true,
    }),
    // Larger values would exhaust the memory.
    /** read at most N MB of each body, after decompression */
    maxBody: whole('setting', 'read at most N MB of each body, after decompression', [1, 64], {
      standard: 8,
    }),
    dryRun: onOff('flag', 'print the plan and its requests, and send nothing'),
  }),
  ...under('Result', {
    reports: text('flag', 'write the reports into DIR', { standard: 'reports' }),
    reporter: text(
      'flag',
      'write reports in these formats (NAMES, separated by commas); add =FILE to choose the file, or =- for stdout (only one)',
    ),
    accepted: text('read', 'do not fail for the accepted failures in FILE, or for those of a report.json'),
    /** if set to advisory, also fail the run for warnings */
    failOn: choice('setting', 'if set to advisory, also fail the run for warnings', ['advisory']),
    /** exit with 3 if a required requirement is undecided or was not selected */
    strict: onOff('setting', 'exit with 3 if a required requirement is undecided or was not selected', {
      standard: false,
    }),
    /** show NAME=VALUE in reports, such as build=1.4.2; may be repeated */
    label: list('read', 'show NAME=VALUE in reports, such as build=1.4.2; may be repeated'),
    verbose: onOff('flag', 'print the full evidence for every failure'),
    quiet: onOff('flag', 'print only failures and the verdict', { short: 'q', replay: true }),
    /** include all exchanges in the report, which the har reporter needs */
    keepExchanges: onOff('library', 'include all exchanges in the report, which the har reporter needs'),
  }),
};

/** The type of the option table. */
export type RunTable = typeof runOptions;

/** The names of the options with one of these uses. */
type Named<How extends Use> = {
  [Name in NameIn<RunTable>]: RunTable[Name]['use'] extends How ? Name : never;
}[NameIn<RunTable>];

/** The names of the options that have a default. */
type WithStandard = {
  [Name in NameIn<RunTable>]: RunTable[Name] extends { readonly standard: unknown } ? Name : never;
}[NameIn<RunTable>];

type Values<Table extends Rows> = {
  readonly [Name in keyof Table]?: ValueOf<Table[Name]>;
};

/** The options of the library that take the same values as on the command line. */
export interface SharedOptions extends Values<Pick<RunTable, Named<'setting' | 'library' | 'read'>>> {}

type Setting<Name extends NameIn<RunTable>> = Name extends 'seed' ? number : ValueOf<RunTable[Name]>;

/** The settings that options set directly: those that every run has, and those that have no default. */
export type OptionSettings = {
  readonly [Name in Named<'setting'> & WithStandard as SettingName<
    Name,
    RunTable[Name]['kind']
  >]: Setting<Name>;
} & {
  readonly [Name in Exclude<Named<'setting' | 'library'>, WithStandard> as SettingName<
    Name,
    RunTable[Name]['kind']
  >]?: Setting<Name>;
};

/** The options of the command `run`. */
export const commandOptions = rowsWhere(runOptions, ({ use }) => use !== 'library');
/** The options of the library. */
export const libraryOptions = rowsWhere(runOptions, ({ use }) => use !== 'flag');
/** The options that become settings directly. A report contains their settings. */
export const settingOptions = rowsWhere(libraryOptions, ({ use }) => use !== 'read');
/** The options that decide which requirements and bodies a run tests. */
export const comparedOptions = rowsWhere(runOptions, ({ compared }) => compared === true);
