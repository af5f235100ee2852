import { allAuthorizations, isSecretName } from '../../exchange/credentials.ts';
import type { HarEntry } from './entries.ts';

/** Placeholders for secrets in the kit's own recordings. */
const placeholders = new Set([
  ...['[key]', '[header]', '[secret]'],
  ...allAuthorizations().map(({ described }) => described),
]);

/**
 * Returns the secrets of an entry: credentials, cookies, and the values of headers and parameters whose names contain key,
 * token or secret. A value with several words counts as a whole and word by word.
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
  // A server may echo a value after decoding it.
  const read = [...new Set(secrets)].flatMap((secret) => [secret, decoded(secret), decoded(secret, false)]);
  return [...new Set(read)].filter((secret) => !placeholders.has(secret));
}

function partsOf(name: string, value: string): readonly string[] {
  if (placeholders.has(value)) return [];
  if (/cookie/i.test(name)) return [value, ...cookiesIn(value, /^\s*set-/i.test(name))];
  const words = value.split(/[\s,;="]+/).filter(({ length }) => length > 0);
  return [value, ...words.slice(1), ...userAndPassword(/^basic\s+(\S+)/i.exec(value)?.[1])];
}

/** Returns `user:password`, and the password alone. */
function userAndPassword(basic: string | undefined): readonly string[] {
  if (basic === undefined) return [];
  const text = Buffer.from(basic, 'base64').toString('utf8');
  return [text, text.slice(text.indexOf(':') + 1)];
}

function cookiesIn(value: string, isSet: boolean): readonly string[] {
  // Recorders join several Set-Cookie headers with a line feed or a comma.
  const pairs = isSet
    ? value.split(/\n|,\s*(?=[^\s;,=]+=)/).map((line) => line.split(';')[0] ?? '')
    : value.split(';');
  return pairs
    .map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
    .flatMap((text) => [text, ...(/^"(.+)"$/.exec(text)?.slice(1) ?? [])]);
}

function parametersIn(url: string): readonly string[] {
  return [...url.matchAll(/[?&#;]([^=&#?;\s]+)=([^&#;\s]+)/g)].flatMap(([, name = '', value = '']) =>
    isSecretName(decoded(name)) ? [value] : [],
  );
}

/** Undoes percent-encoding; in a form, `+` is a space. */
function decoded(text: string, ofForm = true): string {
  try {
    return decodeURIComponent(ofForm ? text.replaceAll('+', ' ') : text);
  } catch {
    return text;
  }
}

/** Returns the values of a list other than the headers. */
function listed(half: object, list: string, all = false): readonly string[] {
  const pairs: unknown = new Map(Object.entries(half)).get(list);
  if (!Array.isArray(pairs)) return [];
  return pairs.flatMap((pair: { readonly name?: unknown; readonly value?: unknown } | null) =>
    typeof pair?.value === 'string' && (all || isSecretName(String(pair.name))) ? [pair.value] : [],
  );
}
