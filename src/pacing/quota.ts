import { quotaOf, secondsToReset } from '../limiter/quota-headers.ts';
import type { Exchange } from '../model/exchange.ts';
import { isAnswer } from '../model/exchange.ts';

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
  /** When, in ms of the monotonic clock, the last of the used-up views resets; undefined where none is used up. */
  resetAt(operation: string): number | undefined;
  /** Forgets what was read: after a pause the old numbers say nothing. */
  forget(): void;
}

export interface Ticket {
  readonly overall: number;
  readonly own: number;
}

interface View {
  readonly remaining: number;
  readonly ticket: number;
  readonly resetAt: number;
}

const shared = 'shared';

export function createQuotaEstimate(monotonic: () => number): QuotaEstimate {
  const views = new Map<string, Map<number, View>>();
  const counts = new Map<string, number>();
  let withoutKey = Number.POSITIVE_INFINITY;
  let newest: { remaining: number; limit: number } | undefined;

  const count = (name: string) => counts.get(name) ?? 0;
  const increase = (name: string) => {
    counts.set(name, count(name) + 1);
    return count(name);
  };
  const leftIn = (name: string): number => {
    let left = Number.POSITIVE_INFINITY;
    for (const view of current(name)) left = Math.min(left, view.remaining - (count(name) - view.ticket));
    return left;
  };
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
      const resetAt = exchange.headAt + secondsToReset(exchange, reset) * 1000 + 1000;
      learn(exchange.request.operation, limit, { remaining, ticket: ticket.own, resetAt });
      learn(shared, limit, { remaining, ticket: ticket.overall, resetAt });
    },
    left: (operation) => Math.min(leftIn(operation), leftIn(shared)),
    leftWithoutKey: () => withoutKey,
    remaining: () => newest?.remaining,
    limit: () => newest?.limit,
    resetAt(operation) {
      const usedUp = [operation, shared]
        .filter((name) => leftIn(name) <= 0)
        .flatMap((name) => current(name).map((view) => view.resetAt));
      return usedUp.length === 0 ? undefined : Math.max(...usedUp);
    },
    forget() {
      views.clear();
      withoutKey = Number.POSITIVE_INFINITY;
    },
  };
}
