import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A module that takes longer to load waits for something that never comes. */
const longestLoadMs = 30_000;

/** Rejects a module of the user that cannot be loaded. Its message follows the name of the file, in one line or two. */
export class UnloadableModule extends Error {
  override readonly name = 'UnloadableModule';
}

/** What the user has to write, for messages. */
export interface Wanted {
  /** What the module imports from this package, as a rule: `petstore-conformance/check`. */
  readonly entry: string;
  /** How its export begins: `export default …`. */
  readonly example: string;
}

/**
 * Loads the default export of the module at a path, relative to the working folder; throws an `UnloadableModule`. Its code
 * runs with all permissions of this process.
 */
export async function loadDefault(path: string, { entry, example }: Wanted): Promise<unknown> {
  const file = resolve(path);
  if (!(statSync(file, { throwIfNoEntry: false })?.isFile() ?? false))
    throw new UnloadableModule('is no file that is there');
  const { typescript } = process.features as { readonly typescript?: string | false };
  // Only some versions of Node.js strip the types of TypeScript.
  if (/\.[mc]?tsx?$/.test(path) && !typescript)
    throw new UnloadableModule(
      `is TypeScript, which this Node.js (${process.versions.node}) does not read\n` +
        'Node.js 22.18 and later does; or give the JavaScript that it compiles to.',
    );
  let loaded: { readonly default?: unknown };
  try {
    loaded = await inTime(import(pathToFileURL(file).href));
  } catch (error) {
    throw error instanceof UnloadableModule ? error : new UnloadableModule(whyNotLoaded(error, entry));
  }
  if (!('default' in loaded)) throw new UnloadableModule(`has no default export\nWrite \`${example}\`.`);
  return loaded.default;
}

function inTime<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    const tooLong = () =>
      reject(new UnloadableModule(`was not loaded within ${longestLoadMs / 1_000} s: what does it await?`));
    const timer = setTimeout(tooLong, longestLoadMs);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function whyNotLoaded(error: unknown, entry: string): string {
  if (!(error instanceof Error)) return `threw ${firstLine(error)} while it was loaded`;
  const first = firstLine(error.message);
  if (error instanceof SyntaxError) return `does not parse: ${first}`;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ERR_MODULE_NOT_FOUND' && first.includes('petstore-conformance'))
    return `does not find ${entry}\nInstall it beside the file: npm install --save-dev petstore-conformance.`;
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION') return 'is no JavaScript: its name ends in .mjs or .js';
  return `threw ${firstLine(error.name)} while it was loaded: ${first}`;
}

/** Keeps what was thrown from adding lines to a message. */
function firstLine(value: unknown): string {
  return String(value).split('\n')[0] ?? '';
}
