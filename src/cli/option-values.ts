import type { OptionValue } from '../config/read.ts';
import type { Given, OptionValues } from '../options/given.ts';
import { UsageError } from '../options/usage-error.ts';
import { variableOf } from './options.ts';

/** What the parser found: flag names, without dashes, to values. */
export type Flags = Readonly<Record<string, unknown>>;

/** What a configuration file says of an option, and where. */
export type FromFile = (flag: string) => { readonly value: OptionValue; readonly from: string } | undefined;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The options of one command line: the flag wins over the variable, and that over the configuration file. Without `env`
 * there are no variables, and without `fromFile` there is no file.
 */
export function optionValues(
  flags: Flags,
  env: Env = {},
  fromFile: FromFile = () => undefined,
): OptionValues {
  const fromEnv = (flag: string): Given | undefined => {
    const text = env[variableOf(flag)];
    return text === undefined ? undefined : { text, from: variableOf(flag), byFlag: false };
  };
  const inFile = (flag: string): Given | undefined => {
    const found = fromFile(flag);
    return found === undefined ? undefined : { text: String(found.value), from: found.from, byFlag: false };
  };
  return {
    text: (flag) => {
      const given = flagText(flag, flags[flag]) ?? fromEnv(flag) ?? inFile(flag);
      if (given?.text !== '') return given;
      throw new UsageError(`${given.from} is empty. Give it a value, or leave it out altogether.`);
    },
    list: (flag) => {
      const values = flags[flag];
      if (Array.isArray(values)) {
        return values.map((text) => ({ text: String(text), from: `--${flag}`, byFlag: true }));
      }
      const given = fromEnv(flag);
      if (given === undefined) return listed(fromFile(flag));
      const lines = given.text.split(/\r?\n/).filter((line) => line.trim() !== '');
      return lines.map((text) => ({ text, from: given.from, byFlag: false }));
    },
    on: (flag) =>
      typeof flags[flag] === 'boolean' ? flags[flag] === true : isOn(fromEnv(flag) ?? inFile(flag)),
    named: (flag) => `--${flag}`,
  };
}

function listed(found: ReturnType<FromFile>): Given[] {
  if (found === undefined) return [];
  const { value, from } = found;
  return (Array.isArray(value) ? value : [value]).map((text) => ({
    text: String(text),
    from,
    byFlag: false,
  }));
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
