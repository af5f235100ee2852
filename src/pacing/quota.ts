import { type Answer, type Exchange, isAnswer } from '../model/exchange.ts';
import { quotaOf, secondsToReset } from '../readings/quota.ts';
import { aMinute, type Back, type Bucket } from './next.ts';
import { createRefill } from './refill.ts';
import { createSpent } from './spent.ts';

/**
 * What is left of the quota as far as the responses to the valid key show, requests in flight taken off. It keeps the
 * newest of each operation and, for the case that one bucket serves all, of any operation; Limits that are described in
 * turn (minute and day) are kept apart. An estimate for pacing, never a verdict.
 */
export interface QuotaEstimate {
  /** Drops what has passed its Reset. */
  look(): void;
  /** To be called when a request is sent; what it returns belongs to its response. */
  sent(operation: string): Ticket;
  settled(exchange: Exchange, ticket: Ticket): void;
  /** What `requests` of this operation have left, the reserve taken off. */
  bucket(operation: string, requests: number): Bucket;
  /** The newest Remaining of a response to a request without the key; Infinity while none is known. */
  leftWithoutKey(): number;
  /** The newest Remaining that was read, for the progress line. */
  remaining(): number | undefined;
  /** What is used up is waited for. */
  waits(): void;
  /** Forgets what was read: after a wait the old numbers say nothing. */
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
  readonly sentAt: number;
  readonly readAt: number;
  readonly resetAt: number;
  /** Whether the response had a usable Reset; otherwise its end is the window's length or a minute away (reading 20). */
  readonly isTimed: boolean;
}

const shared = 'shared';
const resetMargin = 1_000;
/**
 * At least so many requests are waited for where they come back one by one: few waits are better than many, and
 * twelve in a row show whether Remaining falls, though they may come back more slowly than Reset suggests.
 */
const fewestAtOnce = 16;

/**
 * `monotonic` returns the time in ms. With `reserve` a tenth of the limit, at least five requests, is left to the others
 * who use the key.
 */
export function createQuotaEstimate(monotonic: () => number, reserve: boolean): QuotaEstimate {
  /** By what is spent (one operation, or all together), and by Limit. */
  const views = new Map<string, Map<number, View>>();
  const counts = new Map<string, number>();
  let read = 0;
  let withoutKey = Number.POSITIVE_INFINITY;
  let newest: { remaining: number; limit: number } | undefined;
  /** The longest time to Reset seen, in ms. */
  let windowMs: number | undefined;
  let wasKnown = false;
  /** Operations are counted apart: one shows more left than another leaves of the same window. */
  let isApart = false;
  const refill = createRefill();
  const spent = createSpent();

  const count = (name: string) => counts.get(name) ?? 0;
  const increase = (name: string) => {
    counts.set(name, count(name) + 1);
    return count(name);
  };
  const viewsOf = (name: string) => [...(views.get(name)?.values() ?? [])];
  const bucketsOf = (operation: string) => (isApart ? [operation] : [operation, shared]);
  const reservedOf = ({ limit }: View) => (reserve ? Math.max(5, Math.ceil(limit / 10)) : 0);
  /** What a view leaves to this run. */
  const leftOf = (view: View, name: string) =>
    view.remaining - (count(name) - view.ticket) - reservedOf(view);

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
      if (exchange.request.presentation !== 'bearer' || exchange.outcome.response.status === 401) return;
      const { operation } = exchange.request;
      if (quota.remaining === undefined) return;
      spent.see(operation, quota, { readBefore: ticket.readBefore, sentByThen: count(shared) });
      const view = viewOf(exchange, quota.limit, quota.remaining, quota.reset);
      isApart ||= view.isTimed && showsMoreThanOthers(operation, view);
      learn(operation, { ...view, ticket: ticket.own });
      learn(shared, { ...view, ticket: ticket.overall });
      wasKnown = true;
      if (quota.limit !== undefined) newest = { remaining: quota.remaining, limit: quota.limit };
      refill.see(exchange, view);
    },
    bucket(operation, requests) {
      const held = bucketsOf(operation).flatMap((name) =>
        viewsOf(name).map((view) => ({ view, left: leftOf(view, name) })),
      );
      const left = held.reduce((least, one) => Math.min(least, one.left), Number.POSITIVE_INFINITY);
      const back = held
        .filter((one) => one.left <= 0)
        .map((one) => backOf(one.view, Math.max(requests, fewestAtOnce) - one.left))
        .reduce<Back | undefined>(
          (last, one) => (last === undefined || one.at > last.at ? one : last),
          undefined,
        );
      return {
        left,
        isSound: spent.asSent && held.length > 0 && held.every(({ view }) => view.isTimed && view.limit > 0),
        isForgotten: wasKnown && held.length === 0,
        ...(back === undefined ? {} : { back }),
      };
    },
    waits() {
      for (const [name, ofName] of views)
        for (const view of ofName.values())
          if (leftOf(view, name) <= 0 && refill.returnOf(view, 1).bitByBit) refill.relyOn(view);
    },
    leftWithoutKey: () => withoutKey,
    remaining: () => newest?.remaining,
    forget() {
      views.clear();
      spent.forget();
      withoutKey = Number.POSITIVE_INFINITY;
    },
  };

  function backOf(view: View, requests: number): Back {
    const { at, bitByBit } = refill.returnOf(view, requests);
    if (bitByBit) return { at, basis: 'they come back bit by bit' };
    return { at, basis: view.isTimed ? 'X-RateLimit-Reset' : 'no usable X-RateLimit-Reset' };
  }

  function viewOf(
    answer: Answer,
    limit: number | undefined,
    remaining: number,
    reset: number | undefined,
  ): Omit<View, 'ticket'> {
    const { sentAt, headAt: readAt } = answer;
    const told = { limit: limit ?? 0, remaining, sentAt, readAt };
    if (reset === undefined) {
      const resetAt = readAt + (windowMs ?? aMinute) + resetMargin;
      return { ...told, resetAt, isTimed: false };
    }
    const toReset = secondsToReset(answer, reset) * 1000;
    windowMs = Math.max(windowMs ?? 0, toReset);
    // One second more than the time to Reset, which is in whole seconds on clocks that differ.
    return { ...told, resetAt: readAt + toReset + resetMargin, isTimed: true };
  }

  function learn(name: string, view: View): void {
    const ofName = views.get(name) ?? new Map<number, View>();
    views.set(name, ofName);
    const known = ofName.get(view.limit);
    if (known !== undefined && known.ticket >= view.ticket) return;
    const keepsReset = known?.isTimed === true && !view.isTimed && known.resetAt > view.readAt;
    ofName.set(view.limit, keepsReset ? { ...view, resetAt: known.resetAt } : view);
  }

  /** In one window that all operations share, none shows more than another did before it, but for what came back since. */
  function showsMoreThanOthers(operation: string, view: Omit<View, 'ticket'>): boolean {
    for (const [name, ofName] of views) {
      const other = name === operation || name === shared ? undefined : ofName.get(view.limit);
      if (other === undefined || !other.isTimed || other.readAt > view.sentAt) continue;
      if (Math.abs(other.resetAt - view.resetAt) > resetMargin) continue;
      const ms = view.readAt - other.sentAt;
      const back = 1 + Math.ceil((view.limit * ms) / Math.max(1, windowMs ?? aMinute));
      if (view.remaining - other.remaining > back) return true;
    }
    return false;
  }
}
