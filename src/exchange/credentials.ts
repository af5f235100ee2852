import { randomInt } from 'node:crypto';
import { isVocabulary } from '../spec/catalog.ts';
import type { Credential, HttpRequest, Validity } from './exchange.ts';

/** For sed: keeps what precedes the secret, and replaces each other letter and digit with one of its kind. */
const otherOfItsForm =
  's/^([A-Za-z0-9_-]{0,11}[_-])?/& /;h;s/.* //;s/[a-z]/b/g;s/[A-Z]/B/g;s/[0-9]/7/g;x;s/ .*//;G;s/\\n//';

/**
 * What the server should take each presentation for, the Authorization header, and the same as a shell reads it, without
 * the key. This is the only place where the key becomes part of a request.
 */
const ways: Readonly<
  Record<Credential, readonly [is: Validity, header: (key: string) => string | undefined, words?: string]>
> = {
  bearer: ['valid', (key) => `Bearer ${key}`, 'Bearer $PETSTORE_API_KEY'],
  'bearer-lowercase': ['valid', (key) => `bearer ${key}`, 'bearer $PETSTORE_API_KEY'],
  none: ['none', () => undefined],
  'unknown-key': [
    'wrong',
    (key) => `Bearer ${unknownKey(key)}`,
    `Bearer $(printf %s "$PETSTORE_API_KEY" | sed -E '${otherOfItsForm}')`,
  ],
  // The key without its last character.
  'key-cut': ['wrong', (key) => `Bearer ${key.slice(0, -1)}`, `Bearer \${PETSTORE_API_KEY%?}`],
  'key-extended': ['wrong', (key) => `Bearer ${key}x`, `Bearer \${PETSTORE_API_KEY}x`],
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

/** Returns what the server should take it for: the key, another key, or no key. */
export function validityOf(credential: Credential): Validity {
  return ways[credential][0];
}

/** Whether the server is to take the request as the key's. */
export function isWithKey({ credential }: Pick<HttpRequest, 'credential'>): boolean {
  return validityOf(credential) === 'valid';
}

/** Returns the value of the Authorization header; undefined for none. */
export function authorization(credential: Credential, key: string): string | undefined {
  return ways[credential][1](key);
}

/** Returns the same header in words, for records: it holds nothing of the key. */
export function describeAuthorization(credential: Credential): string | undefined {
  return ways[credential][2];
}

/** Lists the presentations that hold most of the key (`auth.key-exact`), as far as they differ from it. */
export function nearMisses(key: string): Credential[] {
  return [
    ...(key.length > 1 ? (['key-cut'] as const) : []),
    'key-extended',
    'key-empty',
    // Hexadecimal keys may be compared without regard to case; with other letters in it a key is exact.
    ...(/[g-z]/i.test(key) ? (['key-other-case'] as const) : []),
  ];
}

/** A prefix shows what kind of key it is; a longer one would be a part of the secret. */
const longestPrefix = 12;
/** With fewer characters to replace, the result would be too close to the key. */
const fewestReplaced = 8;

/**
 * Makes a token that looks like the key, so that a service that checks the form alone accepts it: it keeps the length, the
 * prefix and the separators, and replaces each other character with a random one of its kind.
 */
function unknownKey(key: string): string {
  const prefix = prefixOf(key);
  const secret = key.slice(prefix.length);
  const replaceable = secret.replace(/[^a-z0-9]/gi, '');
  if (replaceable.length < fewestReplaced)
    return `unknown-${randomOf('0123456789abcdef', fewestReplaced * 2)}`;
  // A hexadecimal key stays hexadecimal: any other letter would give the token away.
  const letters = /^[a-f0-9]*$/i.test(replaceable) ? 'abcdef' : 'abcdefghijklmnopqrstuvwxyz';
  const kinds = ['0123456789', letters, letters.toUpperCase()];
  const replaced = [...secret].map((character) => {
    const kind = kinds.find((some) => some.includes(character));
    return kind === undefined ? character : randomOf(kind.replace(character, ''), 1);
  });
  return `${prefix}${replaced.join('')}`;
}

/** What precedes the secret: letters, digits, `_` and `-` up to a separator near the beginning. */
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

/** Checks whether the value of a header or parameter of this name is treated as a secret. */
export function isSecretName(name: string): boolean {
  return /^(proxy-)?authorization$|^(set-)?cookie2?$|key|token|secret/i.test(name.trim());
}

/** Shorter secrets are weak, in characters. */
export const shortestStrong = 8;

/** Checks whether a secret looks like other text: it is short, or occurs in the specification. */
export function isWeak(secret: string): boolean {
  return secret.length < shortestStrong || isVocabulary(secret);
}
