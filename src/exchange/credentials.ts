import { randomInt } from 'node:crypto';
import { isVocabulary } from '../spec/catalog.ts';
import type { Credential, HttpRequest, Validity } from './exchange.ts';

/** How many values of `HttpRequest.variation` there are. Redaction considers all of them. */
export const variations = 32;

/**
 * A credential: the Authorization header, and how records show it, with the key as a shell variable. A `computed` header needs
 * more than that variable, so records describe it in words, and no curl command sends it.
 */
type Form = readonly [
  validity: Validity,
  header: (key: string, variation: number) => string | undefined,
  recorded?: string | ((variation: number) => string),
  computed?: true,
];

/** The Authorization header of each credential. This is the only place that puts the key into a request. */
const forms: Readonly<Record<Credential, Form>> = {
  bearer: ['valid', (key) => `Bearer ${key}`, 'Bearer $PETSTORE_API_KEY'],
  'bearer-lowercase': ['valid', (key) => `bearer ${key}`, 'bearer $PETSTORE_API_KEY'],
  none: ['none', () => undefined],
  'unknown-key': [
    'wrong',
    (key) => `Bearer ${unknownKey(key)}`,
    'Bearer (another token of the same form)',
    true,
  ],
  // A constant-time string comparison may throw for non-ASCII characters, and a UTF-8 decoder fails on a lone byte.
  'unknown-key-not-ascii': endingIn(['é', 'ü', 'ñ']),
  'unknown-key-utf-8': endingIn(['é', 'ж', '名'].map((letter) => Buffer.from(letter).toString('latin1'))),
  'key-cut': ['wrong', (key) => `Bearer ${key.slice(0, -1)}`, `Bearer \${PETSTORE_API_KEY%?}`],
  'key-cut-at-start': ['wrong', (key) => `Bearer ${key.slice(1)}`, `Bearer \${PETSTORE_API_KEY#?}`],
  // A server accepts this token if it compares only the beginning, the end, or the part before a separator.
  'key-extended': [
    'wrong',
    (key) => `Bearer ${key}.${key}`,
    `Bearer \${PETSTORE_API_KEY}.\${PETSTORE_API_KEY}`,
  ],
  // A base64 reader may strip padding.
  'key-padded': ['wrong', (key) => `Bearer ${key}=`, `Bearer \${PETSTORE_API_KEY}=`],
  'key-lengthened': aroundKey('wrong', (variation) => ['Bearer ', shortText(variation)]),
  // Only letters are put before the key, because a server whose keys begin with a number may read `012|…` as `12|…`.
  'key-preceded': aroundKey('wrong', (variation) => [`Bearer ${shortText(2 * variation + 1)}`, '']),
  'key-changed': [
    'wrong',
    (key, variation) => `Bearer ${changedKey(key, variation)}`,
    (variation) => `Bearer (the key with one character changed, variation ${variation})`,
    true,
  ],
  // A parser that splits the header reads only the key.
  'key-and-text': aroundKey('wrong', (variation) => ['Bearer ', ` ${shortText(variation)}`]),
  'key-and-comma': aroundKey('wrong', (variation) => ['Bearer ', `,${shortText(variation)}`]),
  'key-empty': ['wrong', () => 'Bearer ', 'Bearer '],
  'key-other-case': [
    'wrong',
    (key) => `Bearer ${otherCase(key)}`,
    'Bearer (the key with each letter in the other case)',
    true,
  ],
  'scheme-missing': aroundKey('none', () => ['', '']),
  'scheme-basic': aroundKey('none', () => ['Basic ', '']),
  'scheme-basic-encoded': [
    'none',
    (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    'Basic (Base64 of the key and a colon)',
    true,
  ],
  'scheme-token': aroundKey('none', () => ['Token ', '']),
  'scheme-token-named': aroundKey('none', () => ['Token token=', '']),
  'scheme-apikey': aroundKey('none', () => ['ApiKey ', '']),
  'scheme-joined-by-dot': aroundKey('none', () => ['Bearer.', '']),
  'scheme-joined-by-hyphen': aroundKey('none', () => ['Bearer-', '']),
};

/** Makes a credential that has a string before the key and another string after it. */
function aroundKey(
  validity: Validity,
  textsOf: (variation: number) => readonly [before: string, after: string],
): Form {
  return [
    validity,
    (key, variation) => textsOf(variation).join(key),
    (variation) => {
      const texts = textsOf(variation);
      return texts.join(/^\w/.test(texts[1]) ? `\${PETSTORE_API_KEY}` : '$PETSTORE_API_KEY');
    },
  ];
}

/**
 * Makes a credential with a different token of the same form as the key. The token ends in one of these letters, sent as bytes.
 */
function endingIn(letters: readonly string[]): Form {
  const letterOf = (variation: number) => letters[variation % letters.length] ?? '';
  return [
    'wrong',
    (key, variation) => `Bearer ${unknownKey(key).slice(0, -1)}${letterOf(variation)}`,
    (variation) =>
      `Bearer (another token of the same form that ends in the bytes ${inHex(letterOf(variation))})`,
    true,
  ];
}

const ranks = new Map(Object.keys(forms).map((credential, rank) => [credential, rank]));

/**
 * Ranks a credential for reports: the plainest credential is 0, and most of those that every run sends come before the others.
 */
export function rankOf(credential: Credential): number {
  return ranks.get(credential) ?? ranks.size;
}

/** Returns how the server should see a credential: valid key, wrong key, or no key. */
export function validityOf(credential: Credential): Validity {
  return forms[credential][0];
}

/** Checks whether the request carries the valid key, in any accepted spelling. */
export function isWithKey({ credential }: Pick<HttpRequest, 'credential'>): boolean {
  return validityOf(credential) === 'valid';
}

/** Returns the value of the Authorization header, or undefined if there is none. Each character is one byte. */
export function authorization(credential: Credential, key: string, variation = 0): string | undefined {
  return forms[credential][1](key, variation);
}

/** Returns the header for records, with the key as a variable or in words. It contains no part of the key. */
export function describeAuthorization(credential: Credential, variation = 0): string | undefined {
  const recorded = forms[credential][2];
  return typeof recorded === 'function' ? recorded(variation) : recorded;
}

/**
 * Returns the curl option, with its value, that sends the credential; undefined if only a program could compute the header.
 */
export function curlWordsOf(credential: Credential, variation = 0): readonly string[] | undefined {
  // curl encodes this credential itself.
  if (credential === 'scheme-basic-encoded') return ['-u', '"$PETSTORE_API_KEY:"'];
  const isComputed = forms[credential][3] === true;
  const header = describeAuthorization(credential, variation);
  if (isComputed) return undefined;
  return header === undefined ? [] : ['-H', `"Authorization: ${header}"`];
}

/** Checks whether a credential leaves open a value that `HttpRequest.variation` selects. */
export function isVaried(credential: Credential): boolean {
  return describeAuthorization(credential, 0) !== describeAuthorization(credential, 1);
}

const longestDoubled = 2_000;

/** Lists the credentials that are near misses of the key (`auth.key-exact`). Some keys have fewer near misses than others. */
export function nearMisses(key: string): Credential[] {
  return [
    ...(key.length > 1 ? (['key-cut', 'key-cut-at-start'] as const) : []),
    // The doubled key must fit the limits that servers put on a header.
    ...(key.length <= longestDoubled ? (['key-extended'] as const) : []),
    'key-padded',
    'key-lengthened',
    'key-preceded',
    ...(changedKeys(key).length > 0 ? (['key-changed'] as const) : []),
    'key-and-text',
    'key-and-comma',
    'key-empty',
    // A server may ignore the case of a hexadecimal key. Any other key must match exactly.
    ...(/[g-z]/i.test(key) ? (['key-other-case'] as const) : []),
  ];
}

const allNearMisses = () => nearMisses('a-long-key-with-letters');

/** Checks whether a credential is a near miss of some key. */
export function isNearMiss(credential: Credential): boolean {
  return allNearMisses().includes(credential);
}

/** Lists the near misses that other keys have but this key does not. */
export function missingNearMisses(key: string): readonly Credential[] {
  const own = nearMisses(key);
  return allNearMisses().filter((one) => !own.includes(one));
}

/** A prefix names the kind of key. Anything longer could be part of the secret. */
const longestPrefix = 12;
/** The minimum number of characters to replace: with fewer, the result would be too close to the key. */
const fewestReplaced = 8;

/**
 * Creates a token of the same form as the key, to detect servers that check only the form. The token keeps the length, the
 * prefix and the separators of the key, and every other character is replaced with a random one of the same kind.
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

/** Returns the prefix of a key, up to a separator near the start: `pk_live_`, `12|`, `id:`. */
function prefixOf(key: string): string {
  const most = Math.min(longestPrefix, Math.floor(key.length / 3));
  return /^[a-z0-9_-]*[_:|-]/i.exec(key.slice(0, most))?.[0] ?? '';
}

function randomOf(characters: string, length: number): string {
  return Array.from({ length }, () => characters[randomInt(characters.length)] ?? '').join('');
}

/** Returns the key with each letter in the other case. */
export function otherCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** Returns one to four characters: digits, or letters that are also hexadecimal digits. Any key may contain them. */
function shortText(variation: number): string {
  const characters = variation % 2 === 0 ? '0123456789' : 'abcdef';
  const length = 1 + (Math.floor(variation / 2) % 4);
  return Array.from({ length }, (_, at) => characters[(variation + 3 * at) % characters.length]).join('');
}

function inHex(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('hex').toUpperCase();
}

/** The minimum length of a key whose second half has a character besides the last two. */
const shortestChanged = 6;

/** Returns the key with each of the changes that `key-changed` may make, for redaction. */
export function changedKeys(key: string): string[] {
  if (withoutPadding(key).length < shortestChanged) return [];
  return Array.from({ length: variations }, (_, variation) => changedKey(key, variation));
}

/** Changes one character in the second half of the key. The last two characters may hold bits that base64 ignores. */
function changedKey(key: string, variation: number): string {
  const { length } = withoutPadding(key);
  const at = length - 3 - (variation % (Math.floor(length / 2) - 2));
  return `${key.slice(0, at)}${changedCharacter(key.charAt(at))}${key.slice(at + 1)}`;
}

function withoutPadding(key: string): string {
  return key.replace(/=+$/, '');
}

/** The kinds of letters and digits in a key. */
const kindsOfCharacters = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];

/**
 * Returns the next character of the same kind. A punctuation character becomes one that has a different meaning in every variant
 * of base64.
 */
function changedCharacter(character: string): string {
  const kind = kindsOfCharacters.find((one) => one.includes(character));
  if (kind === undefined) return '.-'.includes(character) ? '_' : '.';
  return kind.charAt((kind.indexOf(character) + 1) % kind.length);
}

/** The minimum length of a strong secret, in characters. */
export const shortestStrong = 8;

/** Checks whether a secret resembles ordinary text: it is short, or a word of the specification. */
export function isWeak(secret: string): boolean {
  return secret.length < shortestStrong || isVocabulary(secret);
}
