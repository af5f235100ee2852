import { isSecretName } from '../../exchange/credentials.ts';
import type { Exchange, HeaderLine, HttpRequest, HttpResponse } from '../../exchange/exchange.ts';
import { elementsOfRun } from '../../exchange/list-index.ts';
import { isList } from '../../exchange/picks.ts';
import { listIndexOf } from '../../exchange/response.ts';
import { requestHeaders } from '../../http/client.ts';
import { isObject } from '../../json/read.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { addressOf, authorizationWords } from '../commands.ts';
import type { RecordedExchange, TlsFiles } from '../model/report.ts';
import type { Redactor } from './redact.ts';

/** What is needed to record an exchange. */
export interface Recorder {
  readonly base: URL;
  readonly userAgent: string;
  /** The variable with the key, if not PETSTORE_API_KEY. */
  readonly keyVariable?: string;
  /** Extra headers; their values may be secret and are never recorded. */
  readonly extraHeaders: readonly HeaderLine[];
  /** The files that curl needs for TLS. */
  readonly tlsFiles?: TlsFiles;
  readonly redact: Redactor;
  /** Whether the traffic is a recording: values of secret headers are then not recorded. */
  readonly foreign?: boolean;
  readonly runMark: string;
  /** Start of the run, in ms of the monotonic clock. */
  readonly startedAt: number;
}

/** Maximum recorded length of a body, and of a header value, in characters. */
const maxBodyLength = 4_000;
const maxValueLength = 500;
const maxLines = 60;
/** Maximum recorded length of a list that is not a JSON array, in characters. */
const maxNonArrayLength = 200;
const maxElements = 100;
/** How many bytes of a body are read: more than are recorded, because redaction shortens them. */
const maxRead = 65_536;

/**
 * Records a live exchange with limited length. Shortened strings are redacted first, because half a secret is not
 * recognized; the rest is redacted with the whole report.
 */
export function recordExchange(exchange: Exchange, recorder: Recorder): RecordedExchange {
  const { request, outcome } = exchange;
  const authorization = authorizationWords(request, recorder);
  const headers: HeaderLine[] = [
    ...requestHeaders(request, recorder.userAgent),
    ...recorder.extraHeaders.map(([name]): HeaderLine => [name, '(as given by --header)']),
    ...(authorization === undefined ? [] : [['Authorization', authorization] as const]),
  ];
  const { method, path, operation, credential, contentType, body } = request;
  const bodyBase64 = body && Buffer.from(body).toString('base64');
  const recorded = {
    id: exchange.id,
    purpose: exchange.purpose,
    request: {
      method,
      url: addressOf(recorder.base, path),
      headers,
      ...definedOnly({ body: body && recordBody(request, recorder.redact) }),
      again: { path, operation, credential, ...definedOnly({ contentType, bodyBase64 }) },
    },
    ...definedOnly({ connection: exchange.connection }),
    atMs: Math.round(exchange.sentAt - recorder.startedAt),
    tookMs: Math.round(exchange.readAt - exchange.sentAt),
  };
  if (outcome.kind === 'fault') return { ...recorded, fault: outcome.fault.sentence };
  return { ...recorded, response: recordResponse(outcome.response, ownPartOf(exchange, recorder), recorder) };
}

/** Returns the beginning of a request body as a string; bytes that are not UTF-8 become \xHH. */
export function recordBody({ body = new Uint8Array() }: HttpRequest, redact: Redactor): string {
  return startOf(body, redact).text;
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
    reason: capped(redact(reason), maxValueLength).text,
    headers: headers.slice(0, maxLines).map(([name, value]) => {
      const shown = foreign && isSecretName(name) ? '[secret]' : redact.inPlaces(value);
      return [redact(name).slice(0, 100), capped(shown, maxValueLength).text] as const;
    }),
    body: text,
    cut: cut || response.bodyProblem !== undefined || ownPart !== undefined,
  };
}

/**
 * Returns the elements of a list that this run created, and counts the others: a shared target may have other people's
 * data. If the body is not an array, returns its beginning.
 */
function ownPartOf(exchange: Exchange, { runMark, redact }: Recorder): string | undefined {
  if (!isList(exchange)) return undefined;
  const elements = listIndexOf(exchange);
  if (elements === undefined) {
    const { text } = startOf(exchange.outcome.response.body, redact);
    return text.length <= maxNonArrayLength ? undefined : `${text.slice(0, maxNonArrayLength)}…`;
  }
  const ours = [...elements.marked()].flatMap((one) => (isObject(one) ? elementsOfRun([one], runMark) : []));
  const others = elements.length - ours.length;
  if (others === 0) return undefined;
  return `[${ours.slice(0, maxElements).join(',')}] and ${others} more that this run did not create`;
}

function startOf(body: Uint8Array, redact: Redactor): { text: string; cut: boolean } {
  const { text, cut } = capped(redact(bytesAsText(body.subarray(0, maxRead))));
  return { text, cut: cut || body.length > maxRead };
}

function bytesAsText(bytes: Uint8Array): string {
  try {
    // `stream` omits a character that is cut at the end.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, {
      stream: bytes.length === maxRead,
    });
  } catch {
    return Buffer.from(bytes)
      .toString('latin1')
      .replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
  }
}

function capped(text: string, most = maxBodyLength): { text: string; cut: boolean } {
  return text.length <= most ? { text, cut: false } : { text: `${text.slice(0, most)}…`, cut: true };
}
