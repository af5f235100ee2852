import { type Exchange, hasResponse, type Responded, statusOf } from '../exchange/exchange.ts';
import { hasKey } from '../exchange/picks.ts';
import { isAged, momentOf, quotaOf, secondsToReset } from './quota.ts';

export type EnforcementDecision =
  | { readonly kind: 'open' }
  | { readonly kind: 'proven'; readonly by: Exchange }
  | {
      readonly kind: 'not enforced';
      readonly by: Exchange;
      /** Whether requests over the limit are served; otherwise they are refused, but not with 429. */
      readonly served: boolean;
      readonly seen: string;
      readonly cause: string;
    }
  | { readonly kind: 'undecided'; readonly reason: string };

/** How many plain GETs after a 0 must be served before it counts against the server. */
const servedAfterZero = 5;
/** After this many without a decision the kit gives up the proof. */
const mostAfterZero = 20;
/** Room for shared counters and rounding, in requests. */
const roomAboveLimit = 7;
const mostTurnovers = 2;
const mostLimits = 4;

/** The newest that an operation showed of one Limit. */
interface Shown {
  readonly limit: number;
  readonly remaining: number;
  readonly sentAt: number;
  readonly readAt: number;
  readonly reset: number | undefined;
  /** When it resets, in ms of the monotonic clock. */
  readonly resetAt: number;
  /** The largest time to this Reset that the operation showed: W, in milliseconds; 0 without a Reset. */
  readonly windowMs: number;
}

/** A Remaining of 0, and the GETs since then. */
interface Zero {
  readonly shown: Shown;
  count: number;
  lastReadAt: number;
}

/** The GETs served in one window. */
interface Served {
  readonly limit: number;
  readonly firstSentAt: number;
  readonly reset: number;
  resetMoves: boolean;
  windowMs: number;
  count: number;
}

/**
 * Decides whether requests beyond the limit are answered 429 (reading 4), from the responses to the valid key. The queue
 * asks it when to stop sending, the rule for the verdict.
 */
export function createEnforcement() {
  let decision: EnforcementDecision = { kind: 'open' };
  let zero: Zero | undefined;
  let served: Served | undefined;
  let turnovers = 0;
  /** For each operation and Limit (minute and day may be described in turn), the newest response with a Remaining. */
  const latest = new Map<string, readonly Shown[]>();

  return {
    see(exchange: Exchange): void {
      if (decision.kind === 'proven' || decision.kind === 'not enforced' || !hasKey(exchange)) return;
      const { operation } = exchange.request;
      if (statusOf(exchange) === 429) {
        const isProof = hasResponse(exchange) && quotaOf(exchange).remaining === 0;
        if (isProof || followsZero(latest.get(operation) ?? [], exchange))
          decision = { kind: 'proven', by: exchange };
        return;
      }
      // A cache served it: the limiter never saw the request, and the headers describe another moment.
      if (hasResponse(exchange) && isAged(exchange)) return;
      const shown = hasResponse(exchange) ? seeShown(exchange) : undefined;
      if (operation !== 'listCategories') return;
      countAfterZero(exchange);
      if (shown?.remaining === 0 && shown.reset !== undefined)
        zero ??= { shown, count: 0, lastReadAt: exchange.readAt };
      if (hasResponse(exchange) && exchange.outcome.response.status < 300) countServed(exchange);
    },
    decision: (): EnforcementDecision => decision,
  };

  /** Notes what a response shows, if it shows a Limit and a Remaining. */
  function seeShown(response: Responded): Shown | undefined {
    const { operation } = response.request;
    const known = latest.get(operation) ?? [];
    const before = known.find(({ limit }) => limit === quotaOf(response).limit);
    const shown = shownBy(response, before);
    if (shown === undefined || (before !== undefined && shown.sentAt < before.sentAt)) return shown;
    const turnedOver = before !== undefined && turnsOver(before, shown, response);
    // One window that turns over is one, in however many Limits it is described.
    const others = turnedOver ? [] : known.filter((one) => one !== before);
    latest.set(operation, [shown, ...others].slice(0, mostLimits));
    if (turnedOver && operation === 'listCategories') turnOver();
    return shown;
  }

  /** Only a window that was not used up counts towards giving up. */
  function turnOver(): void {
    const wasUsedUp = zero !== undefined;
    zero = undefined;
    if (!wasUsedUp && decision.kind === 'open' && ++turnovers >= mostTurnovers)
      decision = {
        kind: 'undecided',
        reason: 'the window turned over twice before it was used up: it refills faster than it can be asked',
      };
  }

  /** Counts plain GETs after a 0, each sent after the one before was read. */
  function countAfterZero(exchange: Exchange): void {
    if (zero === undefined || exchange.sentAt < zero.lastReadAt) return;
    zero.count++;
    zero.lastReadAt = exchange.readAt;
    const { limit, sentAt, windowMs } = zero.shown;
    const legal = 2 + Math.ceil((limit * (exchange.readAt - sentAt)) / windowMs);
    if (zero.count >= servedAfterZero && zero.count > legal) {
      const status = statusOf(exchange);
      const came = status === undefined ? 'cut off' : `answered ${status}`;
      decision = {
        kind: 'not enforced',
        by: exchange,
        served: status !== undefined && status < 300,
        seen: `${zero.count} requests after Remaining 0, one after the other, none of them 429`,
        cause: `a request after Remaining 0 is ${came}`,
      };
    } else if (zero.count >= mostAfterZero)
      decision = {
        kind: 'undecided',
        reason: `${mostAfterZero} requests after Remaining 0 decided nothing: it refills as fast as it is asked`,
      };
  }

  /** Counts GETs served within one window, to find more than any reading of Limit allows, whatever Remaining shows. */
  function countServed(response: Responded): void {
    const { limit, reset } = quotaOf(response);
    if (limit === undefined || reset === undefined || decision.kind === 'not enforced') return;
    const windowMs = secondsToReset(response, reset) * 1000;
    const isOver = served !== undefined && response.readAt - served.firstSentAt >= served.windowMs;
    if (served === undefined || served.limit !== limit || isOver) {
      served = { limit, firstSentAt: response.sentAt, reset, resetMoves: false, windowMs, count: 1 };
      return;
    }
    served.count++;
    served.windowMs = Math.max(served.windowMs, windowMs);
    if (served.reset !== reset) served.resetMoves = true;
    const elapsed = response.readAt - served.firstSentAt;
    const whole = served.resetMoves ? 2 * limit : limit;
    const legal = whole + roomAboveLimit + Math.ceil((limit * elapsed) / served.windowMs);
    if (served.count > legal && elapsed < served.windowMs)
      decision = {
        kind: 'not enforced',
        by: response,
        served: true,
        seen: `${served.count} requests served within ${(elapsed / 1000).toFixed(1)} s at a Limit of ${limit}`,
        cause: 'more requests than the Limit are served in one window',
      };
  }
}

function shownBy(response: Responded, before: Shown | undefined): Shown | undefined {
  const { limit, remaining, reset } = quotaOf(response);
  if (limit === undefined || remaining === undefined) return undefined;
  const { sentAt, headAt, readAt } = response;
  const aheadMs = reset === undefined ? 0 : secondsToReset(response, reset) * 1000;
  const resetAt = reset === undefined ? Number.POSITIVE_INFINITY : headAt + aheadMs;
  const known = reset !== undefined && before?.reset === reset ? before.windowMs : 0;
  return { limit, remaining, sentAt, readAt, reset, resetAt, windowMs: Math.max(aheadMs, known) };
}

/**
 * Checks whether a window turned over between two responses, one sent after the other: Remaining rose by more than half of
 * Limit. With one Reset that is still ahead, and too little time for as much to come back, a counter wrapped around.
 */
function turnsOver(before: Shown, after: Shown, response: Responded): boolean {
  const rise = after.remaining - before.remaining;
  if (before.readAt > after.sentAt || rise * 2 <= after.limit) return false;
  const { reset, limit, windowMs } = after;
  const isAhead = reset !== undefined && reset === before.reset && reset > momentOf(response).seconds;
  return !isAhead || rise <= 1 + Math.ceil((limit * (after.readAt - before.sentAt)) / windowMs);
}

/** Whether the newest response, or one that described another Limit and is still valid, showed a 0. */
function followsZero([newest, ...others]: readonly Shown[], { sentAt }: Exchange): boolean {
  return newest?.remaining === 0 || others.some((one) => one.remaining === 0 && one.resetAt > sentAt);
}
