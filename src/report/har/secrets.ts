import { describeAuthorization, isSecretName } from '../../exchange/credentials.ts';
import { credentials } from '../../exchange/exchange.ts';
import type { HarEntry } from './entries.ts';

/** What the kit's own recordings say in place of a secret. */
const told = new Set(['[key]', '[header]', '[secret]', ...credentials.map(describeAuthorization)]);

/**
 * Returns every secret of an entry: credentials, cookies, and the values of headers and parameters whose names speak of a
 * key, a token or a secret; of a value with several words also those.
 */
export function secretsIn({ request, response }: HarEntry): readonly string[] {
  const headers = [...request.headers, ...response.headers];
  const secrets = [
    ...headers.flatMap(({ name, value }) => [
      ...(isSecretName(name) ? partsOf(name, value) : []),
      ...parametersIn(value),
    ]),
    ...parametersIn(request.url),
    ...parametersIn(String(response.redirectURL ?? '')),
    ...listed(request, 'queryString'),
    ...listed(request, 'cookies', true),
    ...listed(response, 'cookies', true),
  ];
  // A server may repeat a value as it reads it.
  const read = [...new Set(secrets)].flatMap((secret) => [secret, decoded(secret), decoded(secret, false)]);
  return [...new Set(read)].filter((secret) => !told.has(secret));
}

function partsOf(name: string, value: string): readonly string[] {
  if (told.has(value)) return [];
  if (/cookie/i.test(name)) return [value, ...cookiesIn(value, /^\s*set-/i.test(name))];
  const words = value.split(/[\s,;="]+/).filter(({ length }) => length > 0);
  return [value, ...words.slice(1), ...userAndPassword(/^basic\s+(\S+)/i.exec(value)?.[1])];
}

/** A password is a secret without its user name too. */
function userAndPassword(basic: string | undefined): readonly string[] {
  if (basic === undefined) return [];
  const text = Buffer.from(basic, 'base64').toString('utf8');
  return [text, text.slice(text.indexOf(':') + 1)];
}

function cookiesIn(value: string, isSet: boolean): readonly string[] {
  // Recorders join several Set-Cookie lines with a line feed or a comma.
  const pairs = isSet
    ? value.split(/\n|,\s*(?=[^\s;,=]+=)/).map((line) => line.split(';')[0] ?? '')
    : value.split(';');
  return pairs
    .map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
    .flatMap((text) => [text, ...(/^"(.+)"$/.exec(text)?.slice(1) ?? [])]);
}

function parametersIn(address: string): readonly string[] {
  return [...address.matchAll(/[?&#;]([^=&#?;\s]+)=([^&#;\s]+)/g)].flatMap(([, name = '', value = '']) =>
    isSecretName(decoded(name)) ? [value] : [],
  );
}

/** Undoes percent-encoding; in a form, `+` is a blank. */
function decoded(text: string, ofForm = true): string {
  try {
    return decodeURIComponent(ofForm ? text.replaceAll('+', ' ') : text);
  } catch {
    return text;
  }
}

/** Returns the values of one of the lists that a HAR holds besides the headers. */
function listed(half: object, list: string, all = false): readonly string[] {
  const rows: unknown = new Map(Object.entries(half)).get(list);
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: { readonly name?: unknown; readonly value?: unknown } | null) =>
    typeof row?.value === 'string' && (all || isSecretName(String(row.name))) ? [row.value] : [],
  );
}
