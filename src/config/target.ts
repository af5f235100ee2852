import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { isLoopback, proxyVariables } from '../exchange/address.ts';
import { isWeak, shortestStrong } from '../exchange/credentials.ts';
import type { ClientCertificate } from '../http/dispatcher.ts';
import { definedOnly } from '../text/defined-only.ts';
import type { Env } from '../text/output.ts';
import { quoted, quotedUrl, UsageError } from './messages.ts';
import type { RunTable } from './options.ts';
import type { Settings } from './settings.ts';
import type { OptionValues, UserValue } from './values.ts';

/** A string, such as the content of a file, and its source for messages. */
export type Sourced = Pick<UserValue, 'value' | 'from'>;

/** Throws a UsageError for the first problem that applies. */
function reject(...problems: readonly (readonly [applies: boolean, message: string])[]): void {
  for (const [applies, message] of problems) if (applies) throw new UsageError(message);
}

/**
 * Reads the base URL first and then the key, which `findKey` validates, so errors in the base URL are reported first. Throws
 * a UsageError.
 */
export function readTarget(
  base: UserValue,
  findKey: () => Sourced,
  { allowHttp, allowShortKey }: OptionValues<Pick<RunTable, 'allowHttp' | 'allowShortKey'>>,
  env: Env,
): Pick<Settings, 'baseUrl' | 'key' | 'shortKey'> {
  const baseUrl = readBaseUrl(base, allowHttp !== undefined);
  checkProxies(baseUrl, env);
  const { value: key, from } = findKey();
  rejectKeyInUrl(baseUrl, key, base.from);
  if (isWeak(key) && allowShortKey === undefined) {
    const why =
      key.length < shortestStrong
        ? `the key has ${key.length} characters, and keys shorter than ${shortestStrong} characters`
        : 'the key is a word of the specification, and such keys';
    throw new UsageError(
      `${from}: ${why} cannot be redacted everywhere: they may also occur in other text.\n` +
        `Use another key, or add --allow-short-key (library: allowShortKey: true): the key is then redacted only in header values, curl commands and URLs.`,
    );
  }
  return { baseUrl, key, ...definedOnly({ shortKey: isWeak(key) || undefined }) };
}

/**
 * Reads a base URL and removes its trailing slashes. Rejects user info, a query, a fragment and, unless `allowHttp`, plain
 * http to another machine, because everyone on the network could read the key. Throws a UsageError.
 */
function readBaseUrl({ value: text, from }: Sourced, allowHttp: boolean): string {
  // People often leave out the scheme.
  const suggestion = /^[\w.-]+(:\d+)?(\/[\w./-]*)?$/.test(text) ? ` Did you mean http://${text}?` : '';
  const example = 'Use a URL such as https://petstore.example/v1.';
  const [, authority = ''] = /^https?:\/\/([^/\\?#]*)/i.exec(text) ?? [];
  const seen = quotedUrl(text);
  const [, port = '80'] = /:(\d+)$/.exec(authority) ?? [];
  reject(
    [/[\s\p{Cc}]/u.test(text), `${from} contains a space, a line break or a control character. ${example}`],
    [
      Number(port) < 1 || Number(port) > 65_535,
      `${from} has the port ${quoted(port)}, but ports are numbers from 1 to 65535.\nUse the port on which the server listens.`,
    ],
    [
      !/^https?:\/\/[^/\\]/i.test(text) || !URL.canParse(text),
      `${from} is not a valid http or https URL: ${seen}.${suggestion}\n${example}`,
    ],
    [
      authority.includes('@'),
      `${from} contains a user name or password. Without it: ${seen}.\nRemove it; the key comes from PETSTORE_API_KEY or --api-key-file.`,
    ],
    [
      /[?#]/.test(text),
      `${from} contains a query or a fragment, after ${seen}.\nRemove it: a base URL ends with its path.`,
    ],
  );
  const url = new URL(text);
  const loopback = loopbackOf.get(url.hostname);
  reject(
    [
      loopback !== undefined,
      `${from} has the address ${quoted(url.hostname)}, which a server can listen on, but a client cannot connect to.\n` +
        `Use ${loopback} if the server runs on this machine, or else the name of its machine.`,
    ],
    [
      url.protocol === 'http:' && !isLoopback(url.hostname) && !allowHttp,
      `${from} is plain http to another machine (${quoted(url.host)}): the key would be sent unencrypted.\n` +
        `Use https, or add --allow-http (library: allowHttp: true) if everyone on the network may read the key.`,
    ],
  );
  return url.href.replace(/\/+$/, '');
}

/** The wildcard addresses that servers print when they start, each with the address to connect to instead. */
export const loopbackOf: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['[::]', '[::1]'],
]);

/** Rejects proxy variables that are not URLs. Never shows their values, which may contain a password. */
function checkProxies(baseUrl: string, env: Env): void {
  for (const { name, value } of proxyVariables(new URL(baseUrl), env))
    reject([
      !(/^https?:\/\/[^/]/i.test(value) && URL.canParse(value)),
      `${name} is not a proxy URL.\nSet it to a URL such as http://proxy.example:3128, or unset it; NO_PROXY lists hosts that need no proxy.`,
    ]);
}

/** Longer keys exceed the header limits of common servers. */
export const longestKey = 4_096;

/** A variable that a pipeline did not replace: `$(NAME)`, `${{ secrets.NAME }}`, `%NAME%`. Messages may quote it. */
export const unreplaced: RegExp =
  /^(?:\$\([\w.-]+\)|\$\{\{?[\s\w.-]+\}?\}|\$[A-Z_][A-Z0-9_]*|%[A-Z_][A-Z0-9_]*%)$/;

/**
 * Rejects a key that an Authorization header cannot carry as one word: a key must be visible ASCII. Also rejects text that
 * is certainly not a key. Messages name positions, never characters.
 */
export function checkKey(key: string, from: string): void {
  const stray = key.search(/[^!-~]/);
  reject(
    [
      unreplaced.test(key),
      `${from} holds the text ${quoted(key)}: the pipeline did not replace it.\nDefine that variable or secret, and let this pipeline use it.`,
    ],
    [key.trim() === '', `${from} is empty. Put the API key there.`],
    [/[\r\n]/.test(key), `${from} has more than one line. It must contain only the key.`],
    [key !== key.trim(), `${from} has spaces around the key. Remove them.`],
    [
      /^(["']).*\1$/.test(key),
      `${from} has the key in quotes. Remove the quotes.\nA shell removes them, but docker --env-file and other readers of such files keep them.`,
    ],
    [
      /^(bearer|basic|token)\s/i.test(key),
      `${from} begins with the name of a scheme. It must contain only the key, without "Bearer".`,
    ],
    [
      stray >= 0,
      `${from} has ${kindOf(key.charCodeAt(stray))} at position ${stray + 1} of ${key.length}, but a key has only visible ASCII characters.\n` +
        'Copy the key again.',
    ],
    [key.length > longestKey, `${from} is ${key.length} characters long; the limit is ${longestKey}.`],
  );
}

function kindOf(code: number): string {
  if (code > 0x7f) return 'a character outside ASCII';
  return code === 0x20 ? 'a space' : 'a control character';
}

/**
 * Rejects a URL that contains the key, percent-encoded or not, in any letter case (host names are lowercased), because every
 * report shows the URL. A short key, such as `v1`, may be in a URL by chance. `from` is the name of the URL in messages.
 */
function rejectKeyInUrl(baseUrl: string, key: string, from: string): void {
  // The URL is decoded byte by byte, because the key is ASCII but the rest of the URL may not be UTF-8.
  const decoded = (url: string) =>
    url.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const isHeld = [baseUrl, decoded(baseUrl), decoded(decoded(baseUrl))].some((url) =>
    url.toLowerCase().includes(key.toLowerCase()),
  );
  reject([
    key.length >= shortestStrong && isHeld,
    `${from} contains the key, which every report would show. Remove it.`,
  ]);
}

/** Headers that the kit sets, that frame the message, or that are credentials. */
const reserved = new Set(
  (
    'authorization proxy-authorization host content-length content-type content-encoding accept-encoding ' +
    'transfer-encoding connection proxy-connection keep-alive upgrade expect te trailer'
  ).split(' '),
);

/** Reads `NAME: VALUE` options. Never shows values, which may be secret. */
export function readHeaders(given: readonly UserValue[], key: string): (readonly [string, string])[] {
  const names = new Set<string>();
  return given.map((one) => {
    const [name, value] = readHeader(one, key);
    reject([names.has(name.toLowerCase()), `${one.from} sets ${name} twice. Set it once.`]);
    names.add(name.toLowerCase());
    return [name, value];
  });
}

function readHeader({ value: text, from }: UserValue, key: string): readonly [string, string] {
  const colon = text.indexOf(':');
  const name = text.slice(0, colon);
  const value = text.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '');
  reject(
    [colon < 1, `${from} must be 'NAME: VALUE'; this one lacks the name or the colon.`],
    [
      !/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name),
      `${from}: ${quoted(name)} is not a header name, which consists of letters, digits and -.`,
    ],
    [reserved.has(name.toLowerCase()), `${from}: the kit itself controls ${name}. Remove it.`],
    [
      !/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value),
      `${from}: the value of ${name} has a control character, or one outside Latin-1.`,
    ],
    [
      key.length >= 4 && value.includes(key),
      `${from}: ${name} contains the key, which the kit sends only in Authorization.`,
    ],
  );
  return [name, value];
}

/** Checks and returns the certificates of a PEM file. Throws a UsageError that begins with `from`. */
export function readCertificates(pem: string, from: string): string {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  reject([blocks.length === 0, `${from} has no certificate in PEM format (-----BEGIN CERTIFICATE-----).`]);
  blocks.forEach((block, index) => {
    try {
      new X509Certificate(block);
    } catch {
      throw new UsageError(`${from}: certificate ${index + 1} is not valid. Is it truncated?`);
    }
  });
  return blocks.join('\n');
}

/**
 * Reads a client certificate for the origin of `baseUrl`, and its private key, which by default is in the same file. Throws a
 * UsageError, which never shows the content.
 */
export function readClientCertificate(
  baseUrl: string,
  cert: Sourced | undefined,
  certKey: Sourced | undefined,
): { readonly clientCertificate?: ClientCertificate; readonly privateKeys?: readonly string[] } {
  if (cert === undefined) {
    if (certKey === undefined) return {};
    throw new UsageError(`${certKey.from} was given without a certificate. Add the certificate.`);
  }
  const certificates = readCertificates(cert.value, cert.from);
  const keyFile = certKey ?? cert;
  const key = readPrivateKey(keyFile, certKey === undefined);
  // The client's own certificate must be the first in the file, and the others must certify it (RFC 8446 4.4.2).
  const isPair = new X509Certificate(certificates).checkPrivateKey(key);
  reject([
    !isPair,
    `${keyFile.from} has a key that does not match the certificate${certKey ? ` in ${cert.from}` : ''}.\n` +
      'The key must belong to the first certificate of the file.',
  ]);
  const pem = String(key.export({ type: 'pkcs8', format: 'pem' }));
  const { origin } = new URL(baseUrl);
  return {
    clientCertificate: { cert: certificates, key: pem, origin },
    privateKeys: [pem, ...privateKeysIn(keyFile.value)],
  };
}

function privateKeysIn(pem: string): readonly string[] {
  return pem.match(/-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----.*?-----END \1-----/gs) ?? [];
}

function readPrivateKey({ value, from }: Sourced, isWithCertificate: boolean): KeyObject {
  const [pem] = privateKeysIn(value);
  if (pem === undefined)
    throw new UsageError(
      `${from} has no private key in PEM format (-----BEGIN PRIVATE KEY-----).` +
        (isWithCertificate ? ' If the key is in another file, use --cert-key (library: certKey).' : ''),
    );
  // The word ENCRYPTED may be in the first line, or in a header below it (RFC 1421).
  const isEncrypted = /ENCRYPTED/.test(pem.slice(0, 200));
  reject([isEncrypted, `${from} has an encrypted private key. Decrypt it, for example with openssl pkey.`]);
  try {
    return createPrivateKey(pem);
  } catch {
    throw new UsageError(`${from}: the private key is not valid. Is it truncated?`);
  }
}
