/** How an option is given: with a value, as a bare switch, or with a value and more than once. */
type OptionKind = 'value' | 'switch' | 'list';

/** One option of a command, as the parser, the help and the reading of the variables need it. */
export interface OptionRow {
  readonly flag: string;
  readonly kind: OptionKind;
  readonly group: string;
  readonly description: string;
  /** The default in words, for the help. */
  readonly standard?: string;
}

/** The options of `run`. Scripts rely on these names; each is also a variable, see `variableOf`. */
export const runOptions: readonly OptionRow[] = [
  value('Target', 'base-url', 'URL of the service, ending in /v1', 'the reference server, in this process'),
  value('Target', 'api-key-file', 'FILE that holds the key, where PETSTORE_API_KEY does not'),
  flag('Target', 'allow-http', 'send the key over plain http to another machine'),
  list('Target', 'header', "'NAME: VALUE' to send with every request; may be repeated"),
  value('Target', 'ca', 'FILE with the certificate (PEM) of an authority to trust as well'),
  value('Tests', 'plan', 'free, pro, business or enterprise: hold the limits against this plan'),
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
  value('Requests', 'concurrency', 'N requests under way at a time', '4; gentle 1'),
  value('Requests', 'timeout', 'SECONDS for one request', '10'),
  flag('Requests', 'dry-run', 'print the plan, every request of it, and send nothing'),
  value('Result', 'reports', 'DIR that report.json is written to', 'reports'),
  value('Result', 'fail-on', 'advisory: let warnings fail the run'),
  flag('Result', 'strict', 'exit with 3 where a required row was not exercised'),
  flag('Result', 'quiet', 'print failures and the verdict only'),
];

const replayed = ['base-url', 'api-key-file', 'allow-http', 'header', 'ca', 'max-wait', 'timeout', 'quiet'];

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

export const listOptions: readonly OptionRow[] = [
  value('Options', 'level', 'required, advisory, observed or excluded'),
  flag('Options', 'defects', 'the mistakes that serve --defect takes, instead'),
  flag('Options', 'variants', 'the legal variants that serve --variant takes, instead'),
  flag('Options', 'json', 'as JSON'),
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
