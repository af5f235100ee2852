import { describeAuthorization } from '../../exchange/credentials.ts';
import type { Exchange, HeaderLine, HttpRequest, HttpResponse } from '../../exchange/exchange.ts';
import { isList } from '../../exchange/picks.ts';
import { elementsOf, elementsOfRun, keptOfBody, namedElementsOf } from '../../exchange/response.ts';
import { requestHeaders } from '../../http/client.ts';
import { isObject, type JsonValue } from '../../json/read.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { addressOf, shownContentType, shownPath } from '../commands.ts';
import { findMember } from '../evidence.ts';
import type { RecordedExchange, TlsFiles } from '../model/report.ts';
import type { Redactor } from './redact.ts';

/** What is needed to record an exchange. */
export interface Recorder {
  readonly base: URL;
  readonly userAgent: string;
  /** Extra headers; their values may be secret and are never recorded. */
  readonly extraHeaders: readonly HeaderLine[];
  /** The files that curl needs for TLS. */
  readonly tlsFiles?: TlsFiles;
  readonly redact: Redactor;
  readonly runMark: string;
  /** Start of the run, in ms of the monotonic clock. */
  readonly startedAt: number;
}

/** The parts of a response that a finding shows: elements of a list, and the part of a long body that has the fault. */
export interface Focus {
  /** JSON Pointers into the list. */
  readonly at?: readonly { readonly pointer: string }[];
  /** The elements of the list that the finding shows, as JSON. */
  readonly listed?: string;
  /** The field around which a long body is cut. */
  readonly member?: string;
  readonly near?: string;
}

/** Maximum recorded length of a body and of a header value, in characters, and maximum number of headers. */
const maxBodyLength = 4_000;
const maxValueLength = 500;
const maxLines = 60;
/** Maximum recorded length of a list that is not a JSON array, in characters. */
const maxNonArrayLength = 200;
const maxElements = 100;
/** Maximum number of elements in a finding, and of characters before the fault in a long body. */
const maxInFocus = 3;
const beforeFault = 1_000;

/**
 * Records an exchange with limited length; for a finding, it records only what `focus` names. Shortened strings are redacted
 * first, because half a secret would not be recognized. The rest is redacted with the whole report.
 */
export function recordExchange(exchange: Exchange, recorder: Recorder, focus?: Focus): RecordedExchange {
  const { request, outcome } = exchange;
  const authorization = describeAuthorization(request.credential, request.variation);
  const contentType = shownContentType(request, recorder);
  const headers: HeaderLine[] = [
    ...requestHeaders({ ...request, ...definedOnly({ contentType }) }, recorder.userAgent),
    ...(request.framing === 'chunked' ? [['Transfer-Encoding', 'chunked'] as const] : []),
    ...recorder.extraHeaders.map(([name]): HeaderLine => [name, '(as given by --header)']),
    ...(authorization === undefined ? [] : [['Authorization', authorization] as const]),
  ];
  const { method, operation, credential, variation, framing, body } = request;
  const path = shownPath(request, recorder);
  const bodyBase64 = body && Buffer.from(body).toString('base64');
  const recorded = {
    id: exchange.id,
    purpose: exchange.purpose,
    request: {
      method,
      url: addressOf(recorder.base, path),
      headers,
      ...definedOnly({ body: body && recordBody(request, recorder.redact) }),
      again: { path, operation, credential, ...definedOnly({ variation, contentType, bodyBase64, framing }) },
    },
    ...definedOnly({ connection: exchange.connection }),
    atMs: Math.round(exchange.sentAt - recorder.startedAt),
    tookMs: Math.round(exchange.readAt - exchange.sentAt),
  };
  if (outcome.kind === 'fault') return { ...recorded, fault: outcome.fault.sentence };
  const part = ownPartOf(exchange, recorder, focus);
  return { ...recorded, response: recordResponse(outcome.response, part, recorder, focus) };
}

/** Returns the beginning of a request body as a string; bytes that are not UTF-8 become \xHH. */
export function recordBody({ body = new Uint8Array() }: HttpRequest, redact: Redactor): string {
  return startOf(body, redact).text;
}

function recordResponse(
  response: HttpResponse,
  part: string | undefined,
  { redact }: Recorder,
  focus: Focus | undefined,
) {
  const { status, reason, headers, body } = response;
  const whole = redact.traffic((part ?? bytesAsText(body.subarray(0, keptOfBody))).slice(0, keptOfBody));
  const { text, cut, faultAt } = cutAround(whole, faultIn(whole, focus, redact));
  return {
    status,
    reason: capped(redact.traffic(reason), maxValueLength).text,
    headers: headers.slice(0, maxLines).map(([name, value]) => {
      const shown = redact.header(value);
      return [redact.traffic(name).slice(0, 100), capped(shown, maxValueLength).text] as const;
    }),
    body: text,
    cut: cut || part !== undefined || body.length > keptOfBody || response.bodyProblem !== undefined,
    ...definedOnly({ faultAt }),
  };
}

/** Returns where a body shows the fault of a finding. */
function faultIn(body: string, { member, near }: Focus = {}, redact: Redactor): number | undefined {
  const at = near === undefined ? findMember(body, member)?.index : body.indexOf(redact.traffic(near));
  return at === undefined || at < 0 ? undefined : at;
}

/** Cuts a long body so that it shows the fault. */
function cutAround(body: string, faultAt: number | undefined) {
  const from = faultAt === undefined || faultAt < maxBodyLength / 2 ? 0 : faultAt - beforeFault;
  if (from === 0) return { ...capped(body), faultAt };
  const { text } = capped(body.slice(from));
  return { text: `…${text}`, cut: true, faultAt: beforeFault + 1 };
}

/**
 * Returns the elements of a list that this run created, or the elements that `focus` names, and counts the others, because a
 * shared target may have other people's data. If the body is not an array, returns its beginning.
 */
function ownPartOf(exchange: Exchange, { runMark, redact }: Recorder, focus?: Focus): string | undefined {
  if (!isList(exchange)) return undefined;
  const elements = elementsOf(exchange);
  if (elements === undefined) {
    const { text } = startOf(exchange.outcome.response.body, redact);
    return text.length <= maxNonArrayLength ? undefined : `${text.slice(0, maxNonArrayLength)}…`;
  }
  const ours = (some: readonly JsonValue[]) =>
    some.flatMap((one) => (isObject(one) ? elementsOfRun([one], runMark) : []));
  if (focus?.listed !== undefined) return `in a list of ${elements.length}: ${focus.listed}`;
  if (focus?.at !== undefined) {
    const places = [...new Set(focus.at.map(({ pointer }) => Number(pointer.split('/')[1])))];
    const shown = ours(places.slice(0, maxInFocus).map((place) => elements[place] ?? null));
    if (shown.length === elements.length) return undefined;
    return shown.length === 0
      ? `(a list of ${elements.length}, not shown: the invalid elements may be other people's data)`
      : `[${shown.join(',')}] and ${elements.length - shown.length} more`;
  }
  const all = ours(namedElementsOf(exchange));
  const others = elements.length - all.length;
  const most = focus === undefined ? maxElements : maxInFocus;
  if (others === 0 && (focus === undefined || all.length <= most)) return undefined;
  return focus === undefined
    ? `[${all.slice(0, most).join(',')}] and ${others} more that this run did not create`
    : `[${all.slice(0, most).join(',')}] and ${elements.length - Math.min(most, all.length)} more`;
}

function startOf(body: Uint8Array, redact: Redactor): { text: string; cut: boolean } {
  const { text, cut } = capped(redact.traffic(bytesAsText(body.subarray(0, keptOfBody))));
  return { text, cut: cut || body.length > keptOfBody };
}

function bytesAsText(bytes: Uint8Array): string {
  try {
    // `stream` omits a character that is cut at the end.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, {
      stream: bytes.length === keptOfBody,
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
