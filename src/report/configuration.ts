import { flagOf, isByProfile, type OptionRow, type Rows, settingOf, standardOf } from '../config/option.ts';
import { comparedOptions, readingOnly, runOptions, settingOptions } from '../config/options.ts';
import type { Configuration } from './model/report.ts';

/** The values of the options that decide what a run tests, by setting name. */
export type Compared = Readonly<Record<string, string | number | boolean>>;

type Value = Compared[string] | undefined;

/**
 * Returns the option values that decide which requirements and bodies a run tests. For a file or a URL, the value only says
 * whether one was given.
 */
export function comparedOf(configuration: Configuration): Compared {
  const values = valuesIn(comparedOptions, configuration).map(([name, row, value]) => {
    const setting = settingOf(name, row);
    return [setting, row.use === 'read' ? true : value] as const;
  });
  return Object.fromEntries(values);
}

/** An option that differs between two runs, with its value in each. */
export interface OptionDifference {
  readonly flag: string;
  readonly own: string;
  readonly its: string;
}

/**
 * Returns the options that decide what runs test and that differ between two runs. Options whose values follow from another
 * option that differs (--profile or --read-only) are left out.
 */
export function differingOptions(own: Compared, its: Compared): readonly OptionDifference[] {
  const ofProfile = own['profile'] !== its['profile'];
  const ofReadOnly = own['readOnly'] !== its['readOnly'];
  return Object.entries(comparedOptions).flatMap(([name, row]) => {
    const setting = settingOf(name, row);
    const follows =
      (ofProfile && isByProfile(row.standard)) ||
      (ofReadOnly && setting !== 'readOnly' && Object.hasOwn(readingOnly, setting));
    if (own[setting] === its[setting] || follows) return [];
    const flag = `--${flagOf(name)}`;
    return [{ flag, own: valueWords(row, own[setting]), its: valueWords(row, its[setting]) }];
  });
}

/** Returns the options of a run with their values: "--profile standard", "--no-exhaust". */
export function optionsWords(configuration: Configuration): readonly string[] {
  return valuesIn(settingOptions, configuration).flatMap(([name, row, value]) => {
    const flag = `--${flagOf(name)}`;
    if (typeof value !== 'boolean') return [`${flag} ${value}`];
    return value === (row.kind === 'off') ? [] : [flag];
  });
}

/** Returns, as words, the options that kept a run from writing, using up the quota, or sending near misses of the key. */
export function cautionOf(configuration: Configuration): readonly string[] {
  if (configuration.readOnly === true) return ['--read-only'];
  const { noExhaust, noNearMisses, maxCreates } = runOptions;
  return valuesIn({ noExhaust, noNearMisses, maxCreates }, configuration).flatMap(([name, row, value]) => {
    const standard = standardOf(row, configuration.profile);
    if (row.kind === 'off') return value === false && standard !== false ? [`--${flagOf(name)}`] : [];
    return Number(value) < Number(standard) ? [`--${flagOf(name)}`, String(value)] : [];
  });
}

function valuesIn(table: Rows, configuration: Configuration) {
  const values = new Map<string, Value>(Object.entries(configuration));
  return Object.entries(table).flatMap(([name, row]) => {
    const value = values.get(settingOf(name, row));
    return value === undefined ? [] : [[name, row, value] as const];
  });
}

function valueWords(row: OptionRow, value: Value): string {
  if (value === undefined) return 'not given';
  if (typeof value !== 'boolean') return String(value);
  return value === (row.kind === 'off') ? 'not given' : 'given';
}
