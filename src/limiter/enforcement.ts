import type { Answer, Exchange } from '../model/exchange.ts';
import { isAnswer, statusOf } from '../model/exchange.ts';
import { type Quota, quotaOf, secondsToReset } from './quota-headers.ts';

/**
 * Whether requests beyond the limit are answered 429 (reading 4), told from the answers to the valid key. The
 * queue asks it when to stop sending, the rule asks it for the verdict: one reading, one piece of code.
 */
export interface Enforcement {
  step(exchange: Exchange): void;
  decision(): EnforcementDecision;
}

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
  /** When it resets, in ms of the monotonic clock. */
  readonly resetAt: number;
}

interface Served {
  readonly limit: number;
  readonly firstSentAt: number;
  readonly reset: number;
  resetMoves: boolean;
  windowMs: number;
  count: number;
}

export function createEnforcement(): Enforcement {
  let decision: EnforcementDecision = { kind: 'open' };
  let zero: ZeroSeen | undefined;
  let zeroEverSeen = false;
  let served: Served | undefined;
  let turnovers = 0;
  /** Per operation, for each Limit (minute and day may be described in turn), the newest answer with a Remaining. */
  const latest = new Map<string, readonly Shown[]>();

  return {
    step(exchange) {
      if (decision.kind === 'proven' || decision.kind === 'not enforced') return;
      if (exchange.request.presentation !== 'bearer') return;
      const quota = isAnswer(exchange) ? quotaOf(exchange) : {};
      const { operation } = exchange.request;
      const known = latest.get(operation) ?? [];
      if (statusOf(exchange) === 429) {
        if (quota.remaining === 0 || followsZero(known, exchange))
          decision = { kind: 'proven', by: exchange };
        return;
      }
      if (operation === 'listCategories') countAfterZero(exchange, quota);
      if (quota.remaining === undefined || quota.limit === undefined || !isAnswer(exchange)) return;
      const before = known.find(({ limit }) => limit === quota.limit);
      if (before === undefined || exchange.sentAt >= before.sentAt) {
        const rise = before === undefined ? 0 : quota.remaining - before.remaining;
        const ordered = before !== undefined && before.readAt <= exchange.sentAt;
        const shown = shownBy(exchange, quota.limit, quota.remaining, quota.reset);
        const turnedOver = ordered && rise * 2 > quota.limit;
        // One window that turns over is one, in however many Limits it is described.
        const others = turnedOver ? [] : known.filter((one) => one !== before);
        latest.set(operation, [shown, ...others].slice(0, mostLimits));
        if (turnedOver && operation === 'listCategories') turnOver();
      }
      if (operation !== 'listCategories') return;
      if (quota.remaining === 0 && quota.reset !== undefined) {
        zeroEverSeen = true;
        const windowMs = secondsToReset(exchange, quota.reset) * 1000;
        zero ??= { answer: exchange, limit: quota.limit, windowMs, served: 0, lastReadAt: exchange.readAt };
      }
      if (exchange.outcome.response.status < 300 && quota.reset !== undefined)
        countServed(exchange, quota.limit, quota.reset);
    },
    decision: () => decision,
  };

  function turnOver(): void {
    zero = undefined;
    if (decision.kind === 'open' && ++turnovers >= mostTurnovers)
      decision = {
        kind: 'undecided',
        reason: 'the window turned over twice before it was used up: it refills faster than it can be asked',
      };
  }

  /** Plain GETs after a 0, each sent after the one before was read. */
  function countAfterZero(exchange: Exchange, { limit, remaining }: Quota): void {
    if (zero === undefined || exchange.sentAt < zero.lastReadAt) return;
    const another = limit !== undefined && limit !== zero.limit;
    if (!another && remaining !== undefined && remaining * 2 > zero.limit) return;
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

  /** More GETs served within one window than any reading of Limit allows, where 0 is never shown. */
  function countServed(answer: Answer, limit: number, reset: number): void {
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
    if (!zeroEverSeen && served.count > legal && elapsed < served.windowMs)
      decision = {
        kind: 'not enforced',
        by: answer,
        served: true,
        seen: `${served.count} requests served within ${(elapsed / 1000).toFixed(1)} s at a Limit of ${limit}`,
        cause: 'more requests than the Limit are served in one window',
      };
  }
}

function shownBy(answer: Answer, limit: number, remaining: number, reset: number | undefined): Shown {
  const { sentAt, headAt, readAt } = answer;
  const resetAt =
    reset === undefined ? Number.POSITIVE_INFINITY : headAt + secondsToReset(answer, reset) * 1000;
  return { limit, remaining, sentAt, readAt, resetAt };
}

/** Whether the newest answer, or one that described another Limit and still holds, showed a 0. */
function followsZero([newest, ...others]: readonly Shown[], { sentAt }: Exchange): boolean {
  return newest?.remaining === 0 || others.some((one) => one.remaining === 0 && one.resetAt > sentAt);
}
