import { type Exchange, hasResponse, type Responded } from '../../exchange/exchange.ts';
import { quotaOf, secondsToReset } from '../../readings/quota.ts';
import { type Availability, aMinute, type Bucket } from './next.ts';
import { isPlainList } from './requests.ts';

/** What a response showed of one Limit. Times are ms of the monotonic clock. */
export interface View {
  readonly limit: number;
  readonly remaining: number;
  readonly sentAt: number;
  readonly readAt: number;
  readonly resetAt: number;
  /** Whether it has a usable Reset. Otherwise the longest window seen, or a minute, is assumed. */
  readonly isTimed: boolean;
}

/** What responses to the valid key show of the quota. For pacing only, never for a verdict. */
export interface Quota {
  /** The newest view of each operation and Limit, because responses may describe the minute and the day in turn. */
  readonly views: Map<string, Map<number, View>>;
  /** The longest time to Reset for each Limit, in ms. */
  readonly windows: Map<number, number>;
  /** Whether some of the quota is left to other clients with the same key. */
  readonly leavesReserve: boolean;
  /** Whether operations have buckets of their own: one showed more than a shared bucket could have. */
  isApart: boolean;
  /** Whether Remaining went back up by more than half of Limit. */
  turnedOver: boolean;
  /** Whether the newest plain list showed Limit and Remaining. */
  isShown: boolean;
  /** The newest Remaining, for the progress line. */
  remaining?: number;
}

/** Margin for whole seconds and different clocks. */
export const resetMarginMs = 1_000;

export function createQuota(leavesReserve: boolean): Quota {
  return {
    views: new Map(),
    windows: new Map(),
    leavesReserve,
    isApart: false,
    turnedOver: false,
    isShown: false,
  };
}

/** Learns from the response to a request with the valid key. */
export function seeQuota(quota: Quota, exchange: Exchange): void {
  if (!hasResponse(exchange)) return;
  const { request, outcome } = exchange;
  const { limit, remaining } = quotaOf(exchange);
  // Beyond the limit, responses may come from a gateway that sends no headers.
  if (isPlainList(request) && !exchange.overLimit)
    quota.isShown = limit !== undefined && remaining !== undefined;
  if (request.credential !== 'bearer' || outcome.response.status === 401 || remaining === undefined) return;
  const view = viewOf(quota, exchange, limit ?? 0, remaining);
  quota.isApart ||= showsMoreThanOthers(quota, request.operation, view);
  if (limit !== undefined) quota.remaining = remaining;
  const ofOperation = quota.views.get(request.operation) ?? new Map<number, View>();
  quota.views.set(request.operation, ofOperation);
  const known = ofOperation.get(view.limit);
  if (known === undefined || known.sentAt <= view.sentAt) {
    quota.turnedOver ||= known !== undefined && (remaining - known.remaining) * 2 > view.limit;
    ofOperation.set(view.limit, view);
  }
}

/** Returns what is left of the bucket of an operation at `now`, without the reserve. Views whose Reset passed are dropped. */
export function bucketOf(quota: Quota, operation: string, now: number): Bucket {
  const views = viewsFor(quota, operation, now);
  const lefts = views.map((view) => view.remaining - reserveOf(quota, view));
  const usedUp = views.filter((_view, at) => (lefts[at] ?? 0) <= 0);
  const last = usedUp.toSorted((a, b) => b.resetAt - a.resetAt)[0];
  return {
    left: Math.min(...lefts),
    isKnown: views.length > 0,
    availability: last && availabilityOf(last),
  };
}

/** Returns the Limit of plain lists that is reached first: responses may describe several in turn. */
export function bindingOf(quota: Quota, now: number): View | undefined {
  const views = viewsFor({ ...quota, isApart: true }, 'listCategories', now);
  return views.toSorted((a, b) => a.remaining - b.remaining || a.resetAt - b.resetAt)[0];
}

/** Forgets all views: after a wait, they are out of date. */
export function forgetViews(quota: Quota): void {
  quota.views.clear();
}

/** Returns the window of a Limit in ms: at least a minute until one was seen to turn over. */
export function windowOf({ windows, turnedOver }: Quota, limit: number): number {
  const seen = windows.get(limit) ?? aMinute;
  return turnedOver ? seen : Math.max(seen, aMinute);
}

/** Returns the newest view of each Limit, of this operation or, unless buckets are apart, of any. */
function viewsFor({ views, isApart }: Quota, operation: string, now: number): View[] {
  const newest = new Map<number, View>();
  for (const [name, ofOperation] of views) {
    for (const [limit, view] of ofOperation) {
      if (view.resetAt <= now) ofOperation.delete(limit);
      else if ((name === operation || !isApart) && view.sentAt >= (newest.get(limit)?.sentAt ?? 0))
        newest.set(limit, view);
    }
  }
  return [...newest.values()];
}

function reserveOf({ leavesReserve }: Quota, { limit }: View): number {
  return leavesReserve ? Math.max(5, Math.ceil(limit / 10)) : 0;
}

function availabilityOf({ resetAt, isTimed }: View): Availability {
  return { at: resetAt, basis: isTimed ? 'X-RateLimit-Reset' : 'no usable X-RateLimit-Reset' };
}

function viewOf({ windows }: Quota, response: Responded, limit: number, remaining: number): View {
  const { sentAt, headAt: readAt } = response;
  const { reset } = quotaOf(response);
  const toReset = reset === undefined ? undefined : secondsToReset(response, reset) * 1000;
  if (toReset !== undefined) windows.set(limit, Math.max(windows.get(limit) ?? 0, toReset));
  const resetAt = readAt + (toReset ?? windows.get(limit) ?? aMinute) + resetMarginMs;
  return { limit, remaining, sentAt, readAt, resetAt, isTimed: toReset !== undefined };
}

/** Checks whether it shows more than another operation did before, beyond what a shared window could have refilled. */
function showsMoreThanOthers(quota: Quota, operation: string, view: View): boolean {
  if (!view.isTimed) return false;
  for (const [name, ofOperation] of quota.views) {
    const other = name === operation ? undefined : ofOperation.get(view.limit);
    if (other === undefined || !other.isTimed || other.readAt > view.sentAt) continue;
    if (Math.abs(other.resetAt - view.resetAt) > resetMarginMs) continue;
    const ms = view.readAt - other.sentAt;
    const refilled = 1 + Math.ceil((view.limit * ms) / windowOf(quota, view.limit));
    if (view.remaining - other.remaining > refilled) return true;
  }
  return false;
}
