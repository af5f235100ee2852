import { randomInt } from 'node:crypto';
import { isVocabulary } from '../spec/catalog.ts';
import type { Credential, HttpRequest, Validity } from './exchange.ts';

/** A sed script: keeps the prefix of a key, and replaces every other letter and digit with one of its kind. */
const sedToUnknownKey =
  's/^([A-Za-z0-9_-]{0,11}[_-])?/& /;h;s/.* //;s/[a-z]/b/g;s/[A-Z]/B/g;s/[0-9]/7/g;x;s/ .*//;G;s/\\n//';

/**
 * For each credential: its validity, the Authorization header, and the header as a shell expression without the key.
 * This is the only place that puts the key into a request.
 */
const forms: Readonly<
  Record<
    Credential,
    readonly [validity: Validity, header: (key: string) => string | undefined, inShell?: string]
  >
> = {
  bearer: ['valid', (key) => `Bearer ${key}`, 'Bearer $PETSTORE_API_KEY'],
  'bearer-lowercase': ['valid', (key) => `bearer ${key}`, 'bearer $PETSTORE_API_KEY'],
  none: ['none', () => undefined],
  'unknown-key': [
    'wrong',
    (key) => `Bearer ${unknownKey(key)}`,
    `Bearer $(printf %s "$PETSTORE_API_KEY" | sed -E '${sedToUnknownKey}')`,
  ],
  'key-cut': ['wrong', (key) => `Bearer ${key.slice(0, -1)}`, `Bearer \${PETSTORE_API_KEY%?}`],
  // Accepted by a comparison of the beginning, of the end, or of the part before a separator.
  'key-extended': [
    'wrong',
    (key) => `Bearer ${key}.${key}`,
    `Bearer \${PETSTORE_API_KEY}.\${PETSTORE_API_KEY}`,
  ],
  // A base64 reader may strip padding.
  'key-padded': ['wrong', (key) => `Bearer ${key}=`, `Bearer \${PETSTORE_API_KEY}=`],
  'key-empty': ['wrong', () => 'Bearer ', 'Bearer '],
  'key-other-case': [
    'wrong',
    (key) => `Bearer ${otherCase(key)}`,
    `Bearer $(printf %s "$PETSTORE_API_KEY" | tr 'a-zA-Z' 'A-Za-z')`,
  ],
  'scheme-missing': ['none', (key) => key, '$PETSTORE_API_KEY'],
  'scheme-basic': ['none', (key) => `Basic ${key}`, 'Basic $PETSTORE_API_KEY'],
  'scheme-basic-encoded': [
    'none',
    (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    `Basic $(printf %s: "$PETSTORE_API_KEY" | base64 | tr -d '\\n')`,
  ],
};

/** Returns how the server should see a credential: valid key, wrong key, or no key. */
export function validityOf(credential: Credential): Validity {
  return forms[credential][0];
}

/** Checks whether the request carries the valid key, in any accepted spelling. */
export function isWithKey({ credential }: Pick<HttpRequest, 'credential'>): boolean {
  return validityOf(credential) === 'valid';
}

/** Returns the value of the Authorization header, or undefined if there is none. */
export function authorization(credential: Credential, key: string): string | undefined {
  return forms[credential][1](key);
}

/** Returns the header as a shell expression, for records. It contains no part of the key. */
export function describeAuthorization(credential: Credential): string | undefined {
  return forms[credential][2];
}

const longestDoubled = 2_000;

/** Lists the credentials that are near misses of the key (`auth.key-exact`); some keys have fewer. */
export function nearMisses(key: string): Credential[] {
  return [
    ...(key.length > 1 ? (['key-cut'] as const) : []),
    // Twice the key must fit the limits that servers put on a header.
    ...(key.length <= longestDoubled ? (['key-extended'] as const) : []),
    'key-padded',
    'key-empty',
    // A server may ignore the case of a hexadecimal key. Any other key must match exactly.
    ...(/[g-z]/i.test(key) ? (['key-other-case'] as const) : []),
  ];
}

/** A prefix names the kind of key. Anything longer could be part of the secret. */
const longestPrefix = 12;
/** With fewer characters replaced, the result would be too close to the key. */
const fewestReplaced = 8;

/**
 * Creates a token of the same form as the key, to detect servers that check only the form. It keeps length, prefix and
 * separators, and replaces every other character with a random one of its kind.
 */
function unknownKey(key: string): string {
  const prefix = prefixOf(key);
  const secret = key.slice(prefix.length);
  const replaceable = secret.replace(/[^a-z0-9]/gi, '');
  if (replaceable.length < fewestReplaced)
    return `unknown-${randomOf('0123456789abcdef', fewestReplaced * 2)}`;
  // A hexadecimal key stays hexadecimal: any other letter would change its form.
  const letters = /^[a-f0-9]*$/i.test(replaceable) ? 'abcdef' : 'abcdefghijklmnopqrstuvwxyz';
  const kinds = ['0123456789', letters, letters.toUpperCase()];
  const replaced = [...secret].map((character) => {
    const kind = kinds.find((some) => some.includes(character));
    return kind === undefined ? character : randomOf(kind.replace(character, ''), 1);
  });
  return `${prefix}${replaced.join('')}`;
}

/** Returns the prefix of a key: letters, digits, `_` and `-` up to a separator near the start. */
function prefixOf(key: string): string {
  const most = Math.min(longestPrefix, Math.floor(key.length / 3));
  return /^[a-z0-9_-]*[_-]/i.exec(key.slice(0, most))?.[0] ?? '';
}

function randomOf(characters: string, length: number): string {
  return Array.from({ length }, () => characters[randomInt(characters.length)] ?? '').join('');
}

function otherCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** Checks whether a header or parameter with this name has a secret value. */
export function isSecretName(name: string): boolean {
  return /^(proxy-)?authorization$|^(set-)?cookie2?$|key|token|secret/i.test(name.trim());
}

/** Minimum length of a strong secret, in characters. */
export const shortestStrong = 8;

/** Checks whether a secret resembles other text: it is short, or a word of the specification. */
export function isWeak(secret: string): boolean {
  return secret.length < shortestStrong || isVocabulary(secret);
}
