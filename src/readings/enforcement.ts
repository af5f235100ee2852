import { type Exchange, hasResponse, type Responded, statusOf } from '../exchange/exchange.ts';
import { hasKey } from '../exchange/picks.ts';
import { elementsOf, receivedOf } from '../exchange/response.ts';
import { plainListsFor } from '../spec/catalog.ts';
import { type Reason, reason } from '../spec/reasons.ts';
import { isAged, momentOf, quotaOf, secondsToReset } from './quota.ts';

export type EnforcementDecision =
  | { readonly kind: 'open' }
  | { readonly kind: 'proven'; readonly by: Exchange }
  | {
      readonly kind: 'not enforced';
      readonly by: Exchange;
      /**
       * Whether requests beyond the limit are served like those within it. If not, the response has a different status, or a
       * note instead of a list.
       */
      readonly served: boolean;
      readonly seen: string;
      /** When the request was sent: "after Remaining 0". */
      readonly context: string;
      readonly cause: string;
    }
  | { readonly kind: 'undecided'; readonly reason: Reason };

/** How many plain GETs must be served after Remaining was 0 to prove that the limit is not enforced. */
const servedAfterZero = 5;
/** Servers that share a counter see each other's requests late, so this many more may be served. */
const toleratedAfterZero = 2;
/** After this many undecided GETs, the kit gives up. */
const maxAfterZero = 20;
/** Tolerance for shared counters and rounding, in requests. */
const roomAboveLimit = 7;
/** Reset and Date are whole seconds, so a limit may reset this much earlier than they show, in ms. */
const roundingMs = 2_000;
const maxResets = 2;

/** What an operation's newest response with a certain Limit showed. */
interface Shown {
  readonly limit: number;
  readonly remaining: number;
  readonly sentAt: number;
  readonly readAt: number;
  readonly reset: number | undefined;
  /** The time of the reset, in ms of the monotonic clock. */
  readonly resetAt: number;
  /** Window length in ms: the longest time to this Reset that the operation showed; 0 without a Reset. */
  readonly windowMs: number;
  /**
   * When the operation first showed this Reset, how many of its responses had been read by then, and the highest Remaining
   * since then.
   */
  readonly since: { readonly readAt: number; readonly responded: number; readonly highest: number };
}

/** A response that showed Remaining 0, and the GETs after it. */
interface Zero {
  readonly shown: Shown;
  /**
   * The time until which the kit assumes that nothing is refilled, in ms of the monotonic clock. A response with another
   * Reset ends the assumption.
   */
  unrefilledUntil: number;
  count: number;
  lastReadAt: number;
  /** Whether all requests since Remaining was 0 were served as they are within the limit. */
  isServed: boolean;
  /**
   * Whether another operation returned 429 after Remaining was 0. In that case, the window ends while the kit waits, so this
   * chance to test the limit is not lost.
   */
  otherOperationLimited: boolean;
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

interface State {
  decision: EnforcementDecision;
  zero: Zero | undefined;
  served: Served | undefined;
  resets: number;
  /** Whether a window was reset after Remaining was 0, before any request was limited. */
  hasLostZero: boolean;
  /**
   * For each operation, its newest response with each Limit, newest first, because headers may alternate between the limits
   * per minute and per day.
   */
  readonly latest: Map<string, readonly Shown[]>;
  /** The number of responses of each operation, regardless of what they showed. */
  readonly responded: Map<string, number>;
}

/**
 * Decides, from the responses to requests with the valid key, whether requests beyond the limit return 429. The queue stops
 * sending once this is decided, and the rule takes its verdict from the decision.
 */
export function createEnforcement() {
  const state: State = {
    decision: { kind: 'open' },
    zero: undefined,
    served: undefined,
    resets: 0,
    hasLostZero: false,
    latest: new Map(),
    responded: new Map(),
  };
  return {
    see(exchange: Exchange): void {
      const isDecided = state.decision.kind === 'proven' || state.decision.kind === 'not enforced';
      if (isDecided || !hasKey(exchange)) return;
      state.decision =
        (statusOf(exchange) === 429 ? seeLimited(state, exchange) : seeOther(state, exchange)) ??
        state.decision;
    },
    decision: (): EnforcementDecision => state.decision,
    /** Whether a window was reset after Remaining was 0, so that the requests beyond the limit in that window show nothing. */
    hasLostZero: (): boolean => state.hasLostZero,
  };
}

/** A 429 is the proof if it shows Remaining 0 or follows a response that did. */
function seeLimited({ latest, zero }: State, exchange: Exchange): EnforcementDecision | undefined {
  const { operation } = exchange.request;
  if (exchange.overLimit && operation !== 'listCategories') {
    // `createEveryOperation` judges the other operations.
    if (zero !== undefined) zero.otherOperationLimited = true;
    return undefined;
  }
  const showsZero = hasResponse(exchange) && quotaOf(exchange).remaining === 0;
  const isProof = showsZero || followsZero(latest.get(operation) ?? [], exchange);
  return isProof ? { kind: 'proven', by: exchange } : undefined;
}

function seeOther(state: State, exchange: Exchange): EnforcementDecision | undefined {
  if (!hasResponse(exchange)) return countAfterZero(state, exchange, undefined);
  // A cache served the response: the limiter did not see the request, and the headers are old.
  if (isAged(exchange)) return undefined;
  const { operation } = exchange.request;
  state.responded.set(operation, (state.responded.get(operation) ?? 0) + 1);
  const isList = operation === 'listCategories';
  const { shown, isReset } = seeShown(state, exchange);
  const given = isReset && isList ? countReset(state, exchange) : undefined;
  if (!isList) {
    if (state.zero !== undefined && exchange.overLimit) state.zero.isServed &&= isServedAsUsual(exchange);
    return given;
  }
  const counted = countAfterZero(state, exchange, shown);
  if (shown?.remaining === 0 && shown.reset !== undefined) state.zero ??= zeroOf(state, shown);
  const isServedTooOften = exchange.outcome.response.status < 300 ? countServed(state, exchange) : undefined;
  return isServedTooOften ?? counted ?? given;
}

/** Records what a response shows, and whether the window was reset before it. */
function seeShown({ latest, responded }: State, response: Responded) {
  const { operation } = response.request;
  const known = latest.get(operation) ?? [];
  const before = known.find(({ limit }) => limit === quotaOf(response).limit);
  const shown = shownBy(response, before, responded.get(operation) ?? 0);
  if (shown === undefined || (before !== undefined && shown.sentAt < before.sentAt))
    return { shown, isReset: false };
  const isReset = before !== undefined && hasReset(before, shown, response);
  // A window that was reset is counted once, even if several Limits describe it.
  const others = isReset ? [] : known.filter((one) => one !== before);
  latest.set(operation, [shown, ...others]);
  return { shown, isReset };
}

/** Counts a reset as a reason to give up only if plain GETs had tried, and failed, to use up the window. */
function countReset(state: State, { sentFor }: Responded): EnforcementDecision | undefined {
  const wasUsedUp = state.zero !== undefined;
  if (state.zero?.otherOperationLimited === false) state.hasLostZero = true;
  state.zero = undefined;
  if (sentFor !== plainListsFor.proof || wasUsedUp || ++state.resets < maxResets) return undefined;
  return {
    kind: 'undecided',
    reason: reason('window-reset'),
  };
}

function zeroOf({ responded }: State, shown: Shown): Zero {
  const until = unrefilledUntil(shown, responded.get('listCategories') ?? 0);
  const { readAt: lastReadAt } = shown;
  return {
    shown,
    unrefilledUntil: until,
    count: 0,
    lastReadAt,
    isServed: true,
    otherOperationLimited: false,
  };
}

/** Counts sequential plain GETs after Remaining was 0. */
function countAfterZero(
  { zero }: State,
  exchange: Exchange,
  shown: Shown | undefined,
): EnforcementDecision | undefined {
  const isList = exchange.request.operation === 'listCategories';
  if (!isList || zero === undefined || exchange.sentAt < zero.lastReadAt) return undefined;
  zero.count++;
  zero.lastReadAt = exchange.readAt;
  zero.isServed &&= isServedAsUsual(exchange);
  const { limit, sentAt, windowMs, reset } = zero.shown;
  const isRefilled = shown !== undefined && shown.remaining > 0 && shown.remaining * 2 <= limit;
  const isOther = shown?.reset !== undefined && shown.reset !== reset;
  if (isRefilled || isOther) zero.unrefilledUntil = sentAt;
  const isUnrefilled = exchange.readAt <= zero.unrefilledUntil;
  const refilled = isUnrefilled ? 0 : Math.ceil((limit * (exchange.readAt - sentAt)) / windowMs);
  if (zero.count >= servedAfterZero && zero.count > toleratedAfterZero + refilled) {
    const status = statusOf(exchange);
    return {
      kind: 'not enforced',
      by: exchange,
      served: zero.isServed,
      seen: `${receivedOf(exchange)}, without a 429 in ${zero.count} requests`,
      context: 'after Remaining 0',
      cause: `a request after Remaining 0 ${status === undefined ? 'got no response' : `returned ${status}`}`,
    };
  }
  if (zero.count < maxAfterZero) return undefined;
  return {
    kind: 'undecided',
    reason: reason('refilled-after-zero', String(maxAfterZero)),
  };
}

/**
 * Checks whether a response is what the operation returns within the limit: a 201, or a list with elements, because a fallback
 * may be an empty list.
 */
export function isServedAsUsual(exchange: Exchange): boolean {
  const { operation } = exchange.request;
  if (operation === 'listCategories')
    return statusOf(exchange) === 200 && (elementsOf(exchange) ?? []).length > 0;
  return operation !== 'createCategory' || statusOf(exchange) === 201;
}

/**
 * Counts GETs served within one window, regardless of Remaining. If there are more than any interpretation of Limit allows, the
 * limit is not enforced.
 */
function countServed(state: State, response: Responded): EnforcementDecision | undefined {
  const { limit, reset } = quotaOf(response);
  if (limit === undefined || reset === undefined) return undefined;
  const { served } = state;
  const windowMs = secondsToReset(response, reset) * 1000;
  const isOver = served !== undefined && response.readAt - served.firstSentAt >= served.windowMs;
  if (served === undefined || served.limit !== limit || isOver) {
    const firstSentAt = response.sentAt;
    state.served = { limit, firstSentAt, reset, resetMoves: false, windowMs, count: 1 };
    return undefined;
  }
  served.count++;
  served.windowMs = Math.max(served.windowMs, windowMs);
  if (served.reset !== reset) served.resetMoves = true;
  const elapsed = response.readAt - served.firstSentAt;
  const refilled = served.resetMoves ? limit : Math.ceil((limit * elapsed) / served.windowMs);
  if (served.count <= limit + refilled + roomAboveLimit) return undefined;
  return {
    kind: 'not enforced',
    by: response,
    served: true,
    context: 'beyond the limit',
    seen: `${served.count} requests served within ${(elapsed / 1000).toFixed(1)} s with a Limit of ${limit}`,
    cause: 'more requests than Limit served in one window',
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
 * Returns the time until which the quota is not refilled after Remaining 0. If Remaining fell by at least one for each
 * response with this Reset, nothing has been refilled so far, so nothing will be refilled before Reset. If Remaining fell by
 * less than half of Limit, the kit assumes this only for as long again as it has observed the fall.
 */
function unrefilledUntil({ limit, remaining, sentAt, resetAt, since }: Shown, responded: number): number {
  const fall = since.highest - remaining;
  if (fall < responded - since.responded) return sentAt;
  const aheadUntil = resetAt - roundingMs;
  return fall * 2 >= limit ? aheadUntil : Math.min(aheadUntil, 2 * sentAt - since.readAt);
}

/**
 * Checks whether the window was reset between two sequential responses: Remaining rose by more than half of Limit. If Reset is
 * unchanged and still ahead, and too little time passed for a refill, the counter wrapped around instead.
 */
function hasReset(before: Shown, after: Shown, response: Responded): boolean {
  const rise = after.remaining - before.remaining;
  if (before.readAt > after.sentAt || rise * 2 <= after.limit) return false;
  const { reset, limit, windowMs } = after;
  const isAhead = reset === before.reset && (reset ?? 0) > momentOf(response).seconds;
  return !isAhead || rise <= 1 + Math.ceil((limit * (after.readAt - before.sentAt)) / windowMs);
}

/** Checks whether the newest response, or a still valid one with another Limit, showed Remaining 0. */
function followsZero([newest, ...others]: readonly Shown[], { sentAt }: Exchange): boolean {
  return newest?.remaining === 0 || others.some((one) => one.remaining === 0 && one.resetAt > sentAt);
}
