import { type Exchange, type HttpRequest, hasResponse, isServed, statusOf } from '../../exchange/exchange.ts';
import { isAged, quotaOf, secondsToReset } from '../../readings/quota.ts';
import type { Readings } from '../../readings/readings.ts';
import { isPlainList } from './requests.ts';

/** What a plain list showed about one Limit. Times are ms of the monotonic clock. */
interface View {
  readonly limit: number;
  readonly remaining: number;
  /** Infinity without a usable Reset. */
  readonly secondsToReset: number;
  readonly resetAt: number;
}

const oneHour = 3600;
const maxStrays = 2;
const maxStraysKept = 20;
/** Plain lists that may be sent to find a nearer Reset, if responses describe several windows in turn. */
const fillersForNearer = 4;
/** Plain lists that are sent after a 0 without a usable Reset, where only a 429 proves the limit. */
const maxAtUntimedZero = 5;
/** Plain lists in a row that a cache may serve before the proof is abandoned. */
const maxCached = 5;
/** Caps the Limits that responses describe in turn (minute and day). */
const maxViews = 4;

/**
 * Decides whether plain GETs may be sent to prove the limit. `exhaust` is true, or the reason not to prove it.
 * `enforcement` must see each exchange first. 429s to requests that `isDropped` accepts are about another limit. `leftForIt` returns the requests left of --max-requests and of the quota, and
 * the gap between requests.
 */
export function createProof(
  exhaust: true | string,
  enforcement: Readings['enforcement'],
  isDropped: (request: HttpRequest) => boolean,
  leftForIt: () => { readonly budget: number; readonly quota: number; readonly gapMs: number },
) {
  let views: readonly View[] = [];
  /** Whether a response described a window of an hour or less. */
  let nearSeen = false;
  let strays: readonly HttpRequest[] = [];
  let strayReadAt = 0;
  let fillers = 0;
  let servedAtUntimedZero = 0;
  let cachedInARow = 0;
  let asked = false;
  let leftOut: string | undefined;
  const zeroIsNotEnforced = () => servedAtUntimedZero >= maxAtUntimedZero;

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
        // Beyond the limit, responses may come from a gateway that sends no headers.
        if (!exchange.overLimit) views = [];
        return;
      }
      const view = { limit, remaining, secondsToReset: seconds, resetAt: exchange.headAt + seconds * 1000 };
      const others = views.filter((one) => one.limit !== limit && one.resetAt > exchange.readAt);
      views = [view, ...others].slice(0, maxViews);
    },
    /** Counts a plain GET that is sent only for the proof. */
    filled(): void {
      fillers++;
    },
    /** Returns why no plain GET may be sent, or undefined if one may. */
    whyNot(): string | undefined {
      if (exhaust !== true) return exhaust;
      const decision = enforcement.decision();
      if (decision.kind === 'undecided') return decision.reason;
      if (decision.kind !== 'open') return 'already decided';
      // The Limit that is reached first, if responses describe several in turn.
      const [binding] = views.toSorted((a, b) => a.remaining - b.remaining || a.resetAt - b.resetAt);
      if (binding === undefined)
        return 'GET /categories returns no usable rate-limit headers (see headers.*)';
      if (strays.filter((one) => !isDropped(one)).length >= maxStrays)
        return 'another limit returned 429 before this one was used up';
      if (zeroIsNotEnforced())
        return 'without a usable X-RateLimit-Reset, requests served after Remaining 0 prove nothing (see headers.reset)';
      if (cachedInARow >= maxCached)
        return 'a cache responds to GET /categories (Age), so the server does not count all requests';
      const mayBeNearer = nearSeen && fillers < fillersForNearer;
      if (Number.isFinite(binding.secondsToReset) && binding.secondsToReset > oneHour && !mayBeNearer)
        return 'the limit resets in more than an hour, and a proof would use up a whole day';
      if (fillers > 2 * binding.limit + 30) return 'twice the Limit in plain GETs proved nothing';
      // If all operations share a quota, others have used it since the newest list.
      const { budget, quota, gapMs } = leftForIt();
      const needed = Math.max(0, Math.min(binding.remaining, quota)) + 2;
      if (gapMs * needed > binding.secondsToReset * 1000)
        return 'some requests were refused; with gaps between requests, the window ends before it is used up';
      if (budget < needed)
        return `--max-requests leaves too few requests (${budget}) to use up the remaining quota`;
      return undefined;
    },
    /** Returns whether requests are served at Remaining 0 without a usable Reset. Not a violation: the quota may refill fast. */
    zeroIsNotEnforced,
    /** Starts the proof, until `end`, because nothing else is left to send. */
    ask(): void {
      asked = true;
    },
    asked: () => asked,
    /** Ends the proof; `reason` is why it was omitted, if it was. */
    end(reason?: string): void {
      const { kind } = enforcement.decision();
      if (asked && (kind === 'open' || kind === 'undecided')) leftOut ??= reason;
      asked = false;
    },
    /** Returns why the proof was omitted after it started. */
    leftOut: () => leftOut,
  };

  /** Counts 429s in flight together as one, without those of a recovery, which limit.recovers judges. */
  function countStray(exchange: Exchange, recovering: boolean): void {
    if (recovering || exchange.sentAt < strayReadAt || enforcement.decision().kind === 'proven') return;
    strayReadAt = exchange.readAt;
    strays = [...strays, exchange.request].slice(-maxStraysKept);
  }
}
