import type { Profile } from './settings.ts';

/** How a value is given and read. `off` is a switch that turns a setting off; `paths` and `list` may be repeated. */
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
 * Where an option is taken, and what becomes of it. The first three are settings of a run: of every run, of one that is
 * given it, and the same from the library alone. `asked` is taken everywhere and read apart; `command` is no option of the
 * library, and `flag` none of the configuration file either.
 */
export type Use = 'setting' | 'where given' | 'library' | 'asked' | 'command' | 'flag';

/** One option: everything that is known of it but its name, which is the key of its row. */
export interface Row<Value = unknown, How extends Use = Use, As extends Kind = Kind> {
  readonly kind: As;
  readonly use: How;
  /** The heading that the help shows it under. */
  readonly group: string;
  /** What it takes, in capitals where that is a value, and what it does. */
  readonly words: string;
  /** The default, of each profile where they differ. */
  readonly standard?: Value | Readonly<Record<Profile, Value>> | undefined;
  /** The default in words, where it is no value. */
  readonly shown?: string;
  readonly choices?: readonly Value[];
  /** The least and the most that a number may be. */
  readonly bounds?: readonly [least: number, most: number];
  /** The letter that stands for it behind one dash. */
  readonly short?: string;
  /** The other commands that take it, too. */
  readonly also?: readonly ('replay' | 'judge')[];
}

/** Options by their names in the configuration file and in the library. */
export type Rows = Readonly<Record<string, Row>>;

/** The names of the options in a table. */
export type NameIn<Table extends Rows> = keyof Table & string;

/** What a value of an option is once it is read. */
export type ValueOf<One extends Row> = One extends Row<infer Value, Use, Kind> ? Value : never;

/** The setting that an option states: `maxWaitSeconds` for `maxWait`, `exhaust` for `noExhaust`. */
export type SettingName<Name extends string, As extends Kind> = As extends 'seconds'
  ? `${Name}Seconds`
  : As extends 'off'
    ? Name extends `no${infer Setting}`
      ? Uncapitalize<Setting>
      : never
    : Name;

type More<Value> = Pick<Row<Value>, 'standard' | 'shown' | 'short' | 'also'>;

/** Makes rows whose values are of one kind. The options of most commands have one heading. */
const rows =
  <Value, As extends Kind>(kind: As) =>
  <How extends Use>(use: How, words: string, more: More<Value> = {}): Row<Value, How, As> => ({
    ...{ kind, use, group: 'Options', words },
    ...more,
  });

export const text = rows<string, 'text'>('text');
/** A path, which the configuration file states relative to its own folder. */
export const path = rows<string, 'path'>('path');
export const ids = rows<string, 'ids'>('ids');
export const seed = rows<number | 'random', 'seed'>('seed');
export const onOff = rows<boolean, 'switch'>('switch');
export const off = rows<boolean, 'off'>('off');
export const list = rows<readonly string[], 'list'>('list');
export const paths = rows<readonly string[], 'paths'>('paths');

/** Makes rows of numbers within bounds. */
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

/** One of a few words. */
export const choice = <const Word extends string, How extends Use>(
  use: How,
  words: string,
  choices: readonly Word[],
  more: More<Word> = {},
): Row<Word, How, 'choice'> => ({ ...rows<Word, 'choice'>('choice')(use, words, more), choices });

/** Puts rows under a heading of the help. */
export function under<Table extends Rows>(group: string, table: Table): Table {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, { ...row, group }])) as Table;
}

/** The option on the command line, without dashes: `max-requests` for `maxRequests`. */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The variable that stands for an option of `run`: PETSTORE_MAX_REQUESTS for `maxRequests`. */
export function variableOf(name: string): string {
  return `PETSTORE_${flagOf(name).toUpperCase().replaceAll('-', '_')}`;
}

/** The name of the setting that an option states. */
export function settingOf(name: string, { kind }: Row): string {
  if (kind === 'seconds') return `${name}Seconds`;
  return kind === 'off' ? name.slice(2, 3).toLowerCase() + name.slice(3) : name;
}

/** Whether it is given without a value. */
export function isSwitch({ kind }: Row): boolean {
  return kind === 'switch' || kind === 'off';
}

/** Whether it may be given more than once. */
export function isList({ kind }: Row): boolean {
  return kind === 'list' || kind === 'paths';
}

/** The default of an option in a profile, where it has one. */
export function standardOf<Value>({ standard }: Row<Value>, profile: Profile): Value | undefined {
  return isByProfile(standard) ? standard[profile] : standard;
}

/** The default of an option that has one. */
export function defaultOf<Value>(row: Row<Value>): Value {
  const value = standardOf(row, 'standard');
  if (value === undefined) throw new Error(`there is no default of what is "${row.words}"`);
  return value;
}

function isByProfile<Value>(standard: Row<Value>['standard']): standard is Readonly<Record<Profile, Value>> {
  return typeof standard === 'object' && standard !== null && 'gentle' in standard;
}

/** The default in the words of the help: `1200; gentle 40, thorough 20000`. */
export function standardWords(row: Row): string | undefined {
  if (row.shown !== undefined || isSwitch(row)) return row.shown;
  if (!isByProfile(row.standard)) return row.standard === undefined ? undefined : String(row.standard);
  const { standard, gentle, thorough } = row.standard;
  const others = Object.entries({ gentle, thorough }).filter(([, value]) => value !== standard);
  const told = others.map(([profile, value]) => `${profile} ${value}`).join(', ');
  return told === '' ? String(standard) : `${standard}; ${told}`;
}

/** The rows of a table that are as `isWanted` says. */
export function rowsWhere(table: Rows, isWanted: (row: Row) => boolean): Rows {
  return Object.fromEntries(Object.entries(table).filter(([, row]) => isWanted(row)));
}
