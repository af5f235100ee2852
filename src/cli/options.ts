import { reporterNames } from '../report/reporters.ts';

/** How an option is given: with a value, as a bare switch, or with a value and more than once. */
type OptionKind = 'value' | 'switch' | 'list';

/** One option of a command, as the parser, the help and the reading of the variables need it. */
export interface OptionRow {
  readonly flag: string;
  readonly kind: OptionKind;
  /** The letter that stands for it behind one dash. */
  readonly short?: string;
  readonly group: string;
  readonly description: string;
  /** The default in words, for the help. */
  readonly standard?: string;
}

/** The options of `run`. Scripts rely on these names; each is also a variable, see `variableOf`. */
export const runOptions: readonly OptionRow[] = [
  value('Target', 'base-url', 'URL of the service, ending in /v1', 'the reference server, in this process'),
  value('Target', 'target', 'NAME of a target in the configuration file'),
  value(
    'Target',
    'config',
    'FILE with options and named targets',
    'petstore-conformance.config.json, where it is',
  ),
  value('Target', 'wait-for', 'SECONDS to wait at most until the service answers at all'),
  value('Target', 'api-key-file', 'FILE that holds the key, where PETSTORE_API_KEY does not'),
  flag('Target', 'allow-http', 'send the key over plain http to another machine'),
  flag(
    'Target',
    'allow-short-key',
    'use a key that is too short, or too common, to be kept out of every report',
  ),
  list('Target', 'header', "'NAME: VALUE' to send with every request; may be repeated"),
  value('Target', 'ca', 'FILE with the certificate (PEM) of an authority to trust as well'),
  flag('Target', 'allow-writes', 'send POSTs to a target that the configuration marks as production'),
  value('Tests', 'plan', 'free, pro, business or enterprise: hold the limits against this plan'),
  value('Tests', 'description', 'FILE or URL of an OpenAPI description to hold against the specification'),
  list('Tests', 'check', 'FILE with checks and requirements of your own (JavaScript); may be repeated'),
  value('Tests', 'profile', 'gentle (40 requests at most), standard or thorough', 'standard'),
  value('Tests', 'only', "ID-PATTERN: these requirements only, such as 'auth.*' or list.ok,list.category"),
  flag('Tests', 'no-exhaust', 'do not use the window up to prove the limit'),
  flag('Tests', 'no-near-misses', 'send no key that is nearly the real one'),
  value('Tests', 'seed', 'N or random: what invalid bodies are drawn from', 'a constant'),
  value('Requests', 'max-requests', 'N requests at most', '1200; gentle 40, thorough 20000'),
  value('Requests', 'max-creates', 'N categories created at most', '40; gentle 4, thorough 400'),
  value('Requests', 'payloads', 'N bodies to refuse drawn at most', '60; gentle 14, thorough 400'),
  value('Requests', 'shrink-requests', 'N requests at most to find smaller bodies that fail', '20'),
  value('Requests', 'max-wait', 'SECONDS of waiting at most, all waits together', '150'),
  value('Requests', 'concurrency', 'N requests in flight at a time, 8 at most', '6; gentle 1'),
  value('Requests', 'timeout', 'SECONDS for one request', '10'),
  flag('Requests', 'dry-run', 'print the plan, every request of it, and send nothing'),
  value('Answers', 'max-body', 'MB of one body that are read at most, decoded', '8'),
  value('Answers', 'max-headers', 'KB of the headers of one answer that are read at most', '64'),
  value('Answers', 'max-nesting', 'N arrays and objects inside each other that are read at most', '512'),
  value(
    'Answers',
    'max-elements',
    'N elements of one array that are read at most; it bounds what all values of a body take, too',
    '1000000',
  ),
  value('Result', 'reports', 'DIR that reports are written to', 'reports'),
  value(
    'Result',
    'reporter',
    `NAMES with commas, each with an optional =FILE: ${reporterNames.join(', ')}, ./mine.mjs`,
    'all but github and har',
  ),
  value(
    'Result',
    'waivers',
    'FILE of known faults that are accepted until a date',
    'petstore-conformance.waivers.json, where it is',
  ),
  value('Result', 'baseline', 'FILE (a report.json): fail only on what it does not hold'),
  value('Result', 'fail-on', 'advisory: let warnings fail the run'),
  flag('Result', 'strict', 'exit with 3 where a required row was not exercised'),
  { ...flag('Result', 'quiet', 'print failures and the verdict only'), short: 'q' },
];

const replayed = [
  'base-url',
  'target',
  'config',
  'api-key-file',
  'allow-http',
  'allow-short-key',
  'header',
  'ca',
  'check',
  'max-wait',
  'timeout',
  'quiet',
];

/** The options of `replay`: which finding, and those of `run` that say how a target is reached. */
export const replayOptions: readonly OptionRow[] = [
  value('Finding', 'finding', 'ID of its requirement, its signature, or its number N', 'the only one'),
  ...runOptions.filter((row) => replayed.includes(row.flag)),
];

export const serveOptions: readonly OptionRow[] = [
  value('Options', 'port', 'N to listen on; 0 takes any free port', '8080'),
  value('Options', 'host', 'ADDRESS to listen on', '127.0.0.1'),
  value('Options', 'plan', 'free, pro, business or enterprise', 'free'),
  value('Options', 'limit', 'N requests a window', "the plan's"),
  value('Options', 'window', "SECONDS that the plan's minute lasts", '60'),
  value('Options', 'key-file', 'FILE that holds the key, where PETSTORE_API_KEY does not'),
  value('Options', 'defect', 'ID of a mistake to serve with; list --defects shows them'),
  value('Options', 'variant', 'ID of a legal variant to serve with; list --variants shows them'),
];

const shownChecks = list('Options', 'check', 'FILE with requirements of your own, to be shown as well');

export const listOptions: readonly OptionRow[] = [
  value('Options', 'level', 'required, advisory, observed or excluded'),
  shownChecks,
  flag('Options', 'defects', 'the mistakes that serve --defect takes, instead'),
  flag('Options', 'variants', 'the legal variants that serve --variant takes, instead'),
  flag('Options', 'json', 'as JSON'),
];

export const explainOptions: readonly OptionRow[] = [shownChecks, flag('Options', 'json', 'as JSON')];

export const galleryOptions: readonly OptionRow[] = [
  value('Options', 'only', "ID-PATTERN: these defects and variants only, such as 'list-*'"),
  value('Options', 'write', 'FILE that the kill matrix is written to as a page (Markdown)'),
  flag('Options', 'json', 'as JSON'),
];

export const initOptions: readonly OptionRow[] = [
  value('Options', 'base-url', 'URL of the service that is tested every night, ending in /v1'),
  value('Options', 'target', 'NAME for it', 'staging'),
  value('Options', 'plan', 'free, pro, business or enterprise'),
  value('Options', 'key-variable', 'NAME of the variable and the secret with its key', 'PETSTORE_API_KEY'),
  value(
    'Options',
    'start',
    'COMMAND that starts the service in a pull request; without it no gate is written',
  ),
  value('Options', 'local-url', 'URL where it listens then', 'http://127.0.0.1:8080/v1'),
  flag('Options', 'no-workflows', 'write the configuration alone'),
  flag('Options', 'force', 'write over files that are there'),
];

const judged = [
  'base-url',
  'plan',
  'description',
  'check',
  'only',
  'reports',
  'reporter',
  'fail-on',
  'strict',
  'quiet',
];

/** The options of `judge`: those of `run` that say what is judged and how it is told. */
export const judgeOptions: readonly OptionRow[] = runOptions.filter((row) => judged.includes(row.flag));

export const reportOptions: readonly OptionRow[] = [
  value('Options', 'reporter', 'NAMES as for run', 'terminal'),
  value('Options', 'reports', 'DIR that reports are written to', 'the folder of the report'),
];

export const diffOptions: readonly OptionRow[] = [
  value('Options', 'format', 'text or markdown', 'text'),
  flag('Options', 'json', 'as JSON'),
];

export const waiveOptions: readonly OptionRow[] = [
  value('Options', 'expires', 'YYYY-MM-DD: the last day on which it holds, in UTC'),
  value('Options', 'reason', 'TEXT: why it is accepted'),
  value('Options', 'owner', 'TEXT: who answers for it'),
  value('Options', 'ticket', 'TEXT: where it is followed up'),
  value('Options', 'finding', 'ID of a requirement, or a signature', 'all failures of the report'),
  value('Options', 'waivers', 'FILE that they are added to', 'petstore-conformance.waivers.json'),
];

/** The variable that stands for an option of `run`: PETSTORE_BASE_URL for --base-url. */
export function variableOf(name: string): string {
  return `PETSTORE_${name.toUpperCase().replaceAll('-', '_')}`;
}

function value(group: string, name: string, description: string, standard?: string): OptionRow {
  return { flag: name, kind: 'value', group, description, ...(standard === undefined ? {} : { standard }) };
}

function flag(group: string, name: string, description: string): OptionRow {
  return { flag: name, kind: 'switch', group, description };
}

function list(group: string, name: string, description: string): OptionRow {
  return { flag: name, kind: 'list', group, description };
}
