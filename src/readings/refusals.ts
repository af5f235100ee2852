import { isWithKey } from '../exchange/credentials.ts';
import {
  type Exchange,
  type HeaderLine,
  type HttpRequest,
  hasResponse,
  isServed,
  isShed,
  type Responded,
  statusOf,
} from '../exchange/exchange.ts';
import { hasInvalidBody, isPlainList } from '../exchange/picks.ts';
import { Stopped } from '../exchange/stopped.ts';
import { operationTitle } from '../spec/operations.ts';
import { quotaOf, retryAfterOf } from './quota.ts';

/** After this many 429s to requests without the key, no more requests without it are sent. */
const mostWithoutKey = 2;

/** Counts the 429s of a run, and finds the requests that should not be sent again because of them. */
export function createRefusals() {
  let all = 0;
  let stray = 0;
  let withoutKey = 0;
  let newestReadAt = Number.NEGATIVE_INFINITY;
  let newestStray: Exchange | undefined;
  /**
   * The kinds of requests that returned 429 above Remaining 0, or that got a response with a long Retry-After, and that have not
   * been served since. `othersServed` says whether requests of other kinds were served meanwhile.
   */
  const refused = new Map<string, { readonly readAt: number; readonly othersServed: boolean }>();
  /** The kinds that were refused twice while other kinds were served, each with its status. */
  const dropped = new Map<string, number>();

  function seeKind(exchange: Responded): void {
    const kind = limitedKindOf(exchange.request);
    const isHold =
      isShed(exchange) &&
      heldBy(exchange.request, exchange.outcome.response.headers, exchange.wallAt) === 'operation';
    if (statusOf(exchange) !== 429 && !isHold) {
      refused.delete(kind);
      for (const [other, one] of isServed(exchange) ? refused : [])
        if (exchange.sentAt >= one.readAt) refused.set(other, { ...one, othersServed: true });
      return;
    }
    // `limit.recovers` covers GET /categories, and a 429 at Remaining 0 comes from the limit.
    if (isPlainList(exchange.request) || (!isHold && (quotaOf(exchange).remaining ?? 0) <= 0)) return;
    const before = refused.get(kind);
    if (before !== undefined && exchange.sentAt < before.readAt) return;
    if (before?.othersServed === true) dropped.set(kind, exchange.outcome.response.status);
    refused.set(kind, { readAt: exchange.readAt, othersServed: before?.othersServed === true });
  }

  return {
    /**
     * Counts a 429. It is expected if it proves the limit, or if it is the response to the GET after a wait. Requests that were
     * refused together count once.
     */
    see(exchange: Exchange, { isExpected }: { readonly isExpected: boolean }): void {
      if (!hasResponse(exchange)) return;
      seeKind(exchange);
      if (statusOf(exchange) !== 429) return;
      const isSameMoment = exchange.sentAt < newestReadAt;
      newestReadAt = exchange.readAt;
      // A burst of refused requests counts once.
      if (!isSameMoment || isExpected) all++;
      if (isSameMoment) return;
      if (!isExpected) {
        stray++;
        newestStray = exchange;
      }
      if (!isWithKey(exchange.request)) withoutKey++;
    },
    /** How many requests returned 429; those that were refused together unexpectedly count as one. */
    all: () => all,
    /** How many requests returned 429 unexpectedly. */
    stray: () => stray,
    /**
     * Whether the exchange is the newest unexpected 429. Of requests that were refused together, only the first one counts.
     */
    isStray: (exchange: Exchange): boolean => exchange === newestStray,
    /** Why a request is not sent because of earlier 429s; undefined if it may be sent. */
    whyNotSent(request: HttpRequest): Stopped | undefined {
      if (!isWithKey(request) && withoutKey >= mostWithoutKey) {
        const words = `${withoutKey} requests without the key returned 429, so no further one was sent`;
        return new Stopped('forms limited', words, request.operation);
      }
      const status = dropped.get(limitedKindOf(request));
      if (status === undefined) return undefined;
      const words = `${operationTitle(request.operation)} returned ${status} twice while other operations were served, so it was not sent again`;
      if (!isWithKey(request)) return new Stopped('forms limited', words, request.operation);
      return new Stopped(status === 429 ? 'operation limited' : 'operation held', words);
    },
  };
}

/** If a response asks for a longer wait than this, in seconds, the wait does not hold up the whole run. */
const longHold = 10;

/**
 * Returns which requests wait after a response with Retry-After. After GET /categories, which every check needs, the whole run
 * waits. After a request without the key, nothing waits.
 */
export function heldBy(
  request: HttpRequest,
  headers: readonly HeaderLine[],
  wallAt: number,
): 'run' | 'operation' | 'invalid bodies' | 'nothing' {
  if ((retryAfterOf(headers, wallAt) ?? 0) <= longHold || isPlainList(request)) return 'run';
  if (!isWithKey(request)) return 'nothing';
  return isInvalid(request) ? 'invalid bodies' : 'operation';
}

/** Checks whether a target that serves the operation may refuse this request because of its body. */
export function isInvalid(request: HttpRequest): boolean {
  return isWithKey(request) && request.method !== 'GET' && hasInvalidBody(request);
}

/** Names the kind of a request: a limiter probably counts requests of one kind together. */
function limitedKindOf(request: HttpRequest): string {
  return `${request.operation} ${isWithKey(request)}`;
}
