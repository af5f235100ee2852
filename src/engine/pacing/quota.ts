import { type Exchange, hasResponse, isServed, type Responded } from '../../exchange/exchange.ts';
import { isAged, quotaOf, secondsToReset } from '../../readings/quota.ts';
import { type Availability, assumedWindowMs, type Bucket } from './next.ts';
import { isPlainList } from './requests.ts';

/** What a response showed of one Limit, which is 0 if it named none. Times are ms of the monotonic clock. */
interface View {
  readonly operation: string;
  readonly limit: number;
  readonly remaining: number;
  readonly sentAt: number;
  readonly headAt: number;
  readonly resetAt: number;
  /** Whether `resetAt` is from a usable Reset. Otherwise the longest window seen, or a minute, is assumed. */
  readonly isTimed: boolean;
}

/** What the newest plain lists showed, which use up the quota. */
interface PlainLists {
  /** Whether the newest one had Limit and Remaining. */
  isShown: boolean;
  remaining: number;
  /** How many were served in the current window before a Remaining of 0. */
  served: number;
  /** How many in a row were served at Remaining 0 without a usable Reset. */
  servedAtUntimedZero: number;
  /** How many in a row came from a cache, and used up nothing. */
  cached: number;
}

/** What responses to the valid key show of the quota. For pacing only, never for a verdict. */
export interface Quota {
  /** The newest view of each operation and Limit, because responses may describe the minute and the day in turn. */
  views: readonly View[];
  /** The longest time to Reset for each Limit, in ms. */
  readonly windows: Map<number, number>;
  /** Whether some of the quota is left to other clients with the same key. */
  readonly leavesReserve: boolean;
  /** Whether operations have buckets of their own: one showed more than a shared bucket could have. */
  isApart: boolean;
  /** Whether Remaining went back up by more than half of Limit. */
  turnedOver: boolean;
  readonly plainLists: PlainLists;
  /** The newest Remaining, for the progress line. */
  remaining?: number;
}

/** Margin for whole seconds and different clocks, in ms. */
export const resetMarginMs = 1_000;

export function createQuota(leavesReserve: boolean): Quota {
  return {
    views: [],
    windows: new Map(),
    leavesReserve,
    isApart: false,
    turnedOver: false,
    plainLists: {
      isShown: false,
      remaining: Number.POSITIVE_INFINITY,
      served: 0,
      servedAtUntimedZero: 0,
      cached: 0,
    },
  };
}

/** Learns from a response. Only responses to the valid key show the quota. */
export function seeQuota(quota: Quota, exchange: Exchange): void {
  if (!hasResponse(exchange)) return;
  const { request, outcome } = exchange;
  const { limit, remaining } = quotaOf(exchange);
  if (isPlainList(request)) seeList(quota.plainLists, exchange);
  if (request.credential !== 'bearer' || outcome.response.status === 401 || remaining === undefined) return;
  const view = takeView(quota, exchange, limit ?? 0, remaining);
  quota.isApart ||= showsMoreThanOthers(quota, view);
  if (limit !== undefined) quota.remaining = remaining;
  quota.views = quota.views.filter(({ resetAt }) => resetAt > view.sentAt);
  const known = quota.views.find((one) => one.operation === view.operation && one.limit === view.limit);
  if (known !== undefined && known.sentAt > view.sentAt) return;
  quota.turnedOver ||= known !== undefined && (remaining - known.remaining) * 2 > view.limit;
  quota.views = [...quota.views.filter((one) => one !== known), view];
}

function seeList(lists: PlainLists, list: Responded): void {
  const { limit, remaining, reset } = quotaOf(list);
  const served = isServed(list) ? 1 : 0;
  // Beyond the limit, responses may come from a gateway that sends no headers.
  if (!list.overLimit) lists.isShown = limit !== undefined && remaining !== undefined;
  lists.servedAtUntimedZero =
    remaining === 0 && reset === undefined && served > 0 ? lists.servedAtUntimedZero + 1 : 0;
  const left = remaining ?? lists.remaining;
  lists.cached = isAged(list) && left >= lists.remaining ? lists.cached + 1 : 0;
  const startsAgain = left === 0 || (left - lists.remaining) * 2 > (limit ?? 0);
  lists.served = startsAgain ? 0 : lists.served + served;
  lists.remaining = left;
}

/** Returns what is left of the bucket of an operation at `now`, without the reserve. */
export function bucketOf(quota: Quota, operation: string, now: number): Bucket {
  const views = viewsFor(quota, now, quota.isApart ? operation : undefined);
  const leftOf = (view: View) => view.remaining - reserveOf(quota, view);
  const usedUp = views.filter((view) => leftOf(view) <= 0);
  const last = usedUp.toSorted((a, b) => b.resetAt - a.resetAt)[0];
  return {
    left: views.reduce((least, view) => Math.min(least, leftOf(view)), Number.POSITIVE_INFINITY),
    isKnown: views.length > 0,
    availability: last && availabilityOf(last),
  };
}

/** Returns the Limit of plain lists that is reached first: responses may describe several in turn. */
export function bindingOf(quota: Quota, now: number): View | undefined {
  const views = viewsFor(quota, now, 'listCategories');
  return views.toSorted((a, b) => a.remaining - b.remaining || a.resetAt - b.resetAt)[0];
}

/** Forgets all views: after a wait, they are out of date. */
export function forgetViews(quota: Quota): void {
  quota.views = [];
}

/** Returns the window of a Limit in ms: at least a minute until one was seen to turn over, because Reset may show less. */
export function windowOf({ windows, turnedOver }: Quota, limit: number): number {
  const seen = windows.get(limit) ?? assumedWindowMs;
  return turnedOver ? seen : Math.max(seen, assumedWindowMs);
}

/** Returns the newest view of each Limit, of this operation or else of any. */
function viewsFor({ views }: Quota, now: number, operation?: string): View[] {
  const lasting = views.filter(
    (one) => one.resetAt > now && (operation === undefined || one.operation === operation),
  );
  const inOrder = lasting.toSorted((a, b) => a.sentAt - b.sentAt);
  return [...new Map(inOrder.map((view) => [view.limit, view])).values()];
}

function reserveOf({ leavesReserve }: Quota, { limit }: View): number {
  return leavesReserve ? Math.max(5, Math.ceil(limit / 10)) : 0;
}

function availabilityOf({ resetAt, isTimed }: View): Availability {
  return { at: resetAt, basis: isTimed ? 'X-RateLimit-Reset' : 'no usable X-RateLimit-Reset' };
}

/** Reads a view from a response, and remembers the longest window. */
function takeView({ windows }: Quota, response: Responded, limit: number, remaining: number): View {
  const { sentAt, headAt, request } = response;
  const { reset } = quotaOf(response);
  const toReset = reset === undefined ? undefined : secondsToReset(response, reset) * 1000;
  if (toReset !== undefined) windows.set(limit, Math.max(windows.get(limit) ?? 0, toReset));
  const resetAt = headAt + (toReset ?? windows.get(limit) ?? assumedWindowMs) + resetMarginMs;
  return {
    operation: request.operation,
    limit,
    remaining,
    sentAt,
    headAt,
    resetAt,
    isTimed: toReset !== undefined,
  };
}

/** Checks whether it shows more than another operation did before, beyond what a shared window could have refilled. */
function showsMoreThanOthers(quota: Quota, view: View): boolean {
  return quota.views.some((other) => {
    if (other.operation === view.operation || other.limit !== view.limit) return false;
    const isSameWindow = Math.abs(other.resetAt - view.resetAt) <= resetMarginMs;
    if (!view.isTimed || !other.isTimed || !isSameWindow || other.headAt > view.sentAt) return false;
    const ms = view.headAt - other.sentAt;
    const refilled = 1 + Math.ceil((view.limit * ms) / windowOf(quota, view.limit));
    return view.remaining - other.remaining > refilled;
  });
}
