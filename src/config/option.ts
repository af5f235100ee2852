/** How thoroughly a run tests. */
export type Profile = 'gentle' | 'standard' | 'thorough';

/** How a value is written and parsed. `off` is a switch that turns a setting off; `list` may be repeated. */
export type Kind = keyof ValuesByKind;

/** The type of a parsed value, by kind. */
export interface ValuesByKind {
  readonly text: string;
  readonly choice: string;
  readonly whole: number;
  readonly seconds: number;
  readonly seed: number | 'random' | 'date';
  readonly switch: boolean;
  readonly off: boolean;
  readonly list: readonly string[];
}

/**
 * Where an option is accepted, and how it is used. `setting`: by the command and the library; the value becomes a setting of
 * the run. `read`: by both, but the value is not a setting, because other code reads it. `flag`: only by the command.
 * `library`: only by the library, as a setting.
 */
export type Use = 'setting' | 'read' | 'flag' | 'library';

/** Describes an option; its name is the key of its row. */
export interface OptionRow<As extends Kind = Kind, How extends Use = Use> {
  readonly kind: As;
  readonly use: How;
  /** The heading above the option in the help. */
  readonly group: string;
  /** What the option does, with its value, if any, in capitals. */
  readonly words: string;
  /** The default, or one for each profile if the defaults differ. */
  readonly standard?: Standard | undefined;
  /** The default in words, if the default is not a value. */
  readonly shown?: string;
  readonly choices?: readonly string[];
  /** The smallest and the largest number. */
  readonly bounds?: readonly [least: number, most: number];
  /** The option's one-letter flag. */
  readonly short?: string;
  /** Options of the same command that cannot be combined with this one. */
  readonly conflicts?: readonly string[];
  /** Whether `replay` accepts the option, too. */
  readonly replay?: true;
  /**
   * Whether the option decides which requirements and bodies a run tests. If so, `diff` and `compare` compare its values.
   */
  readonly compared?: true;
}

/** A value, or one for each profile. */
type Standard = string | number | boolean | Readonly<Record<Profile, string | number | boolean>>;

/** Options by name, as in the library. */
export type Rows = Readonly<Record<string, OptionRow>>;

/** The names of the options in a table. */
export type NameIn<Table extends Rows> = keyof Table & string;

/** The parsed value of an option. */
export type ValueOf<One extends OptionRow> = One extends { readonly choices: readonly (infer Word)[] }
  ? Word
  : ValuesByKind[One['kind']];

/** The name of the setting of an option: `maxWaitSeconds` for `maxWait`, `exhaust` for `noExhaust`. */
export type SettingName<Name extends string, As extends Kind> = As extends 'seconds'
  ? `${Name}Seconds`
  : As extends 'off'
    ? Name extends `no${infer Setting}`
      ? Uncapitalize<Setting>
      : never
    : Name;

type More = Omit<OptionRow, 'kind' | 'use' | 'group' | 'words'>;

/** Makes rows of one kind, under the heading that most commands use. */
const rows =
  <As extends Kind>(kind: As) =>
  <How extends Use, const Given extends More = Record<never, never>>(
    use: How,
    words: string,
    more?: Given,
  ): OptionRow<As, How> & Given => ({
    kind,
    use,
    group: 'Options',
    words,
    ...(more as Given),
  });

export const text = rows('text');
export const seed = rows('seed');
export const onOff = rows('switch');
export const off = rows('off');
export const list = rows('list');

/** Makes rows of bounded numbers. */
const numbers =
  <As extends 'whole' | 'seconds'>(kind: As) =>
  <How extends Use, const Given extends More = Record<never, never>>(
    use: How,
    words: string,
    bounds: readonly [least: number, most: number],
    more?: Given,
  ) =>
    rows(kind)(use, words, { bounds, ...(more as Given) });

export const whole = numbers('whole');
export const seconds = numbers('seconds');

/** Makes a row whose value is one of a few words. */
export const choice = <
  const Word extends string,
  How extends Use,
  const Given extends More = Record<never, never>,
>(
  use: How,
  words: string,
  choices: readonly Word[],
  more?: Given,
) => rows('choice')(use, words, { choices, ...(more as Given) });

/** Sets the help heading of rows. */
export function under<Table extends Rows>(group: string, table: Table): Table {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, { ...row, group }])) as Table;
}

/** Returns the flag without dashes: `max-requests` for `maxRequests`. */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the name of the option that a flag without dashes sets. */
export function nameOf(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
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
  return kind === 'list';
}

/** Returns the default of an option in a profile, if it has one. */
export function standardOf({ standard }: OptionRow, profile: Profile): unknown {
  return isByProfile(standard) ? standard[profile] : standard;
}

/** Checks whether the default of an option depends on the profile. */
export function isByProfile(
  standard: OptionRow['standard'],
): standard is Exclude<Standard, string | number | boolean> {
  return typeof standard === 'object';
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
