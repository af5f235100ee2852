import { rowsOf } from '../../exchange/answer.ts';
import { describeAuthorization, isSecretName } from '../../exchange/credentials.ts';
import type { Exchange, HeaderLine, HttpRequest, HttpResponse } from '../../exchange/exchange.ts';
import { isList } from '../../exchange/picks.ts';
import { rowsOfRun } from '../../exchange/rows.ts';
import { requestHeaders } from '../../http/client.ts';
import { isObject } from '../../json/read.ts';
import { definedOnly } from '../../text/defined-only.ts';
import type { RecordedExchange } from '../model/report.ts';
import type { Redactor } from './redact.ts';

/** What a record needs to know beside the exchange. */
export interface Recorder {
  readonly base: URL;
  readonly userAgent: string;
  /** The variable that holds the key, where that is not PETSTORE_API_KEY. */
  readonly keyVariable?: string;
  /** Names of the headers that the user added; their values may be secret and are never recorded. */
  readonly extraHeaders: readonly HeaderLine[];
  readonly redact: Redactor;
  /** Whether the traffic is somebody else's: then headers that carry secrets are recorded without their values. */
  readonly foreign?: boolean;
  readonly runMark: string;
  /** Start of the run, in ms of the monotonic clock. */
  readonly startedAt: number;
}

/** The most of one body, and of one header value, that is recorded, in characters. */
const mostOfBody = 4_000;
const mostOfValue = 500;
const mostLines = 60;
/** The most of a list that is no JSON array, in characters. */
const mostOfNoArray = 200;
const mostRows = 100;
/** So much of a body is looked at for that: what is taken out of it is longer than what stands in its place. */
const mostLookedAt = 65_536;

/**
 * The one way from a live exchange to a record. Everything is capped, and what is capped is redacted first, because
 * half a secret is not recognized; the rest is redacted where the report is put together.
 */
export function recordExchange(exchange: Exchange, recorder: Recorder): RecordedExchange {
  const { request, outcome } = exchange;
  const { redact } = recorder;
  const authorization = authorizationWords(request, recorder);
  const headers: HeaderLine[] = [
    ...requestHeaders(request, recorder.userAgent),
    ...recorder.extraHeaders.map(([name]): HeaderLine => [name, '(as given by --header)']),
    ...(authorization === undefined ? [] : [['Authorization', authorization] as const]),
  ];
  const { method, path, operation, presentation, contentType, body } = request;
  const bodyBase64 = body && Buffer.from(body).toString('base64');
  const recorded = {
    id: exchange.id,
    purpose: exchange.purpose,
    request: {
      method,
      url: addressOf(recorder.base, path),
      headers,
      ...definedOnly({ body: body && recordBody(request, redact) }),
      again: { path, operation, presentation, ...definedOnly({ contentType, bodyBase64 }) },
    },
    ...definedOnly({ connection: exchange.connection }),
    atMs: Math.round(exchange.sentAt - recorder.startedAt),
    tookMs: Math.round(exchange.readAt - exchange.sentAt),
  };
  if (outcome.kind === 'fault') return { ...recorded, fault: outcome.fault.sentence };
  return { ...recorded, response: recordResponse(outcome.response, ownPartOf(exchange, recorder), recorder) };
}

/** The Authorization header as a record and a shell name it: the key stands in it as its variable. */
export function authorizationWords(
  { presentation }: HttpRequest,
  { keyVariable = 'PETSTORE_API_KEY' }: Recorder,
): string | undefined {
  return describeAuthorization(presentation)?.replaceAll('PETSTORE_API_KEY', keyVariable);
}

/** The body of a request as text, capped; bytes that are no UTF-8 stand as \xHH. */
export function recordBody({ body = new Uint8Array() }: HttpRequest, redact: Redactor): string {
  return startOf(body, redact).text;
}

/** The address of a path below the base address. */
export function addressOf(base: URL, path: string): string {
  return `${base.origin}${base.pathname.replace(/\/$/, '')}${path}`;
}

function recordResponse(
  response: HttpResponse,
  ownPart: string | undefined,
  { redact, foreign = false }: Recorder,
) {
  const { status, reason, headers, body } = response;
  const { text, cut } = ownPart === undefined ? startOf(body, redact) : capped(redact(ownPart));
  return {
    status,
    reason: capped(redact(reason), mostOfValue).text,
    headers: headers.slice(0, mostLines).map(([name, value]) => {
      const shown = foreign && isSecretName(name) ? '[secret]' : redact.inPlaces(value);
      return [redact(name).slice(0, 100), capped(shown, mostOfValue).text] as const;
    }),
    body: text,
    cut: cut || response.bodyProblem !== undefined || ownPart !== undefined,
  };
}

/**
 * Of a list on a shared target, our own rows and a count: what others stored is not ours to show. Of one that is no
 * array the rows cannot be told, so its beginning has to do.
 */
function ownPartOf(exchange: Exchange, { runMark, redact }: Recorder): string | undefined {
  if (!isList(exchange)) return undefined;
  const rows = rowsOf(exchange);
  if (rows === undefined) {
    const { text } = startOf(exchange.outcome.response.body, redact);
    return text.length <= mostOfNoArray ? undefined : `${text.slice(0, mostOfNoArray)}…`;
  }
  const ours: string[] = [];
  let others = rows.length;
  for (const row of rows.marked()) {
    const [text] = isObject(row) ? rowsOfRun([row], runMark) : [];
    if (text === undefined) continue;
    others--;
    if (ours.length < mostRows) ours.push(text);
  }
  return others === 0 ? undefined : `[${ours.join(',')}] and ${others} more that this run did not create`;
}

/** The beginning of a body, redacted. */
function startOf(body: Uint8Array, redact: Redactor): { text: string; cut: boolean } {
  const { text, cut } = capped(redact(bytesAsText(body.subarray(0, mostLookedAt))));
  return { text, cut: cut || body.length > mostLookedAt };
}

/** Bytes as UTF-8 text; what is no UTF-8 stands as \xHH. */
function bytesAsText(bytes: Uint8Array): string {
  try {
    // A character that the end cuts is left out.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, {
      stream: bytes.length === mostLookedAt,
    });
  } catch {
    return Buffer.from(bytes)
      .toString('latin1')
      .replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
  }
}

function capped(text: string, most = mostOfBody): { text: string; cut: boolean } {
  return text.length <= most ? { text, cut: false } : { text: `${text.slice(0, most)}…`, cut: true };
}
