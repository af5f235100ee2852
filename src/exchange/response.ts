import { type JsonDocument, type JsonProblem, type JsonValue, readJson } from '../json/read.ts';
import { operationTitle } from '../spec/operations.ts';
import type { Exchange, HttpResponse, Responded } from './exchange.ts';
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

/** The fields that the specification names: of a long body they are kept, wherever they are in it. */
const names: ReadonlySet<string> = new Set(['id', 'name', 'description', 'code', 'message', 'status']);

/**
 * Reads the body of a response as JSON, once for all rules. Of a long one it keeps an outline: of an object its fields
 * without what is nested in them, of an array nothing (`rowsOf` returns its elements).
 */
export function documentOf(response: Responded): JsonDocument {
  return readOf(response).document;
}

function readOf(response: Responded): Read {
  const { body, caps } = response.outcome.response;
  const known = newestLong?.body === body ? newestLong : documents.get(body);
  if (known !== undefined && known.caps === caps) return known;
  const isLong = body.length > longBody;
  // Released before the next one is read: two would take twice the memory.
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

/** Returns the elements of a body that is a JSON array; undefined for any other. */
export function rowsOf(response: Responded): Rows | undefined {
  return Array.isArray(jsonOf(response)) ? readOf(response).rows : undefined;
}

/** Returns the value of a JSON body; undefined where the body is not valid JSON. */
export function jsonOf(response: Responded): JsonValue | undefined {
  const document = documentOf(response);
  return document.ok && response.outcome.response.bodyProblem === undefined ? document.value : undefined;
}

/** The problems that are caps of the reader, though the text may well be JSON, and the options that raise them. */
const capOptions: { readonly [kind in JsonProblem]?: string } = {
  'too-deep': '--max-nesting N',
  'too-many-elements': '--max-elements N',
  'too-long': '--max-body MB',
};

/** Returns which cap of the kit keeps the body from being read, as a clause; undefined where none does. */
export function capOn(response: Responded): string | undefined {
  const { bodyProblem, cutByCap } = response.outcome.response;
  if (bodyProblem !== undefined) return cutByCap ? bodyProblem : undefined;
  const document = documentOf(response);
  const option = document.ok ? undefined : capOptions[document.kind];
  return document.ok || option === undefined ? undefined : `${document.problem}: ${option} reads more`;
}

/** Returns "POST /categories answered 201", or "… got no answer". */
export function placeOf({ request, outcome }: Exchange): string {
  const came = outcome.kind === 'response' ? `answered ${outcome.response.status}` : 'got no answer';
  return `${operationTitle(request.operation)} ${came}`;
}

/** Returns what was sent, as a finding names its case: the fault of a generated body, or the purpose of the request. */
export function caseOf({ request, purpose }: Exchange): string {
  return request.generated?.faultClass.fault ?? purpose;
}

/** Returns what came back, for "received": the status, or the fault in a sentence. */
export function receivedOf({ outcome }: Exchange): string {
  if (outcome.kind === 'fault') return outcome.fault.sentence;
  const { status, reason } = outcome.response;
  return reason === '' ? `status ${status}` : `status ${status} ${reason}`;
}

/** Returns the status, or the kind of fault, as a cause that is the same in every run. */
export function causeOf({ outcome }: Exchange): string {
  return outcome.kind === 'response'
    ? `answered ${outcome.response.status}`
    : `no answer (${outcome.fault.kind})`;
}
