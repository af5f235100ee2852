import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { problemWith, type SchemaProblem } from '../files/schema-problem.ts';
import { parseJson, UnreadableFile } from '../files/unreadable.ts';
import { definedOnly } from '../text/defined-only.ts';
import { type Files, type Reading, readDocument } from './files.ts';
import { didYouMean, quoted, UsageError } from './messages.ts';
import { fileOptions, type RunTable, runOptions } from './options.ts';
import { configSchema } from './schema.ts';
import {
  type Env,
  type Flags,
  type FromFile,
  type OptionValue,
  type OptionValues,
  optionValues,
} from './values.ts';

/** The file that is looked for where nobody names one. */
const standardConfigFile = 'petstore-conformance.config.json';

/** Options of `run`, by their names. */
type Options = Readonly<Record<string, OptionValue>>;

/** A service that the configuration names. */
interface NamedTarget {
  readonly options: Options;
  /** The variable that holds its key, where that is not PETSTORE_API_KEY. */
  readonly keyVariable?: string;
  /** Whether nothing may be written there. */
  readonly production: boolean;
}

interface Config {
  /** Options for every target. */
  readonly options: Options;
  readonly targets: ReadonlyMap<string, NamedTarget>;
}

const reading: Reading<Config> = {
  what: 'the configuration',
  read: readConfig,
  most: 1024 * 1024,
};

/** The options of a command line, with what the configuration adds to them. */
export interface Configured {
  readonly values: OptionValues<RunTable>;
  readonly target?: NamedTarget & { readonly name: string };
  /** The names of targets that there are, where none was chosen. */
  readonly choice: readonly string[];
}

/**
 * The options of a command line, its variables, and the configuration that they name, or the usual one where it is there.
 * Throws a UsageError.
 */
export function readConfigured(flags: Flags, sources: Files & { readonly env: Env }): Configured {
  const bare = optionValues(runOptions, flags, sources.env);
  const valuesWith = (fromFile: FromFile) => optionValues(runOptions, flags, sources.env, fromFile);
  const named = bare.text('config')?.text;
  const file = named ?? standardConfigFile;
  const wanted = bare.text('target');
  if (named === undefined && !existsSync(file)) {
    if (wanted === undefined) return { values: bare, choice: [] };
    throw new UsageError(
      `${wanted.from} names a target, but there is no ${standardConfigFile} here.\nnpx petstore-conformance init writes one; --config FILE names another.`,
    );
  }
  const { document: config } = readDocument(file, reading, sources);
  const choice = [...config.targets.keys()];
  if (wanted === undefined) return { values: valuesWith(lookUp(file, [['', config.options]])), choice };
  const target = config.targets.get(wanted.text);
  if (target === undefined) {
    const there = choice.length === 0 ? 'It names none.' : `There are ${choice.join(', ')}.`;
    throw new UsageError(
      `${wanted.from}: ${quoted(file)} has no target ${quoted(wanted.text)}.${didYouMean(wanted.text, choice)}\n${there}`,
    );
  }
  const layers = [[`targets.${wanted.text}.`, target.options] as const, ['', config.options] as const];
  return {
    values: valuesWith(lookUp(file, layers)),
    target: { ...target, name: wanted.text },
    choice: [],
  };
}

/** Looks an option up in layers of the file, the nearest first. */
function lookUp(file: string, layers: readonly (readonly [prefix: string, options: Options])[]): FromFile {
  return (name) => {
    for (const [prefix, { [name]: value }] of layers)
      if (value !== undefined)
        return { value: placed(name, value, file), from: `${prefix}${name} in ${file}` };
    return undefined;
  };
}

/** Paths lead from the folder of the file, and so do reporters of the user's own among those with names. */
function placed(name: string, value: OptionValue, file: string): OptionValue {
  const fromFolder = (one: string) => (/^https?:\/\//i.test(one) ? one : join(dirname(file), one));
  if (name === 'reporter') return String(value).replace(reporterPaths, fromFolder);
  const kind = fileOptions[name]?.kind;
  if (kind === 'paths') return [value].flat().map((one) => fromFolder(String(one)));
  return kind === 'path' ? fromFolder(String(value)) : value;
}

/** Reporters of the user's own say that they are paths. */
const reporterPaths = /(?<=^|,\s*)\.\.?[\\/][^,=]+/g;

/**
 * Reads the text of a configuration file. Throws `UnreadableFile` where it is no JSON (line and column), has
 * fields that nobody knows, or values that no option takes.
 */
function readConfig(text: string): Config {
  const value = parseJson(text);
  const problem = problemWith(value, configSchema());
  if (problem !== undefined) throw new UnreadableFile(inWords(problem));
  const { $schema: _, targets = {}, ...options } = value as Written;
  return {
    options,
    targets: new Map(
      Object.entries(targets).map(([name, { keyVariable, production = false, ...own }]) => [
        name,
        { options: own as Options, production, ...definedOnly({ keyVariable }) },
      ]),
    ),
  };
}

/** A file that is as its schema says. */
type Written = Options & {
  readonly $schema?: string;
  readonly targets?: Readonly<
    Record<string, Options & { readonly keyVariable?: string; readonly production?: boolean }>
  >;
};

function inWords({ pointer, problem, unknownField, known = [] }: SchemaProblem): string {
  const where = pointer === '' ? 'the file' : pointer;
  if (unknownField === undefined) return `${where} ${problem}`;
  const shown = JSON.stringify(unknownField).slice(0, 80);
  return `${where} has a field that nobody knows: ${shown}.${didYouMean(unknownField, known)}`;
}
