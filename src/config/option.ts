/** How thoroughly a run tests. */
export type Profile = 'gentle' | 'standard' | 'thorough';

/** How a value is written and parsed. `off` is a switch that turns a setting off; `paths` and `list` may be repeated. */
export type Kind =
  | 'text'
  | 'path'
  | 'choice'
  | 'whole'
  | 'seconds'
  | 'seed'
  | 'switch'
  | 'off'
  | 'list'
  | 'paths';

/**
 * Where an option is accepted, and how it is used. The first three become settings: of every run, of runs that set it, and
 * of runs from the library. `asked` is accepted everywhere and read separately. `command` is not in the library, and `flag`
 * not in the configuration file either.
 */
export type Use = 'setting' | 'where given' | 'library' | 'asked' | 'command' | 'flag';

/** Describes an option; its name is the key of its row. */
export interface OptionRow<Value = unknown, How extends Use = Use, As extends Kind = Kind> {
  readonly kind: As;
  readonly use: How;
  /** Its heading in the help. */
  readonly group: string;
  /** Its value in capitals, if it has one, and what it does. */
  readonly words: string;
  /** The default, for each profile if they differ. */
  readonly standard?: Value | Readonly<Record<Profile, Value>> | undefined;
  /** The default in words, if it is not a value. */
  readonly shown?: string;
  readonly choices?: readonly Value[];
  /** The smallest and the largest number. */
  readonly bounds?: readonly [least: number, most: number];
  /** Its one-letter flag. */
  readonly short?: string;
  /** Options of the same command that cannot be combined with it. */
  readonly conflicts?: readonly string[];
  /** The other commands that accept it. */
  readonly also?: readonly ('replay' | 'judge')[];
  /** Whether it decides which requirements and bodies a run tests. `diff`, `compare` and the history then compare it. */
  readonly compared?: true;
  /** Whether it limits a run. What a run leaves out for a value below the standard one is not due to the target. */
  readonly budget?: true;
}

/** Options by name, as in the configuration file and the library. */
export type Rows = Readonly<Record<string, OptionRow>>;

/** The names of the options in a table. */
export type NameIn<Table extends Rows> = keyof Table & string;

/** The parsed value of an option. */
export type ValueOf<One extends OptionRow> = One extends OptionRow<infer Value, Use, Kind> ? Value : never;

/** The name of the setting of an option: `maxWaitSeconds` for `maxWait`, `exhaust` for `noExhaust`. */
export type SettingName<Name extends string, As extends Kind> = As extends 'seconds'
  ? `${Name}Seconds`
  : As extends 'off'
    ? Name extends `no${infer Setting}`
      ? Uncapitalize<Setting>
      : never
    : Name;

type More<Value> = Pick<
  OptionRow<Value>,
  'standard' | 'shown' | 'short' | 'also' | 'conflicts' | 'compared' | 'budget'
>;

/** Makes rows of one kind, under the heading of most commands. */
const rows =
  <Value, As extends Kind>(kind: As) =>
  <How extends Use>(use: How, words: string, more: More<Value> = {}): OptionRow<Value, How, As> => ({
    kind,
    use,
    group: 'Options',
    words,
    ...more,
  });

export const text = rows<string, 'text'>('text');
/** A path; in the configuration file it is relative to the file's folder. */
export const path = rows<string, 'path'>('path');
export const seed = rows<number | 'random' | 'date', 'seed'>('seed');
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
    standard?: OptionRow<number>['standard'],
    more: More<number> = {},
  ): OptionRow<number, How, As> => ({ ...rows<number, As>(kind)(use, words, more), bounds, standard });

export const whole = numbers('whole');
export const seconds = numbers('seconds');

/** Makes a row whose value is one of a few words. */
export const choice = <const Word extends string, How extends Use>(
  use: How,
  words: string,
  choices: readonly Word[],
  more: More<Word> = {},
): OptionRow<Word, How, 'choice'> => ({ ...rows<Word, 'choice'>('choice')(use, words, more), choices });

/** Sets the help heading of rows. */
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

/** Returns the name of the setting of an option, as `SettingName` does. */
export function settingOf(name: string, { kind }: OptionRow): string {
  if (kind === 'seconds') return `${name}Seconds`;
  return kind === 'off' ? name.slice(2, 3).toLowerCase() + name.slice(3) : name;
}

/** Checks whether an option takes no value. */
export function isSwitch({ kind }: OptionRow): boolean {
  return kind === 'switch' || kind === 'off';
}

/** Checks whether an option may be repeated. */
export function isRepeatable({ kind }: OptionRow): boolean {
  return kind === 'list' || kind === 'paths';
}

/** Returns the default of an option in a profile, if it has one. */
export function standardOf<Value>({ standard }: OptionRow<Value>, profile: Profile): Value | undefined {
  return isByProfile(standard) ? standard[profile] : standard;
}

/** Returns the default of an option, which must have one. */
export function defaultOf<Value>(row: OptionRow<Value>): Value {
  const value = standardOf(row, 'standard');
  if (value === undefined) throw new Error(`no default: "${row.words}"`);
  return value;
}

/** Checks whether the default of an option depends on the profile. */
export function isByProfile<Value>(
  standard: OptionRow<Value>['standard'],
): standard is Readonly<Record<Profile, Value>> {
  return typeof standard === 'object' && standard !== null && 'gentle' in standard;
}

/** Describes the default for the help: `1200; gentle 40, thorough 20000`. */
export function standardWords(row: OptionRow): string | undefined {
  if (row.shown !== undefined || isSwitch(row)) return row.shown;
  if (!isByProfile(row.standard)) return row.standard === undefined ? undefined : String(row.standard);
  const { standard, gentle, thorough } = row.standard;
  const others = Object.entries({ gentle, thorough }).filter(([, value]) => value !== standard);
  const exceptions = others.map(([profile, value]) => `${profile} ${value}`).join(', ');
  return exceptions === '' ? String(standard) : `${standard}; ${exceptions}`;
}

/** Returns the rows of a table that `isWanted` selects. */
export function rowsWhere(table: Rows, isWanted: (row: OptionRow) => boolean): Rows {
  return Object.fromEntries(Object.entries(table).filter(([, row]) => isWanted(row)));
}
