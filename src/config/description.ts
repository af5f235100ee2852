import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { type DescriptionSource, loadDescription, UnreadableDescription } from '../description/load.ts';
import { definedOnly } from '../text/defined-only.ts';
import { type Files, fileReason } from './files.ts';
import { quoted, UsageError } from './messages.ts';
import type { Settings } from './settings.ts';
import type { Given } from './values.ts';

const mostBytes = 8 * 1024 * 1024;

/**
 * Reads what `--description` names, if it is given: a file, or a URL, which is requested once and without the key. References
 * may lead to files in the same folder, or to the same origin, and nowhere else. Throws a UsageError.
 */
export async function readDescription(
  given: Pick<Given, 'text' | 'from'> | undefined,
  reach: Pick<Settings, 'timeoutSeconds' | 'ca'>,
  files: Files,
): Promise<Pick<Settings, 'description'>> {
  if (given === undefined) return {};
  const { text, from } = given;
  const address = addressIn(text);
  const read = address === undefined ? fileReader(text, files) : addressReader(address, reach);
  const document = await load({ from: text, read }, `${from}: the description ${quoted(text)}`);
  // The query of a URL may hold a secret.
  return { description: { from: address ? `${address.origin}${address.pathname}` : text, document } };
}

/** Reads a description given as JSON, which may refer to nothing outside itself. Throws a UsageError that begins with `from`. */
export async function readDescriptionText(
  json: string,
  from: string,
): Promise<Pick<Settings, 'description'>> {
  const read = async (wanted: string): Promise<string> => {
    if (resolve(wanted) === resolve(from)) return json;
    throw new Error(`it refers to ${quoted(wanted)}, which is not in it`);
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

function fileReader(path: string, { readFile }: Files): DescriptionSource['read'] {
  const folder = dirname(resolve(path));
  return async (from) => {
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

function addressReader(
  { origin }: URL,
  { timeoutSeconds, ca }: Pick<Settings, 'timeoutSeconds' | 'ca'>,
): DescriptionSource['read'] {
  return async (from) => {
    const address = addressIn(from);
    if (address?.origin !== origin)
      throw new Error(`it refers to ${quoted(from)}, which is not at its own address`);
    const { fetchText } = await import('../http/dispatcher.ts');
    return fetchText(address, { timeoutMs: timeoutSeconds * 1000, most: mostBytes, ...definedOnly({ ca }) });
  };
}
