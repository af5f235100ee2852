import { quotaOf } from '../limiter/quota-headers.ts';
import { retryAfterOf } from '../limiter/retry-after.ts';
import { type Exchange, isAnswer, isPassingFault, statusOf } from '../model/exchange.ts';

/**
 * Puts off what is sent after a passing fault: half a second, twice as long after each further one in a row, or as
 * long as the Retry-After of a 503 asks. Meanwhile nothing is sent: a service in trouble gets time, whichever
 * request showed it.
 */
export interface Backoff {
  /** To be called with every exchange. */
  see(exchange: Exchange): void;
  /** Until when nothing is sent, in ms of the monotonic clock; undefined where that is over by `now`. */
  until(now: number): number | undefined;
  reason(): string;
}

/** In milliseconds. */
const first = 500;
const longest = 4_000;
/** Added to a Retry-After, which is in whole seconds. */
const margin = 1_000;
const mostJitter = 500;

/**
 * `random` gives numbers from 0 to 1 for the jitter, which is added and never subtracted; `isTooLong` says of a
 * number of ms that the run may not wait so long: such a Retry-After is not waited for.
 */
export function createBackoff(random: () => number, isTooLong: (ms: number) => boolean): Backoff {
  let inARow = 0;
  let newestReadAt = Number.NEGATIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  let reason = '';

  return {
    see(exchange) {
      if (exchange.overLimit || !isPassingFault(exchange)) {
        inARow = 0;
        return;
      }
      // Those that were under way together fail together: they are one.
      if (exchange.sentAt >= newestReadAt || inARow === 0) inARow++;
      newestReadAt = exchange.readAt;
      const seconds = unavailableFor(exchange);
      const asked = seconds === undefined ? 0 : seconds * 1000 + margin;
      const own = Math.min(longest, first * 2 ** (inARow - 1));
      const ms = isTooLong(asked + mostJitter) ? own : Math.max(own, asked);
      const end = exchange.readAt + ms + random() * Math.min(ms / 2, mostJitter);
      if (end <= until) return;
      until = end;
      reason = reasonFor(exchange, ms > own);
    },
    until: (now) => (until > now ? until : undefined),
    reason: () => reason,
  };
}

/**
 * How long a 502, 503 or 504 says that there is no service, in seconds (RFC 9110 10.2.3); undefined where it does
 * not. One that shows Remaining 0 speaks of the limit, and is for limit.enforced to judge.
 */
export function unavailableFor(exchange: Exchange): number | undefined {
  if (!isAnswer(exchange) || !isPassingFault(exchange) || quotaOf(exchange).remaining === 0) return undefined;
  return retryAfterOf(exchange.outcome.response.headers, exchange.wallAt);
}

function reasonFor(exchange: Exchange, byRetryAfter: boolean): string {
  const status = statusOf(exchange);
  if (byRetryAfter) return `for the service to come back (${status}, Retry-After)`;
  return status === undefined ? 'after a request that got no answer' : `after an answer ${status}`;
}
