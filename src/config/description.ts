import { descriptionLimits, loadDescription, UnreadableDescription } from '../description/load.ts';
import { definedOnly } from '../text/defined-only.ts';
import { fileReason, readCapped } from './files.ts';
import { quoted, UsageError } from './messages.ts';
import type { Reach, Settings } from './settings.ts';
import type { Sourced } from './target.ts';

const maxBytes = descriptionLimits.megabytes * 1024 * 1024;

/**
 * Reads the description that `--description` names: a file, or a URL on the target's origin. The URL is requested once, with
 * the client certificate but without the key. Throws a UsageError.
 */
export async function readDescription(
  given: Sourced | undefined,
  reach: Reach,
): Promise<Pick<Settings, 'description'>> {
  if (given === undefined) return {};
  const { value, from } = given;
  const url = /^https?:\/\//i.test(value) && URL.canParse(value) ? new URL(value) : undefined;
  const lead = `${from}: cannot read ${quoted(value)}`;
  let text: string;
  try {
    text = await (url === undefined ? textOf(value) : textAt(url, reach));
  } catch (error) {
    throw new UsageError(`${lead}: ${error instanceof Error ? error.message : String(error)}.`);
  }
  // The query is left out, because it may contain a secret.
  return {
    description: { from: url ? `${url.origin}${url.pathname}` : value, document: await load(text, lead) },
  };
}

/** Reads a description from its text. Throws a UsageError that begins with `from`. */
export async function readDescriptionText(
  text: string,
  from: string,
): Promise<Pick<Settings, 'description'>> {
  return { description: { from, document: await load(text, `${from}: cannot read the description`) } };
}

async function load(text: string, lead: string): Promise<unknown> {
  try {
    return await loadDescription(text);
  } catch (error) {
    if (!(error instanceof UnreadableDescription)) throw error;
    throw new UsageError(`${lead}: ${error.message}.`);
  }
}

function textOf(path: string): string {
  try {
    return new TextDecoder().decode(readCapped(path, maxBytes));
  } catch (error) {
    throw new Error(fileReason(error));
  }
}

async function textAt(url: URL, { baseUrl, timeoutSeconds, ca, clientCertificate }: Reach): Promise<string> {
  if (url.origin !== new URL(baseUrl).origin)
    throw new Error(
      "its origin differs from the target's. Save the description to a file and pass the path of that file",
    );
  const [{ fetchText }, { faultOf }] = await Promise.all([
    import('../http/dispatcher.ts'),
    import('../http/faults.ts'),
  ]);
  const options = {
    timeoutMs: timeoutSeconds * 1000,
    most: maxBytes,
    ...definedOnly({ ca, clientCertificate }),
  };
  return fetchText(url, options).catch((error: Error) => {
    throw 'code' in error ? new Error(faultOf(error).sentence) : error;
  });
}
