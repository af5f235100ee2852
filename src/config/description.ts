import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { type DescriptionSource, loadDescription, UnreadableDescription } from '../description/load.ts';
import { definedOnly } from '../text/defined-only.ts';
import { type Files, fileReason } from './files.ts';
import { quoted, UsageError } from './messages.ts';
import type { Settings } from './settings.ts';
import type { Given } from './values.ts';

const mostBytes = 8 * 1024 * 1024;

/** How a description at an address is reached. */
export interface Reach {
  readonly timeoutSeconds: number;
  readonly ca?: string;
}

/**
 * Reads what `--description` names, if it is given: a file, or an address, which is asked once and without the key. References
 * lead to files in the folder of the description, or to its own origin, and nowhere else. Throws a UsageError.
 */
export async function readDescription(
  given: Given | undefined,
  reach: Reach,
  sources: Files,
): Promise<Pick<Settings, 'description'>> {
  if (given === undefined) return {};
  const address = addressIn(given.text);
  const read = address === undefined ? fileReader(given.text, sources) : addressReader(address, reach);
  const document = await load(
    { from: given.text, read },
    `${given.from}: the description ${quoted(given.text)}`,
  );
  const from = address === undefined ? given.text : `${address.origin}${address.pathname}`;
  return { description: { from, document } };
}

/** A description that is given as a JSON text; it refers to nothing outside itself. Throws a UsageError that begins with `from`. */
export async function readDescriptionText(
  json: string,
  from: string,
): Promise<Pick<Settings, 'description'>> {
  const read = async (asked: string): Promise<string> => {
    if (resolve(asked) === resolve(from)) return json;
    throw new Error(`it refers to ${quoted(asked)}, which is not in it`);
  };
  return { description: { from, document: await load({ from, read }, `${from}: the description`) } };
}

async function load(source: DescriptionSource, shown: string): Promise<unknown> {
  try {
    return await loadDescription(source);
  } catch (error) {
    if (!(error instanceof UnreadableDescription)) throw error;
    throw new UsageError(`${shown} could not be read: ${error.message}.`);
  }
}

function addressIn(text: string): URL | undefined {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

function fileReader(path: string, { readFile }: Files) {
  const folder = dirname(resolve(path));
  return async (from: string): Promise<string> => {
    const inside = relative(folder, resolve(from));
    if (addressIn(from) !== undefined || inside.startsWith('..') || isAbsolute(inside))
      throw new Error(`it refers to ${quoted(from)}, which is not in its folder`);
    try {
      return new TextDecoder().decode(readFile(from, mostBytes));
    } catch (error) {
      const which = resolve(from) === resolve(path) ? '' : `it refers to ${quoted(from)}: `;
      throw new Error(`${which}${fileReason(error)}`);
    }
  };
}

function addressReader({ origin }: URL, { timeoutSeconds, ca }: Reach) {
  return async (from: string): Promise<string> => {
    const address = addressIn(from);
    if (address?.origin !== origin)
      throw new Error(`it refers to ${quoted(from)}, which is not at its own address`);
    const { fetchText } = await import('../http/dispatcher.ts');
    return fetchText(address, { timeoutMs: timeoutSeconds * 1000, most: mostBytes, ...definedOnly({ ca }) });
  };
}
