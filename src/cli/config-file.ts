import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type Config,
  type NamedTarget,
  type OptionValue,
  readConfig,
  UnreadableConfig,
} from '../config/read.ts';
import { fieldOf, type OptionValues } from '../options/given.ts';
import { quoted } from '../options/quoted.ts';
import type { Files } from '../options/read-file.ts';
import { didYouMean } from '../options/suggest.ts';
import { UsageError } from '../options/usage-error.ts';
import type { FromFile } from './option-values.ts';
import { type Reading, readDocument } from './read-document.ts';

/** The file that is looked for where nobody names one. */
const standardConfigFile = 'petstore-conformance.config.json';

const reading: Reading<Config> = {
  what: 'the configuration',
  read: (text) => readConfig(text, didYouMean),
  unreadable: UnreadableConfig,
  most: 1024 * 1024,
};

/** Options whose values are paths, which lead from the folder of the file. */
const paths = ['api-key-file', 'ca', 'waivers', 'baseline', 'description', 'reports', 'check'];

/** Reporters of the user's own among those with names: paths that say that they are some. */
const reporterPaths = /(?<=^|,\s*)\.\.?[\\/][^,=]+/g;

/** What the configuration says of this run. */
export interface Configured {
  readonly fromFile: FromFile;
  readonly target?: NamedTarget & { readonly name: string };
  /** The names of targets that there are, where none was chosen. */
  readonly choice: readonly string[];
}

/** Reads the configuration that the options name, or the usual one where it is there. Throws a UsageError. */
export function readConfigFile(values: OptionValues, files: Files): Configured {
  const named = values.text('config')?.text;
  const path = named ?? standardConfigFile;
  const wanted = values.text('target');
  if (named === undefined && !existsSync(path)) {
    if (wanted === undefined) return { fromFile: () => undefined, choice: [] };
    throw new UsageError(
      `${wanted.from} names a target, but there is no ${standardConfigFile} here.\nnpx petstore-conformance init writes one; --config FILE names another.`,
    );
  }
  const { document: config } = readDocument(path, reading, files);
  const choice = [...config.targets.keys()];
  if (wanted === undefined) return { fromFile: lookUp(path, [['', config.options]]), choice };
  const target = config.targets.get(wanted.text);
  if (target === undefined) {
    const there = choice.length === 0 ? 'It names none.' : `There are ${choice.join(', ')}.`;
    throw new UsageError(
      `${wanted.from}: ${quoted(path)} has no target ${quoted(wanted.text)}.${didYouMean(wanted.text, choice)}\n${there}`,
    );
  }
  const layers = [
    [`targets.${wanted.text}.`, target.options],
    ['', config.options],
  ] as const;
  return { fromFile: lookUp(path, layers), target: { ...target, name: wanted.text }, choice: [] };
}

/** Looks an option up in layers of the file, the nearest first. */
function lookUp(
  path: string,
  layers: readonly (readonly [prefix: string, options: Readonly<Record<string, OptionValue>>])[],
): FromFile {
  return (flag) => {
    const field = fieldOf(flag);
    for (const [prefix, options] of layers) {
      const value = options[field];
      if (value !== undefined)
        return { value: placed(flag, value, path), from: `${prefix}${field} in ${path}` };
    }
    return undefined;
  };
}

function placed(flag: string, value: OptionValue, path: string): OptionValue {
  const fromFolder = (one: string) => (/^https?:\/\//i.test(one) ? one : join(dirname(path), one));
  if (flag === 'reporter') return String(value).replace(reporterPaths, fromFolder);
  if (!paths.includes(flag)) return value;
  if (typeof value === 'string') return fromFolder(value);
  return Array.isArray(value) ? value.map((one) => fromFolder(String(one))) : value;
}
