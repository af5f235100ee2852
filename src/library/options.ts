import type { CustomChecks } from '../checks/vocabulary.ts';
import { didYouMean, quoted, UsageError } from '../config/messages.ts';
import { isSwitch, type Row, text } from '../config/option.ts';
import { libraryOptions, runOptions, type SharedOptions } from '../config/options.ts';
import { type Given, type OptionValues, readBy } from '../config/values.ts';
import type { Clock } from '../exchange/clock.ts';
import type { Report, Waiver } from '../report/model/report.ts';

/**
 * What `run` is told. Names, bounds and defaults are those of the configuration file and, with dashes, of the
 * command's flags; no variable of the environment stands for one of them.
 */
export interface RunOptions
  extends Omit<SharedOptions, 'baseUrl' | 'description' | 'header' | 'ca' | 'waivers' | 'baseline'> {
  /** The address of the service, as a rule ending in `/v1`; http or https. */
  readonly baseUrl: string | URL;
  /** The API key. It is sent to the address in `baseUrl` alone, and stands in no report, event or message. */
  readonly key: string;
  /** Aborting it ends the run: no request is sent any more, and the report says what is known. */
  readonly signal?: AbortSignal;
  /** The interface description: the path of a file, an address, or the document itself. */
  readonly description?: string | URL | object;
  /** Checks of one's own, as `defineChecks` of `petstore-conformance/check` makes them. */
  readonly checks?: readonly CustomChecks[];
  /** Further header lines of every request: by name, or as lines like `X-Tenant: 7`. */
  readonly header?: Readonly<Record<string, string>> | readonly string[];
  /** Certificates (PEM) of authorities to trust as well: the text, not a path. */
  readonly ca?: string;
  /** Known faults that are accepted until a date. */
  readonly waivers?: readonly Waiver[];
  /** An earlier report: what it holds too does not fail the run. */
  readonly baseline?: Report;
  /** The source of time, for tests against a server that shares it; the system's unless given. */
  readonly clock?: Clock;
}

/** What a value has to be, in words, before it is looked at. */
interface Kind {
  readonly words: string;
  readonly fits: (value: unknown) => boolean;
}

const isType = (type: string) => (value: unknown) => typeof value === type;
const string: Kind = { words: 'a string', fits: isType('string') };
const number: Kind = { words: 'a number', fits: isType('number') };
const either = (one: Kind, other: Kind): Kind => ({
  words: `${one.words} or ${other.words}`,
  fits: (value) => one.fits(value) || other.fits(value),
});
const readElsewhere: Kind = { words: 'another value', fits: () => true };

/** Every option, and what a value of it has to be; the last of them take another value here than on the command line. */
const kinds: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(Object.entries(libraryOptions).map(([name, row]) => [name, kindOf(row)])),
  baseUrl: either(string, { words: 'a URL', fits: (value) => value instanceof URL }),
  key: string,
  signal: { words: 'an AbortSignal', fits: (value) => value instanceof AbortSignal },
  clock: { words: 'an object with now, monotonic and sleep', fits: isClock },
  ...{ description: readElsewhere, checks: readElsewhere, header: readElsewhere },
  ...{ waivers: readElsewhere, baseline: readElsewhere },
};

function kindOf(row: Row): Kind {
  if (isSwitch(row)) return { words: 'true or false', fits: isType('boolean') };
  if (row.kind === 'seed') return either(number, string);
  return row.kind === 'whole' || row.kind === 'seconds' ? number : string;
}

function isClock(value: unknown): boolean {
  const clock = (value ?? {}) as Readonly<Record<string, unknown>>;
  return ['now', 'monotonic', 'sleep'].every((part) => typeof clock[part] === 'function');
}

/** The options of the run, and what the library alone takes as a text. */
const table = { ...runOptions, key: text('library', 'the API key') };

/**
 * The options of the library as those that are read share them with the command. Throws a UsageError where one
 * is unknown, or its value is of another type.
 */
export function optionValuesOf(options: RunOptions): OptionValues<typeof table> {
  if (typeof options !== 'object' || options === null)
    throw new UsageError('run takes an object with baseUrl, key and further options.');
  const values = new Map<string, unknown>(Object.entries(options));
  for (const [name, value] of values) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined)
      throw new UsageError(`options has no field ${quoted(name)}.${didYouMean(name, Object.keys(kinds))}`);
    // A value of another type is not shown: it may be a secret in the wrong place.
    if (value !== undefined && !kind.fits(value))
      throw new UsageError(`options.${name} takes ${kind.words}, not ${typeName(value)}.`);
  }
  return readBy(table, {
    text: (name) => given(name, values.get(name)),
    list: (name) => lines(values.get(name), nameOf(name)),
    on: (name) => values.get(name) === true,
    named: nameOf,
    turnedOn: (name) => `${nameOf(name)}: true`,
  });
}

/** What messages call an option. */
function nameOf(name: string): string {
  return `options.${name}`;
}

/** The type of a value in words: "an array", "null", "a string". */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function given(name: string, value: unknown): Given | undefined {
  if (value === undefined) return undefined;
  // As many places as options are read with: 1 / 3 is meant as well as it can be told.
  const text = String(typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value);
  if (text === '') throw new UsageError(`${nameOf(name)} is empty. Give it a value, or leave it out.`);
  return { text, from: nameOf(name), byFlag: true };
}

/** Header lines from an array of them, or from an object of names to values. */
function lines(value: unknown, from: string): Given[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null)
    throw new UsageError(
      `${from} takes an object of names to values, or an array of lines, not ${typeName(value)}.`,
    );
  const isArray = Array.isArray(value);
  return Object.entries(value).map(([name, text]: [string, unknown]) => {
    const place = isArray ? `${from}[${name}]` : from;
    if (typeof text !== 'string') throw new UsageError(`${place} takes strings, not ${typeName(text)}.`);
    return { text: isArray ? text : `${name}: ${text}`, from: place, byFlag: true };
  });
}
