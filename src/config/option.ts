import type { Profile } from './settings.ts';

/** How a value is given and parsed. `off` is a switch that turns a setting off; `paths` and `list` may be repeated. */
export type Kind =
  | 'text'
  | 'path'
  | 'ids'
  | 'choice'
  | 'whole'
  | 'seconds'
  | 'seed'
  | 'switch'
  | 'off'
  | 'list'
  | 'paths';

/**
 * Where an option is accepted, and what becomes of it. The first three are settings: of every run, of a run that is given it,
 * and of a run from the library only. `asked` is accepted everywhere and read separately; `command` is no option of the
 * library, and `flag` not of the configuration file either.
 */
export type Use = 'setting' | 'where given' | 'library' | 'asked' | 'command' | 'flag';

/** One option: everything about it except its name, which is the key of its row. */
export interface Row<Value = unknown, How extends Use = Use, As extends Kind = Kind> {
  readonly kind: As;
  readonly use: How;
  /** The heading of the help that it is listed under. */
  readonly group: string;
  /** Its value, if any, in capitals, and what it does. */
  readonly words: string;
  /** The default, for each profile if they differ. */
  readonly standard?: Value | Readonly<Record<Profile, Value>> | undefined;
  /** The default in words, if it is no value. */
  readonly shown?: string;
  readonly choices?: readonly Value[];
  /** The least and the most that a number may be. */
  readonly bounds?: readonly [least: number, most: number];
  /** Its one-letter flag. */
  readonly short?: string;
  /** The other commands that accept it. */
  readonly also?: readonly ('replay' | 'judge')[];
}

/** Options by name, as in the configuration file and the library. */
export type Rows = Readonly<Record<string, Row>>;

/** The names of the options in a table. */
export type NameIn<Table extends Rows> = keyof Table & string;

/** The parsed value of an option. */
export type ValueOf<One extends Row> = One extends Row<infer Value, Use, Kind> ? Value : never;

/** The name of the setting that an option states: `maxWaitSeconds` for `maxWait`, `exhaust` for `noExhaust`. */
export type SettingName<Name extends string, As extends Kind> = As extends 'seconds'
  ? `${Name}Seconds`
  : As extends 'off'
    ? Name extends `no${infer Setting}`
      ? Uncapitalize<Setting>
      : never
    : Name;

type More<Value> = Pick<Row<Value>, 'standard' | 'shown' | 'short' | 'also'>;

/** Makes rows of one kind. Most commands have one heading for all options. */
const rows =
  <Value, As extends Kind>(kind: As) =>
  <How extends Use>(use: How, words: string, more: More<Value> = {}): Row<Value, How, As> => ({
    ...{ kind, use, group: 'Options', words },
    ...more,
  });

export const text = rows<string, 'text'>('text');
/** A path; in the configuration file it is relative to the file's folder. */
export const path = rows<string, 'path'>('path');
export const ids = rows<string, 'ids'>('ids');
export const seed = rows<number | 'random', 'seed'>('seed');
export const onOff = rows<boolean, 'switch'>('switch');
export const off = rows<boolean, 'off'>('off');
export const list = rows<readonly string[], 'list'>('list');
export const paths = rows<readonly string[], 'paths'>('paths');

/** Makes rows of bounded numbers. */
const numbers =
  <As extends 'whole' | 'seconds'>(kind: As) =>
  <How extends Use>(
    use: How,
    words: string,
    bounds: readonly [least: number, most: number],
    standard?: Row<number>['standard'],
    more: More<number> = {},
  ): Row<number, How, As> => ({ ...rows<number, As>(kind)(use, words, more), bounds, standard });

export const whole = numbers('whole');
export const seconds = numbers('seconds');

/** Makes a row for one of a few words. */
export const choice = <const Word extends string, How extends Use>(
  use: How,
  words: string,
  choices: readonly Word[],
  more: More<Word> = {},
): Row<Word, How, 'choice'> => ({ ...rows<Word, 'choice'>('choice')(use, words, more), choices });

/** Sets the heading of the help for rows. */
export function under<Table extends Rows>(group: string, table: Table): Table {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, { ...row, group }])) as Table;
}

/** Returns the flag without dashes: `max-requests` for `maxRequests`. */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the environment variable: PETSTORE_MAX_REQUESTS for `maxRequests`. */
export function variableOf(name: string): string {
  return `PETSTORE_${flagOf(name).toUpperCase().replaceAll('-', '_')}`;
}

/** Returns the name of the setting that an option states, as `SettingName` does. */
export function settingOf(name: string, { kind }: Row): string {
  if (kind === 'seconds') return `${name}Seconds`;
  return kind === 'off' ? name.slice(2, 3).toLowerCase() + name.slice(3) : name;
}

/** Checks whether it is given without a value. */
export function isSwitch({ kind }: Row): boolean {
  return kind === 'switch' || kind === 'off';
}

/** Checks whether it may be repeated. */
export function isList({ kind }: Row): boolean {
  return kind === 'list' || kind === 'paths';
}

/** Returns the default of an option in a profile, if it has one. */
export function standardOf<Value>({ standard }: Row<Value>, profile: Profile): Value | undefined {
  return isByProfile(standard) ? standard[profile] : standard;
}

/** Returns the default of an option that must have one. */
export function defaultOf<Value>(row: Row<Value>): Value {
  const value = standardOf(row, 'standard');
  if (value === undefined) throw new Error(`there is no default of what is "${row.words}"`);
  return value;
}

function isByProfile<Value>(standard: Row<Value>['standard']): standard is Readonly<Record<Profile, Value>> {
  return typeof standard === 'object' && standard !== null && 'gentle' in standard;
}

/** Describes the default for the help: `1200; gentle 40, thorough 20000`. */
export function standardWords(row: Row): string | undefined {
  if (row.shown !== undefined || isSwitch(row)) return row.shown;
  if (!isByProfile(row.standard)) return row.standard === undefined ? undefined : String(row.standard);
  const { standard, gentle, thorough } = row.standard;
  const others = Object.entries({ gentle, thorough }).filter(([, value]) => value !== standard);
  const told = others.map(([profile, value]) => `${profile} ${value}`).join(', ');
  return told === '' ? String(standard) : `${standard}; ${told}`;
}

/** Returns the rows of a table that `isWanted` picks. */
export function rowsWhere(table: Rows, isWanted: (row: Row) => boolean): Rows {
  return Object.fromEntries(Object.entries(table).filter(([, row]) => isWanted(row)));
}
