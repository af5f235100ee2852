import { authorization, credentialOf, describeAuthorization } from '../../exchange/credentials.ts';
import type { Exchange, HttpRequest, Outcome } from '../../exchange/exchange.ts';
import { type Credential, type Presentation, presentations } from '../../exchange/exchange.ts';
import { namedOperations } from '../../spec/operations.ts';
import { definedOnly } from '../../text/defined-only.ts';
import type { HarEntry } from './entries.ts';

interface Recording {
  readonly baseUrl: string;
  /** Milliseconds since 1970 of the first entry. */
  readonly startedAt: number;
  readonly credentials: Credentials;
}

/**
 * One entry as an exchange; undefined where it is no request that the specification speaks of, where the service
 * was not asked at all, or where what was sent is not known byte by byte.
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
  const { presentation, credential } = credentials.of(entry);
  const wallAt = Date.parse(entry.startedDateTime);
  const sentAt = wallAt - startedAt;
  const took = Math.max(0, Number.isFinite(entry.time) ? entry.time : 0);
  const receive = Math.max(0, Math.min(took, entry.timings?.receive ?? 0));
  return {
    id,
    purpose: 'recorded traffic',
    sentFor: 'recorded',
    request: requestOf(entry, method, path, presentation),
    credential,
    sentAt,
    headAt: sentAt + took - receive,
    readAt: sentAt + took,
    wallAt: wallAt + took - receive,
    attempt: 1,
    concurrent: 1,
    overLimit: false,
    ...connectionOf(entry),
    outcome: outcomeOf(entry),
  };
}

/** Browsers number connections, or name their local port. */
function connectionOf({ connection }: HarEntry): Pick<Exchange, 'connection'> {
  return /^[1-9]\d{0,9}$/.test(String(connection)) ? { connection: Number(connection) } : {};
}

/** Whether the recording has the body as it was sent: large ones are left out, and other bytes than UTF-8 lost. */
function isBodyWhole({ request }: HarEntry): boolean {
  const { postData, bodySize = -1, headers } = request;
  const length = headers.find(({ name }) => name.toLowerCase() === 'content-length')?.value;
  const sent = bodySize >= 0 ? bodySize : Number(length ?? -1);
  return !(sent >= 0) || Buffer.byteLength(postData?.text ?? '') === sent;
}

function requestOf(
  { request }: HarEntry,
  method: 'GET' | 'POST',
  path: string,
  presentation: HttpRequest['presentation'],
): HttpRequest {
  const contentType =
    request.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ??
    request.postData?.mimeType;
  const body = request.postData?.text;
  return {
    method,
    path,
    operation: operationOf(method, path),
    presentation,
    ...definedOnly({ contentType, body: body === undefined ? undefined : new TextEncoder().encode(body) }),
  };
}

function operationOf(method: string, path: string): HttpRequest['operation'] {
  if (method === 'GET' && /^\/pets\/[^/]+$/.test(path)) return 'petById';
  return namedOperations.find((one) => one.method === method && one.path === path)?.id ?? 'elsewhere';
}

function outcomeOf({ response, comment = 'the request was not answered' }: HarEntry): Outcome {
  // Browsers write 0, others -1, for a request that was never answered.
  if (response.status <= 0) return { kind: 'fault', fault: { kind: 'aborted', sentence: comment } };
  const { content, headers, status, statusText } = response;
  const problem = bodyProblemOf(content);
  return {
    kind: 'answer',
    response: {
      status,
      reason: statusText ?? '',
      // A colon begins what HTTP/2 has instead of a status line.
      headers: headers
        .filter(({ name }) => !name.startsWith(':'))
        .map(({ name, value }) => [name, value] as const),
      body: bodyOf(content),
      // The recording's fault and not the service's: such a body is not judged.
      ...(problem === undefined ? {} : { bodyProblem: problem, cutByCap: true as const }),
    },
  };
}

function bodyOf({ text = '', encoding }: HarEntry['response']['content']): Uint8Array {
  return encoding === 'base64' ? Buffer.from(text, 'base64') : new TextEncoder().encode(text);
}

function bodyProblemOf({ text, size = 0, comment }: HarEntry['response']['content']): string | undefined {
  if (comment === 'only a part of what came') return 'the recording holds a part of the body only';
  return text === undefined && size > 0 ? 'the recording holds no body' : undefined;
}

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
