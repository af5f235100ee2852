import { type Exchange, hasResponse, isServed, type Responded, statusOf } from '../exchange/exchange.ts';
import { hasKey } from '../exchange/picks.ts';
import { plainListsFor } from '../spec/catalog.ts';
import { isAged, momentOf, quotaOf, secondsToReset } from './quota.ts';

export type EnforcementDecision =
  | { readonly kind: 'open' }
  | { readonly kind: 'proven'; readonly by: Exchange }
  | {
      readonly kind: 'not enforced';
      readonly by: Exchange;
      /** Whether requests over the limit are served; if not, they are refused with a status other than 429. */
      readonly served: boolean;
      readonly seen: string;
      readonly cause: string;
    }
  | { readonly kind: 'undecided'; readonly reason: string };

/** How many plain GETs must be served after a 0 to prove that the limit is not enforced. */
const servedAfterZero = 5;
/** Servers that share a counter see each other's requests late, so this many more may be served. */
const toleratedAfterZero = 2;
/** After this many undecided GETs the kit gives up. */
const maxAfterZero = 20;
/** Tolerance for shared counters and rounding, in requests. */
const roomAboveLimit = 7;
/** Reset and Date are whole seconds, so a limit may reset this much earlier than they show, in ms. */
const roundingMs = 2_000;
const maxResets = 2;
const maxLimits = 4;

/** The newest response of an operation with one Limit. */
interface Shown {
  readonly limit: number;
  readonly remaining: number;
  readonly sentAt: number;
  readonly readAt: number;
  readonly reset: number | undefined;
  /** Time of the reset, in ms of the monotonic clock. */
  readonly resetAt: number;
  /** Window length in ms: the longest time to this Reset that the operation showed; 0 without a Reset. */
  readonly windowMs: number;
  /** When the operation first showed this Reset, how many responses it had then, and its highest Remaining since. */
  readonly since: { readonly readAt: number; readonly responded: number; readonly highest: number };
}

/** A Remaining of 0, and the GETs after it. */
interface Zero {
  readonly shown: Shown;
  /** Until when nothing is refilled, in ms of the monotonic clock, unless a response shows another Reset. */
  unrefilledUntil: number;
  count: number;
  lastReadAt: number;
}

/** The GETs served in a window. */
interface Served {
  readonly limit: number;
  readonly firstSentAt: number;
  readonly reset: number;
  resetMoves: boolean;
  windowMs: number;
  count: number;
}

/**
 * Decides whether requests over the limit return 429, from the responses to the valid key. The queue stops
 * sending once it is decided, and the rule takes the verdict from it.
 */
export function createEnforcement() {
  let decision: EnforcementDecision = { kind: 'open' };
  let zero: Zero | undefined;
  const countServed = createServedCount();
  let resets = 0;
  /** The newest response with a Remaining for each operation and Limit: headers may alternate between minute and day. */
  const latest = new Map<string, readonly Shown[]>();
  /** The number of responses of each operation, whatever they showed. */
  const responded = new Map<string, number>();

  return {
    see(exchange: Exchange): void {
      if (decision.kind === 'proven' || decision.kind === 'not enforced' || !hasKey(exchange)) return;
      const { operation } = exchange.request;
      if (statusOf(exchange) === 429) {
        // Readings of every operation judge the others.
        if (exchange.overLimit && operation !== 'listCategories') return;
        const isProof = hasResponse(exchange) && quotaOf(exchange).remaining === 0;
        if (isProof || followsZero(latest.get(operation) ?? [], exchange))
          decision = { kind: 'proven', by: exchange };
        return;
      }
      // Served by a cache: the limiter did not see the request, and the headers are old.
      if (hasResponse(exchange) && isAged(exchange)) return;
      if (hasResponse(exchange)) responded.set(operation, respondedTo(operation) + 1);
      const shown = hasResponse(exchange) ? seeShown(exchange) : undefined;
      if (operation !== 'listCategories') return;
      countAfterZero(exchange, shown);
      if (shown?.remaining === 0 && shown.reset !== undefined)
        zero ??= {
          shown,
          unrefilledUntil: unrefilledUntil(shown, respondedTo(operation)),
          count: 0,
          lastReadAt: exchange.readAt,
        };
      if (hasResponse(exchange) && exchange.outcome.response.status < 300)
        decision = countServed(exchange) ?? decision;
    },
    decision: (): EnforcementDecision => decision,
  };

  function respondedTo(operation: string): number {
    return responded.get(operation) ?? 0;
  }

  /** Records a response that has a Limit and a Remaining. */
  function seeShown(response: Responded): Shown | undefined {
    const { operation } = response.request;
    const known = latest.get(operation) ?? [];
    const before = known.find(({ limit }) => limit === quotaOf(response).limit);
    const shown = shownBy(response, before, respondedTo(operation));
    if (shown === undefined) return undefined;
    if (before !== undefined && shown.sentAt < before.sentAt) {
      seeOvertaken(shown, before, operation);
      return shown;
    }
    const isReset = before !== undefined && hasReset(before, shown, response);
    // A window that resets is counted once, even if several Limits describe it.
    const others = isReset ? [] : known.filter((one) => one !== before);
    latest.set(operation, [shown, ...others].slice(0, maxLimits));
    if (isReset && operation === 'listCategories') countReset(response.sentFor === plainListsFor.proof);
    return shown;
  }

  /** Uses a response that a later one overtook: it may show a higher Remaining of the same window, or an earlier window. */
  function seeOvertaken({ reset, since }: Shown, newest: Shown, operation: string): void {
    if (reset === newest.reset)
      latest.set(
        operation,
        (latest.get(operation) ?? []).map((one) => (one === newest ? { ...one, since } : one)),
      );
    else responded.set(operation, respondedTo(operation) - 1);
  }

  /** Counts a reset toward giving up only if plain GETs tried to use up the window, and did not. */
  function countReset(isTried: boolean): void {
    const wasUsedUp = zero !== undefined;
    zero = undefined;
    if (isTried && !wasUsedUp && ++resets >= maxResets)
      decision = {
        kind: 'undecided',
        reason:
          'the window reset twice before it was used up: the quota refills faster than the target responds',
      };
  }

  /** Counts sequential plain GETs after a 0. */
  function countAfterZero(exchange: Exchange, shown: Shown | undefined): void {
    if (zero === undefined || exchange.sentAt < zero.lastReadAt) return;
    zero.count++;
    zero.lastReadAt = exchange.readAt;
    const { limit, sentAt, windowMs, reset } = zero.shown;
    const isRefilled = shown !== undefined && shown.remaining > 0 && shown.remaining * 2 <= limit;
    const isOther = shown?.reset !== undefined && shown.reset !== reset;
    if (isRefilled || isOther) zero.unrefilledUntil = sentAt;
    const isUnrefilled = exchange.readAt <= zero.unrefilledUntil;
    const refilled = isUnrefilled ? 0 : Math.ceil((limit * (exchange.readAt - sentAt)) / windowMs);
    const legal = toleratedAfterZero + refilled;
    if (zero.count >= servedAfterZero && zero.count > legal) {
      const status = statusOf(exchange);
      const result = status === undefined ? 'got no response' : `returned ${status}`;
      decision = {
        kind: 'not enforced',
        by: exchange,
        served: isServed(exchange),
        seen: `none of ${zero.count} sequential requests after Remaining 0 returned 429`,
        cause: `a request after Remaining 0 ${result}`,
      };
    } else if (zero.count >= maxAfterZero)
      decision = {
        kind: 'undecided',
        reason: `${maxAfterZero} requests after Remaining 0 were inconclusive: the quota refills as fast as the kit sends`,
      };
  }
}

/**
 * Counts GETs served within one window, regardless of Remaining. Returns a decision once they are more than any reading of
 * Limit allows.
 */
function createServedCount() {
  let served: Served | undefined;

  return (response: Responded): EnforcementDecision | undefined => {
    const { limit, reset } = quotaOf(response);
    if (limit === undefined || reset === undefined) return undefined;
    const windowMs = secondsToReset(response, reset) * 1000;
    const isOver = served !== undefined && response.readAt - served.firstSentAt >= served.windowMs;
    if (served === undefined || served.limit !== limit || isOver) {
      served = { limit, firstSentAt: response.sentAt, reset, resetMoves: false, windowMs, count: 1 };
      return undefined;
    }
    served.count++;
    served.windowMs = Math.max(served.windowMs, windowMs);
    if (served.reset !== reset) served.resetMoves = true;
    const elapsed = response.readAt - served.firstSentAt;
    const refilled = served.resetMoves ? limit : Math.ceil((limit * elapsed) / served.windowMs);
    const legal = limit + refilled + roomAboveLimit;
    if (served.count <= legal) return undefined;
    return {
      kind: 'not enforced',
      by: response,
      served: true,
      seen: `${served.count} requests served within ${(elapsed / 1000).toFixed(1)} s with a Limit of ${limit}`,
      cause: 'more requests than Limit served in one window',
    };
  };
}

function shownBy(response: Responded, before: Shown | undefined, responded: number): Shown | undefined {
  const { limit, remaining, reset } = quotaOf(response);
  if (limit === undefined || remaining === undefined) return undefined;
  const { sentAt, headAt, readAt } = response;
  const first = { readAt, responded, highest: remaining };
  const since = before?.reset === reset ? (before?.since ?? first) : first;
  const highest = Math.max(since.highest, remaining);
  const shown = { limit, remaining, sentAt, readAt, reset, since: { ...since, highest } };
  if (reset === undefined) return { ...shown, resetAt: Number.POSITIVE_INFINITY, windowMs: 0 };
  const aheadMs = secondsToReset(response, reset) * 1000;
  const known = before?.reset === reset ? before.windowMs : 0;
  return { ...shown, resetAt: headAt + aheadMs, windowMs: Math.max(aheadMs, known) };
}

/**
 * Returns until when nothing is refilled after a 0. If Remaining fell by at least one for each response with this Reset,
 * nothing was refilled meanwhile, so nothing is for as long again while Reset is ahead.
 */
function unrefilledUntil({ remaining, sentAt, resetAt, since }: Shown, responded: number): number {
  const fell = since.highest - remaining >= responded - since.responded;
  return fell ? Math.min(2 * sentAt - since.readAt, resetAt - roundingMs) : sentAt;
}

/**
 * Checks whether the window reset between two sequential responses: Remaining rose by more than half of Limit. If Reset is
 * unchanged and ahead, and too little time passed for a refill, the counter wrapped around instead.
 */
function hasReset(before: Shown, after: Shown, response: Responded): boolean {
  const rise = after.remaining - before.remaining;
  if (before.readAt > after.sentAt || rise * 2 <= after.limit) return false;
  const { reset, limit, windowMs } = after;
  const isAhead = reset === before.reset && (reset ?? 0) > momentOf(response).seconds;
  return !isAhead || rise <= 1 + Math.ceil((limit * (after.readAt - before.sentAt)) / windowMs);
}

/** Checks whether the newest response, or a still valid one with another Limit, showed a 0. */
function followsZero([newest, ...others]: readonly Shown[], { sentAt }: Exchange): boolean {
  return newest?.remaining === 0 || others.some((one) => one.remaining === 0 && one.resetAt > sentAt);
}
