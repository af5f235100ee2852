import { type Exchange, hasResponse, type Responded } from '../../exchange/exchange.ts';
import { isPlainList } from '../../exchange/picks.ts';
import { isServedAsUsual } from '../../readings/enforcement.ts';
import { isAged, quotaOf, secondsToReset } from '../../readings/quota.ts';
import { isAdded } from '../../spec/operations.ts';
import { largest } from '../../text/largest.ts';

/** The remaining quota for one kind of request. */
export interface Bucket {
  /** How many requests are left, not counting the reserve for other clients; Infinity while unknown. */
  readonly left: number;
  readonly isKnown: boolean;
  /** When requests are allowed again, if none is left. */
  readonly availability?: Availability | undefined;
}

/** When requests are allowed again, in ms of the monotonic clock, and the source of that time. */
export interface Availability {
  readonly at: number;
  readonly basis: 'X-RateLimit-Reset' | 'no usable X-RateLimit-Reset' | 'Retry-After';
}

/** The window that is assumed until a response shows one, in ms. */
export const assumedWindowMs = 60_000;

/** What a response showed about a Limit. `limit` is 0 if the response had no Limit. Times are ms of the monotonic clock. */
interface View {
  readonly operation: string;
  readonly limit: number;
  readonly remaining: number;
  readonly sentAt: number;
  readonly headAt: number;
  readonly resetAt: number;
  /** Whether `resetAt` comes from a usable Reset. If not, `resetAt` assumes the longest window seen, or a minute. */
  readonly isTimed: boolean;
}

/** What the newest plain lists showed. The proof uses up the quota with plain lists. */
interface PlainLists {
  /** Whether the newest list had Limit and Remaining. */
  isShown: boolean;
  /** Whether the body of the newest list was long. */
  areLong: boolean;
  remaining: number;
  /** How many lists in a row were served at Remaining 0 without a usable Reset. */
  servedAtUntimedZero: number;
  /** How many lists in a row came from a cache and used up none of the quota. */
  cached: number;
}

/** What responses to requests with the valid key show about the quota. Used only for pacing, never for a verdict. */
export interface Quota {
  /** The newest view of each operation and Limit, because some responses may describe the minute and others the day. */
  views: readonly View[];
  /** The longest time to Reset for each Limit, in ms. */
  readonly windows: Map<number, number>;
  /** Whether some of the quota is reserved for other clients with the same key. */
  readonly leavesReserve: boolean;
  /** Whether operations have separate quotas, because one of them showed more than could be left of a shared quota. */
  areSeparate: boolean;
  /** Whether Remaining rose again by more than half of Limit. */
  hasReset: boolean;
  readonly plainLists: PlainLists;
  /** The newest Remaining, for the progress line. */
  remaining?: number;
  /** The newest latencies of requests that were sent alone, in ms. */
  latencies: readonly number[];
  /** The maximum number of plain GETs in flight: `--concurrency`, or less for a slow target. */
  most: number;
  /** Whether requests are sent one at a time from now on. */
  oneAtATime: boolean;
}

/** How many plain lists are sent at Remaining 0 without a usable Reset, because only a 429 proves the limit then. */
const maxAtUntimedZero = 5;

/** Margin for rounding to whole seconds and for clocks that differ, in ms. */
export const resetMarginMs = 1_000;

/** Lists longer than this, in bytes, take a lot of memory in the kit and in the target, so at most two of them are in flight. */
const longList = 1024 * 1024;
const mostLongLists = 2;

const latenciesKept = 31;
/** Fewer latencies than this prove nothing. */
const fewLatencies = 3;

export function createQuota(concurrency: number, leavesReserve: boolean): Quota {
  return {
    latencies: [],
    most: concurrency,
    oneAtATime: concurrency === 1,
    views: [],
    windows: new Map(),
    leavesReserve,
    areSeparate: false,
    hasReset: false,
    plainLists: {
      isShown: false,
      areLong: false,
      remaining: Number.POSITIVE_INFINITY,
      servedAtUntimedZero: 0,
      cached: 0,
    },
  };
}

/** Learns from a response. Only responses to requests with the valid key show the quota. */
export function seeQuota(quota: Quota, exchange: Exchange): void {
  if (!hasResponse(exchange)) return;
  const { request, outcome } = exchange;
  if (exchange.concurrent <= 1)
    quota.latencies = [...quota.latencies, exchange.readAt - exchange.sentAt].slice(-latenciesKept);
  const { limit, remaining } = quotaOf(exchange);
  if (isPlainList(request)) seeList(quota.plainLists, exchange);
  if (request.credential !== 'bearer' || outcome.response.status === 401 || remaining === undefined) return;
  const view = takeView(quota, exchange, limit ?? 0, remaining);
  quota.areSeparate ||= showsMoreThanOthers(quota, view);
  if (limit !== undefined) quota.remaining = remaining;
  quota.views = quota.views.filter(({ resetAt }) => resetAt > view.sentAt);
  const known = quota.views.find((one) => one.operation === view.operation && one.limit === view.limit);
  if (known !== undefined && known.sentAt > view.sentAt) return;
  quota.hasReset ||= known !== undefined && (remaining - known.remaining) * 2 > view.limit;
  quota.views = [...quota.views.filter((one) => one !== known), view];
}

function seeList(lists: PlainLists, list: Responded): void {
  const { limit, remaining, reset } = quotaOf(list);
  // Beyond the limit, responses may come from a gateway that sends no headers.
  if (!list.overLimit) lists.isShown = limit !== undefined && remaining !== undefined;
  lists.servedAtUntimedZero =
    remaining === 0 && reset === undefined && isServedAsUsual(list) ? lists.servedAtUntimedZero + 1 : 0;
  lists.areLong = list.outcome.response.body.length > longList;
  const left = remaining ?? lists.remaining;
  lists.cached = isAged(list) && left >= lists.remaining ? lists.cached + 1 : 0;
  lists.remaining = left;
}

/**
 * Returns whether the target serves requests at Remaining 0 without a usable Reset. That may be correct, because the quota may
 * refill fast.
 */
export function isServedAtZero({ plainLists }: Quota): boolean {
  return plainLists.servedAtUntimedZero >= maxAtUntimedZero;
}

/** Returns what is left of the bucket of an operation at `now`, not counting the reserve. */
export function bucketOf(quota: Quota, operation: string, now: number): Bucket {
  const views = viewsFor(
    quota,
    now,
    (view) => view.operation === operation || (!quota.areSeparate && isOfAll(quota, view)),
  );
  const leftOf = (view: View) => view.remaining - reserveOf(quota, view);
  const usedUp = views.filter((view) => leftOf(view) <= 0);
  const last = usedUp.toSorted((a, b) => b.resetAt - a.resetAt)[0];
  return {
    left: views.reduce((least, view) => Math.min(least, leftOf(view)), Number.POSITIVE_INFINITY),
    isKnown: views.length > 0,
    availability: last && availabilityOf(last),
  };
}

/** Returns the view of the Limit that plain lists reach first. Different responses may describe different Limits. */
export function bindingOf(quota: Quota, now: number): View | undefined {
  const views = viewsFor(quota, now, ({ operation }) => operation === 'listCategories');
  return views.toSorted((a, b) => a.remaining - b.remaining || a.resetAt - b.resetAt)[0];
}

/** Forgets all views: after a wait, they are out of date. */
export function forgetViews(quota: Quota): void {
  quota.views = [];
}

/** Returns the window of a Limit in ms. It is at least a minute until the kit has seen a reset, because Reset may show less. */
function windowOf({ windows, hasReset }: Quota, limit: number): number {
  const seen = windows.get(limit) ?? assumedWindowMs;
  return hasReset ? seen : Math.max(seen, assumedWindowMs);
}

/** Checks whether a view may describe all operations. An operation of a custom check may have a smaller limit of its own. */
function isOfAll({ views }: Quota, { operation, limit }: View): boolean {
  return !isAdded(operation) || views.some((one) => !isAdded(one.operation) && one.limit === limit);
}

/** Returns the newest view of each Limit among the selected views. */
function viewsFor({ views }: Quota, now: number, isOf: (view: View) => boolean): View[] {
  const lasting = views.filter((one) => one.resetAt > now && isOf(one));
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

/**
 * Checks whether a view shows more quota than another operation showed before, and whether the refill of a shared window is too
 * slow to explain that.
 */
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

/**
 * Returns how many plain GETs of the proof may be in flight: enough to use up the window in half of its time, because the quota
 * may refill meanwhile.
 */
export function mostInFlight(quota: Quota): number {
  if (quota.oneAtATime || quota.latencies.length === 0) return 1;
  const latency = median(quota.latencies);
  const wanted = [...quota.windows.keys()].map((limit) =>
    Math.ceil((2 * limit * latency) / windowOf(quota, limit)),
  );
  const most = quota.plainLists.areLong ? Math.min(quota.most, mostLongLists) : quota.most;
  return Math.min(most, largest(1, wanted));
}

/**
 * To spare the target, halves the number of requests in flight after a batch that took more than twice as long as its
 * requests would have taken one at a time.
 */
export function seeBatch(quota: Quota, batch: readonly { readonly exchange: Exchange }[]): void {
  const began = batch.reduce(
    (first, { exchange }) => Math.min(first, exchange.sentAt),
    Number.POSITIVE_INFINITY,
  );
  const ended = batch.reduce((last, { exchange }) => Math.max(last, exchange.readAt), 0);
  if (batch.length > 1 && ended - began > 2 * batch.length * median(quota.latencies))
    quota.most = Math.max(1, Math.floor(batch.length / 2));
}

/** Returns how long this many plain GETs take, in ms. At the end of the window, fewer of them are sent at a time. */
export function timeFor(requests: number, quota: Quota): number {
  const most = mostInFlight(quota);
  return (requests / most + Math.log2(most) + 2) * median(quota.latencies);
}

/**
 * Returns why a Limit cannot be used up within its window if requests have this gap between them; undefined if it can be
 * used up, or while that is unknown.
 */
export function whyTooSlow(limit: number, quota: Quota, gapMs: number): string | undefined {
  if (quota.latencies.length < fewLatencies) return undefined;
  const windowMs = windowOf(quota, limit);
  const most = mostInFlight(quota);
  const takesMs = (limit * median(quota.latencies)) / most;
  if (Math.max(takesMs, limit * gapMs) <= windowMs) return undefined;
  if (takesMs <= windowMs)
    return 'some requests were refused; with gaps between requests, the window ends before it is used up';
  const inFlight = most === 1 ? 'one request' : `${most} requests`;
  const responses = limit.toLocaleString('en-US');
  return `${responses} responses from this target take ${seconds(takesMs)} s with ${inFlight} in flight, which is longer than the window of ${seconds(windowMs)} s`;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function seconds(ms: number): number {
  return Math.round(ms / 1_000);
}
