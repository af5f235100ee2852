import { randomInt } from 'node:crypto';
import { isVocabulary } from '../spec/ledger.ts';
import type { Credential, HttpRequest, Presentation } from './exchange.ts';

/** A way to present the key, or not to. */
interface Way {
  /** What the server is to make of it: a key, another key, or none at all. */
  readonly credential: Credential;
  /** The value of the Authorization header, or undefined for none. */
  readonly header: (key: string) => string | undefined;
  /** The same in words that a shell reads as they stand: nothing of the key is left in them. */
  readonly words?: string;
}

/** For sed: what stands before the secret is kept, each other letter and digit becomes one and the same of its kind. */
const otherOfItsForm =
  's/^([A-Za-z0-9_-]{0,11}[_-])?/& /;h;s/.* //;s/[a-z]/b/g;s/[A-Z]/B/g;s/[0-9]/7/g;x;s/ .*//;G;s/\\n//';

/** This is the only place where the key becomes part of a request. */
const ways: Readonly<Record<Presentation, Way>> = {
  bearer: { credential: 'valid', header: (key) => `Bearer ${key}`, words: 'Bearer $PETSTORE_API_KEY' },
  'bearer-lowercase': {
    credential: 'valid',
    header: (key) => `bearer ${key}`,
    words: 'bearer $PETSTORE_API_KEY',
  },
  none: { credential: 'none', header: () => undefined },
  'unknown-key': {
    credential: 'wrong',
    header: (key) => `Bearer ${unknownKey(key)}`,
    words: `Bearer $(printf %s "$PETSTORE_API_KEY" | sed -E '${otherOfItsForm}')`,
  },
  'key-cut': {
    credential: 'wrong',
    header: (key) => `Bearer ${key.slice(0, -1)}`,
    // The key without its last character.
    words: `Bearer \${PETSTORE_API_KEY%?}`,
  },
  'key-extended': {
    credential: 'wrong',
    header: (key) => `Bearer ${key}x`,
    words: `Bearer \${PETSTORE_API_KEY}x`,
  },
  'key-empty': { credential: 'wrong', header: () => 'Bearer ', words: 'Bearer ' },
  'key-other-case': {
    credential: 'wrong',
    header: (key) => `Bearer ${otherCase(key)}`,
    words: `Bearer $(printf %s "$PETSTORE_API_KEY" | tr 'a-zA-Z' 'A-Za-z')`,
  },
  'scheme-missing': { credential: 'none', header: (key) => key, words: '$PETSTORE_API_KEY' },
  'scheme-basic': {
    credential: 'none',
    header: (key) => `Basic ${key}`,
    words: 'Basic $PETSTORE_API_KEY',
  },
  'scheme-basic-encoded': {
    credential: 'none',
    header: (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    words: `Basic $(printf %s: "$PETSTORE_API_KEY" | base64 | tr -d '\\n')`,
  },
};

/** The value of the Authorization header, or undefined for none. */
export function authorization(presentation: Presentation, key: string): string | undefined {
  return ways[presentation].header(key);
}

/** The same header in words, for records: nothing of the key is left in it. */
export function describeAuthorization(presentation: Presentation): string | undefined {
  return ways[presentation].words;
}

/** What the server is to make of it: a key, another key, or none at all. */
export function credentialOf(presentation: Presentation): Credential {
  return ways[presentation].credential;
}

/** Whether the server is to take the request as the key's. */
export function isWithKey({ presentation }: Pick<HttpRequest, 'presentation'>): boolean {
  return credentialOf(presentation) === 'valid';
}

/** The ways to present the key that hold most of it (`auth.key-exact`), as far as they differ from the key itself. */
export function nearMisses(key: string): Presentation[] {
  const misses: Presentation[] = ['key-extended', 'key-empty'];
  if (key.length > 1) misses.unshift('key-cut');
  // Hexadecimal keys may well be compared without regard to case; with other letters in it a key is exact.
  if (/[g-z]/i.test(key)) misses.push('key-other-case');
  return misses;
}

/** A prefix tells what kind of key it is; longer ones would be a part of the secret. */
const longestPrefix = 12;
/** Where fewer characters can be replaced, what is left would be too near to the key. */
const fewestReplaced = 8;

/**
 * A token that is not the key and looks like it, so that a service that goes by the form alone accepts it: the length,
 * the prefix and the separators of the key stay, and each other character becomes another one of its kind at random.
 */
function unknownKey(key: string): string {
  const prefix = prefixOf(key);
  const secret = key.slice(prefix.length);
  const replaceable = secret.replace(/[^a-z0-9]/gi, '');
  if (replaceable.length < fewestReplaced)
    return `unknown-${randomOf('0123456789abcdef', fewestReplaced * 2)}`;
  // Letters of hexadecimal digits stay such letters: what is no such digit would give the token away.
  const last = /^[a-f0-9]*$/i.test(replaceable) ? 'f' : 'z';
  const kinds = ['0123456789', lettersTo(last), lettersTo(last).toUpperCase()];
  const replaced = [...secret].map((character) => {
    const kind = kinds.find((some) => some.includes(character));
    return kind === undefined ? character : randomOf(kind.replace(character, ''), 1);
  });
  return `${prefix}${replaced.join('')}`;
}

/** What stands before the secret: letters, digits, `_` and `-` up to a separator near the beginning. */
function prefixOf(key: string): string {
  const most = Math.min(longestPrefix, Math.floor(key.length / 3));
  return /^[a-z0-9_-]*[_-]/i.exec(key.slice(0, most))?.[0] ?? '';
}

function lettersTo(last: string): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  return letters.slice(0, letters.indexOf(last) + 1);
}

function randomOf(characters: string, length: number): string {
  return Array.from({ length }, () => characters[randomInt(characters.length)] ?? '').join('');
}

function otherCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

const secretName = /^(proxy-)?authorization$|^(set-)?cookie2?$|key|token|secret/i;

/** Whether the value of a header or a parameter of this name is taken for a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name.trim());
}

/** Shorter secrets are weak, in characters. */
export const shortestStrong = 8;

/** Whether a secret cannot be told from other text: it is short, or stands in the specification. */
export function isWeak(secret: string): boolean {
  return secret.length < shortestStrong || isVocabulary(secret);
}
