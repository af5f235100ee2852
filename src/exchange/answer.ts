import { type JsonDocument, type JsonProblem, type JsonValue, readJson } from '../json/read.ts';
import { operationTitle } from '../spec/operations.ts';
import type { Answer, Exchange, HttpRequest, HttpResponse } from './exchange.ts';
import { createRowsReader, type Rows } from './rows.ts';

/** A body that was read, and how far. */
interface Read {
  readonly body: Uint8Array;
  readonly caps: HttpResponse['caps'];
  readonly document: JsonDocument;
  /** The elements, where the body is a list. */
  readonly rows: Rows;
}

/** By the bytes, which equal bodies share: a service refuses thousands of requests in the same words. */
const documents = new WeakMap<Uint8Array, Read>();
/** A document takes many times the bytes of its body: of longer ones than this only the newest is kept. */
const longBody = 64 * 1024;
let newestLong: Read | undefined;

/** The fields that the specification names: of a long body they are kept wherever they stand in it. */
const names: ReadonlySet<string> = new Set(['id', 'name', 'description', 'code', 'message', 'status']);

/**
 * The body of an answer as JSON; read once however many rules ask. A long one is read in outline: of an array the value
 * shows nothing (`rowsOf` does, of each), of an object its fields, without what stands inside them.
 */
export function documentOf(answer: Answer): JsonDocument {
  return readOf(answer).document;
}

function readOf(answer: Answer): Read {
  const { body, caps } = answer.outcome.response;
  const known = newestLong?.body === body ? newestLong : documents.get(body);
  if (known !== undefined && known.caps === caps) return known;
  const isLong = body.length > longBody;
  // Gone before the next one is read: two would take twice the memory.
  if (isLong) newestLong = undefined;
  const rows = createRowsReader(caps);
  const outline = { names, depth: 1, onElement: rows.add };
  const document = readJson(body, caps, isLong ? outline : undefined);
  if (!isLong && document.ok && Array.isArray(document.value)) readJson(body, caps, outline);
  const read = { body, caps, document, rows: rows.rows() };
  if (isLong) newestLong = read;
  else documents.set(body, read);
  return read;
}

/** The elements of a body that is a JSON array; undefined where it is none. */
export function rowsOf(answer: Answer): Rows | undefined {
  return Array.isArray(jsonOf(answer)) ? readOf(answer).rows : undefined;
}

/** The value of a JSON body, or undefined where the body is no JSON. */
export function jsonOf(answer: Answer): JsonValue | undefined {
  const document = documentOf(answer);
  return document.ok && answer.outcome.response.bodyProblem === undefined ? document.value : undefined;
}

/** The kinds of refusal that are caps of the reader, though the text may well be JSON, and what moves them. */
const capOptions: { readonly [kind in JsonProblem]?: string } = {
  'too-deep': '--max-nesting N',
  'too-many-elements': '--max-elements N',
  'too-long': '--max-body MB',
};

/** Which cap of the kit keeps the body from being read as JSON, in a clause; undefined where none does. */
export function capOn(answer: Answer): string | undefined {
  const { bodyProblem: problem, cutByCap } = answer.outcome.response;
  if (problem !== undefined) return cutByCap ? problem : undefined;
  const document = documentOf(answer);
  const option = document.ok ? undefined : capOptions[document.kind];
  return document.ok || option === undefined ? undefined : `${document.problem}: ${option} reads more`;
}

/** By operation and status, 0 where there was none: a hundred thousand answers have a few places among them. */
const places: Readonly<Record<HttpRequest['operation'], Map<number, string>>> = {
  listCategories: new Map(),
  createCategory: new Map(),
  petById: new Map(),
  orders: new Map(),
  elsewhere: new Map(),
};

/** "POST /categories answered 201", or "… got no answer". */
export function placeOf(exchange: Exchange): string {
  const { outcome } = exchange;
  const { operation } = exchange.request;
  const status = outcome.kind === 'answer' ? outcome.response.status : 0;
  const known = places[operation].get(status);
  if (known !== undefined) return known;
  const came = outcome.kind === 'answer' ? `answered ${status}` : 'got no answer';
  const place = `${operationTitle(operation)} ${came}`;
  places[operation].set(status, place);
  return place;
}

/** What was sent, as its case is named beside a finding: the fault of a drawn body, or what the request was for. */
export function caseOf({ request, purpose }: Exchange): string {
  return request.drawn?.faultClass.fault ?? purpose;
}

/** What came back, for "received": the status, or the fault in a sentence. */
export function receivedOf(exchange: Exchange): string {
  const { outcome } = exchange;
  if (outcome.kind === 'fault') return outcome.fault.sentence;
  const { status, reason } = outcome.response;
  return reason === '' ? `status ${status}` : `status ${status} ${reason}`;
}

/** The status, or the kind of fault, as a cause that is the same in every run. */
export function causeOf(exchange: Exchange): string {
  const { outcome } = exchange;
  return outcome.kind === 'answer'
    ? `answered ${outcome.response.status}`
    : `no answer (${outcome.fault.kind})`;
}
