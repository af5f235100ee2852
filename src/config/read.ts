import { readJsonText } from '../json/read.ts';
import { problemWith, type SchemaProblem } from '../schema/problem.ts';

/** The value of an option as a configuration file gives it. */
export type OptionValue = string | number | boolean | readonly string[];

/** Options of `run`, by their names in camelCase. */
export type Options = Readonly<Record<string, OptionValue>>;

/** A service that the configuration names. */
export interface NamedTarget {
  readonly options: Options;
  /** The variable that holds its key, where that is not PETSTORE_API_KEY. */
  readonly keyVariable?: string;
  /** Whether nothing may be written there. */
  readonly production: boolean;
}

export interface Config {
  /** Options for every target. */
  readonly options: Options;
  readonly targets: ReadonlyMap<string, NamedTarget>;
}

/** A file that holds no configuration that can be read: what was seen, where, and what to do. */
export class UnreadableConfig extends Error {
  override readonly name = 'UnreadableConfig';
}

/** What suggests a name for one that nobody knows: ` Did you mean maxWait?`, or nothing. */
type Suggest = (name: string, known: readonly string[]) => string;

/**
 * Reads the text of a configuration file. Throws `UnreadableConfig` where it is no JSON (line and column), has
 * fields that nobody knows, or values that no option takes.
 */
export function readConfig(text: string, suggest: Suggest): Config {
  const document = readJsonText(text);
  if (!document.ok)
    throw new UnreadableConfig(
      `it is no JSON (line ${document.line}, column ${document.column}: ${document.problem})`,
    );
  const value: unknown = JSON.parse(text);
  const problem = problemWith(value, 'config');
  if (problem !== undefined) throw new UnreadableConfig(inWords(problem, suggest));
  const { $schema: _, targets = {}, ...options } = value as Written;
  return {
    options,
    targets: new Map(Object.entries(targets).map(([name, target]) => [name, targetOf(target)])),
  };
}

/** A file that is as its schema says. */
type Written = Options & {
  readonly $schema?: string;
  readonly targets?: Readonly<Record<string, WrittenTarget>>;
};

type WrittenTarget = Options & { readonly keyVariable?: string; readonly production?: boolean };

function targetOf({ keyVariable, production = false, ...options }: WrittenTarget): NamedTarget {
  return { options: options as Options, production, ...(keyVariable === undefined ? {} : { keyVariable }) };
}

function inWords({ pointer, problem, unknownField, known = [] }: SchemaProblem, suggest: Suggest): string {
  const where = pointer === '' ? 'the file' : pointer;
  if (unknownField === undefined) return `${where} ${problem}`;
  const shown = JSON.stringify(unknownField).slice(0, 80);
  return `${where} has a field that nobody knows: ${shown}.${suggest(unknownField, known)}`;
}
