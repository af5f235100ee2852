import { type Exchange, hasResponse, isServed, type Responded, statusOf } from '../../exchange/exchange.ts';
import { forgetFirst } from '../../readings/bounds.ts';
import { type Quota, quotaOf, secondsToReset } from '../../readings/quota.ts';
import { type Availability, aMinute, type Bucket } from './next.ts';

/** Numbers of requests, with the key and without it. */
interface Count {
  readonly withKey: number;
  readonly withoutKey: number;
}

/** A request, with the request counts at the time when it is sent. */
export interface Ticket {
  readonly operation: string;
  readonly withKey: boolean;
  /** Requests sent so far, including this one: of any operation, and of its own. */
  readonly overall: Count;
  readonly own: Count;
  /** Responses read so far. */
  readonly readBefore: Count;
}

/** What a response showed. Times are ms of the monotonic clock. */
interface View {
  readonly limit: number;
  readonly remaining: number;
  readonly ticket: Count;
  readonly sentAt: number;
  readonly readAt: number;
  readonly resetAt: number;
  /** Whether it has a usable Reset. Otherwise the length of the window, or a minute, is assumed. */
  readonly isTimed: boolean;
}

const shared = 'shared';
const none: Count = { withKey: 0, withoutKey: 0 };
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
  const counts = new Map<string, Count>();
  let read = none;
  /** The requests in flight. */
  const open = new Set<Ticket>();
  let withoutKey = Number.POSITIVE_INFINITY;
  let newestRemaining: number | undefined;
  /** The longest time to Reset, in ms. */
  let windowMs: number | undefined;
  let wasKnown = false;
  /** Whether operations have separate buckets: one shows more remaining than a shared bucket could have. */
  let isApart = false;
  const refill = createRefill();
  const spending = createSpending();

  const count = (name: string) => counts.get(name) ?? none;
  const increase = (name: string, withKey: boolean) => {
    counts.set(name, oneMore(count(name), withKey));
    return count(name);
  };
  /** Returns how many requests may have used the quota of the key. */
  const spentOf = ({ withKey, withoutKey }: Count) => withKey + (onlyWithKey() ? 0 : withoutKey);
  const onlyWithKey = () => !isApart && spending.onlyWithKey();
  const reservedOf = (limit: number) => (reserve ? Math.max(5, Math.ceil(limit / 10)) : 0);
  /** Counts the requests in flight that were sent before the one of this view: they may arrive after it. */
  const overtaken = (name: string, view: View) =>
    [...open].filter(
      (one) =>
        [shared, one.operation].includes(name) &&
        (one.withKey || !onlyWithKey()) &&
        (name === shared ? one.overall : one.own).withKey < view.ticket.withKey,
    ).length;
  /** Returns the views of a bucket, each with the requests left for this run. */
  const held = (name: string) =>
    [...(views.get(name)?.values() ?? [])].map((view) => {
      const since = spentOf(count(name)) - spentOf(view.ticket) + overtaken(name, view);
      return { view, left: view.remaining - since - reservedOf(view.limit) };
    });

  return {
    /** Removes views whose Reset has passed. */
    look(): void {
      const now = monotonic();
      for (const ofName of views.values())
        for (const [limit, { resetAt }] of ofName) if (resetAt <= now) ofName.delete(limit);
    },
    /** Counts a request. */
    sent(operation: string, withKey: boolean): Ticket {
      const ticket = {
        ...{ operation, withKey, readBefore: read },
        overall: increase(shared, withKey),
        own: increase(operation, withKey),
      };
      open.add(ticket);
      return ticket;
    },
    /** Uncounts a request that was not sent after all, except in the views of earlier ones. */
    heldBack: (ticket: Ticket): void => void open.delete(ticket),
    /** Processes its exchange. */
    settled(exchange: Exchange, ticket: Ticket): void {
      open.delete(ticket);
      read = oneMore(read, ticket.withKey);
      if (!hasResponse(exchange)) return;
      const quota = quotaOf(exchange);
      if (exchange.validity !== 'valid') withoutKey = quota.remaining ?? withoutKey;
      if (exchange.request.credential !== 'bearer' || exchange.outcome.response.status === 401) return;
      if (quota.remaining === undefined) return;
      const { operation } = exchange.request;
      const view = viewOf(exchange, quota, quota.remaining);
      spending.see(operation, view, windowMs, ticket.readBefore, count(shared));
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
    /** Returns whether too few responses were read to trust Remaining. */
    isNew: () => read.withKey < responsesToRely,
    /** Returns whether requests without the key are known not to use its quota. */
    onlyWithKey,
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
    if (known !== undefined && known.ticket.withKey >= view.ticket.withKey) {
      // It was sent earlier, but arrived later.
      const isSameWindow = Math.abs(known.resetAt - view.resetAt) <= resetMarginMs;
      if (isSameWindow)
        ofName.set(view.limit, { ...known, remaining: Math.min(known.remaining, view.remaining) });
      return;
    }
    const keepsReset = known?.isTimed === true && !view.isTimed && known.resetAt > view.readAt;
    ofName.set(view.limit, keepsReset ? { ...view, resetAt: known.resetAt } : view);
  }

  /** Checks whether it shows more than another operation did before, beyond what a shared window could have refilled. */
  function showsMoreThanOthers(operation: string, view: Omit<View, 'ticket'>): boolean {
    for (const [name, ofName] of views) {
      const other = name === operation || name === shared ? undefined : ofName.get(view.limit);
      if (other === undefined || !other.isTimed || other.readAt > view.sentAt) continue;
      if (Math.abs(other.resetAt - view.resetAt) > resetMarginMs) continue;
      const refilled = refilledIn(view.readAt - other.sentAt, view.limit, windowMs);
      if (view.remaining - other.remaining > refilled) return true;
    }
    return false;
  }
}

/** Returns how many requests may have been refilled in this time. */
function refilledIn(ms: number, limit: number, windowMs = aMinute): number {
  return 1 + Math.ceil((limit * ms) / Math.max(1, windowMs));
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

/** A response, with the number of requests that were read before it was sent, and sent before it was read. */
interface Point {
  readonly remaining: number;
  readonly sentAt: number;
  readonly readBefore: Count;
  readonly sentByThen: Count;
}

/** Tracks how this run uses its quota, by Remaining. For pacing only, never for a verdict. */
function createSpending() {
  /** The highest Remaining of an operation for one Limit. */
  const highest = new Map<string, Point>();
  /** The same over all operations: with a shared quota, the second response of a run already shows that Remaining falls. */
  const highestOfAll = new Map<number, Point>();
  let responses = 0;
  let falls = false;
  let fallsByMore = false;
  /** Whether Remaining fell by less than it would if all requests counted. */
  let sparesSome = false;
  /** Whether it fell by another number than the requests with the key. */
  let fallsOtherwise = false;

  return {
    /** Processes a response to the valid key; `sentByThen` includes its own request. */
    see(
      operation: string,
      view: Omit<View, 'ticket'>,
      windowMs: number | undefined,
      readBefore: Count,
      sentByThen: Count,
    ): void {
      const { limit, remaining, sentAt } = view;
      const point = { remaining, sentAt, readBefore, sentByThen };
      responses++;
      const first = highestOfAll.get(limit);
      if (first === undefined || remaining > first.remaining) {
        highestOfAll.set(limit, point);
        forgetFirst(highestOfAll, maxSeries);
      } else if (remaining < first.remaining) {
        falls = true;
        compare(first, point, refilledIn(view.readAt - first.sentAt, limit, windowMs));
      }
      const series = `${operation} ${limit}`;
      const before = highest.get(series);
      if (before === undefined || remaining > before.remaining) {
        highest.set(series, point);
        forgetFirst(highest, maxSeries);
        return;
      }
      // Requests whose response was not read before the earlier one was sent may count later than it.
      const ours = sumOf(sentByThen) - sumOf(before.readBefore) - 1;
      fallsByMore ||= before.remaining - remaining > ours + rounding;
    },
    /**
     * Returns whether Remaining falls, and never by more than this run sends. It falls by more if others use the quota, or if
     * a request costs several. This is then assumed until the end of the run.
     */
    asSent: () => falls && !fallsByMore && responses >= responsesToRely,
    /** Returns whether Remaining falls only by requests with the key. */
    onlyWithKey: () => sparesSome && !fallsOtherwise,
    /** Forgets what was read before a wait, because the quota was refilled. */
    forget(): void {
      highest.clear();
      highestOfAll.clear();
    },
  };

  /** Compares the fall of Remaining with the requests that were sent between two responses, certainly or perhaps. */
  function compare(from: Point, to: Point, refilled: number): void {
    const fall = from.remaining - to.remaining;
    const most = to.sentByThen.withKey - from.readBefore.withKey - 1;
    const least = to.readBefore.withKey - from.sentByThen.withKey + 1;
    const withoutKey = to.readBefore.withoutKey - from.sentByThen.withoutKey;
    const atMost = fall + refilled + rounding;
    fallsOtherwise ||= fall > most + rounding || atMost < least;
    sparesSome ||= atMost < least + withoutKey;
  }
}

function sumOf({ withKey, withoutKey }: Count): number {
  return withKey + withoutKey;
}

function oneMore({ withKey, withoutKey }: Count, isWithKey: boolean): Count {
  return isWithKey ? { withKey: withKey + 1, withoutKey } : { withKey, withoutKey: withoutKey + 1 };
}
