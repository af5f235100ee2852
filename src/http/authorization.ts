import { createHash } from 'node:crypto';
import type { Credential, Presentation } from '../model/exchange.ts';

/**
 * The value of the Authorization header, or undefined for none. This is the only place where the key becomes
 * part of a request.
 */
export function authorization(presentation: Presentation, key: string): string | undefined {
  switch (presentation) {
    case 'bearer':
      return `Bearer ${key}`;
    case 'bearer-lowercase':
      return `bearer ${key}`;
    case 'none':
      return undefined;
    case 'unknown-key':
      return `Bearer ${unknownKey(key)}`;
    case 'key-cut':
      return `Bearer ${key.slice(0, -1)}`;
    case 'key-extended':
      return `Bearer ${key}x`;
    case 'key-empty':
      return 'Bearer ';
    case 'key-other-case':
      return `Bearer ${otherCase(key)}`;
    case 'scheme-missing':
      return key;
    case 'scheme-basic':
      return `Basic ${key}`;
  }
}

/** The same header in words, for records: nothing of the key is left in it. */
export function describeAuthorization(presentation: Presentation): string | undefined {
  switch (presentation) {
    case 'bearer':
      return 'Bearer $PETSTORE_API_KEY';
    case 'bearer-lowercase':
      return 'bearer $PETSTORE_API_KEY';
    case 'none':
      return undefined;
    case 'unknown-key':
      return 'Bearer a-key-that-is-not-yours';
    case 'key-cut':
      // A shell reads this as it stands: the key without its last character.
      return `Bearer \${PETSTORE_API_KEY%?}`;
    case 'key-extended':
      return `Bearer \${PETSTORE_API_KEY}x`;
    case 'key-empty':
      return 'Bearer ';
    case 'key-other-case':
      return `Bearer $(printf %s "$PETSTORE_API_KEY" | tr 'a-zA-Z' 'A-Za-z')`;
    case 'scheme-missing':
      return '$PETSTORE_API_KEY';
    case 'scheme-basic':
      return 'Basic $PETSTORE_API_KEY';
  }
}

/** What the server is to make of it: a key, another key, or none at all. */
export function credentialOf(presentation: Presentation): Credential {
  switch (presentation) {
    case 'bearer':
    case 'bearer-lowercase':
      return 'valid';
    case 'none':
    case 'scheme-missing':
    case 'scheme-basic':
      return 'none';
    default:
      return 'wrong';
  }
}

/** The ways to present the key that hold most of it (`auth.key-exact`), as far as they differ from the key itself. */
export function nearMisses(key: string): Presentation[] {
  const misses: Presentation[] = ['key-extended', 'key-empty'];
  if (key.length > 1) misses.unshift('key-cut');
  // Hexadecimal keys may well be compared without regard to case; with other letters in it a key is exact.
  if (/[g-z]/i.test(key)) misses.push('key-other-case');
  return misses;
}

/** A well-formed token of the key's length that is not the key and tells nothing about it. */
function unknownKey(key: string): string {
  const letters = createHash('sha256').update(`petstore-conformance unknown ${key}`).digest('hex');
  return `unknown-${letters.slice(0, Math.max(8, Math.min(24, key.length)))}`;
}

function otherCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
