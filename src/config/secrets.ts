import { X509Certificate } from 'node:crypto';
import { isWeak, shortestStrong } from '../exchange/credentials.ts';
import { quoted, UsageError } from './messages.ts';
import type { Given } from './values.ts';

/** Longer ones do not pass through the header caps of common servers. */
export const longestKey = 4_096;

/** Judges a key by what a bearer token may hold (token68, RFC 6750); messages tell places, never characters. */
export function checkKey(key: string, from: string): void {
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
}

/** Whether a key cannot be told from other text, which is refused unless it is allowed. `howToAllow` names the option. */
export function isShortKey(key: string, from: string, allowed: boolean, howToAllow: string): boolean {
  if (allowed || !isWeak(key)) return isWeak(key);
  const why =
    key.length < shortestStrong
      ? `holds a key of ${key.length} characters, and keys of fewer than ${shortestStrong}`
      : 'holds a key that is a word of the specification, and such keys';
  throw new UsageError(
    `${from} ${why} cannot be kept out of reports: they look like other text.\n` +
      `Use another key, or add ${howToAllow}: the key is then redacted only in header values, curl lines and addresses.`,
  );
}

/** Shorter ones may be in an address by chance: `v1`. */
const shortestInAddress = 8;
/** Nobody encodes an address more often by mistake. */
const mostDecodings = 5;

/**
 * Refuses an address that holds the key, percent-encoded or not and in any case (host names are lowercased): every report
 * shows the address. `from` says what the user calls it.
 */
export function refuseKeyInAddress(baseUrl: string, key: string, from: string): void {
  if (key.length < shortestInAddress) return;
  const wanted = key.toLowerCase();
  let address = baseUrl.toLowerCase();
  for (let left = mostDecodings; left > 0 && !address.includes(wanted); left--) address = decoded(address);
  if (!address.includes(wanted)) return;
  throw new UsageError(`${from} holds the key, which would stand in every report. Leave it out.`);
}

/** Undoes percent-encoding, byte by byte: a key is ASCII, and the rest of the address may be anything. */
function decoded(address: string): string {
  return address.replace(/%([0-9a-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)).toLowerCase(),
  );
}

function kindOf(key: string, at: number): string {
  const code = key.charCodeAt(at);
  if (code > 0x7e) return 'a character outside ASCII';
  if (code < 0x20) return 'a control character';
  return code === 0x20 ? 'a blank' : 'a character';
}

/** What the kit sets by itself, what frames the message, and what would be a second credential. */
const reserved = new Set([
  'authorization',
  'proxy-authorization',
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  'accept-encoding',
  'transfer-encoding',
  'connection',
  'proxy-connection',
  'keep-alive',
  'upgrade',
  'expect',
  'te',
  'trailer',
]);

/** Reads `NAME: VALUE` options; values are never shown, for they may be secret. */
export function readHeaders(given: readonly Given[], key: string | undefined): (readonly [string, string])[] {
  const seen = new Set<string>();
  return given.map((one) => {
    const [name, value] = readHeader(one, key);
    if (seen.has(name.toLowerCase())) throw new UsageError(`${one.from} names ${name} twice. Give it once.`);
    seen.add(name.toLowerCase());
    return [name, value] as const;
  });
}

function readHeader({ text, from }: Given, key: string | undefined): readonly [string, string] {
  const colon = text.indexOf(':');
  if (colon < 1) throw new UsageError(`${from} takes 'NAME: VALUE'; this one has no name or no colon.`);
  const name = text.slice(0, colon);
  const value = text.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '');
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) {
    throw new UsageError(
      `${from}: ${quoted(name)} is no name of a header: letters, digits and - may stand there.`,
    );
  }
  if (reserved.has(name.toLowerCase())) {
    throw new UsageError(`${from}: ${name} is set by the kit itself. Leave it out.`);
  }
  if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) {
    throw new UsageError(`${from}: the value of ${name} holds a control character, or one outside Latin-1.`);
  }
  if (key !== undefined && key.length >= 4 && value.includes(key)) {
    throw new UsageError(`${from}: ${name} holds the key. It is sent in Authorization, and nowhere else.`);
  }
  return [name, value];
}

const certificates = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates of a PEM text, each of which can be read. `from` says where it comes from and begins the
 * message of the UsageError that is thrown where there is none, or one cannot be read.
 */
export function readCertificates(pem: string, from: string): string {
  const blocks = pem.match(certificates) ?? [];
  if (blocks.length === 0) {
    throw new UsageError(`${from} holds no certificate in PEM form (-----BEGIN CERTIFICATE-----).`);
  }
  blocks.forEach((block, index) => {
    try {
      new X509Certificate(block);
    } catch {
      throw new UsageError(`${from}: certificate ${index + 1} cannot be read. Is it cut short?`);
    }
  });
  return blocks.join('\n');
}
