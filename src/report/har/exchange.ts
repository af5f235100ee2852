import { allAuthorizations, validityOf } from '../../exchange/credentials.ts';
import type {
  Credential,
  Exchange,
  ExchangeOutcome,
  HttpRequest,
  Validity,
} from '../../exchange/exchange.ts';
import { namedOperations } from '../../spec/operations.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { type HarEntry, headerIn, partialBody } from './entries.ts';

interface Recording {
  readonly baseUrl: string;
  /** Milliseconds since 1970 of the first entry. */
  readonly startedAt: number;
  readonly credentials: Credentials;
}

/**
 * Converts an entry to an exchange; undefined if the specification has no such request, a cache responded, or the sent
 * bytes are unknown.
 */
export function exchangeOf(
  entry: HarEntry,
  id: number,
  { baseUrl, startedAt, credentials }: Recording,
): Exchange | undefined {
  const { method, url } = entry.request;
  const path = url.slice(baseUrl.length);
  if ((method !== 'GET' && method !== 'POST') || /[?#]/.test(path)) return undefined;
  if (entry._fromCache !== undefined || !isBodyWhole(entry)) return undefined;
  const { validity, ...shown } = credentials.of(entry);
  const wallAt = Date.parse(entry.startedDateTime);
  const sentAt = wallAt - startedAt;
  const took = Math.max(0, entry.time ?? 0);
  const receive = Math.max(0, Math.min(took, entry.timings?.receive ?? 0));
  // Browsers number connections, or name their local port.
  const isNumbered = typeof entry.connection !== 'object' && /^[1-9]\d{0,9}$/.test(String(entry.connection));
  return {
    id,
    purpose: 'recorded traffic',
    sentFor: 'recorded',
    request: requestOf(entry, method, path, shown),
    validity,
    sentAt,
    headAt: sentAt + took - receive,
    readAt: sentAt + took,
    wallAt: wallAt + took - receive,
    attempt: 1,
    concurrent: 1,
    overLimit: false,
    ...definedOnly({ connection: isNumbered ? Number(entry.connection) : undefined }),
    outcome: receivedIn(entry),
  };
}

/** Checks whether the request body is complete: recorders omit large ones and lose bytes that are not UTF-8. */
function isBodyWhole({ request: { postData, bodySize = -1, headers } }: HarEntry): boolean {
  const sent = bodySize >= 0 ? bodySize : Number(headerIn(headers, 'content-length') ?? -1);
  return !(sent >= 0) || Buffer.byteLength(postData?.text ?? '') === sent;
}

function requestOf(
  { request: { headers, postData } }: HarEntry,
  method: 'GET' | 'POST',
  path: string,
  shown: Pick<HttpRequest, 'credential' | 'variation'>,
): HttpRequest {
  const named = namedOperations.find((one) => one.method === method && one.path === path)?.id;
  const isPet = method === 'GET' && /^\/pets\/[^/]+$/.test(path);
  const text = postData?.text;
  return {
    method,
    path,
    ...shown,
    operation: isPet ? 'petById' : (named ?? 'elsewhere'),
    ...definedOnly({
      contentType: headerIn(headers, 'content-type') ?? postData?.mimeType,
      body: text === undefined ? undefined : new TextEncoder().encode(text),
    }),
  };
}

function receivedIn({ response, comment = 'no response' }: HarEntry): ExchangeOutcome {
  // Browsers write 0, others -1, for a request without a response.
  if (response.status <= 0) return { kind: 'fault', fault: { kind: 'aborted', sentence: comment } };
  const { content, headers, status, statusText } = response;
  const { text, encoding } = content;
  const problem = bodyProblemOf(content);
  return {
    kind: 'response',
    response: {
      status,
      reason: statusText ?? '',
      // Pseudo-headers of HTTP/2.
      headers: headers
        .filter(({ name }) => !name.startsWith(':'))
        .map(({ name, value }) => [name, value] as const),
      body: encoding === 'base64' ? Buffer.from(text ?? '', 'base64') : new TextEncoder().encode(text),
      // Not the server's fault, so such a body is not judged.
      ...(problem === undefined ? {} : { bodyProblem: problem, cutByCap: true as const }),
    },
  };
}

function bodyProblemOf({ text, size = 0, comment }: HarEntry['response']['content']): string | undefined {
  if (comment === partialBody) return 'the recording has only part of the body';
  return text === undefined && size > 0 ? 'the recording lacks the body' : undefined;
}

export interface Credentials {
  /**
   * Whether the recording shows which requests had the valid key. Browsers remove the header (`stripped`). Without the
   * key it is `unclear` if there are several tokens, or one that was never accepted.
   */
  readonly shown: 'shown' | 'unclear' | 'stripped';
  readonly of: (entry: HarEntry) => {
    readonly credential: Credential;
    readonly variation?: number;
    readonly validity: Validity;
  };
}

/** Finds the credential of each entry: by the key if known, or by the descriptions in the kit's own recordings. */
export function credentialsIn(entries: readonly HarEntry[], key: string | undefined): Credentials {
  const all = allAuthorizations(key);
  const knownAs = (value: string) => all.find(({ described, sent }) => described === value || sent === value);
  const withHeader = entries.flatMap((entry) => {
    const value = headerIn(entry.request.headers, 'authorization');
    return value === undefined ? [] : [{ value, status: entry.response.status }];
  });
  const unknown = withHeader.filter(({ value }) => knownAs(value) === undefined);
  const tokens = new Set(unknown.map(({ value }) => value)).size;
  const wasServed = unknown.some(({ status }) => status >= 200 && status < 300);
  const isUnclear = key === undefined && (tokens > 1 || (tokens === 1 && !wasServed));
  const shown = withHeader.length === 0 ? 'stripped' : isUnclear ? 'unclear' : 'shown';
  return {
    shown,
    of({ request, response }) {
      // Any status except 401 and 403 shows that the request had a key, and the recorder removed it.
      if (shown === 'stripped')
        return {
          credential: 'bearer',
          validity: [401, 403].includes(response.status) ? 'unknown' : 'valid',
        };
      const value = headerIn(request.headers, 'authorization');
      if (value === undefined) return { credential: 'none', validity: 'none' };
      const known = knownAs(value);
      if (known !== undefined) {
        const { credential, variation } = known;
        return { credential, ...definedOnly({ variation }), validity: validityOf(credential) };
      }
      // If the key is known, any other bearer token is a wrong key.
      return key === undefined
        ? { credential: 'bearer', validity: 'unknown' }
        : { credential: 'unknown-key', validity: 'wrong' };
    },
  };
}
