import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Reports a user's module that cannot be loaded. The message follows the file name and has one or two lines. */
export class UnloadableModule extends Error {
  override readonly name = 'UnloadableModule';
}

const loadedFiles = new Set<string>();

/** Returns the user's files that have been loaded so far, as absolute paths. */
export const userFiles = (): readonly string[] => [...loadedFiles];

/** What the user must write, for messages. */
export interface ExpectedModule {
  /** What the module usually imports from this package: `petstore-conformance/check`. */
  readonly entry: string;
  /** What its export looks like: `export default …`. */
  readonly example: string;
}

/**
 * Loads the default export of a module; the path is relative to the working directory. Throws an `UnloadableModule`. The
 * module's code runs with all permissions of this process.
 */
export async function loadDefault(path: string, { entry, example }: ExpectedModule): Promise<unknown> {
  const file = resolve(path);
  if (!(statSync(file, { throwIfNoEntry: false })?.isFile() ?? false))
    throw new UnloadableModule('does not exist, or is not a file');
  const { typescript } = process.features as { readonly typescript?: string | false };
  // Only some versions of Node.js run TypeScript.
  if (/\.[mc]?tsx?$/.test(path) && !typescript)
    throw new UnloadableModule(
      `is TypeScript, which this Node.js (${process.versions.node}) cannot load\n` +
        'Use Node.js 22.18 or later, or the compiled JavaScript.',
    );
  loadedFiles.add(file);
  let loaded: { readonly default?: unknown };
  try {
    loaded = await import(pathToFileURL(file).href);
  } catch (error) {
    throw new UnloadableModule(whyNotLoaded(error, entry));
  }
  if (!('default' in loaded)) throw new UnloadableModule(`has no default export\nWrite \`${example}\`.`);
  return loaded.default;
}

function whyNotLoaded(error: unknown, entry: string): string {
  if (!(error instanceof Error)) return `threw ${firstLine(error)} while loading`;
  const first = firstLine(error.message);
  if (error instanceof SyntaxError) return `does not parse: ${first}`;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ERR_MODULE_NOT_FOUND' && first.includes('petstore-conformance'))
    return `cannot find ${entry}\nInstall it next to the file: npm install --save-dev petstore-conformance.`;
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION') return 'is not JavaScript; its name must end in .mjs or .js';
  return `threw ${firstLine(error.name)} while loading: ${first}`;
}

/** Returns the first line, so that an error cannot add lines to a message. */
function firstLine(value: unknown): string {
  return String(value).split('\n')[0] ?? '';
}
