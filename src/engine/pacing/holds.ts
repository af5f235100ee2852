import { type Exchange, type HeaderLine, type HttpRequest, isServed } from '../../exchange/exchange.ts';
import { isPost } from '../../exchange/picks.ts';
import { heldBy, isInvalid } from '../../readings/refusals.ts';

/**
 * A 502, 503 or 504 with Retry-After: when it was read (`at`, in ms of the monotonic clock), and how long it asks the client to
 * wait.
 */
export interface HoldRequest {
  readonly request: HttpRequest;
  readonly headers: readonly HeaderLine[];
  readonly wallAt: number;
  readonly at: number;
  readonly ms: number;
}

export type Holds = ReturnType<typeof createHolds>;

/**
 * Creates the holds of a run. A hold makes some requests wait because a response to a similar request demanded a wait, while
 * other requests go on. It applies to one operation or, after an invalid body, to all invalid bodies. A valid body then shows
 * whether the operation itself asks for a wait.
 */
export function createHolds() {
  const operations = new Map<string, number>();
  let invalidUntil = Number.NEGATIVE_INFINITY;
  /** Whether a valid body was served while invalid bodies had to wait, so that the wait applied only to invalid ones. */
  let isForInvalid = false;
  /** Whether the target has served another operation since the newest hold began. */
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
      // If nothing else has been served since another operation requested a wait, the wait applies to the whole target.
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
    /** Returns the time until which a request must wait; undefined if it need not wait. */
    until,
    /**
     * Whether a request waits only because of its invalid body, so that a valid body may show that the operation itself does not
     * ask for a wait.
     */
    isOfBody: (request: HttpRequest): boolean => isInvalid(request) && !operations.has(request.operation),
  };
}
