import type { OptionValues } from './option-values.ts';
import { quoted } from './quoted.ts';
import type { Surroundings } from './surroundings.ts';
import { fileReason, UsageError } from './usage-error.ts';

export interface FoundKey {
  readonly key: string;
  /** What was done to it, where the user should know. */
  readonly note?: string;
}

type Sources = Pick<Surroundings, 'env' | 'readFile' | 'keepSecret'>;

/** Longer ones do not pass through the header caps of common servers. */
const longestKey = 4_096;

/**
 * The key from the file named by the option, else from the variable; undefined where neither is given.
 * A single line break at the end, which editors and `echo` leave, is taken off.
 */
export function findKey(
  values: OptionValues,
  flag: string,
  sources: Sources,
  variable = 'PETSTORE_API_KEY',
): FoundKey | undefined {
  const file = values.text(flag);
  const fromEnv = sources.env[variable];
  if (fromEnv !== undefined) sources.keepSecret(fromEnv);
  if (file === undefined) return fromEnv === undefined ? undefined : checkKey(fromEnv, variable);
  if (fromEnv !== undefined && !file.byFlag) {
    throw new UsageError(`${variable} and ${file.from} are both set. Unset one of them.`);
  }
  const text = readKeyFile(file.text, file.from, sources);
  sources.keepSecret(text);
  return checkKey(text, `the key file ${quoted(file.text)}`);
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

/** Judges a key by what a bearer token may hold (token68, RFC 6750); messages tell places, never characters. */
function checkKey(text: string, from: string): FoundKey {
  const key = text.replace(/\r?\n$/, '');
  if (key.trim() === '') throw new UsageError(`${from} is empty. Put the API key there.`);
  if (/[\r\n]/.test(key)) throw new UsageError(`${from} holds more than one line. Put the key there alone.`);
  if (key !== key.trim()) throw new UsageError(`${from} has blanks around the key. Take them off.`);
  if (/^(bearer|basic|token)\s/i.test(key)) {
    throw new UsageError(
      `${from} begins with the name of a scheme. Put the key there alone, without "Bearer".`,
    );
  }
  const stray = key.search(/[^A-Za-z0-9\-._~+/=]|=(?=[^=])/);
  if (stray >= 0) {
    throw new UsageError(
      `${from} holds ${kindOf(key, stray)} at position ${stray + 1} of ${key.length}, which no bearer token has.\n` +
        'Letters, digits and - . _ ~ + / may stand there, and = at the end. Copy the key again.',
    );
  }
  if (/^=/.test(key)) throw new UsageError(`${from} begins with "=", which no bearer token does.`);
  if (key.length > longestKey) throw new UsageError(`${from} is ${key.length} characters long; no key is.`);
  return key === text ? { key } : { key, note: `The line break at the end of ${from} was left out.` };
}

function kindOf(key: string, at: number): string {
  const code = key.charCodeAt(at);
  if (code > 0x7e) return 'a character outside ASCII';
  if (code < 0x20) return 'a control character';
  return code === 0x20 ? 'a blank' : 'a character';
}
