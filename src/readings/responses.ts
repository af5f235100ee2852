import { type Exchange, hasResponse, type Responded, statusOf } from '../exchange/exchange.ts';
import { isCreation, isList, isNamedResponse, isStatedError } from '../exchange/picks.ts';
import { capOn, jsonOf, placeOf } from '../exchange/response.ts';

/** Counts requests for the report. */
export function createCounts() {
  const counts = { total: 0, withKey: 0, withoutKey: 0, rateLimited: 0 };
  return {
    see(exchange: Exchange): void {
      counts.total++;
      counts[exchange.validity === 'valid' ? 'withKey' : 'withoutKey']++;
      if (statusOf(exchange) === 429) counts.rateLimited++;
    },
    counted: () => counts,
  };
}

/** Few lists are kept, because each may be as large as the largest allowed body. */
const listsKept = 4;
const isEmptyArray = /^\s*\[\s*\]\s*$/;

/** Keeps the newest lists, in order. */
export function createLists() {
  let lists: readonly Responded[] = [];
  let startedEmpty: boolean | undefined;
  return {
    see(exchange: Exchange): void {
      if (!isList(exchange)) return;
      startedEmpty ??= isEmptyArray.test(Buffer.from(exchange.outcome.response.body).toString('latin1'));
      lists = [...lists, exchange].slice(-listsKept);
    },
    /** Whether the first list was empty. Some faults show only in that case. */
    startedEmpty: (): boolean => startedEmpty === true,
    newest: (): readonly Responded[] => lists,
  };
}

/** Finds the first list and the first other response with a specified schema that exceed a limit of the kit. */
export function createUnread() {
  let list: string | undefined;
  let other: string | undefined;
  return {
    see(exchange: Exchange): void {
      if (!hasResponse(exchange)) return;
      if (isList(exchange)) list ??= capOn(exchange);
      else if (other === undefined && (isStatedError(exchange) || isCreated(exchange))) {
        const cap = capOn(exchange);
        if (cap !== undefined) other = `${placeOf(exchange)}, but the body was not read completely: ${cap}.`;
      }
    },
    /** Why lists cannot be judged, as a clause; undefined if all lists were read completely. */
    list: (): string | undefined => list,
    /** A sentence about the first other response that was not read completely; undefined if there is none. */
    why: (): string | undefined => other,
  };
}

function isCreated(exchange: Exchange): boolean {
  return isCreation(exchange) && statusOf(exchange) === 201;
}

/** How many bytes of a body are compared. Numbers and long hexadecimal ids are ignored. */
const compared = 4_000;
const varying = /[0-9a-f]{8,}|\d+/gi;

/** Detects a server that returns the same 2xx for every request. */
export function createSameResponse() {
  const operations = new Set<string>();
  let first: string | undefined;
  let differs = false;
  return {
    see(exchange: Exchange): void {
      if (differs || !isNamedResponse(exchange)) return;
      const { status, body } = exchange.outcome.response;
      operations.add(exchange.request.operation);
      const text = Buffer.from(body.subarray(0, compared)).toString('latin1').replaceAll(varying, '');
      const response = `${status} ${text}`;
      first ??= response;
      differs = status < 200 || status > 299 || response !== first || Array.isArray(jsonOf(exchange));
    },
    everywhere: () => !differs && operations.has('listCategories') && operations.has('createCategory'),
  };
}
