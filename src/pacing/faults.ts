import { type Exchange, type HeaderLine, isAnswer, isPassingFault, statusOf } from '../model/exchange.ts';
import { quotaOfHead } from '../readings/quota.ts';
import { retryAfterOf } from '../readings/retry-after.ts';
import { marginMs } from './holds.ts';

/** How long the run pauses after a passing fault, and what to call it. */
export interface FaultPause {
  readonly ms: number;
  readonly reason: string;
}

/** Passing faults in a row, each of which is followed by a longer pause (exponential backoff). */
export interface Faults {
  /** To be called with every exchange; the pause that it asks for, if any. */
  see(exchange: Exchange): FaultPause | undefined;
}

/** In milliseconds: half a second after the first, twice as long after each further one in a row. */
const first = 500;
const longest = 4_000;

export function createFaults(): Faults {
  let inARow = 0;
  let newestReadAt = Number.NEGATIVE_INFINITY;
  return {
    see(exchange) {
      if (exchange.overLimit || !isPassingFault(exchange)) {
        inARow = 0;
        return undefined;
      }
      // Those that were in flight together fail together: they are one.
      if (exchange.sentAt >= newestReadAt || inARow === 0) inARow++;
      newestReadAt = exchange.readAt;
      const seconds = isAnswer(exchange)
        ? unavailableFor(exchange.outcome.response.status, exchange.outcome.response.headers, exchange.wallAt)
        : undefined;
      const asked = seconds === undefined ? 0 : seconds * 1000 + marginMs;
      const own = Math.min(longest, first * 2 ** (inARow - 1));
      return { ms: Math.max(own, asked), reason: reasonFor(exchange, asked > own) };
    },
  };
}

/**
 * How long a 502, 503 or 504 says that there is no service, in seconds (RFC 9110 10.2.3, reading 22); undefined where it
 * does not. One that shows Remaining 0 is about the limit, and for limit.enforced to judge. `wallAt` is the local clock.
 */
export function unavailableFor(
  status: number,
  headers: readonly HeaderLine[],
  wallAt: number,
): number | undefined {
  if (![502, 503, 504].includes(status) || quotaOfHead(headers, wallAt).remaining === 0) return undefined;
  return retryAfterOf(headers, wallAt);
}

/** What is waited for then. */
export function backAgainWords(status: number): string {
  return `for the service to come back (${status}, Retry-After)`;
}

function reasonFor(exchange: Exchange, byRetryAfter: boolean): string {
  const status = statusOf(exchange);
  if (status === undefined) return 'after a request that got no answer';
  return byRetryAfter ? backAgainWords(status) : `after an answer ${status}`;
}
