import { type Answer, type Exchange, isAnswer, statusOf } from '../exchange/exchange.ts';
import { isAged, momentOf, quotaOf, secondsToReset } from './quota.ts';

export type EnforcementDecision =
  | { readonly kind: 'open' }
  | { readonly kind: 'proven'; readonly by: Exchange }
  | {
      readonly kind: 'not enforced';
      readonly by: Exchange;
      /** Whether requests over the limit are served; otherwise they are refused, but not by 429. */
      readonly served: boolean;
      readonly seen: string;
      readonly cause: string;
    }
  | { readonly kind: 'undecided'; readonly reason: string };

/** After a 0, this many plain GETs at least must be served before it counts against the server. */
const servedAfterZero = 5;
/** After this many without a decision the proof is given up. */
const mostAfterZero = 20;
/** Room for shared counters and rounding, in requests. */
const roomAboveLimit = 7;
const mostTurnovers = 2;
const mostLimits = 4;

interface ZeroSeen {
  readonly answer: Answer;
  readonly limit: number;
  readonly windowMs: number;
  served: number;
  lastReadAt: number;
}

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

interface Served {
  readonly limit: number;
  readonly firstSentAt: number;
  readonly reset: number;
  resetMoves: boolean;
  windowMs: number;
  count: number;
}

/**
 * Whether requests beyond the limit are answered 429 (reading 4), told from the answers to the valid key. The
 * queue asks it when to stop sending, the rule asks it for the verdict: one reading, one piece of code.
 */
export function createEnforcement() {
  let decision: EnforcementDecision = { kind: 'open' };
  let zero: ZeroSeen | undefined;
  let served: Served | undefined;
  let turnovers = 0;
  /** Per operation, for each Limit (minute and day may be described in turn), the newest answer with a Remaining. */
  const latest = new Map<string, readonly Shown[]>();

  return {
    see(exchange: Exchange): void {
      if (decision.kind === 'proven' || decision.kind === 'not enforced') return;
      if (exchange.request.presentation !== 'bearer') return;
      const quota = isAnswer(exchange) ? quotaOf(exchange) : {};
      const { limit, remaining, reset } = quota;
      const { operation } = exchange.request;
      const known = latest.get(operation) ?? [];
      if (statusOf(exchange) === 429) {
        if (remaining === 0 || followsZero(known, exchange)) decision = { kind: 'proven', by: exchange };
        return;
      }
      // A cache served it: the limiter never saw the request, and the headers describe another moment.
      if (isAnswer(exchange) && isAged(exchange)) return;
      const isList = operation === 'listCategories';
      if (isAnswer(exchange) && limit !== undefined && remaining !== undefined) {
        const before = known.find((one) => one.limit === limit);
        const shown = shownBy(exchange, { limit, remaining, reset }, before);
        if (before === undefined || exchange.sentAt >= before.sentAt) {
          const turnedOver = before !== undefined && turnsOver(before, shown, exchange);
          // One window that turns over is one, in however many Limits it is described.
          const others = turnedOver ? [] : known.filter((one) => one !== before);
          latest.set(operation, [shown, ...others].slice(0, mostLimits));
          if (turnedOver && isList) turnOver();
        }
        if (isList) countAfterZero(exchange);
        if (isList && remaining === 0 && reset !== undefined)
          zero ??= {
            ...{ answer: exchange, limit, windowMs: shown.windowMs },
            ...{ served: 0, lastReadAt: exchange.readAt },
          };
      } else if (isList) countAfterZero(exchange);
      if (!isList || !isAnswer(exchange) || limit === undefined || reset === undefined) return;
      if (exchange.outcome.response.status < 300) countServed(exchange, limit, reset);
    },
    decision: (): EnforcementDecision => decision,
  };

  /** Only a window that was not used up counts towards giving up. */
  function turnOver(): void {
    if (zero !== undefined) {
      zero = undefined;
      return;
    }
    if (decision.kind === 'open' && ++turnovers >= mostTurnovers)
      decision = {
        kind: 'undecided',
        reason: 'the window turned over twice before it was used up: it refills faster than it can be asked',
      };
  }

  /** Plain GETs after a 0, each sent after the one before was read. */
  function countAfterZero(exchange: Exchange): void {
    if (decision.kind === 'not enforced' || zero === undefined || exchange.sentAt < zero.lastReadAt) return;
    zero.served++;
    zero.lastReadAt = exchange.readAt;
    const elapsed = exchange.readAt - zero.answer.sentAt;
    const legal = 2 + Math.ceil((zero.limit * elapsed) / zero.windowMs);
    if (zero.served >= servedAfterZero && zero.served > legal) {
      const status = statusOf(exchange);
      const cause =
        status === undefined
          ? 'a request after Remaining 0 is cut off'
          : `a request after Remaining 0 is answered ${status}`;
      const seen = `${zero.served} requests after Remaining 0, one after the other, none of them 429`;
      const served = status !== undefined && status < 300;
      decision = { kind: 'not enforced', by: exchange, served, seen, cause };
    } else if (zero.served >= mostAfterZero) {
      decision = {
        kind: 'undecided',
        reason: `${mostAfterZero} requests after Remaining 0 decided nothing: it refills as fast as it is asked`,
      };
    }
  }

  /** More GETs served within one window than any reading of Limit allows, whatever Remaining shows. */
  function countServed(answer: Answer, limit: number, reset: number): void {
    if (decision.kind === 'not enforced') return;
    const windowMs = secondsToReset(answer, reset) * 1000;
    const over = served !== undefined && answer.readAt - served.firstSentAt >= served.windowMs;
    if (served === undefined || served.limit !== limit || over) {
      served = { limit, firstSentAt: answer.sentAt, reset, resetMoves: false, windowMs, count: 1 };
      return;
    }
    served.count++;
    served.windowMs = Math.max(served.windowMs, windowMs);
    if (served.reset !== reset) served.resetMoves = true;
    const elapsed = answer.readAt - served.firstSentAt;
    const whole = served.resetMoves ? 2 * limit : limit;
    const legal = whole + roomAboveLimit + Math.ceil((limit * elapsed) / served.windowMs);
    if (served.count > legal && elapsed < served.windowMs)
      decision = {
        kind: 'not enforced',
        by: answer,
        served: true,
        seen: `${served.count} requests served within ${(elapsed / 1000).toFixed(1)} s at a Limit of ${limit}`,
        cause: 'more requests than the Limit are served in one window',
      };
  }
}

function shownBy(
  answer: Answer,
  { limit, remaining, reset }: { limit: number; remaining: number; reset: number | undefined },
  before: Shown | undefined,
): Shown {
  const { sentAt, headAt, readAt } = answer;
  const aheadMs = reset === undefined ? 0 : secondsToReset(answer, reset) * 1000;
  const resetAt = reset === undefined ? Number.POSITIVE_INFINITY : headAt + aheadMs;
  const known = reset !== undefined && before?.reset === reset ? before.windowMs : 0;
  return { limit, remaining, sentAt, readAt, reset, resetAt, windowMs: Math.max(aheadMs, known) };
}

/**
 * Whether a window turned over between two answers, asked one after the other: Remaining went up by more than half of
 * Limit. With one Reset that is still ahead, and too little time for as much to come back, a counter wrapped around.
 */
function turnsOver(before: Shown, after: Shown, answer: Answer): boolean {
  const rise = after.remaining - before.remaining;
  if (before.readAt > after.sentAt || rise * 2 <= after.limit) return false;
  const { reset, limit, windowMs } = after;
  const isAhead = reset !== undefined && reset === before.reset && reset > momentOf(answer).seconds;
  return !isAhead || rise <= 1 + Math.ceil((limit * (after.readAt - before.sentAt)) / windowMs);
}

/** Whether the newest answer, or one that described another Limit and still holds, showed a 0. */
function followsZero([newest, ...others]: readonly Shown[], { sentAt }: Exchange): boolean {
  return newest?.remaining === 0 || others.some((one) => one.remaining === 0 && one.resetAt > sentAt);
}
