import { describeAuthorization, isSecretName } from '../../exchange/credentials.ts';
import { presentations } from '../../exchange/exchange.ts';
import type { HarEntry } from './entries.ts';

/** What the kit's own recordings say in the place of a secret. */
const told = new Set(['[key]', '[header]', '[secret]', ...presentations.map(describeAuthorization)]);

/**
 * Every secret that an entry of a recording holds: credentials, cookies, and the values of headers and parameters whose
 * names speak of a key, a token or a secret; of a value with several words also those.
 */
export function secretsIn({ request, response }: HarEntry): readonly string[] {
  const secrets = new Set<string>();
  for (const { name, value } of [...request.headers, ...response.headers]) {
    if (isSecretName(name)) for (const part of partsOf(name, value)) secrets.add(part);
    for (const part of parametersIn(value)) secrets.add(part);
  }
  for (const address of [request.url, String(response.redirectURL ?? '')])
    for (const part of parametersIn(address)) secrets.add(part);
  const named = [...listed(request, 'queryString'), ...listed(request, 'cookies', true)];
  for (const value of [...named, ...listed(response, 'cookies', true)]) secrets.add(value);
  // A server may tell a value as it reads it.
  const read = [...secrets].flatMap((secret) => [secret, decoded(secret), decoded(secret, false)]);
  return [...new Set(read)].filter((secret) => !told.has(secret));
}

function partsOf(name: string, value: string): readonly string[] {
  if (told.has(value)) return [];
  if (/cookie/i.test(name)) return [value, ...cookiesIn(value, /^\s*set-/i.test(name))];
  const words = value.split(/[\s,;="]+/).filter(({ length }) => length > 0);
  const basic = /^basic\s+(\S+)/i.exec(value)?.[1];
  return [
    value,
    ...(words.length > 1 ? words.slice(1) : []),
    ...(basic === undefined ? [] : userAndPassword(basic)),
  ];
}

/** A password is one without its user name too. */
function userAndPassword(basic: string): readonly string[] {
  const text = Buffer.from(basic, 'base64').toString('utf8');
  return [text, text.slice(text.indexOf(':') + 1)];
}

function cookiesIn(value: string, first: boolean): readonly string[] {
  // Recorders join several Set-Cookie lines with a line feed or a comma.
  const lines = first
    ? value.split(/\n|,\s*(?=[^\s;,=]+=)/).map((line) => line.split(';')[0] ?? '')
    : value.split(';');
  return lines
    .map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
    .flatMap((text) => [text, ...(/^"(.+)"$/.exec(text)?.slice(1) ?? [])]);
}

/** The secret parameters of an address, as they stand. */
function parametersIn(address: string): readonly string[] {
  return [...address.matchAll(/[?&#;]([^=&#?;\s]+)=([^&#;\s]+)/g)].flatMap(([, name = '', value = '']) =>
    isSecretName(decoded(name)) ? [value] : [],
  );
}

/** Without its percent signs; of a form, `+` stands for a blank. */
function decoded(text: string, ofForm = true): string {
  try {
    return decodeURIComponent(ofForm ? text.replaceAll('+', ' ') : text);
  } catch {
    return text;
  }
}

/** The values of one of the lists that a HAR holds beside the headers. */
function listed(half: object, list: string, all = false): readonly string[] {
  const rows: unknown = new Map(Object.entries(half)).get(list);
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: { readonly name?: unknown; readonly value?: unknown } | null) =>
    typeof row?.value === 'string' && (all || isSecretName(String(row.name))) ? [row.value] : [],
  );
}
