import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { problemWith, type SchemaProblem } from '../files/schema-problem.ts';
import { parseJson, UnreadableFile } from '../files/unreadable.ts';
import { didYouMean } from '../text/similar.ts';
import { readDocument } from './files.ts';
import { quoted, UsageError } from './messages.ts';
import { isRepeatable, isSwitch, type OptionRow } from './option.ts';
import { fileOptions, type RunTable, runOptions } from './options.ts';
import {
  type Env,
  type Flags,
  type FromFile,
  largestSeed,
  type OptionValues,
  optionValues,
} from './values.ts';

/** The default configuration file. */
export const standardConfigFile = 'petstore-conformance.config.json';

/** A named target of the configuration, and its options. */
interface NamedTarget {
  /** The variable that holds its key, if that is not PETSTORE_API_KEY. */
  readonly keyVariable?: string;
  /** Whether the run may only read there. */
  readonly production?: boolean;
  readonly [option: string]: unknown;
}

/** A valid configuration: named targets, and options for all of them. */
interface Config {
  readonly targets?: Readonly<Record<string, NamedTarget>>;
  readonly [option: string]: unknown;
}

/** The options of a command line, combined with the configuration. */
export interface Configured {
  readonly values: OptionValues<RunTable>;
  readonly target?: NamedTarget & { readonly name: string };
  /** The names of the targets, if none is selected. */
  readonly choice: readonly string[];
}

/**
 * Reads the options of a command line, its variables, and the configuration file that they name, by default the usual one
 * if it exists. Throws a UsageError.
 */
export function readConfigured(flags: Flags, env: Env): Configured {
  const valuesWith = (fromFile?: FromFile) => optionValues(runOptions, flags, env, fromFile);
  const values = valuesWith();
  const { config: named, target: wanted } = values;
  const file = named?.value ?? standardConfigFile;
  if (named === undefined && !existsSync(file)) {
    if (wanted === undefined) return { values, choice: [] };
    throw new UsageError(
      `${wanted.from} needs a configuration, but there is no ${standardConfigFile} here.\nWrite one with npx petstore-conformance init, or use --config FILE.`,
    );
  }
  const config = readFile(file);
  const { targets = {} } = config;
  const choice = Object.keys(targets);
  if (wanted === undefined) return { values: valuesWith(lookUp(file, [['', config]])), choice };
  const name = wanted.value;
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (target === undefined) {
    const known = choice.length === 0 ? 'It has no targets.' : `Its targets: ${choice.join(', ')}.`;
    throw new UsageError(
      `${wanted.from}: ${quoted(file)} has no target ${quoted(name)}.${didYouMean(name, choice)}\n${known}`,
    );
  }
  const fromFile = lookUp(file, [
    [`targets.${name}.`, target],
    ['', config],
  ]);
  return { values: valuesWith(fromFile), target: { ...target, name }, choice: [] };
}

function readFile(file: string): Config {
  const reading = { what: 'the configuration', read: readConfig, most: 1024 * 1024 };
  return readDocument(file, reading).document;
}

/** Reads the targets of a configuration file by name, if it exists. Throws a UsageError. */
export function readTargets(file: string): Config['targets'] | undefined {
  return existsSync(file) ? (readFile(file).targets ?? {}) : undefined;
}

/** Looks up an option in layers of the file; the first layer wins. */
function lookUp(
  file: string,
  layers: readonly (readonly [prefix: string, options: NamedTarget])[],
): FromFile {
  return (name) => {
    for (const [prefix, { [name]: value }] of layers)
      if (value !== undefined)
        return { value: placed(name, value, file), from: `${prefix}${name} in ${file}` };
    return undefined;
  };
}

/** Resolves paths from the folder of the file, including those of custom reporters. */
function placed(name: string, value: unknown, file: string): unknown {
  const fromFolder = (one: string) => (/^https?:\/\//i.test(one) ? one : join(dirname(file), one));
  // A custom reporter begins with a dot; the part after `=` is its output file.
  if (name === 'reporter') return String(value).replace(/(?<=^|,\s*)\.\.?[\\/][^,=]+/g, fromFolder);
  const kind = fileOptions[name]?.kind;
  if (kind === 'paths') return [value].flat().map((one) => fromFolder(String(one)));
  return kind === 'path' ? fromFolder(String(value)) : value;
}

/** Parses a configuration file. Throws `UnreadableFile` if it is not valid JSON or does not match the schema. */
function readConfig(text: string): Config {
  const value = parseJson(text);
  const problem = problemWith(value, configSchema());
  if (problem !== undefined) throw new UnreadableFile(inWords(problem));
  return value as Config;
}

function inWords({ pointer, problem, unknownField, known = [] }: SchemaProblem): string {
  const where = pointer === '' ? 'the file' : pointer;
  if (unknownField === undefined) return `${where} ${problem}`;
  const shown = JSON.stringify(unknownField).slice(0, 80);
  return `${where} has an unknown field: ${shown}.${didYouMean(unknownField, known)}`;
}

/** Patterns for the names of targets and of variables that hold their keys. */
export const targetNames = '^[A-Za-z0-9][A-Za-z0-9._-]*$';
export const variableNames = '^[A-Za-z_][A-Za-z0-9_]*$';

/** Returns the JSON Schema of the configuration file, published as schemas/config.schema.json. */
export function configSchema(): object {
  const rows = Object.entries(fileOptions);
  const options = Object.fromEntries(rows.map(([name]) => [name, { $ref: `#/$defs/${name}` }]));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'petstore-conformance/schemas/config.schema.json',
    title: 'Configuration of petstore-conformance',
    description:
      'Options of `run`, in camelCase, for all targets or for one named target. Flags override variables, and variables override this file.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string', description: 'The path of this schema, for editors.' },
      ...options,
      targets: {
        type: 'object',
        description: 'Targets by name, for `run --target NAME`.',
        propertyNames: { pattern: targetNames },
        additionalProperties: { $ref: '#/$defs/target' },
      },
    },
    $defs: {
      target: {
        type: 'object',
        description: 'A target, and the options for runs against it.',
        additionalProperties: false,
        required: ['baseUrl'],
        properties: {
          ...options,
          keyVariable: {
            type: 'string',
            pattern: variableNames,
            description: 'The environment variable with the key of this target, if not PETSTORE_API_KEY.',
          },
          production: {
            type: 'boolean',
            description:
              'Whether people rely on this target: the run then sends only GET requests and does not use up the quota, unless --allow-writes is set.',
          },
        },
      },
      ...Object.fromEntries(
        rows.map(([name, row]) => [name, { description: row.words, ...valueSchema(row) }]),
      ),
    },
  };
}

function valueSchema(row: OptionRow): object {
  const [minimum, maximum] = row.bounds ?? [0, largestSeed];
  const text = { type: 'string', minLength: 1 };
  if (isSwitch(row)) return { type: 'boolean' };
  if (isRepeatable(row)) return { type: 'array', items: row.kind === 'paths' ? text : { type: 'string' } };
  switch (row.kind) {
    case 'whole':
      return { type: 'integer', minimum, maximum };
    case 'seconds':
      return { type: 'number', minimum, maximum };
    case 'seed':
      return { oneOf: [{ type: 'integer', minimum, maximum }, { enum: ['random', 'date'] }] };
    case 'choice':
      return { enum: row.choices };
    default:
      return text;
  }
}
