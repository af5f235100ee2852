import { authorization, credentialOf, describeAuthorization } from '../../exchange/credentials.ts';
import { type Credential, type Presentation, presentations } from '../../exchange/exchange.ts';
import type { HarEntry } from './entry.ts';

/**
 * Whether the recording tells who carried the valid key. Browsers leave the header out of what they save
 * (`stripped`). Without the key at hand it is `unclear` where there are several tokens, or one that opened nothing.
 */
export type CredentialsShown = 'shown' | 'unclear' | 'stripped';

export interface Credentials {
  readonly shown: CredentialsShown;
  readonly of: (entry: HarEntry) => { readonly presentation: Presentation; readonly credential: Credential };
}

/** How each entry presented the key: by the key itself where it is known, or by the words of the kit's own records. */
export function credentialsIn(entries: readonly HarEntry[], key: string | undefined): Credentials {
  const values = new Set(entries.flatMap((entry) => headerOf(entry) ?? []));
  const shown = values.size === 0 ? 'stripped' : isUnclear(entries, key) ? 'unclear' : 'shown';
  return {
    shown,
    of(entry) {
      if (shown === 'stripped') return strippedOf(entry);
      const value = headerOf(entry);
      if (value === undefined) return { presentation: 'none', credential: 'none' };
      const known = knownAs(value, key);
      if (known !== undefined) return { presentation: known, credential: credentialOf(known) };
      // Another bearer token: with the key at hand it is a wrong one, without it nobody can tell.
      return key === undefined
        ? { presentation: 'bearer', credential: 'unknown' }
        : { presentation: 'unknown-key', credential: 'wrong' };
    },
  };
}

function isUnclear(entries: readonly HarEntry[], key: string | undefined): boolean {
  if (key !== undefined) return false;
  const unknown = entries.filter((entry) => {
    const value = headerOf(entry);
    return value !== undefined && knownAs(value, key) === undefined;
  });
  const tokens = new Set(unknown.map(headerOf));
  return tokens.size > 1 || (tokens.size === 1 && !unknown.some(({ response }) => isServed(response.status)));
}

function isServed(status: number): boolean {
  return status >= 200 && status < 300;
}

/** By the words of the kit's own records, or by the key itself. */
function knownAs(value: string, key: string | undefined): Presentation | undefined {
  return presentations.find(
    (one) => describeAuthorization(one) === value || (key !== undefined && authorization(one, key) === value),
  );
}

/** Where the header was stripped, an answer other than 401 or 403 shows that a key had been there. */
function strippedOf({ response }: HarEntry): ReturnType<Credentials['of']> {
  const refused = response.status === 401 || response.status === 403;
  return { presentation: 'bearer', credential: refused ? 'unknown' : 'valid' };
}

function headerOf({ request }: HarEntry): string | undefined {
  return request.headers.find(({ name }) => name.toLowerCase() === 'authorization')?.value;
}
