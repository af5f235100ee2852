import { dirname, isAbsolute, relative, resolve } from 'node:path';
import {
  type DescriptionSource,
  descriptionLimits,
  loadDescription,
  UnreadableDescription,
} from '../description/load.ts';
import { definedOnly } from '../text/defined-only.ts';
import { fileReason, readCapped } from './files.ts';
import { quoted, UsageError } from './messages.ts';
import type { Reach, Settings } from './settings.ts';
import type { Sourced } from './target.ts';

const maxBytes = descriptionLimits.megabytes * 1024 * 1024;

/**
 * Reads the description that `--description` names: a file, or a URL, which is requested once without the key, and on the
 * target's origin with the client certificate. References may point only to the same folder or origin. Throws a UsageError.
 */
export async function readDescription(
  given: Sourced | undefined,
  reach: Reach,
): Promise<Pick<Settings, 'description'>> {
  if (given === undefined) return {};
  const { value: text, from } = given;
  const url = urlIn(text);
  const read = url === undefined ? fileReader(text) : urlReader(url, reach);
  const document = await load({ from: text, read }, `${from}: cannot read ${quoted(text)}`);
  // Without the query, which may contain a secret.
  return { description: { from: url ? `${url.origin}${url.pathname}` : text, document } };
}

/** Reads a description from JSON that refers to no other file. Throws a UsageError that begins with `from`. */
export async function readDescriptionText(
  json: string,
  from: string,
): Promise<Pick<Settings, 'description'>> {
  const read = async (wanted: string): Promise<string> => {
    if (resolve(wanted) === resolve(from)) return json;
    throw new Error(`it refers to ${quoted(wanted)}, which is outside it`);
  };
  return {
    description: { from, document: await load({ from, read }, `${from}: cannot read the description`) },
  };
}

async function load(source: DescriptionSource, failure: string): Promise<unknown> {
  try {
    return await loadDescription(source);
  } catch (error) {
    if (!(error instanceof UnreadableDescription)) throw error;
    throw new UsageError(`${failure}: ${error.message}.`);
  }
}

function urlIn(text: string): URL | undefined {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

function fileReader(path: string): DescriptionSource['read'] {
  const folder = dirname(resolve(path));
  return async (from) => {
    const inside = relative(folder, resolve(from));
    if (urlIn(from) !== undefined || inside.startsWith('..') || isAbsolute(inside))
      throw new Error(`it refers to ${quoted(from)}, which is outside its folder`);
    try {
      return new TextDecoder().decode(readCapped(from, maxBytes));
    } catch (error) {
      const which = resolve(from) === resolve(path) ? '' : `it refers to ${quoted(from)}: `;
      throw new Error(`${which}${fileReason(error)}`);
    }
  };
}

function urlReader(
  { origin }: URL,
  { timeoutSeconds, ca, clientCertificate }: Reach,
): DescriptionSource['read'] {
  return async (from) => {
    const url = urlIn(from);
    if (url?.origin !== origin) throw new Error(`it refers to ${quoted(from)}, which has another origin`);
    const [{ fetchText }, { faultOf }] = await Promise.all([
      import('../http/dispatcher.ts'),
      import('../http/faults.ts'),
    ]);
    const route = definedOnly({ ca, clientCertificate });
    const options = { timeoutMs: timeoutSeconds * 1000, most: maxBytes, ...route };
    return fetchText(url, options).catch((error: Error) => {
      throw 'code' in error ? new Error(faultOf(error).sentence) : error;
    });
  };
}
