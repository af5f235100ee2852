import { X509Certificate } from 'node:crypto';
import { isLoopback, proxyVariables } from '../exchange/address.ts';
import { isWeak, shortestStrong } from '../exchange/credentials.ts';
import { definedOnly } from '../text/defined-only.ts';
import { quoted, UsageError } from './messages.ts';
import type { RunTable } from './options.ts';
import type { Settings } from './settings.ts';
import type { Env, Given, OptionValues } from './values.ts';

/** Throws a UsageError with the first message whose problem is there. */
function refuse(...problems: readonly (readonly [isThere: boolean, message: string])[]): void {
  for (const [isThere, message] of problems) if (isThere) throw new UsageError(message);
}

/** Reads where a run goes and with which key; `findKey` returns it validated. Throws a UsageError. */
export function readTarget(
  base: Given,
  findKey: () => Pick<Given, 'text' | 'from'>,
  values: Pick<OptionValues<Pick<RunTable, 'allowHttp' | 'allowShortKey'>>, 'on' | 'named'>,
  env: Env,
): Pick<Settings, 'baseUrl' | 'key' | 'shortKey'> {
  const baseUrl = readBaseUrl(base, values.on('allowHttp'), values.named('allowHttp'));
  checkProxies(baseUrl, env);
  const { text: key, from } = findKey();
  refuseKeyInAddress(baseUrl, key, base.from);
  if (isWeak(key) && !values.on('allowShortKey')) {
    const why =
      key.length < shortestStrong
        ? `holds a key of ${key.length} characters, and keys of fewer than ${shortestStrong}`
        : 'holds a key that is a word of the specification, and such keys';
    throw new UsageError(
      `${from} ${why} cannot be kept out of reports: they look like other text.\n` +
        `Use another key, or add ${values.named('allowShortKey')}: the key is then redacted only in header values, curl lines and addresses.`,
    );
  }
  return { baseUrl, key, ...definedOnly({ shortKey: isWeak(key) || undefined }) };
}

/**
 * Reads a base URL and removes its trailing slashes. User info, a query and a fragment are refused, and so is plain http to
 * another machine unless `allowHttp`, because it shows the key to everyone on the way. Throws a UsageError.
 */
export function readBaseUrl(given: Given, allowHttp: boolean, howToAllow = '--allow-http'): string {
  const { text, from } = given;
  const example = 'Give it like https://petstore.example/v1.';
  const [, authority = ''] = /^https?:\/\/([^/\\?#]*)/i.exec(text) ?? [];
  const saw = `saw ${harmless(text)}`;
  refuse(
    [/[\s\p{Cc}]/u.test(text), `${from} holds a blank or a line break. ${example}`],
    [!/^https?:\/\/[^/\\]/i.test(text), `${from} is no http or https address: ${saw}.\n${example}`],
    [!URL.canParse(text), `${from} is no valid address: ${saw}.\n${example}`],
    [
      authority.includes('@'),
      `${from} carries a user name or password: ${saw} and more.\nLeave it out; the key is given apart.`,
    ],
    [text.includes('?'), `${from} carries a query: ${saw} and more.\nEnd it with the path.`],
    [text.includes('#'), `${from} carries a fragment: ${saw} and more.\nEnd it with the path.`],
  );
  const url = new URL(text);
  refuse([
    url.protocol === 'http:' && !isLoopback(url.hostname) && !allowHttp,
    `${from} is plain http to another machine (${quoted(url.host)}): the key would travel in the clear.\n` +
      `Use https, or add ${howToAllow} if everybody on the way may read the key.`,
  ]);
  return url.href.replace(/\/+$/, '');
}

/** Quotes the address without the parts in which people leave secrets. */
function harmless(text: string): string {
  return quoted(text.replace(/[?#].*$/s, '').replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/]*@/i, '$1'));
}

/** Refuses variables that name no proxy. Their values are never shown: they may hold a password. */
function checkProxies(baseUrl: string, env: Env): void {
  for (const { name, value } of proxyVariables(new URL(baseUrl), env))
    refuse([
      !(/^https?:\/\/[^/]/i.test(value) && URL.canParse(value)),
      `${name} is no address of a proxy.\nGive it like http://proxy.example:3128, or unset it; NO_PROXY names hosts to reach without it.`,
    ]);
}

/** Longer keys exceed the header limits of common servers. */
export const longestKey = 4_096;

/** Refuses a key that is no bearer token (token68, RFC 6750); messages name positions, never characters. */
export function checkKey(key: string, from: string): void {
  const stray = key.search(/[^A-Za-z0-9\-._~+/=]|=(?=[^=])/);
  refuse(
    [key.trim() === '', `${from} is empty. Put the API key there.`],
    [/[\r\n]/.test(key), `${from} holds more than one line. Put the key there alone.`],
    [key !== key.trim(), `${from} has blanks around the key. Take them off.`],
    [
      /^(bearer|basic|token)\s/i.test(key),
      `${from} begins with the name of a scheme. Put the key there alone, without "Bearer".`,
    ],
    [
      stray >= 0,
      `${from} holds ${kindOf(key.charCodeAt(stray))} at position ${stray + 1} of ${key.length}, which no bearer token has.\n` +
        'Letters, digits and - . _ ~ + / may stand there, and = at the end. Copy the key again.',
    ],
    [key.startsWith('='), `${from} begins with "=", which no bearer token does.`],
    [key.length > longestKey, `${from} is ${key.length} characters long; no key is.`],
  );
}

function kindOf(code: number): string {
  if (code > 0x7e) return 'a character outside ASCII';
  if (code < 0x20) return 'a control character';
  return code === 0x20 ? 'a blank' : 'a character';
}

/** Shorter keys may be in an address by chance: `v1`. */
const shortestInAddress = 8;
/** More layers of encoding are no mistake that people make. */
const mostDecodings = 5;

/**
 * Refuses an address that holds the key, percent-encoded or not and in any case (host names are lowercased): every report
 * shows the address. `from` is what the user calls it.
 */
export function refuseKeyInAddress(baseUrl: string, key: string, from: string): void {
  const wanted = key.toLowerCase();
  let address = baseUrl.toLowerCase();
  // Byte by byte: a key is ASCII, and the rest of the address may be anything.
  const decode = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)).toLowerCase();
  for (let left = mostDecodings; left > 0 && !address.includes(wanted); left--)
    address = address.replace(/%([0-9a-f]{2})/g, decode);
  refuse([
    key.length >= shortestInAddress && address.includes(wanted),
    `${from} holds the key, which would stand in every report. Leave it out.`,
  ]);
}

/** Headers that the kit sets, that frame the message, or that would be a second credential. */
const reserved = new Set(
  (
    'authorization proxy-authorization host content-length content-type content-encoding accept-encoding ' +
    'transfer-encoding connection proxy-connection keep-alive upgrade expect te trailer'
  ).split(' '),
);

/** Reads `NAME: VALUE` options. Values are never shown: they may be secret. */
export function readHeaders(given: readonly Given[], key: string | undefined): (readonly [string, string])[] {
  const names = new Set<string>();
  return given.map((one) => {
    const [name, value] = readHeader(one, key);
    refuse([names.has(name.toLowerCase()), `${one.from} names ${name} twice. Give it once.`]);
    names.add(name.toLowerCase());
    return [name, value];
  });
}

function readHeader({ text, from }: Given, key: string | undefined): readonly [string, string] {
  const colon = text.indexOf(':');
  const name = text.slice(0, colon);
  const value = text.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '');
  refuse(
    [colon < 1, `${from} takes 'NAME: VALUE'; this one has no name or no colon.`],
    [
      !/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name),
      `${from}: ${quoted(name)} is no name of a header: letters, digits and - may stand there.`,
    ],
    [reserved.has(name.toLowerCase()), `${from}: ${name} is set by the kit itself. Leave it out.`],
    [
      !/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value),
      `${from}: the value of ${name} holds a control character, or one outside Latin-1.`,
    ],
    [
      key !== undefined && key.length >= 4 && value.includes(key),
      `${from}: ${name} holds the key. It is sent in Authorization, and nowhere else.`,
    ],
  );
  return [name, value];
}

/** Returns the certificates of a PEM text, each of which is readable. Throws a UsageError that begins with `from`. */
export function readCertificates(pem: string, from: string): string {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  refuse([blocks.length === 0, `${from} holds no certificate in PEM form (-----BEGIN CERTIFICATE-----).`]);
  blocks.forEach((block, index) => {
    try {
      new X509Certificate(block);
    } catch {
      throw new UsageError(`${from}: certificate ${index + 1} cannot be read. Is it cut short?`);
    }
  });
  return blocks.join('\n');
}
