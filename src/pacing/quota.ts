import { quotaOf, secondsToReset } from '../limiter/quota-headers.ts';
import { type Exchange, isAnswer } from '../model/exchange.ts';
import { createRefill, type Return } from './refill.ts';
import { createSpent } from './spent.ts';

/**
 * What is left of the quota as far as the answers to the valid key tell, requests under way taken off. It
 * knows buckets by operation and, for the case that one bucket serves all, the newest answer of any operation;
 * Limits that are described in turn (minute and day) are kept apart. An estimate for pacing, never a verdict.
 * A Remaining without a Reset that makes sense holds nothing back, for nobody knows when it is over (reading 16); it
 * tells how many may go side by side all the same.
 */
export interface QuotaEstimate {
  /** Drops what has passed its Reset: what is asked until the next look is told of one moment. */
  look(): void;
  /** To be called when a request is sent; the number is handed back with its answer. */
  sent(operation: string): Ticket;
  settled(exchange: Exchange, ticket: Ticket): void;
  /** Requests that this operation has left, the shared view included; Infinity while nothing is known. */
  left(operation: string): number;
  /** The same, with what was told without a Reset. */
  shown(operation: string): number;
  /** Whether `shown` can be relied on: it was told with a Reset, and is seen to be spent by this run and nobody else. */
  isSound(operation: string): boolean;
  /** The newest Remaining of an answer to a request without the key; Infinity while none is known. */
  leftWithoutKey(): number;
  /** The newest Remaining that was read, for the progress line. */
  remaining(): number | undefined;
  limit(): number | undefined;
  /** When so many requests can be sent again that none is used up any more; undefined where none is used up. */
  returns(operation: string, requests: number): Return | undefined;
  /** Forgets what was read: after a pause the old numbers say nothing. */
  forget(): void;
}

export interface Ticket {
  readonly overall: number;
  readonly own: number;
  /** How many requests had been read when this one was sent. */
  readonly readBefore: number;
}

interface View {
  readonly limit: number;
  readonly remaining: number;
  readonly ticket: number;
  readonly readAt: number;
  readonly resetAt: number;
}

const shared = 'shared';
const resetMargin = 1_000;
/**
 * So many requests are waited for at least where they come back one by one: few waits are better than many, and
 * twelve in a row show whether Remaining falls, though they may come back more slowly than Reset lets expect.
 */
const fewestAtOnce = 16;

/** By what is spent (one operation, or all together), and by Limit. */
type Views = Map<string, Map<number, View>>;

/** `monotonic` tells the time in ms. */
export function createQuotaEstimate(monotonic: () => number): QuotaEstimate {
  const views: Views = new Map();
  /** What was told without a Reset. */
  const untimed: Views = new Map();
  const counts = new Map<string, number>();
  let read = 0;
  let withoutKey = Number.POSITIVE_INFINITY;
  let newest: { remaining: number; limit: number } | undefined;
  const refill = createRefill();
  const spent = createSpent();

  const count = (name: string) => counts.get(name) ?? 0;
  const increase = (name: string) => {
    counts.set(name, count(name) + 1);
    return count(name);
  };
  const leftOf = (view: View, name: string) => view.remaining - (count(name) - view.ticket);
  const leftIn = (among: Views, name: string): number => {
    let left = Number.POSITIVE_INFINITY;
    for (const view of among.get(name)?.values() ?? []) left = Math.min(left, leftOf(view, name));
    return left;
  };
  const learn = (among: Views, name: string, view: View) => {
    const ofName = among.get(name) ?? new Map<number, View>();
    const known = ofName.get(view.limit);
    if (known === undefined || known.ticket < view.ticket) ofName.set(view.limit, view);
    among.set(name, ofName);
  };
  const left = (operation: string) => Math.min(leftIn(views, operation), leftIn(views, shared));

  return {
    look() {
      const now = monotonic();
      for (const ofName of views.values())
        for (const [limit, { resetAt }] of ofName) if (resetAt <= now) ofName.delete(limit);
    },
    sent: (operation) => ({ overall: increase(shared), own: increase(operation), readBefore: read }),
    settled(exchange, ticket) {
      read++;
      if (!isAnswer(exchange)) return;
      const quota = quotaOf(exchange);
      if (exchange.credential !== 'valid') withoutKey = quota.remaining ?? withoutKey;
      if (exchange.request.presentation !== 'bearer') return;
      if (exchange.outcome.response.status === 401) return;
      const { operation } = exchange.request;
      const { limit, remaining, reset } = quota;
      if (remaining === undefined) return;
      spent.see(operation, quota, { readBefore: ticket.readBefore, sentByThen: count(shared) });
      const isTimed = limit !== undefined && reset !== undefined;
      // One second more than the time to Reset, which is in whole seconds on clocks that differ.
      const resetAt = isTimed
        ? exchange.headAt + secondsToReset(exchange, reset) * 1000 + resetMargin
        : Number.POSITIVE_INFINITY;
      const view = { limit: limit ?? 0, remaining, readAt: exchange.headAt, resetAt };
      const among = isTimed ? views : untimed;
      learn(among, operation, { ...view, ticket: ticket.own });
      learn(among, shared, { ...view, ticket: ticket.overall });
      if (!isTimed) return;
      untimed.clear();
      newest = { remaining, limit };
      refill.see(exchange, view);
    },
    left,
    shown: (operation) => Math.min(left(operation), leftIn(untimed, operation), leftIn(untimed, shared)),
    isSound: (operation) => spent.asSent && untimed.size === 0 && Number.isFinite(left(operation)),
    leftWithoutKey: () => withoutKey,
    remaining: () => newest?.remaining,
    limit: () => newest?.limit,
    returns(operation, requests) {
      const usedUp = [operation, shared]
        .filter((name) => leftIn(views, name) <= 0)
        .flatMap((name) =>
          [...(views.get(name)?.values() ?? [])].map((view) =>
            refill.returnOf(view, Math.max(requests, fewestAtOnce) - leftOf(view, name)),
          ),
        );
      return usedUp.sort((a, b) => b.at - a.at)[0];
    },
    forget() {
      views.clear();
      untimed.clear();
      spent.forget();
      withoutKey = Number.POSITIVE_INFINITY;
    },
  };
}
