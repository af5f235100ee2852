import { digestOf } from '../exchange/body-digest.ts';
import { type Exchange, statusOf, wasClosedOnEnd } from '../exchange/exchange.ts';
import {
  hasKey,
  isAddedWithBody,
  isCreation,
  isNamed,
  isOfAdded,
  isPost,
  isStatedError,
  meaningOf,
} from '../exchange/picks.ts';
import { caseOf, causeOf, jsonOf, placeOf } from '../exchange/response.ts';
import { sentForm } from '../exchange/sent-form.ts';
import { isObject } from '../json/read.ts';
import { operationTitle } from '../spec/operations.ts';

/** Detects a possible ban (`limit.ban`, never judged): a key that was accepted before a 429 and refused after it. */
export function createBan() {
  let accepted = false;
  let limited = false;
  let shown: Exchange | undefined;
  return {
    see(exchange: Exchange): void {
      const { operation } = exchange.request;
      const status = statusOf(exchange);
      if (!hasKey(exchange) || !isNamed(exchange) || status === undefined) return;
      if (status === 429) limited = true;
      if (status < 300) accepted = true;
      // Every key may read the list, so a 403 there refuses the key. For other operations, a 403 may be about permissions.
      const isRefusal = status === 401 || (status === 403 && operation === 'listCategories');
      // A key that was refused before the first 429 was not banned for the 429.
      if (isRefusal && !limited) accepted = false;
      if (accepted && limited && isRefusal) shown ??= exchange;
    },
    /** The first response that refused the key after a 429. */
    shownBy: (): Exchange | undefined => shown,
  };
}

/** Counts requests by operation, credential and status, and keeps the first request of each combination. */
export function createOutcomes(ban: Pick<ReturnType<typeof createBan>, 'shownBy'>) {
  const outcomes = new Map<string, { readonly first: Exchange; readonly isBanned: boolean; count: number }>();
  return {
    see(exchange: Exchange): void {
      const isBanned = ban.shownBy() !== undefined;
      const key = `${exchange.request.credential} ${placeOf(exchange)} ${exchange.overLimit} ${isBanned}`;
      const known = outcomes.get(key) ?? { first: exchange, isBanned, count: 0 };
      outcomes.set(key, known);
      known.count++;
    },
    /** All outcomes in order of first occurrence. `isBanned` is set if the key may have been banned by then. */
    all: () => [...outcomes.values()],
  };
}

/** Bodies with the same meaning, case and response. */
export interface SentBodies {
  /** The first of the smallest bodies. */
  smallest: Exchange;
  readonly first: Exchange;
  count: number;
  /** The position of the smallest body among all bodies. Of several equally small bodies, the earliest is shown. */
  place: number;
}

/** Bodies with more bytes than this are large. */
const largestPlain = 1_000;

/** Groups the bodies of creations, and keeps the smallest of each kind. A 401 says nothing about the body. */
export function createBodies(runMark: string) {
  const kinds = new Map<string, SentBodies>();
  const digests = new Set<string>();
  let count = 0;
  return {
    see(exchange: Exchange): void {
      const { body, mark, framing } = exchange.request;
      if (body !== undefined && gotResponse(exchange)) digests.add(digestOf(body, runMark, mark, framing));
      if (!(isCreation(exchange) || isAddedWithBody(exchange)) || statusOf(exchange) === 401) return;
      const place = count++;
      const kind = kindOf(exchange);
      const known = kinds.get(kind) ?? { smallest: exchange, first: exchange, count: 0, place };
      kinds.set(kind, known);
      known.count++;
      if (bodySize(exchange) >= bodySize(known.smallest)) return;
      known.smallest = exchange;
      known.place = place;
    },
    /** All kinds of bodies in order of first occurrence. */
    all: (): readonly SentBodies[] => [...kinds.values()],
    /** The digests of the bodies that got a response. The same body has the same digest in all runs. */
    digests: (): readonly string[] => [...digests],
  };
}

/**
 * The maximum number of connections that are remembered. It is limited because a server may close each connection after a
 * response.
 */
const connectionsKept = 32;

/**
 * Collects the forms in which requests that got a response were sent. Excludes limited requests, because the server need not
 * have looked at their forms.
 */
export function createSentForms() {
  const forms = new Set<string>();
  /** The credentials that each connection has carried so far. */
  const carried = new Map<number, Set<string>>();
  return {
    see(exchange: Exchange): void {
      const { request, connection, outcome } = exchange;
      const { operation, credential, generated } = request;
      const before = connection === undefined ? undefined : (carried.get(connection) ?? new Set());
      const isLimited = outcome.kind === 'response' && outcome.response.status === 429;
      if ((outcome.kind === 'response' || wasClosedOnEnd(exchange)) && !isLimited) {
        forms.add(sentForm(operation, credential));
        if (generated !== undefined) forms.add(sentForm(operation, generated.faultClass.id));
        for (const other of before ?? [])
          if (other !== credential) forms.add(sentForm(operation, credential, other));
      }
      if (connection === undefined || before === undefined) return;
      carried.delete(connection);
      carried.set(connection, before.add(credential));
      const [oldest] = carried.keys();
      if (carried.size > connectionsKept && oldest !== undefined) carried.delete(oldest);
    },
    all: (): readonly string[] => [...forms].sort(),
  };
}

/** Checks whether the response to a POST may depend on its body: a server that limits a request does not read it. */
function gotResponse(exchange: Exchange): boolean {
  if (wasClosedOnEnd(exchange)) return true;
  return (isPost(exchange) || isOfAdded(exchange)) && ![undefined, 429].includes(statusOf(exchange));
}

/** Combines everything that decides how the response to a body is judged. */
function kindOf(exchange: Exchange): string {
  const meaning = meaningOf(exchange);
  const violated = meaning.kind === 'violates' ? meaning.requirement : '';
  const size = [isLarge(exchange), bodySize(exchange) > 0];
  return [meaning.kind, violated, exchange.sentFor, caseOf(exchange), causeOf(exchange), ...size].join('\n');
}

/** Checks whether a body may be refused for its size, because the specification states no limit. */
export function isLarge(exchange: Exchange): boolean {
  return bodySize(exchange) > largestPlain;
}

/** Returns the size of the request's body in bytes. */
export function bodySize({ request }: Exchange): number {
  return request.body?.length ?? 0;
}

/** Counts the values of `code` in specified errors, by status, with the operations that returned them. */
export function createErrorCodes() {
  const codes = new Map<string, { count: number; readonly operations: Set<string> }>();
  let tested = 0;
  return {
    see(exchange: Exchange): void {
      const value = isStatedError(exchange) ? jsonOf(exchange) : undefined;
      const code = isObject(value) ? value['code'] : undefined;
      if (typeof code !== 'string') return;
      tested++;
      const key = `${statusOf(exchange)} ${code}`;
      const known = codes.get(key) ?? { count: 0, operations: new Set<string>() };
      codes.set(key, known);
      known.count++;
      known.operations.add(operationTitle(exchange.request.operation));
    },
    met: () => ({ tested, codes }),
  };
}
