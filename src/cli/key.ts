import { checkKey, longestKey } from '../config/bearer-key.ts';
import { fileReason } from '../config/file-reason.ts';
import { quoted } from '../config/quoted.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Given } from '../config/values.ts';
import type { Surroundings } from './surroundings.ts';

export interface FoundKey {
  readonly key: string;
  /** What was done to it, where the user should know. */
  readonly note?: string;
}

type Sources = Pick<Surroundings, 'env' | 'readFile' | 'keepSecret'>;

/**
 * The key from the file that an option names, else from the variable; undefined where neither is given.
 * Throws a UsageError.
 */
export function findKey(
  file: Given | undefined,
  sources: Sources,
  variable = 'PETSTORE_API_KEY',
): FoundKey | undefined {
  // The configuration names the variable, and every object inherits `constructor`.
  const fromEnv = Object.hasOwn(sources.env, variable) ? sources.env[variable] : undefined;
  if (fromEnv !== undefined) sources.keepSecret(fromEnv);
  if (file === undefined) return fromEnv === undefined ? undefined : withoutLineBreak(fromEnv, variable);
  if (fromEnv !== undefined && !file.byFlag) {
    throw new UsageError(`${variable} and ${file.from} are both set. Unset one of them.`);
  }
  const text = readKeyFile(file.text, file.from, sources);
  sources.keepSecret(text);
  return withoutLineBreak(text, `the key file ${quoted(file.text)}`);
}

function readKeyFile(path: string, from: string, { readFile }: Sources): string {
  let bytes: Uint8Array;
  try {
    bytes = readFile(path, longestKey * 2);
  } catch (error) {
    throw new UsageError(`${from}: ${quoted(path)} cannot be read: ${fileReason(error)}.`);
  }
  if ([0xff, 0xfe, 0xef].includes(bytes[0] ?? 0) || bytes.includes(0)) {
    throw new UsageError(
      `${from}: the file is no plain ASCII text; it begins with a byte order mark or is UTF-16.\n` +
        'Save it as ASCII; in PowerShell, Set-Content -Encoding ascii does so.',
    );
  }
  return Buffer.from(bytes).toString('utf8');
}

/** A single line break at the end, which editors and `echo` leave, is taken off. */
function withoutLineBreak(text: string, from: string): FoundKey {
  const key = text.replace(/\r?\n$/, '');
  checkKey(key, from);
  return key === text ? { key } : { key, note: `The line break at the end of ${from} was left out.` };
}
