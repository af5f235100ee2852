import { didYouMean, quoted, UsageError } from './messages.ts';
import { defaultOf, flagOf, type NameIn, type Row, type Rows, type ValueOf, variableOf } from './option.ts';

/** A value as a text, and under which name the user gave it, for messages. */
export interface Given {
  readonly text: string;
  readonly from: string;
  /** Whether it was given for this run alone, and not by a variable or a file. */
  readonly byFlag: boolean;
}

/** The options of a table, wherever they are given. What reads one throws a UsageError. */
export interface OptionValues<Table extends Rows = Rows> {
  readonly text: (name: NameIn<Table>) => Given | undefined;
  readonly list: (name: NameIn<Table>) => readonly Given[];
  readonly on: (name: NameIn<Table>) => boolean;
  /** What its row makes of it; undefined where it is not given. */
  readonly value: <Name extends NameIn<Table>>(name: Name) => ValueOf<Table[Name]> | undefined;
  /** The same, or its default, which it must have. */
  readonly valueOrDefault: <Name extends NameIn<Table>>(name: Name) => ValueOf<Table[Name]>;
  /** What the user calls it: `--max-requests`, `options.maxRequests`. */
  readonly named: (name: NameIn<Table>) => string;
  /** How a switch is turned on: `--allow-http`, `options.allowHttp: true`. */
  readonly turnedOn: (name: NameIn<Table>) => string;
}

/** Options as they are given, before their rows are asked. */
export type GivenOptions = Omit<OptionValues, 'value' | 'valueOrDefault'>;

/** The options of a table, with what its rows make of them. */
export function readBy<Table extends Rows>(table: Table, given: GivenOptions): OptionValues<Table> {
  const value = <Name extends NameIn<Table>>(name: Name): ValueOf<Table[Name]> | undefined => {
    const one = given.text(name);
    return one === undefined ? undefined : (readValue(one, rowOf(table, name)) as ValueOf<Table[Name]>);
  };
  return {
    ...given,
    value,
    valueOrDefault: (name) => value(name) ?? (defaultOf(rowOf(table, name)) as ValueOf<Table[typeof name]>),
  };
}

function rowOf(table: Rows, name: string): Row {
  const row = table[name];
  if (row === undefined) throw new Error(`there is no option ${name}`);
  return row;
}

/** What the parser found: flags, without dashes, to values. */
export type Flags = Readonly<Record<string, unknown>>;

/** The value of an option as a configuration file gives it. */
export type OptionValue = string | number | boolean | readonly string[];

/** What a configuration file says of an option, and where. */
export type FromFile = (name: string) => { readonly value: OptionValue; readonly from: string } | undefined;

/** The variables of the process. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * The options of one command line: the flag wins over the variable, and that over the configuration file. Without `env`
 * there are no variables, and without `fromFile` there is no file.
 */
export function optionValues<Table extends Rows>(
  table: Table,
  flags: Flags,
  env: Env = {},
  fromFile: FromFile = () => undefined,
): OptionValues<Table> {
  const elsewhere = (text: unknown, from: string): Given => ({ text: String(text), from, byFlag: false });
  const fromEnv = (name: string): Given | undefined => {
    const text = env[variableOf(name)];
    return text === undefined ? undefined : elsewhere(text, variableOf(name));
  };
  const inFile = (name: string): Given | undefined => {
    const found = fromFile(name);
    return found === undefined ? undefined : elsewhere(found.value, found.from);
  };
  return readBy(table, {
    text: (name) => {
      const given = flagText(flagOf(name), flags[flagOf(name)]) ?? fromEnv(name) ?? inFile(name);
      if (given?.text !== '') return given;
      throw new UsageError(`${given.from} is empty. Give it a value, or leave it out altogether.`);
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
      return typeof flag === 'boolean' ? flag : isOn(fromEnv(name) ?? inFile(name));
    },
    named: (name) => `--${flagOf(name)}`,
    turnedOn: (name) => `--${flagOf(name)}`,
  });
}

function flagText(flag: string, value: unknown): Given | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value))
    throw new UsageError(`--${flag} stands there ${value.length} times. Give it once.`);
  return { text: String(value), from: `--${flag}`, byFlag: true };
}

function isOn(given: Given | undefined): boolean {
  if (given === undefined) return false;
  const text = given.text.trim().toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(text)) return true;
  if (['', '0', 'false', 'no', 'off'].includes(text)) return false;
  throw new UsageError(`${given.from} is neither true nor false. Give one of these, or unset it.`);
}

/** Reads a value as its row says. Throws a UsageError. */
function readValue(given: Given, row: Row): unknown {
  switch (row.kind) {
    case 'whole':
      return whole(given, row.bounds);
    case 'seconds':
      return number(given, /^\d{1,9}(\.\d{1,6})?$/, 'seconds', row.bounds);
    case 'seed':
      return given.text === 'random' ? 'random' : whole(given, [0, largestSeed]);
    case 'choice':
      return oneOf(given, row.choices as readonly string[]);
    default:
      return given.text;
  }
}

/** Seeds have 31 bits. */
export const largestSeed = 2_147_483_647;

/** A seed that nobody named: 31 bits by chance. Every command comes by here, and `node:crypto` takes a while to load. */
export function drawSeed(): number {
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

/** One of a few words, as they stand. Throws a UsageError. */
export function oneOf<const Word extends string>(given: Given, words: readonly Word[]): Word {
  const found = words.find((word) => word === given.text);
  if (found !== undefined) return found;
  const wanted = words.length === 1 ? `only ${words[0]}` : `one of ${words.join(', ')}`;
  throw wrongValue(given, wanted, didYouMean(given.text, words));
}

/** The error for a value that an option does not take: `wanted` says what it takes, `advice` what was perhaps meant. */
function wrongValue(given: Given, wanted: string, advice = ''): UsageError {
  return new UsageError(`${given.from} takes ${wanted}, not ${quoted(given.text)}.${advice}`);
}
