import { type Exchange, type HeaderLine, type HttpRequest, isServed } from '../../exchange/exchange.ts';
import { isPost } from '../../exchange/picks.ts';
import { heldBy, isInvalid } from '../../readings/refusals.ts';

/** A 502, 503 or 504 with Retry-After: when it was read and how long a wait it asks for, in ms of the monotonic clock. */
export interface HoldRequest {
  readonly request: HttpRequest;
  readonly headers: readonly HeaderLine[];
  readonly wallAt: number;
  readonly at: number;
  readonly ms: number;
}

export type Holds = ReturnType<typeof createHolds>;

/**
 * Creates the holds of a run: requests that wait because a response to a similar one demanded a wait, while others go on (reading
 * 22). A hold is for one operation or, after an invalid body, for all invalid bodies. A valid body then shows whether the
 * operation itself asks to wait.
 */
export function createHolds() {
  const operations = new Map<string, number>();
  let invalidUntil = Number.NEGATIVE_INFINITY;
  /** Whether a valid body was served while invalid ones had to wait, so that the wait was only about them. */
  let isForInvalid = false;
  /** Whether the target served another operation since the newest hold began. */
  let servedSince = true;

  const until = (request: HttpRequest, now: number): number | undefined => {
    const ofBody = isInvalid(request) ? invalidUntil : Number.NEGATIVE_INFINITY;
    const latest = Math.max(ofBody, operations.get(request.operation) ?? ofBody);
    return latest > now ? latest : undefined;
  };
  return {
    /** Learns from a response that asks for a wait. Returns whether the whole run waits. */
    ask({ request, headers, wallAt, at, ms }: HoldRequest): boolean {
      const held = heldBy(request, headers, wallAt);
      // If nothing else has been served since another operation requested a wait, the whole target requests it.
      const isTargetWide = !servedSince && until(request, at) === undefined;
      if (held === 'operation' && !isTargetWide) {
        operations.set(request.operation, at + ms);
        servedSince = false;
        return false;
      }
      if (held === 'invalid bodies' && !isForInvalid) invalidUntil = at + ms;
      return held === 'run' || held === 'operation';
    },
    see(exchange: Exchange): void {
      if (!isServed(exchange)) return;
      if (!operations.has(exchange.request.operation)) servedSince = true;
      if (!isPost(exchange) || invalidUntil <= exchange.sentAt) return;
      invalidUntil = Number.NEGATIVE_INFINITY;
      isForInvalid = true;
    },
    /** Returns until when a request must wait; undefined if it need not. */
    until,
    /**
     * Whether a request waits only because of its invalid body, so that a valid one may show that the operation does not ask to
     * wait.
     */
    isOfBody: (request: HttpRequest): boolean => isInvalid(request) && !operations.has(request.operation),
  };
}
