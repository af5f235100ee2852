import { createHash, timingSafeEqual } from 'node:crypto';
import type { Incoming } from './incoming.ts';
import type { Limits, PlanName } from './options.ts';
import { valuesOf } from './response.ts';

/** An API key with its plan. */
export interface Holder {
  readonly key: string;
  /** Names the key's bucket without revealing the key. */
  readonly id: string;
  readonly plan: PlanName;
  readonly limits: Limits;
}

/** The sender of a request. The unchanged server serves only callers with a key; a change may serve others as guests. */
export type Identity =
  | { readonly kind: 'key'; readonly holder: Holder }
  | { readonly kind: 'guest' }
  | { readonly kind: 'nobody'; readonly why: 'missing' | 'invalid' };

/** The authentication parts that a change may replace. */
export interface Authentication {
  /** Returns the bearer token in the value of an Authorization header, or undefined for any other scheme. */
  readonly readToken: (authorization: string) => string | undefined;
  /** Returns the holder of exactly this key. */
  readonly findHolder: (token: string) => Holder | undefined;
}

/**
 * Reads the token of `Bearer <token>`. Authentication 1: "The API key is sent as a bearer token in the Authorization
 * header." The scheme is case-insensitive (RFC 9110 11.1) and is followed by one or more spaces.
 */
export function readToken(authorization: string): string | undefined {
  return /^bearer +([^ ]+)$/i.exec(authorization.trim())?.[1];
}

/** Creates a constant-time lookup: it compares all digests, which have the same length, without an early exit. */
export function createKeyRing(holders: readonly Holder[]): (token: string) => Holder | undefined {
  const digests = holders.map((holder) => ({ holder, digest: sha256(holder.key) }));
  return (token) => {
    const presented = sha256(token);
    let found: Holder | undefined;
    for (const { holder, digest } of digests) {
      if (timingSafeEqual(digest, presented)) found = holder;
    }
    return found;
  };
}

/**
 * Identifies the sender of a request. Authentication 3: "When the key is missing or invalid, the response is 401". A
 * credential under another scheme counts as a missing key, and two Authorization lines count as an invalid key.
 */
export function identify(incoming: Incoming, { readToken, findHolder }: Authentication): Identity {
  const [authorization, second] = valuesOf(incoming.headers, 'Authorization');
  if (authorization === undefined) return { kind: 'nobody', why: 'missing' };
  const token = second === undefined ? readToken(authorization) : undefined;
  if (token === undefined) return { kind: 'nobody', why: 'missing' };
  const holder = findHolder(token);
  return holder === undefined ? { kind: 'nobody', why: 'invalid' } : { kind: 'key', holder };
}

/** Names a key's bucket with a digest, so that a memory dump shows no key. */
export function holderId(key: string): string {
  return `key:${sha256(key).toString('hex').slice(0, 16)}`;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
