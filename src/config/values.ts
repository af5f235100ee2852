import type { Env } from '../text/output.ts';
import { slipOf } from '../text/similar.ts';
import { quoted, UsageError } from './messages.ts';
import {
  flagOf,
  isRepeatable,
  isSwitch,
  type OptionRow,
  type Rows,
  type ValueOf,
  variableOf,
} from './option.ts';
import { rejectRemovedVariables } from './removed.ts';

/** A value that the user set. */
export interface UserValue<Value = string> {
  readonly value: Value;
  /** Where the value was set, for messages: `--plan`, PETSTORE_PLAN or `options.plan`. */
  readonly from: string;
  /** Whether the value is from the command line or the library, not from a variable. */
  readonly byFlag: boolean;
}

/** The parsed values of options, except for options that are not set and switches that are off. */
export type OptionValues<Table extends Rows> = {
  readonly [Name in keyof Table]?: Table[Name] extends OptionRow<'list'>
    ? readonly UserValue[]
    : UserValue<ValueOf<Table[Name]>>;
};

/** The parsed flags of a command line, by option name. */
export type Flags = Readonly<Record<string, unknown>>;

/**
 * Reads options; a flag overrides the variable. Throws a UsageError for a variable with a wrong name or value. The parser
 * has already checked the flags.
 */
export function optionValues<Table extends Rows>(
  table: Table,
  flags: Flags,
  env: Env = {},
): OptionValues<Table> {
  rejectRemovedVariables(env, table);
  rejectMisnamed(env, ['PETSTORE_API_KEY', ...Object.keys(table).map(variableOf)]);
  return valuesBy(table, (name, row) => {
    const from = variableOf(name);
    if (flags[name] !== undefined) return { value: flags[name], from: `--${flagOf(name)}`, byFlag: true };
    return env[from] === undefined
      ? undefined
      : { value: parseValue(row, env[from], from), from, byFlag: false };
  });
}

/**
 * Rejects a variable that is not `known` and was probably meant to set an option: a run that ignored it would test something
 * else. Any other variable, such as PETSTORE_SERVICE_HOST of Kubernetes, belongs to another program.
 */
function rejectMisnamed(env: Env, known: readonly string[]): void {
  // A variable that resembles a short name may well belong to another program: PETSTORE_CI is not PETSTORE_CA.
  const long = known.filter(({ length }) => length > 'PETSTORE_CA'.length);
  for (const name of Object.keys(env)) {
    const meant = known.includes(name) ? undefined : slipOf(name, long);
    if (meant !== undefined)
      throw new UsageError(
        `${name} sets no option. Did you mean ${meant}?\nRename the variable, or unset it.`,
      );
  }
}

/** Collects the values of the options in a table. */
export function valuesBy<Table extends Rows>(
  table: Table,
  find: (name: string, row: OptionRow) => UserValue<unknown> | undefined,
): OptionValues<Table> {
  const values: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(table)) {
    const given = find(name, row);
    if (given === undefined || (isSwitch(row) && given.value !== true)) continue;
    if (isRepeatable(row)) values[name] = (given.value as string[]).map((value) => ({ ...given, value }));
    else values[name] = row.kind === 'off' ? { ...given, value: false } : given;
  }
  return values as OptionValues<Table>;
}

/** Parses a value according to its row, from any source. Throws a UsageError, which begins with `from`. */
export function parseValue(row: OptionRow, given: unknown, from: string): unknown {
  if (isRepeatable(row)) return Array.isArray(given) ? given.map(String) : linesIn(String(given));
  if (isSwitch(row)) return typeof given === 'boolean' ? given : isOn(String(given), from);
  if (Array.isArray(given)) throw new UsageError(`${from} was given ${given.length} times; use it once.`);
  const text = String(given);
  if (text === '') throw new UsageError(`${from} is empty. Set a value, or remove it.`);
  switch (row.kind) {
    case 'whole':
      return number(text, from, wholeDigits, 'a whole number', row.bounds);
    case 'seconds':
      return number(text, from, /^\d{1,9}(\.\d{1,6})?$/, 'a number of seconds', row.bounds);
    case 'seed':
      if (text === 'random' || text === 'date') return text;
      return number(text, from, wholeDigits, 'random, date or a whole number', [0, largestSeed]);
    case 'choice':
      return oneOf(text, row.choices ?? [], from);
    default:
      return text;
  }
}

function linesIn(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

function isOn(given: string, from: string): boolean {
  const text = given.trim().toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(text)) return true;
  if (['', '0', 'false', 'no', 'off'].includes(text)) return false;
  throw new UsageError(`${from} is neither true nor false. Set it to true or false, or unset it.`);
}

/** Seeds have 31 bits. */
const largestSeed = 2_147_483_647;

/** Generates a seed, without `node:crypto`: every command loads this file, and that module loads slowly. */
export function generateSeed(): number {
  const [bits = 0] = crypto.getRandomValues(new Uint32Array(1));
  return bits & largestSeed;
}

const wholeDigits = /^\d{1,15}$/;

function number(
  text: string,
  from: string,
  digits: RegExp,
  what: string,
  [least, most]: readonly [number, number] = [0, Number.MAX_SAFE_INTEGER],
): number {
  const value = digits.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`${from} must be ${what} from ${least} to ${most}, not ${quoted(text)}.`);
}

/** Reads one of a few words. Throws a UsageError. */
export function oneOf<const Word extends string>(text: string, words: readonly Word[], from: string): Word {
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  const wanted = words.length === 1 ? words.join() : `one of ${words.join(', ')}`;
  throw new UsageError(`${from} must be ${wanted}, not ${quoted(text)}.`);
}
