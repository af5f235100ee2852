import { isObject, type JsonDocument, type JsonObject, type JsonValue, readJson } from '../json/read.ts';
import { stringsIn, writeJson } from '../json/value.ts';
import { anyMark } from '../payloads/names.ts';
import { operationTitle } from '../spec/operations.ts';
import { type Exchange, type HttpResponse, hasResponse, type Responded } from './exchange.ts';
import { fieldLines } from './headers.ts';
import { isList } from './picks.ts';

/** How much of a body is kept once it has been judged, in bytes. No report shows more of it. */
export const keptOfBody = 64 * 1024;

type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

interface Read {
  readonly document: JsonDocument;
  /** The elements of an array that may contain a name of a run; set once the array has been searched. */
  named?: readonly JsonValue[];
}

/** The parsed documents, by the bytes of their bodies. */
const documents = new WeakMap<Uint8Array, Read>();
/** A document takes many times the memory of its body, so only the newest long document is kept. Equal bodies share it. */
let newestLong: Uint8Array = new Uint8Array();

/** Parses the body of a response as JSON, once for all rules. */
export function documentOf(response: Responded): JsonDocument {
  return readOf(response).document;
}

function readOf({ outcome }: Responded): Read {
  const response: Writable<HttpResponse> = outcome.response;
  const { body } = response;
  const known = documents.get(body);
  if (known !== undefined) return known;
  if (body.length > keptOfBody) {
    const same = body.length === newestLong.length && Buffer.compare(body, newestLong) === 0;
    const read = same ? documents.get(newestLong) : undefined;
    if (read !== undefined) {
      response.body = newestLong;
      return read;
    }
    // The old document is released before the next one is read, so that memory holds only one of them.
    documents.delete(newestLong);
    newestLong = body;
  }
  const read: Read = { document: readJson(body) };
  documents.set(body, read);
  return read;
}

/** Returns the value of a JSON body, or undefined if there is no response or the body is not valid JSON. */
export function jsonOf(exchange: Exchange): JsonValue | undefined {
  if (!hasResponse(exchange) || exchange.outcome.response.bodyProblem !== undefined) return undefined;
  const document = documentOf(exchange);
  return document.ok ? document.value : undefined;
}

/** Returns the id and the name in a JSON object, if there are any. */
export function createdIn(exchange: Exchange): { readonly id?: JsonValue; readonly name?: JsonValue } {
  const value = jsonOf(exchange);
  return isObject(value) ? value : {};
}

/** Returns the elements of a JSON array, or undefined for any other body. */
export function elementsOf(exchange: Exchange): readonly JsonValue[] | undefined {
  const value = jsonOf(exchange);
  return Array.isArray(value) ? value : undefined;
}

/**
 * Returns the elements of a JSON array that may contain a name from a run of the kit. In a long array, most elements contain
 * none.
 */
export function namedElementsOf(response: Responded): readonly JsonValue[] {
  const read = readOf(response);
  read.named ??= (elementsOf(response) ?? []).filter(hasMark);
  return read.named;
}

function hasMark(element: JsonValue): boolean {
  for (const text of stringsIn(element)) if (anyMark.test(text)) return true;
  return false;
}

/** Returns the elements of a list that have this id. */
export function withId(elements: readonly JsonValue[], id: bigint): JsonObject[] {
  return elements.filter((element): element is JsonObject => isObject(element) && element['id'] === id);
}

/** Returns the JSON of the elements that this run created, because reports must not show other clients' data. */
export function elementsOfRun(elements: readonly JsonObject[], runMark: string): string[] {
  return elements.map(writeJson).filter((text) => text.toLowerCase().includes(runMark));
}

/**
 * Cuts a long body that was judged, because a run keeps many exchanges. The bytes of a list stay, because later responses are
 * compared with the list, and reports show only the elements of this run.
 */
export function shortenBody(exchange: Exchange): void {
  if (exchange.outcome.kind === 'fault') return;
  const response: Writable<HttpResponse> = exchange.outcome.response;
  const { body, bodyProblem } = response;
  if (body.length <= keptOfBody || isList(exchange)) return;
  documents.delete(body);
  response.body = Buffer.copyBytesFrom(body, 0, keptOfBody);
  if (bodyProblem !== undefined) return;
  response.bodyProblem = `a body of ${body.length} bytes, which was not kept`;
  response.cutByCap = true;
}

/** Returns which limit of the kit the body exceeds, as a clause, or undefined if it exceeds none. */
export function capOn(response: Responded): string | undefined {
  const { bodyProblem, cutByCap } = response.outcome.response;
  if (bodyProblem !== undefined) return cutByCap ? bodyProblem : undefined;
  const document = documentOf(response);
  if (document.ok || !['too-deep', 'too-dense'].includes(document.kind)) return undefined;
  return `${document.problem.charAt(0).toLowerCase()}${document.problem.slice(1)}`;
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

/** Returns the cause of a finding: the status or the kind of fault, which is the same in every run. */
export function causeOf({ outcome }: Exchange): string {
  return outcome.kind === 'response'
    ? `returned ${outcome.response.status}`
    : `no response (${outcome.fault.kind})`;
}
