import { type Exchange, hasResponse, isServed, statusOf } from '../../exchange/exchange.ts';
import { isAged, quotaOf, secondsToReset } from '../../readings/quota.ts';
import type { Readings } from '../../readings/readings.ts';
import { isPlainList } from './requests.ts';

/** What a plain list showed of one Limit. Times are ms of the monotonic clock. */
interface View {
  readonly limit: number;
  readonly remaining: number;
  /** Infinity without a usable Reset. */
  readonly secondsToReset: number;
  readonly resetAt: number;
}

const oneHour = 3600;
const mostStrays = 2;
/** Plain lists that may be sent to see whether they describe a nearer Reset in turn. */
const fillersForNearer = 4;
/** Plain lists that are sent after a 0 without a usable Reset: only a 429 would prove the limit. */
const mostAtUntimedZero = 5;
/** Plain lists in a row that a cache may serve before the proof is given up. */
const mostCached = 5;
/** Caps the Limits that are kept apart because they are described in turn (minute and day). */
const mostViews = 4;

/**
 * Decides whether plain GETs may be sent to prove the limit (reading 4). `exhaust` is true, or a sentence that says why the
 * limit is not to be proven; `enforcement` sees each exchange first; `leftForIt` says how many requests are left of
 * --max-requests and of the quota, and how long each waits after the one before.
 */
export function createProof(
  exhaust: true | string,
  enforcement: Readings['enforcement'],
  leftForIt: () => { readonly budget: number; readonly quota: number; readonly gapMs: number },
) {
  let views: readonly View[] = [];
  /** Whether any response to the key described a window of an hour or less. */
  let nearSeen = false;
  let strays = 0;
  let strayReadAt = 0;
  let fillers = 0;
  let servedAtUntimedZero = 0;
  let cachedInARow = 0;
  let asked = false;
  let leftOut: string | undefined;
  const zeroStopsNobody = () => servedAtUntimedZero >= mostAtUntimedZero;

  return {
    see(exchange: Exchange, recovering: boolean): void {
      if (exchange.request.credential !== 'bearer' || !hasResponse(exchange)) return;
      if (statusOf(exchange) === 429) countStray(exchange, recovering);
      const { limit, remaining, reset } = quotaOf(exchange);
      const seconds = reset === undefined ? Number.POSITIVE_INFINITY : secondsToReset(exchange, reset);
      nearSeen ||= seconds <= oneHour;
      if (!isPlainList(exchange.request)) return;
      cachedInARow = isAged(exchange) ? cachedInARow + 1 : 0;
      const isServedAtZero = remaining === 0 && reset === undefined && isServed(exchange);
      servedAtUntimedZero = isServedAtZero ? servedAtUntimedZero + 1 : 0;
      if (limit === undefined || remaining === undefined) {
        views = [];
        return;
      }
      const view = { limit, remaining, secondsToReset: seconds, resetAt: exchange.headAt + seconds * 1000 };
      const others = views.filter((one) => one.limit !== limit && one.resetAt > exchange.readAt);
      views = [view, ...others].slice(0, mostViews);
    },
    /** Takes that a plain GET is sent for the proof alone. */
    filled(): void {
      fillers++;
    },
    /** Says why no plain GET may be sent; undefined if one may. */
    whyNot(): string | undefined {
      if (exhaust !== true) return exhaust;
      const decision = enforcement.decision();
      if (decision.kind === 'undecided') return decision.reason;
      if (decision.kind !== 'open') return 'it is decided already';
      // Of Limits that are described in turn, the one that is reached first.
      const [binding] = views.toSorted((a, b) => a.remaining - b.remaining || a.resetAt - b.resetAt);
      if (binding === undefined)
        return 'the answers to GET /categories carry no usable rate-limit headers (see headers.*)';
      if (strays >= mostStrays) return 'another limit answered 429 before this one was used up';
      if (zeroStopsNobody())
        return 'without a usable X-RateLimit-Reset, requests served after Remaining 0 prove nothing (see headers.reset)';
      if (cachedInARow >= mostCached)
        return 'GET /categories is answered by a cache (Age), so that what is sent is not what is counted';
      const mayBeNearer = nearSeen && fillers < fillersForNearer;
      if (Number.isFinite(binding.secondsToReset) && binding.secondsToReset > oneHour && !mayBeNearer)
        return 'the limit resets in more than an hour: proving it would use up a whole day';
      if (fillers > 2 * binding.limit + 30) return 'twice the Limit in plain GETs decided nothing';
      // Where all operations share a quota, the others have used it since the newest list.
      const { budget, quota, gapMs } = leftForIt();
      const needed = Math.max(0, Math.min(binding.remaining, quota)) + 2;
      if (gapMs * needed > binding.secondsToReset * 1000)
        return 'some requests were refused, and with a gap after each the window ends before it is used up';
      if (budget < needed)
        return `what is left of the quota exceeds the ${budget} requests that --max-requests leaves`;
      return undefined;
    },
    /** Whether Remaining 0 without a usable Reset stopped nobody: no verdict follows, since it may refill fast. */
    zeroStopsNobody,
    /** Asks for the proof, until `end`: there is nothing else to send. */
    ask(): void {
      asked = true;
    },
    asked: () => asked,
    /** Ends the proof; `reason` is why it is left out, if it is. */
    end(reason?: string): void {
      const { kind } = enforcement.decision();
      if (asked && (kind === 'open' || kind === 'undecided')) leftOut ??= reason;
      asked = false;
    },
    /** Why it was left out after it was asked for. */
    leftOut: () => leftOut,
  };

  /** Counts 429s in flight together as one, and leaves those of a recovery to limit.recovers. */
  function countStray(exchange: Exchange, recovering: boolean): void {
    if (recovering || exchange.sentAt < strayReadAt || enforcement.decision().kind === 'proven') return;
    strayReadAt = exchange.readAt;
    strays++;
  }
}
