import { type Exchange, failedConcurrently, hasResponse, isShed, statusOf } from '../exchange/exchange.ts';
import { isPost } from '../exchange/picks.ts';
import { kindOf } from './failures.ts';

/** How a request was sent. */
export interface Sent {
  /** Whether the request failed before. */
  readonly isRepeated: boolean;
  /** Whether the request is the plain GET after a wait that a 429 caused. */
  readonly isRecovery: boolean;
}

/** After this many refusals, requests are sent one at a time, with gaps. */
const refusalsOfSuspicion = 2;

/** Requests that look alike to a gateway. */
interface Kind {
  /**
   * The number of requests that failed while others were in flight, minus those that passed when they were sent again alone.
   */
  failed: number;
  /** The first request that failed in this way. */
  first?: Exchange;
}

/**
 * Detects load shedding in front of the server, or a busy store: requests that fail only while others are in flight. The queue
 * paces requests accordingly, and the rule takes its verdict from `decision`.
 */
export function createShedding() {
  const kinds = new Map<string, Kind>();
  let refusals = 0;
  let refused: Exchange | undefined;
  let together = 0;
  let creations = 0;

  const kindFor = (exchange: Exchange): Kind => {
    const name = kindOf(exchange.request);
    const kind = kinds.get(name) ?? { failed: 0 };
    kinds.set(name, kind);
    return kind;
  };

  function seeOther(exchange: Exchange, isRepeated: boolean): void {
    if (!hasResponse(exchange) || statusOf(exchange) === 429) return;
    const isAlone = exchange.concurrent <= 1;
    if (!isAlone) together++;
    if (!isAlone && isPost(exchange)) creations++;
    const kind = kindFor(exchange);
    if (!(isAlone && isRepeated && kind.failed > 0) || (statusOf(exchange) ?? 500) >= 500) return;
    kind.failed--;
    refused ??= kind.first;
  }

  return {
    see(exchange: Exchange, { isRepeated }: Pick<Sent, 'isRepeated'>): void {
      const isConcurrentFailure = failedConcurrently(exchange);
      if (isConcurrentFailure || isShed(exchange)) refusals++;
      else seeOther(exchange, isRepeated);
      if (!isConcurrentFailure) return;
      const kind = kindFor(exchange);
      kind.failed++;
      kind.first ??= exchange;
    },
    /** Whether requests must be sent one at a time. */
    oneAtATime: () => refusals >= refusalsOfSuspicion,
    /**
     * `refused`: the first request that failed while others were in flight, if a similar request passed when it was sent again
     * alone; `tested`: that request, and all that passed while others were in flight.
     */
    decision: () => ({ tested: testedOf(together, creations, refused), refused }),
  };
}

/** Unless two creations overlapped, nothing was tested, because plain GETs alone show little. */
function testedOf(together: number, creations: number, refused: Exchange | undefined): number {
  if (refused !== undefined) return together + 1;
  return creations > 1 ? together : 0;
}
