import { type Exchange, hasResponse, isServed, type Responded, statusOf } from '../../exchange/exchange.ts';
import { forgetFirst } from '../../readings/bounds.ts';
import { type Quota, quotaOf, secondsToReset } from '../../readings/quota.ts';
import { aMinute, type Back, type Bucket } from './next.ts';

/** What a request carries for its response: how many requests there were. */
export interface Ticket {
  /** Sent by then, itself included: of any operation, and of its own. */
  readonly overall: number;
  readonly own: number;
  /** Read by then. */
  readonly readBefore: number;
}

/** What a response showed. Times are ms of the monotonic clock. */
interface View {
  readonly limit: number;
  readonly remaining: number;
  readonly ticket: number;
  readonly sentAt: number;
  readonly readAt: number;
  readonly resetAt: number;
  /** Whether it had a usable Reset; otherwise the window's length or a minute is assumed (reading 20). */
  readonly isTimed: boolean;
}

const shared = 'shared';
/** Reset is in whole seconds, on clocks that differ. */
const resetMarginMs = 1_000;
/**
 * Waits for at least this many requests where they come back one by one: few waits are better than many, and twelve in a row
 * show whether Remaining falls, though they may come back more slowly than Reset suggests.
 */
const fewestAtOnce = 16;

/**
 * Estimates what is left of the quota, from the responses to the valid key, without the requests in flight: for pacing, never
 * for a verdict. It keeps the newest response of each operation and, in case one bucket serves all, of any operation; Limits
 * that are described in turn (minute and day) are kept apart. `monotonic` returns the time in ms. With `reserve` a tenth of
 * the limit, at least five requests, is left to other clients with the same key.
 */
export function createQuotaEstimate(monotonic: () => number, reserve: boolean) {
  /** By what is spent (one operation, or all together), and by Limit. */
  const views = new Map<string, Map<number, View>>();
  const counts = new Map<string, number>();
  let read = 0;
  let withoutKey = Number.POSITIVE_INFINITY;
  let newestRemaining: number | undefined;
  /** The longest time to Reset seen, in ms. */
  let windowMs: number | undefined;
  let wasKnown = false;
  /** Operations have buckets of their own: one shows more left than another leaves of the same window. */
  let isApart = false;
  const refill = createRefill();
  const spending = createSpending();

  const count = (name: string) => counts.get(name) ?? 0;
  const increase = (name: string) => {
    counts.set(name, count(name) + 1);
    return count(name);
  };
  const reservedOf = (limit: number) => (reserve ? Math.max(5, Math.ceil(limit / 10)) : 0);
  /** The views of a bucket, each with what it leaves to this run. */
  const held = (name: string) =>
    [...(views.get(name)?.values() ?? [])].map((view) => ({
      view,
      left: view.remaining - (count(name) - view.ticket) - reservedOf(view.limit),
    }));

  return {
    /** Drops what has passed its Reset. */
    look(): void {
      const now = monotonic();
      for (const ofName of views.values())
        for (const [limit, { resetAt }] of ofName) if (resetAt <= now) ofName.delete(limit);
    },
    /** Takes that a request is sent. */
    sent: (operation: string): Ticket => ({
      overall: increase(shared),
      own: increase(operation),
      readBefore: read,
    }),
    /** Takes what came of it. */
    settled(exchange: Exchange, ticket: Ticket): void {
      read++;
      if (!hasResponse(exchange)) return;
      const quota = quotaOf(exchange);
      if (exchange.validity !== 'valid') withoutKey = quota.remaining ?? withoutKey;
      if (exchange.request.credential !== 'bearer' || exchange.outcome.response.status === 401) return;
      if (quota.remaining === undefined) return;
      const { operation } = exchange.request;
      spending.see(operation, quota, ticket.readBefore, count(shared));
      const view = viewOf(exchange, quota, quota.remaining);
      isApart ||= view.isTimed && showsMoreThanOthers(operation, view);
      learn(operation, { ...view, ticket: ticket.own });
      learn(shared, { ...view, ticket: ticket.overall });
      wasKnown = true;
      if (quota.limit !== undefined) newestRemaining = quota.remaining;
      refill.see(exchange, view);
    },
    /** Says what is left for this many requests of an operation, without the reserve. */
    bucket(operation: string, requests: number): Bucket {
      const all = [...held(operation), ...(isApart ? [] : held(shared))];
      const backs = all
        .filter(({ left }) => left <= 0)
        .map(({ view, left }) => backOf(view, Math.max(requests, fewestAtOnce) - left));
      return {
        left: Math.min(...all.map(({ left }) => left)),
        isSound:
          spending.asSent() && all.length > 0 && all.every(({ view }) => view.isTimed && view.limit > 0),
        isForgotten: wasKnown && all.length === 0,
        back: backs.toSorted((a, b) => b.at - a.at)[0],
      };
    },
    /** Takes that a wait begins for what is used up. */
    waits(): void {
      for (const name of views.keys())
        for (const { view, left } of held(name))
          if (left <= 0 && refill.returnOf(view, 1).bitByBit) refill.relyOn(view);
    },
    /** The newest Remaining of a response to a request without the key; Infinity if none is known. */
    leftWithoutKey: () => withoutKey,
    /** The newest Remaining, for the progress line. */
    remaining: () => newestRemaining,
    /** Forgets what was read: after a wait the old numbers say nothing. */
    forget(): void {
      views.clear();
      spending.forget();
      withoutKey = Number.POSITIVE_INFINITY;
    },
  };

  function backOf(view: View, requests: number): Back {
    const { at, bitByBit } = refill.returnOf(view, requests);
    if (bitByBit) return { at, basis: 'they come back bit by bit' };
    return { at, basis: view.isTimed ? 'X-RateLimit-Reset' : 'no usable X-RateLimit-Reset' };
  }

  function viewOf(response: Responded, { limit = 0, reset }: Quota, remaining: number): Omit<View, 'ticket'> {
    const { sentAt, headAt: readAt } = response;
    const toReset = reset === undefined ? undefined : secondsToReset(response, reset) * 1000;
    if (toReset !== undefined) windowMs = Math.max(windowMs ?? 0, toReset);
    const resetAt = readAt + (toReset ?? windowMs ?? aMinute) + resetMarginMs;
    return { limit, remaining, sentAt, readAt, resetAt, isTimed: toReset !== undefined };
  }

  function learn(name: string, view: View): void {
    const ofName = views.get(name) ?? new Map<number, View>();
    views.set(name, ofName);
    const known = ofName.get(view.limit);
    if (known !== undefined && known.ticket >= view.ticket) return;
    const keepsReset = known?.isTimed === true && !view.isTimed && known.resetAt > view.readAt;
    ofName.set(view.limit, keepsReset ? { ...view, resetAt: known.resetAt } : view);
  }

  /** Whether it shows more than another operation did before it: in one window that all share, only by what came back since. */
  function showsMoreThanOthers(operation: string, view: Omit<View, 'ticket'>): boolean {
    for (const [name, ofName] of views) {
      const other = name === operation || name === shared ? undefined : ofName.get(view.limit);
      if (other === undefined || !other.isTimed || other.readAt > view.sentAt) continue;
      if (Math.abs(other.resetAt - view.resetAt) > resetMarginMs) continue;
      const ms = view.readAt - other.sentAt;
      const back = 1 + Math.ceil((view.limit * ms) / Math.max(1, windowMs ?? aMinute));
      if (view.remaining - other.remaining > back) return true;
    }
    return false;
  }
}

type RefillView = Omit<View, 'ticket' | 'sentAt' | 'isTimed'>;

/** A Reset this near is waited for, in ms. */
const nearResetMs = 5_000;

/**
 * Learns whether requests come back before Reset, as those of a token bucket do: from when a 429 was waited out and a request
 * was served before the Reset of that 429, until a wait that relied on it was followed by a 429.
 */
function createRefill() {
  let refusedUntil = Number.NEGATIVE_INFINITY;
  let refusedAt = Number.POSITIVE_INFINITY;
  let seen = false;
  let reliedOn = false;
  let wrong = false;
  /** What was shown before a wait that is not over, and how long one request took to come back in the last wait. */
  let before: RefillView | undefined;
  let msPerRequest = 0;

  return {
    /** Takes a response to the valid key, and what its headers showed. */
    see(exchange: Exchange, { remaining, readAt, resetAt }: RefillView): void {
      if (before !== undefined && exchange.sentAt > before.readAt) {
        // Reset need not be when all have come back: a window that slides brings them more slowly.
        msPerRequest = (readAt - before.readAt) / Math.max(1, remaining + 1 - before.remaining);
        before = undefined;
      }
      if (statusOf(exchange) === 429) {
        wrong ||= reliedOn;
        refusedAt = exchange.readAt;
        refusedUntil = resetAt;
      } else if (exchange.sentAt >= refusedAt && isServed(exchange))
        seen ||= exchange.headAt < refusedUntil - nearResetMs;
    },
    /** Says when this many more are there than a view showed: with Reset, or bit by bit before it. */
    returnOf({ limit, remaining, readAt, resetAt }: RefillView, requests: number) {
      const shownPerRequest = (resetAt - readAt) / Math.max(1, limit - remaining);
      const at = readAt + Math.max(shownPerRequest, msPerRequest) * Math.max(1, requests);
      const bitByBit = seen && !wrong && at <= resetAt - nearResetMs;
      return { at: bitByBit ? at : resetAt, bitByBit };
    },
    /** Takes that a wait begins for what a view showed to come back bit by bit. */
    relyOn(view: RefillView): void {
      reliedOn = true;
      before = view;
    },
  };
}

/** Caps the Limits that are kept apart, for a service that shows ever new ones. */
const mostSeries = 32;
/** Remaining is reliable once it was seen to fall over this many responses (reading 20). */
const responsesToRely = 12;
/** A limiter that counts in fractions may round by this much. */
const rounding = 1;

/** Watches how this run uses its quota, as Remaining shows it: for pacing, never for a verdict. */
function createSpending() {
  /** The highest Remaining that an operation showed of one Limit. */
  const highest = new Map<string, { readonly remaining: number; readonly readBefore: number }>();
  /** The same of any operation: where all share a quota, the second response of a run shows that it falls. */
  const highestOfAll = new Map<number | undefined, number>();
  let responses = 0;
  let falls = false;
  let fallsByMore = false;

  return {
    /** Takes what a response to the valid key showed, and how many requests had been sent when it was read, itself included. */
    see(operation: string, { limit, remaining }: Quota, readBefore: number, sentByThen: number): void {
      if (remaining === undefined) return;
      responses++;
      const highestSoFar = highestOfAll.get(limit) ?? 0;
      falls ||= remaining < highestSoFar;
      highestOfAll.set(limit, Math.max(remaining, highestSoFar));
      forgetFirst(highestOfAll, mostSeries);
      const series = `${operation} ${limit}`;
      const before = highest.get(series);
      if (before === undefined || remaining > before.remaining) {
        highest.set(series, { remaining, readBefore });
        forgetFirst(highest, mostSeries);
        return;
      }
      // Whatever had not been read when the earlier one was sent may have been counted after it, but not that one itself.
      const ours = sentByThen - before.readBefore - 1;
      fallsByMore ||= before.remaining - remaining > ours + rounding;
    },
    /**
     * Whether Remaining falls, and never by more than this run sends. It falls by more if others use the same quota, or if one
     * request costs several: that is assumed to the end of the run.
     */
    asSent: () => falls && !fallsByMore && responses >= responsesToRely,
    /** Forgets what was read before a wait, in which the quota came back. */
    forget(): void {
      highest.clear();
      highestOfAll.clear();
    },
  };
}
