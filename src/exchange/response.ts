import { type JsonDocument, type JsonProblem, type JsonValue, readJson } from '../json/read.ts';
import { operationTitle } from '../spec/operations.ts';
import type { Exchange, HttpResponse, Responded } from './exchange.ts';
import { fieldLines } from './headers.ts';
import { createListIndex, type ListIndex } from './list-index.ts';

/** A parsed body, with the limits it was parsed under. */
interface Read {
  readonly caps: HttpResponse['caps'];
  readonly document: JsonDocument;
  /** The elements, if the body is a JSON array. */
  readonly list: ListIndex;
}

/** Keyed by the bytes, which equal bodies share: most refusals of a server are identical. */
const documents = new WeakMap<Uint8Array, Read>();
/** A document takes many times the memory of its body, so only the newest of longer ones is kept. */
const longBody = 64 * 1024;
let newestLong: Uint8Array = new Uint8Array();

/** The fields that the specification names. They are kept even of a long body. */
const names: ReadonlySet<string> = new Set(['id', 'name', 'description', 'code', 'message', 'status']);

/**
 * Parses the body of a response as JSON, once for all rules. A long object keeps its fields without nested values, and a
 * long array keeps nothing (`listIndexOf` returns its elements).
 */
export function documentOf(response: Responded): JsonDocument {
  return readOf(response).document;
}

function readOf(response: Responded): Read {
  const { body, caps } = response.outcome.response;
  const known = documents.get(body);
  if (known !== undefined && known.caps === caps) return known;
  const isLong = body.length > longBody;
  // Release the old one before reading the next, so that memory holds only one.
  if (isLong) {
    documents.delete(newestLong);
    newestLong = body;
  }
  const list = createListIndex(caps);
  const outline = { names, depth: 1, onElement: list.add };
  const document = readJson(body, caps, isLong ? outline : undefined);
  if (!isLong && document.ok && Array.isArray(document.value)) readJson(body, caps, outline);
  const read = { caps, document, list: list.index() };
  documents.set(body, read);
  return read;
}

/** Returns the elements of a JSON array, or undefined for any other body. */
export function listIndexOf(response: Responded): ListIndex | undefined {
  return Array.isArray(jsonOf(response)) ? readOf(response).list : undefined;
}

/** Returns the value of a JSON body, or undefined if the body is not valid JSON. */
export function jsonOf(response: Responded): JsonValue | undefined {
  const document = documentOf(response);
  return document.ok && response.outcome.response.bodyProblem === undefined ? document.value : undefined;
}

/** Problems that are limits of the kit, with the option that raises each. */
const capOptions: { readonly [kind in JsonProblem]?: string } = {
  'too-deep': '--max-nesting',
  'too-many-elements': '--max-elements',
  'too-long': '--max-body',
};

/** Returns which limit of the kit the body exceeds, as a clause, or undefined if none. */
export function capOn(response: Responded): string | undefined {
  const { bodyProblem, cutByCap } = response.outcome.response;
  if (bodyProblem !== undefined) return cutByCap ? bodyProblem : undefined;
  const document = documentOf(response);
  const option = document.ok ? undefined : capOptions[document.kind];
  if (document.ok || option === undefined) return undefined;
  const { problem } = document;
  return `${problem.charAt(0).toLowerCase()}${problem.slice(1)} (raise ${option})`;
}

/** Returns "POST /categories returned 201", or "POST /categories got no response". */
export function placeOf({ request, outcome }: Exchange): string {
  const result = outcome.kind === 'response' ? `returned ${outcome.response.status}` : 'got no response';
  return `${operationTitle(request.operation)} ${result}`;
}

/** Checks whether the response closes its connection. */
export function closesConnection({ outcome }: Exchange): boolean {
  if (outcome.kind === 'fault') return false;
  return fieldLines(outcome.response.headers, 'connection').some((line) => /\bclose\b/i.test(line));
}

/** Names the case of a request in findings: the fault of a generated body, or the purpose of the request. */
export function caseOf({ request, purpose }: Exchange): string {
  return request.generated?.faultClass.fault ?? purpose;
}

/** Returns the "received" of a finding: the status, or the transport fault. */
export function receivedOf({ outcome }: Exchange): string {
  if (outcome.kind === 'fault') return outcome.fault.sentence;
  const { status, reason } = outcome.response;
  return reason === '' ? `status ${status}` : `status ${status} ${reason}`;
}

/** Returns the cause of a finding: the status or the kind of fault, equal in every run. */
export function causeOf({ outcome }: Exchange): string {
  return outcome.kind === 'response'
    ? `returned ${outcome.response.status}`
    : `no response (${outcome.fault.kind})`;
}
