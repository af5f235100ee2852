import { type AddedChecks, readChecks, refuseTwice } from '../checks/custom-checks.ts';
import type { Suite } from '../checks/vocabulary.ts';
import { readDescription, readDescriptionText } from '../config/description.ts';
import { readDocument, understood } from '../config/files.ts';
import { quoted, UsageError } from '../config/messages.ts';
import { isRepeatable, isSwitch, type OptionRow, text } from '../config/option.ts';
import { libraryOptions, runOptions, type SharedOptions } from '../config/options.ts';
import { insteadOf, removedWords } from '../config/removed.ts';
import { type Reach, readSettings, type Settings } from '../config/settings.ts';
import { checkKey, readTarget } from '../config/target.ts';
import { parseValue, type UserValue, valuesBy } from '../config/values.ts';
import type { Clock } from '../exchange/clock.ts';
import { readAccepted } from '../report/accepted-file.ts';
import type { AcceptedFailure, AcceptedFile, Report } from '../report/model/report.ts';
import { largestReport } from '../report/read-report.ts';
import { logToConsole } from '../text/output.ts';
import { printable, shown } from '../text/shown.ts';

/**
 * The options of `run`. They have the names, bounds and defaults of the flags, in camelCase. Environment variables do not
 * set them.
 */
export interface RunOptions
  extends Omit<SharedOptions, 'baseUrl' | 'description' | 'header' | 'ca' | 'cert' | 'certKey' | 'accepted'> {
  /** The http or https URL of the server, usually ending in `/v1`. */
  readonly baseUrl: string | URL;
  /** The API key. It is sent only to `baseUrl`, and never appears in a report, an event or a message. */
  readonly key: string;
  /** Ends the run when the signal aborts; the report covers the responses so far. */
  readonly signal?: AbortSignal;
  /** The OpenAPI description: a path, a URL, or the document itself. */
  readonly description?: string | URL | object;
  /** Custom checks, each from `suite` of `petstore-conformance/check`. */
  readonly checks?: readonly Suite[];
  /** Header lines to add to every request: by name, or as lines like `X-Tenant: 7`. */
  readonly header?: Readonly<Record<string, string>> | readonly string[];
  /** Additional CA certificates to trust (PEM): the content, not a path. */
  readonly ca?: string;
  /** A client certificate (PEM), which only the origin of `baseUrl` gets: the content, not a path. */
  readonly cert?: string;
  /**
   * The private key of `cert` (PEM), if `cert` does not contain it: the content, not a path. The private key never appears
   * in any output.
   */
  readonly certKey?: string;
  /** Accepted failures, which do not fail the run: a path, the document itself, or a report, whose findings are all accepted. */
  readonly accepted?: string | AcceptedFile | Report;
  /** The clock, for tests against a server that shares it; the system clock by default. */
  readonly clock?: Clock;
}

/** Type checks, by their names in messages. */
const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
  'a string': (value) => typeof value === 'string',
  'a number': (value) => typeof value === 'number',
  'true or false': (value) => typeof value === 'boolean',
  'a URL': (value) => value instanceof URL,
  'an AbortSignal': (value) => value instanceof AbortSignal,
  'a Clock with now, monotonic and sleep': (value) =>
    ['now', 'monotonic', 'sleep'].every((part) => typeof Object(value)[part] === 'function'),
};

/** Options whose values are objects or documents, which are read separately. */
const documents = new Set(['description', 'checks', 'accepted']);

/** The types of each option. An empty list means that the value is validated when it is read. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(libraryOptions).map(([name, row]) => [name, kindsOf(row)])),
  baseUrl: ['a string', 'a URL'],
  key: ['a string'],
  signal: ['an AbortSignal'],
  clock: ['a Clock with now, monotonic and sleep'],
  ...Object.fromEntries([...documents].map((name) => [name, []])),
};

function kindsOf(row: OptionRow): readonly string[] {
  if (isSwitch(row)) return ['true or false'];
  if (isRepeatable(row)) return [];
  if (row.kind === 'seed') return ['a number', 'a string'];
  return row.kind === 'whole' || row.kind === 'seconds' ? ['a number'] : ['a string'];
}

const table = {
  ...runOptions,
  key: text('library', 'the API key'),
};

/** Reads the options according to their rows in `table`. Throws a UsageError for an unknown name or a wrong type. */
function optionValuesOf(options: RunOptions) {
  if (typeof options !== 'object' || options === null)
    throw new UsageError('run needs an object with baseUrl, key and any other options.');
  const values = new Map<string, unknown>(Object.entries(options));
  for (const [name, value] of values) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) throw new UsageError(unknownOption(name));
    // A value of a wrong type is never shown, because it may be a misplaced secret.
    if (value !== undefined && kind.length > 0 && !kind.some((words) => fits[words]?.(value)))
      throw new UsageError(`options.${name} must be ${kind.join(' or ')}, not ${kindOfValue(value)}.`);
  }
  return valuesBy(table, (name, row) => {
    const value = values.get(name);
    const from = `options.${name}`;
    if (value === undefined || documents.has(name)) return undefined;
    if (isRepeatable(row)) return { value: linesIn(from, value), from, byFlag: true };
    // Rounds to six decimal places, so that 1 / 3 is accepted.
    const given = typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value;
    return { value: parseValue(row, given, from), from, byFlag: true };
  });
}

function unknownOption(name: string): string {
  const instead = insteadOf(name);
  return instead === undefined ? `unknown option ${quoted(name)}.` : removedWords(`options.${name}`, instead);
}

/** Returns the type of a value in words: "an array", "null", "a string". */
export function kindOfValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Reads header lines from an array of lines, or from an object that maps names to values. */
function linesIn(from: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null)
    throw new UsageError(
      `${from} must be an object that maps names to values, or an array of header lines, not ${kindOfValue(value)}.`,
    );
  const isArray = Array.isArray(value);
  return Object.entries(value).map(([name, line]: [string, unknown]) => {
    const place = isArray ? `${from}[${name}]` : from;
    if (typeof line !== 'string')
      throw new UsageError(
        `${place} must ${isArray ? 'be a string' : 'have string values'}, not ${kindOfValue(line)}.`,
      );
    return isArray ? line : `${name}: ${line}`;
  });
}

/** Reads and validates the options of a run. Sends nothing, except for a description at a URL. Rejects with a UsageError. */
export async function readOptions(
  options: RunOptions,
): Promise<{ readonly settings: Settings; readonly added: readonly AddedChecks[] }> {
  const values = optionValuesOf(options);
  const { baseUrl, key, cert, certKey, ca } = values;
  if (baseUrl === undefined) throw new UsageError('options.baseUrl is missing: the URL of the server.');
  const findKey = (): UserValue => {
    if (key === undefined) throw new UsageError('options.key is missing: the API key.');
    checkKey(key.value, key.from);
    return key;
  };
  const target = readTarget(baseUrl, findKey, values, process.env);
  const { checks, accepted, description } = options;
  const added = readCustomChecks(checks);
  const custom = added.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  const settings = readSettings(values, {
    ...target,
    custom,
    tls: { ca, cert, certKey },
    accepted: acceptedIn(accepted, custom),
    acceptedFrom: typeof accepted === 'string' ? accepted : undefined,
  });
  return { settings: { ...settings, ...(await descriptionIn(description, settings)) }, added };
}

function readCustomChecks(checks: unknown = []): readonly AddedChecks[] {
  if (!Array.isArray(checks))
    throw new UsageError(`options.checks must be an array of suites, not ${kindOfValue(checks)}.`);
  const added = checks.map((one, index) => readChecks(one, { from: `options.checks[${index}]` }));
  refuseTwice(added);
  return added;
}

/** Reads a path as the command does; an object is the document itself. */
function acceptedIn(value: unknown, custom: readonly string[]): readonly AcceptedFailure[] | undefined {
  if (value === undefined) return undefined;
  const from = 'options.accepted';
  const read = (json: string) =>
    readAccepted(json, custom, (what) =>
      logToConsole(
        'error',
        shown`petstore-conformance: ${from} is ${printable(what)}. Later versions will not read it.`,
      ),
    );
  if (typeof value === 'string')
    return readDocument(value, { what: from, read, most: largestReport }).document;
  return understood(`${from}: `, () => read(jsonTextOf(value, from)));
}

function jsonTextOf(document: unknown, from: string): string {
  try {
    return JSON.stringify(document);
  } catch {
    throw new UsageError(`${from} must be a value that JSON can represent.`);
  }
}

/** Reads a path or a URL as the command does; an object is the document itself. */
async function descriptionIn(
  value: RunOptions['description'],
  settings: Reach,
): Promise<Pick<Settings, 'description'>> {
  const from = 'options.description';
  if (value === undefined) return {};
  if (typeof value === 'string' || value instanceof URL)
    return readDescription({ value: String(value), from }, settings);
  if (typeof value !== 'object' || value === null)
    throw new UsageError(`${from} must be a path, a URL or the document, not ${kindOfValue(value)}.`);
  return readDescriptionText(jsonTextOf(value, from), from);
}
