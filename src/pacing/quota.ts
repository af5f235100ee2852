import { quotaOf, secondsToReset } from '../limiter/quota-headers.ts';
import { type Exchange, isAnswer } from '../model/exchange.ts';
import { createRefill, type Return } from './refill.ts';

/**
 * What is left of the quota as far as the answers to the valid key tell, requests under way taken off. It
 * knows buckets by operation and, for the case that one bucket serves all, the newest answer of any operation;
 * Limits that are described in turn (minute and day) are kept apart. An estimate for pacing, never a verdict.
 */
export interface QuotaEstimate {
  /** To be called when a request is sent; the number is handed back with its answer. */
  sent(operation: string): Ticket;
  settled(exchange: Exchange, ticket: Ticket): void;
  /** Requests that this operation has left, the shared view included; Infinity while nothing is known. */
  left(operation: string): number;
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

/** `monotonic` tells the time in ms. */
export function createQuotaEstimate(monotonic: () => number): QuotaEstimate {
  const views = new Map<string, Map<number, View>>();
  const counts = new Map<string, number>();
  let withoutKey = Number.POSITIVE_INFINITY;
  let newest: { remaining: number; limit: number } | undefined;
  const refill = createRefill();

  const count = (name: string) => counts.get(name) ?? 0;
  const increase = (name: string) => {
    counts.set(name, count(name) + 1);
    return count(name);
  };
  const leftIn = (name: string): number => {
    let left = Number.POSITIVE_INFINITY;
    for (const view of current(name)) left = Math.min(left, leftOf(view, name));
    return left;
  };
  const leftOf = (view: View, name: string) => view.remaining - (count(name) - view.ticket);
  const current = (name: string): View[] => {
    const now = monotonic();
    return [...(views.get(name)?.values() ?? [])].filter((view) => view.resetAt > now);
  };
  const learn = (name: string, limit: number, view: View) => {
    const ofName = views.get(name) ?? new Map<number, View>();
    const known = ofName.get(limit);
    if (known === undefined || known.ticket < view.ticket) ofName.set(limit, view);
    views.set(name, ofName);
  };

  return {
    sent: (operation) => ({ overall: increase(shared), own: increase(operation) }),
    settled(exchange, ticket) {
      if (!isAnswer(exchange)) return;
      if (exchange.credential !== 'valid') withoutKey = quotaOf(exchange).remaining ?? withoutKey;
      if (exchange.request.presentation !== 'bearer') return;
      if (exchange.outcome.response.status === 401) return;
      const { limit, remaining, reset } = quotaOf(exchange);
      if (limit === undefined || remaining === undefined || reset === undefined) return;
      newest = { remaining, limit };
      // One second more than the time to Reset, which is in whole seconds on clocks that differ.
      const resetAt = exchange.headAt + secondsToReset(exchange, reset) * 1000 + resetMargin;
      const view = { limit, remaining, readAt: exchange.headAt, resetAt };
      refill.see(exchange, view);
      learn(exchange.request.operation, limit, { ...view, ticket: ticket.own });
      learn(shared, limit, { ...view, ticket: ticket.overall });
    },
    left: (operation) => Math.min(leftIn(operation), leftIn(shared)),
    leftWithoutKey: () => withoutKey,
    remaining: () => newest?.remaining,
    limit: () => newest?.limit,
    returns(operation, requests) {
      const usedUp = [operation, shared]
        .filter((name) => leftIn(name) <= 0)
        .flatMap((name) =>
          current(name).map((view) =>
            refill.returnOf(view, Math.max(requests, fewestAtOnce) - leftOf(view, name)),
          ),
        );
      return usedUp.sort((a, b) => b.at - a.at)[0];
    },
    forget() {
      views.clear();
      withoutKey = Number.POSITIVE_INFINITY;
    },
  };
}
