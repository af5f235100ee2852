import { fieldOf, type Given, type OptionValues } from '../options/given.ts';
import { quoted } from '../options/quoted.ts';
import { didYouMean } from '../options/suggest.ts';
import { UsageError } from '../options/usage-error.ts';
import type { RunOptions } from './run-options.ts';

type Kind =
  | 'text'
  | 'number'
  | 'number or text'
  | 'boolean'
  | 'text or URL'
  | 'signal'
  | 'clock'
  | 'read elsewhere';

/** Every option, and what a value of it has to be before it is looked at. */
const kinds: Readonly<Record<keyof RunOptions, Kind>> = {
  baseUrl: 'text or URL',
  key: 'text',
  signal: 'signal',
  plan: 'text',
  profile: 'text',
  only: 'text',
  seed: 'number or text',
  description: 'read elsewhere',
  checks: 'read elsewhere',
  maxRequests: 'number',
  maxCreates: 'number',
  payloads: 'number',
  shrinkRequests: 'number',
  concurrency: 'number',
  timeout: 'number',
  maxWait: 'number',
  waitFor: 'number',
  noExhaust: 'boolean',
  noNearMisses: 'boolean',
  readOnly: 'boolean',
  header: 'read elsewhere',
  allowHttp: 'boolean',
  allowShortKey: 'boolean',
  ca: 'text',
  maxBody: 'number',
  maxHeaders: 'number',
  maxNesting: 'number',
  maxElements: 'number',
  waivers: 'read elsewhere',
  baseline: 'read elsewhere',
  failOn: 'text',
  strict: 'boolean',
  keepExchanges: 'boolean',
  clock: 'clock',
};

const inWords: Readonly<Record<Exclude<Kind, 'read elsewhere'>, string>> = {
  text: 'a string',
  number: 'a number',
  'number or text': 'a number or a string',
  boolean: 'true or false',
  'text or URL': 'a string or a URL',
  signal: 'an AbortSignal',
  clock: 'an object with now, monotonic and sleep',
};

/**
 * The options of the library as those that are read share them with the command. Throws a UsageError where one
 * is unknown, or its value is of another type.
 */
export function optionValuesOf(options: RunOptions): OptionValues {
  if (typeof options !== 'object' || options === null)
    throw new UsageError('run takes an object with baseUrl, key and further options.');
  for (const [name, value] of Object.entries(options)) {
    if (!isOption(name)) throw unknownOption(name);
    if (!fits(value, kinds[name])) throw wrongType(name, value);
  }
  const valueFor = (flag: string): unknown =>
    Object.entries(options).find(([name]) => name === fieldOf(flag))?.[1];
  return {
    text: (flag) => given(flag, valueFor(flag)),
    list: (flag) => lines(valueFor(flag), nameOf(flag)),
    on: (flag) => valueFor(flag) === true,
    named: nameOf,
  };
}

/** What messages call an option. */
function nameOf(flag: string): string {
  return `options.${fieldOf(flag)}`;
}

function isOption(name: string): name is keyof RunOptions {
  return Object.hasOwn(kinds, name);
}

function unknownOption(name: string): UsageError {
  return new UsageError(`options has no field ${quoted(name)}.${didYouMean(name, Object.keys(kinds))}`);
}

function fits(value: unknown, kind: Kind): boolean {
  if (value === undefined || kind === 'read elsewhere') return true;
  const allowed = kind.split(' or ');
  return (
    (allowed.includes('text') && typeof value === 'string') ||
    (allowed.includes('number') && typeof value === 'number') ||
    (allowed.includes('boolean') && typeof value === 'boolean') ||
    (allowed.includes('URL') && value instanceof URL) ||
    (allowed.includes('signal') && value instanceof AbortSignal) ||
    (allowed.includes('clock') && isClock(value))
  );
}

function isClock(value: unknown): boolean {
  const clock = (value ?? {}) as Readonly<Record<string, unknown>>;
  return ['now', 'monotonic', 'sleep'].every((part) => typeof clock[part] === 'function');
}

/** A value of another type is not shown: it may be a secret in the wrong place. */
function wrongType(name: keyof RunOptions, value: unknown): UsageError {
  const kind = kinds[name];
  const wanted = kind === 'read elsewhere' ? 'another value' : inWords[kind];
  return new UsageError(`options.${name} takes ${wanted}, not ${typeName(value)}.`);
}

/** The type of a value in words: "an array", "null", "a string". */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function given(flag: string, value: unknown): Given | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'number' ? inDigits(value) : String(value);
  if (text === '') throw new UsageError(`${nameOf(flag)} is empty. Give it a value, or leave it out.`);
  return { text, from: nameOf(flag), byFlag: true };
}

/** As many places as options are read with: 1 / 3 is meant as well as it can be told. */
function inDigits(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
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
