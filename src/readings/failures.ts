import { type Exchange, type HttpRequest, isFailure, isServed } from '../exchange/exchange.ts';
import { hasInvalidBody, isPlainList, isPost } from '../exchange/picks.ts';
import { causeOf } from '../exchange/response.ts';
import { Stopped } from '../exchange/stopped.ts';
import { operationTitle } from '../spec/operations.ts';
import { counted } from '../text/layout.ts';

/**
 * How many failures of a request that is sent alone prove that it always fails. More are needed once another failure of the
 * run has turned out to be random.
 */
const failuresOfProof = { usually: 3, afterChance: 5 };
/** Of the requests for one requirement that fail with the same status, this many are repeated. */
const kindsRepeated = 2;
/** After this many timeouts, no further request with the same framing is sent to the operation. */
const mostTimeouts = 3;
/** If at least this many failures occur at the same place, they do not happen by chance. */
const leastAtPlace = 3;
/** A run is unsteady if at least this many of its requests, and more than this share, failed and then passed. */
const leastUnsteady = 5;
const shareUnsteady = 0.1;
/** A time without requests that is longer than this, in ms, is a pause. */
const pauseMs = 1_000;

/** A request that failed, but passed when it was sent again. */
interface Passed {
  readonly first: Exchange;
  /** The places of the request in the run, such as "POST right after a creation". */
  readonly places: readonly string[];
}

/** How many requests at a place failed at first, and how many did not. */
interface Place {
  failed: number;
  right: number;
}

/** Names the kind of a request: to a gateway, requests with the same operation, credential and validity of the body look alike. */
export function kindOf(request: HttpRequest): string {
  const { method, operation, credential } = request;
  return `${method} ${operation} ${credential} ${hasInvalidBody(request)}`;
}

/** Tracks failures of requests that were sent alone: a failure counts only if it is repeated. */
export function createFailures() {
  const proven = new Map<string, number>();
  const ownKinds = new Set<string>();
  const timeouts = new Map<string, number>();
  const places = new Map<string, Place>();
  const placesOf = new WeakMap<Exchange, readonly string[]>();
  const connections = new Set<number>();
  const passed: Passed[] = [];
  let previous: Exchange | undefined;
  let total = 0;

  const isNoChance = (name: string): boolean => {
    const { failed, right } = places.get(name) ?? { failed: 0, right: 0 };
    return failed >= leastAtPlace && right === 0;
  };
  return {
    see(exchange: Exchange, { isRepeated }: { readonly isRepeated: boolean }): void {
      total++;
      const at = exchange.concurrent > 1 ? [] : placesAt(exchange, previous, connections);
      placesOf.set(exchange, at);
      for (const name of isFailure(exchange) && isRepeated ? [] : at) {
        const place = places.get(name) ?? { failed: 0, right: 0 };
        places.set(name, place);
        place[isFailure(exchange) ? 'failed' : 'right']++;
      }
      if (exchange.connection !== undefined) connections.add(exchange.connection);
      previous = exchange;
      if (exchange.outcome.kind !== 'fault' || exchange.outcome.fault.kind !== 'timeout') return;
      const way = wayOf(exchange.request);
      if (!exchange.overLimit) timeouts.set(way, (timeouts.get(way) ?? 0) + 1);
    },
    /** How many failures of a request that is sent alone prove that it does not fail by chance. */
    needed: (): number => (passed.length === 0 ? failuresOfProof.usually : failuresOfProof.afterChance),
    /** Whether enough similar requests failed in the same way to make it unnecessary to send this one again. */
    isProven: (exchange: Exchange): boolean => (proven.get(rowOf(exchange)) ?? 0) >= kindsRepeated,
    /** Counts a request that failed each time that it was sent. */
    prove(exchange: Exchange): void {
      proven.set(rowOf(exchange), (proven.get(rowOf(exchange)) ?? 0) + 1);
      ownKinds.add(kindOf(exchange.request));
    },
    /** Whether the server itself fails on requests of this kind, so that no gap between requests avoids the failure. */
    isOwn: (request: HttpRequest): boolean => ownKinds.has(kindOf(request)),
    /** Counts a request that failed at first, but passed when it was sent again. */
    pass(first: Exchange): void {
      passed.push({ first, places: placesOf.get(first) ?? [] });
    },
    /** Why a request is not sent after requests to its operation timed out; undefined if it may be sent. */
    whyNotSent(request: HttpRequest): Stopped | undefined {
      const count = timeouts.get(wayOf(request)) ?? 0;
      if (count < mostTimeouts) return undefined;
      const words = `${counted(count, 'request', 'requests')} to ${operationTitle(request.operation)} timed out, so no more were sent`;
      return new Stopped('operation silent', words);
    },
    /**
     * The requests that failed but passed later, each with the place, if any, at which all requests failed. `isUnsteady` is
     * true if there are too many of these requests.
     */
    decision() {
      const isUnsteady = passed.length >= leastUnsteady && passed.length > total * shareUnsteady;
      const all = passed.map(({ first, places: at }) => ({ first, place: at.find(isNoChance), at: at[0] }));
      return { total, isUnsteady, passed: all };
    },
  };
}

/**
 * Returns the name under which timeouts are counted: by operation and framing, because a server that hangs without a
 * Content-Length, or while it waits for the rest of a body, still serves other requests.
 */
function wayOf({ operation, framing }: HttpRequest): string {
  return `${operation} ${framing}`;
}

/** Returns the group of a failure: its requirement, and how the request failed. */
function rowOf(exchange: Exchange): string {
  return `${requirementOf(exchange)} ${causeOf(exchange)}`;
}

/** Returns the requirement that a failure violates. */
export function requirementOf({ request, sentFor }: Exchange): string {
  return isPlainList(request) ? 'list.ok' : sentFor;
}

/** Names the places of a request that was sent alone, most telling first. */
function placesAt(
  { request, sentAt, connection }: Exchange,
  previous: Exchange | undefined,
  connections: ReadonlySet<number>,
): string[] {
  if (previous === undefined) return [];
  const places = [];
  if (isPost(previous)) places.push('right after a POST');
  if (isPost(previous) && isServed(previous)) places.push('right after a creation');
  if (connection !== undefined && !connections.has(connection))
    places.push('as the first request on its connection');
  if (sentAt - previous.readAt >= pauseMs) places.push('as the first request after a pause');
  return places.map((place) => `${request.method} ${place}`);
}
