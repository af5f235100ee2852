import { didYouMean, quoted, UsageError } from './messages.ts';
import {
  defaultOf,
  flagOf,
  isSwitch,
  type NameIn,
  type Row,
  type Rows,
  type ValueOf,
  variableOf,
} from './option.ts';

/** A value as text, and the name of its source for messages. */
export interface Given {
  readonly text: string;
  readonly from: string;
  /** Whether it is from the command line, not from a variable or a file. */
  readonly byFlag: boolean;
}

/** Reads the options of a table, from any source. Each function throws a UsageError. */
export interface OptionValues<Table extends Rows = Rows> {
  readonly text: (name: NameIn<Table>) => Given | undefined;
  readonly list: (name: NameIn<Table>) => readonly Given[];
  readonly on: (name: NameIn<Table>) => boolean;
  /** Parses it according to its row; undefined if it is not set. */
  readonly value: <Name extends NameIn<Table>>(name: Name) => ValueOf<Table[Name]> | undefined;
  /** Parses it, or returns its default, which it must have. */
  readonly valueOrDefault: <Name extends NameIn<Table>>(name: Name) => ValueOf<Table[Name]>;
  /** Returns how users set it: `--max-requests`, `options.allowHttp: true`. */
  readonly named: (name: NameIn<Table>) => string;
}

/** Adds the parsed values of options to their given ones. */
export function readBy<Table extends Rows>(
  table: Table,
  given: Omit<OptionValues<Table>, 'value' | 'valueOrDefault'>,
): OptionValues<Table> {
  const value = <Name extends NameIn<Table>>(name: Name): ValueOf<Table[Name]> | undefined =>
    valueIn(given, name, table[name] as Row) as ValueOf<Table[Name]> | undefined;
  return {
    ...given,
    value,
    valueOrDefault: (name) => value(name) ?? (defaultOf(table[name] as Row) as ValueOf<Table[typeof name]>),
  };
}

/** The flags that the parser found, without dashes. */
export type Flags = Readonly<Record<string, unknown>>;

/** The value of an option in a configuration file. */
export type OptionValue = string | number | boolean | readonly string[];

/** Looks up an option in a configuration file; `from` is its place. */
export type FromFile = (name: string) => { readonly value: OptionValue; readonly from: string } | undefined;

/** The environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Reads the options of a command line. A flag overrides the variable, which overrides the configuration file. */
export function optionValues<Table extends Rows>(
  table: Table,
  flags: Flags,
  env: Env = {},
  fromFile: FromFile = () => undefined,
): OptionValues<Table> {
  const elsewhere = (text: unknown, from: string): Given => ({ text: String(text), from, byFlag: false });
  const unflagged = (name: string): Given | undefined => {
    const text = env[variableOf(name)];
    if (text !== undefined) return elsewhere(text, variableOf(name));
    const found = fromFile(name);
    return found && elsewhere(found.value, found.from);
  };
  return readBy(table, {
    text: (name) => {
      const given = flagText(flagOf(name), flags[flagOf(name)]) ?? unflagged(name);
      if (given?.text !== '') return given;
      throw new UsageError(`${given.from} is empty. Set a value, or remove it.`);
    },
    list: (name) => {
      const values = flags[flagOf(name)];
      if (Array.isArray(values))
        return values.map((text) => ({ text: String(text), from: `--${flagOf(name)}`, byFlag: true }));
      const lines = env[variableOf(name)]?.split(/\r?\n/).filter((line) => line.trim() !== '');
      if (lines !== undefined) return lines.map((text) => elsewhere(text, variableOf(name)));
      const found = fromFile(name);
      return found === undefined ? [] : [found.value].flat().map((one) => elsewhere(one, found.from));
    },
    on: (name) => {
      const flag = flags[flagOf(name)];
      return typeof flag === 'boolean' ? flag : isOn(unflagged(name));
    },
    named: (name) => `--${flagOf(name)}`,
  });
}

function flagText(flag: string, value: unknown): Given | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value))
    throw new UsageError(
      `--${flag} was given ${value.length === 2 ? 'twice' : `${value.length} times`}; use it once.`,
    );
  return { text: String(value), from: `--${flag}`, byFlag: true };
}

function isOn(given: Given | undefined): boolean {
  if (given === undefined) return false;
  const text = given.text.trim().toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(text)) return true;
  if (['', '0', 'false', 'no', 'off'].includes(text)) return false;
  throw new UsageError(`${given.from} is neither true nor false. Set it to one of these, or unset it.`);
}

/** Parses a value according to its row; undefined if it is not set. Throws a UsageError. */
function valueIn(options: Pick<OptionValues, 'text' | 'on'>, name: string, row: Row): unknown {
  const { kind, bounds, choices } = row;
  if (isSwitch(row)) return options.on(name) ? kind === 'switch' : undefined;
  const given = options.text(name);
  if (given === undefined) return undefined;
  switch (kind) {
    case 'whole':
      return whole(given, bounds);
    case 'seconds':
      return number(given, /^\d{1,9}(\.\d{1,6})?$/, 'a number of seconds', bounds);
    case 'seed':
      return given.text === 'random' || given.text === 'date' ? given.text : whole(given, [0, largestSeed]);
    case 'choice':
      return oneOf(given, choices as readonly string[]);
    default:
      return given.text;
  }
}

/** Seeds have 31 bits. */
export const largestSeed = 2_147_483_647;

/** Generates a seed, without `node:crypto`: every command loads this file, and that module loads slowly. */
export function generateSeed(): number {
  const [bits = 0] = crypto.getRandomValues(new Uint32Array(1));
  return bits & largestSeed;
}

function whole(given: Given, bounds: Row['bounds']): number {
  return number(given, /^\d{1,15}$/, 'a whole number', bounds);
}

function number(
  given: Given,
  digits: RegExp,
  what: string,
  [least, most]: readonly [number, number] = [0, Number.MAX_SAFE_INTEGER],
): number {
  const value = digits.test(given.text) ? Number(given.text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw wrongValue(given, `${what} from ${least} to ${most}`);
}

/** Reads one of a few words. Throws a UsageError. */
export function oneOf<const Word extends string>(given: Given, words: readonly Word[]): Word {
  const found = words.find((word) => word === given.text);
  if (found !== undefined) return found;
  const wanted = words.length === 1 ? words.join() : `one of ${words.join(', ')}`;
  throw wrongValue(given, wanted, didYouMean(given.text, words));
}

/** Returns the error for a wrong value of an option. */
function wrongValue(given: Given, wanted: string, advice = ''): UsageError {
  return new UsageError(`${given.from} must be ${wanted}, not ${quoted(given.text)}.${advice}`);
}
