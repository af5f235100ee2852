import { type Exchange, hasResponse, isServed, type Responded, statusOf } from '../../exchange/exchange.ts';
import { forgetFirst } from '../../readings/bounds.ts';
import { type Quota, quotaOf, secondsToReset } from '../../readings/quota.ts';
import { type Availability, aMinute, type Bucket } from './next.ts';

/** Request counts at the time when a request is sent. */
export interface Ticket {
  /** Requests sent so far, including this one: of any operation, and of its own. */
  readonly overall: number;
  readonly own: number;
  /** Responses read so far. */
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
  /** Whether it has a usable Reset. Otherwise the length of the window, or a minute, is assumed. */
  readonly isTimed: boolean;
}

const shared = 'shared';
/** Margin for whole seconds and different clocks. */
const resetMarginMs = 1_000;
/**
 * With a gradual refill, waits for at least this many requests: few waits are better than many, and twelve in a row show
 * whether Remaining falls, even if the refill is slower than Reset suggests.
 */
const fewestAtOnce = 16;

/**
 * Estimates the remaining quota, without the requests in flight, from responses to the valid key. For pacing only, never for
 * a verdict. Uses the newest response of each operation and, in case all share a bucket, of any operation. Separates Limits
 * that responses describe in turn (minute and day). `monotonic` returns the time in ms. `reserve` leaves a tenth of the
 * limit, at least five requests, to other clients with the same key.
 */
export function createQuotaEstimate(monotonic: () => number, reserve: boolean) {
  /** By bucket (one operation, or all together), and by Limit. */
  const views = new Map<string, Map<number, View>>();
  const counts = new Map<string, number>();
  let read = 0;
  let withoutKey = Number.POSITIVE_INFINITY;
  let newestRemaining: number | undefined;
  /** The longest time to Reset, in ms. */
  let windowMs: number | undefined;
  let wasKnown = false;
  /** Whether operations have separate buckets: one shows more remaining than a shared bucket could have. */
  let isApart = false;
  const refill = createRefill();
  const spending = createSpending();

  const count = (name: string) => counts.get(name) ?? 0;
  const increase = (name: string) => {
    counts.set(name, count(name) + 1);
    return count(name);
  };
  const reservedOf = (limit: number) => (reserve ? Math.max(5, Math.ceil(limit / 10)) : 0);
  /** Returns the views of a bucket, each with the requests left for this run. */
  const held = (name: string) =>
    [...(views.get(name)?.values() ?? [])].map((view) => ({
      view,
      left: view.remaining - (count(name) - view.ticket) - reservedOf(view.limit),
    }));

  return {
    /** Removes views whose Reset has passed. */
    look(): void {
      const now = monotonic();
      for (const ofName of views.values())
        for (const [limit, { resetAt }] of ofName) if (resetAt <= now) ofName.delete(limit);
    },
    /** Counts a request. */
    sent: (operation: string): Ticket => ({
      overall: increase(shared),
      own: increase(operation),
      readBefore: read,
    }),
    /** Processes its exchange. */
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
    /** Returns what is left for this many requests of an operation, without the reserve. */
    bucket(operation: string, requests: number): Bucket {
      const all = [...held(operation), ...(isApart ? [] : held(shared))];
      const availabilities = all
        .filter(({ left }) => left <= 0)
        .map(({ view, left }) => availabilityOf(view, Math.max(requests, fewestAtOnce) - left));
      return {
        left: Math.min(...all.map(({ left }) => left)),
        isSound:
          spending.asSent() && all.length > 0 && all.every(({ view }) => view.isTimed && view.limit > 0),
        isForgotten: wasKnown && all.length === 0,
        availability: availabilities.toSorted((a, b) => b.at - a.at)[0],
      };
    },
    /** Announces a wait for the quota. */
    waits(): void {
      for (const name of views.keys())
        for (const { view, left } of held(name))
          if (left <= 0 && refill.returnOf(view, 1).isGradual) refill.relyOn(view);
    },
    /** Returns the newest Remaining of a request without the key, or Infinity. */
    leftWithoutKey: () => withoutKey,
    /** Returns the newest Remaining, for the progress line. */
    remaining: () => newestRemaining,
    /** Forgets all views: after a wait, they are out of date. */
    forget(): void {
      views.clear();
      spending.forget();
      withoutKey = Number.POSITIVE_INFINITY;
    },
  };

  function availabilityOf(view: View, requests: number): Availability {
    const { at, isGradual } = refill.returnOf(view, requests);
    if (isGradual) return { at, basis: 'gradual refill' };
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

  /** Checks whether it shows more than another operation did before, beyond what a shared window could have refilled. */
  function showsMoreThanOthers(operation: string, view: Omit<View, 'ticket'>): boolean {
    for (const [name, ofName] of views) {
      const other = name === operation || name === shared ? undefined : ofName.get(view.limit);
      if (other === undefined || !other.isTimed || other.readAt > view.sentAt) continue;
      if (Math.abs(other.resetAt - view.resetAt) > resetMarginMs) continue;
      const ms = view.readAt - other.sentAt;
      const availability = 1 + Math.ceil((view.limit * ms) / Math.max(1, windowMs ?? aMinute));
      if (view.remaining - other.remaining > availability) return true;
    }
    return false;
  }
}

type RefillView = Omit<View, 'ticket' | 'sentAt' | 'isTimed'>;

/** Waits for a Reset that is nearer than this, in ms. */
const nearResetMs = 5_000;

/**
 * Learns whether the quota refills before Reset, as in a token bucket. True after a wait for a 429 whose next request was
 * served before Reset, until a wait that relied on this ends with a 429.
 */
function createRefill() {
  let refusedUntil = Number.NEGATIVE_INFINITY;
  let refusedAt = Number.POSITIVE_INFINITY;
  let seen = false;
  let reliedOn = false;
  let wrong = false;
  /** The view before the current wait, and the refill time of one request in the last wait. */
  let before: RefillView | undefined;
  let msPerRequest = 0;

  return {
    /** Processes a response to the valid key, with its headers. */
    see(exchange: Exchange, { remaining, readAt, resetAt }: RefillView): void {
      if (before !== undefined && exchange.sentAt > before.readAt) {
        // A sliding window refills more slowly than Reset suggests.
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
    /** Returns when this many more requests are available: at Reset, or earlier with a gradual refill. */
    returnOf({ limit, remaining, readAt, resetAt }: RefillView, requests: number) {
      const shownPerRequest = (resetAt - readAt) / Math.max(1, limit - remaining);
      const at = readAt + Math.max(shownPerRequest, msPerRequest) * Math.max(1, requests);
      const isGradual = seen && !wrong && at <= resetAt - nearResetMs;
      return { at: isGradual ? at : resetAt, isGradual };
    },
    /** Announces a wait that relies on a gradual refill. */
    relyOn(view: RefillView): void {
      reliedOn = true;
      before = view;
    },
  };
}

/** Caps the separate Limits, in case a server shows a new one each time. */
const maxSeries = 32;
/** Remaining is reliable after it fell over this many responses. */
const responsesToRely = 12;
/** A limiter that counts in fractions may round by this much. */
const rounding = 1;

/** Tracks how this run uses its quota, by Remaining. For pacing only, never for a verdict. */
function createSpending() {
  /** The highest Remaining of an operation for one Limit. */
  const highest = new Map<string, { readonly remaining: number; readonly readBefore: number }>();
  /** The same over all operations: with a shared quota, the second response of a run already shows that Remaining falls. */
  const highestOfAll = new Map<number | undefined, number>();
  let responses = 0;
  let falls = false;
  let fallsByMore = false;

  return {
    /** Processes a response to the valid key; `sentByThen` counts requests, including its own. */
    see(operation: string, { limit, remaining }: Quota, readBefore: number, sentByThen: number): void {
      if (remaining === undefined) return;
      responses++;
      const highestSoFar = highestOfAll.get(limit) ?? 0;
      falls ||= remaining < highestSoFar;
      highestOfAll.set(limit, Math.max(remaining, highestSoFar));
      forgetFirst(highestOfAll, maxSeries);
      const series = `${operation} ${limit}`;
      const before = highest.get(series);
      if (before === undefined || remaining > before.remaining) {
        highest.set(series, { remaining, readBefore });
        forgetFirst(highest, maxSeries);
        return;
      }
      // Requests whose response was not read before the earlier one was sent may count later than it.
      const ours = sentByThen - before.readBefore - 1;
      fallsByMore ||= before.remaining - remaining > ours + rounding;
    },
    /**
     * Returns whether Remaining falls, and never by more than this run sends. It falls by more if others use the quota, or if
     * a request costs several. This is then assumed until the end of the run.
     */
    asSent: () => falls && !fallsByMore && responses >= responsesToRely,
    /** Forgets what was read before a wait, because the quota was refilled. */
    forget(): void {
      highest.clear();
      highestOfAll.clear();
    },
  };
}
