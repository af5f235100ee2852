import type { Gauge, MakeGauge } from './gauge.ts';
import type { Ban, Limits, Settings } from './options.ts';
import type { HeaderLine } from './response.ts';

/** Identifies where a request is counted. */
export interface Bucket {
  readonly id: string;
  /** The kind of bucket. A key's bucket is kept forever, and an address's bucket only while there is room. */
  readonly kind: 'key' | 'address';
  readonly limits: Limits;
}

/** One limit as the headers show it. `resetAt` is in epoch milliseconds. */
export interface Span {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: number;
}

/** The decision about a request, and the usage after it. */
export interface Usage {
  readonly allowed: boolean;
  /** When a refused request would be served, in epoch milliseconds. */
  readonly retryAt: number;
  /** The limit that the headers show: the exhausted one, or the one with the least remaining. */
  readonly shown: Span;
  /** All limits of the bucket: first the minute's, then the day's. */
  readonly spans: readonly [minute: Span, day: Span];
}

/** Counts requests. `now` is in epoch milliseconds. */
export interface Limiter {
  /** Counts one request if every limit has room for it. */
  readonly take: (bucket: Bucket, now: number) => Usage;
  /** Returns the usage without counting. */
  readonly show: (bucket: Bucket, now: number) => Usage;
}

/**
 * Creates the limiter of the specification: a plan has "Requests per minute" and "Requests per day", and both limits
 * apply at the same time. "Continuing to send requests after 429 may cause a temporary ban on the API key" (Limits,
 * rule 4).
 */
export function createLimiter(settings: Settings, makeGauge: MakeGauge): Limiter {
  const stateOf = createBucketStates(settings, makeGauge);

  return {
    take: (bucket, now) => {
      const state = stateOf(bucket);
      const gauges = [state.minute, state.day];
      if (now < state.bannedUntil || gauges.some((gauge) => gauge.left(now) < 1)) {
        return refuse(bucket, state, settings.ban, now);
      }
      for (const gauge of gauges) gauge.take(now);
      state.refusals = 0;
      return describe(state, now, true);
    },
    show: (bucket, now) => describe(stateOf(bucket), now, true),
  };
}

/** The state of one bucket. */
interface BucketState {
  readonly minute: Gauge;
  readonly day: Gauge;
  /** Requests refused since the last one that was served. */
  refusals: number;
  /** Epoch milliseconds; in the past if there is no ban. */
  bannedUntil: number;
}

/** How many addresses are remembered. */
const MOST_ADDRESSES = 10_000;

/**
 * Keeps the few buckets of keys forever, and those of the most recent addresses, so that unknown clients can neither fill the
 * memory nor evict a key's usage.
 */
function createBucketStates(settings: Settings, makeGauge: MakeGauge): (bucket: Bucket) => BucketState {
  const keys = new Map<string, BucketState>();
  const addresses = new Map<string, BucketState>();

  return ({ id, kind, limits }) => {
    const map = kind === 'key' ? keys : addresses;
    const state = map.get(id) ?? {
      minute: makeGauge(limits.minute, settings.minuteMs),
      day: makeGauge(limits.day, settings.dayMs),
      refusals: 0,
      bannedUntil: 0,
    };
    // The bucket is reinserted, so that the first entry of the map is the least recently used one.
    map.delete(id);
    map.set(id, state);
    for (const oldest of addresses.keys()) {
      if (addresses.size <= MOST_ADDRESSES) break;
      addresses.delete(oldest);
    }
    return state;
  };
}

/** Refuses a request, and bans a key that has sent too many requests since it was limited. */
function refuse(bucket: Bucket, state: BucketState, ban: Ban, now: number): Usage {
  const usage = describe(state, now, false);
  if (bucket.kind !== 'key' || now < state.bannedUntil) return usage;
  state.refusals += 1;
  if (state.refusals <= ban.after) return usage;
  state.refusals = 0;
  state.bannedUntil = Math.max(now + ban.lastsMs, usage.retryAt);
  return describe(state, now, false);
}

function describe(state: BucketState, now: number, allowed: boolean): Usage {
  const minute = spanOf(state.minute, now);
  const day = spanOf(state.day, now);
  const usage = (shown: Span, retryAt: number): Usage => ({ allowed, retryAt, shown, spans: [minute, day] });

  if (now < state.bannedUntil) {
    return usage({ limit: minute.limit, remaining: 0, resetAt: state.bannedUntil }, state.bannedUntil);
  }
  if (allowed) return usage(day.remaining < minute.remaining ? day : minute, now);
  const minuteFree = minute.remaining < 1 ? state.minute.freeAt(now) : now;
  const dayFree = day.remaining < 1 ? state.day.freeAt(now) : now;
  return dayFree > minuteFree ? usage(day, dayFree) : usage(minute, minuteFree);
}

function spanOf(gauge: Gauge, now: number): Span {
  const remaining = Math.min(gauge.limit, Math.max(0, Math.floor(gauge.left(now))));
  return { limit: gauge.limit, remaining, resetAt: gauge.resetAt(now) };
}

/**
 * Builds the headers of Limits, rule 1: "Every API response includes the headers X-RateLimit-Limit, X-RateLimit-Remaining
 * and X-RateLimit-Reset, showing the current usage." Rule 2: Reset "is a Unix timestamp giving the time at which the limit
 * resets". It is rounded up, so that the limit has reset by then. `now` is in epoch milliseconds.
 */
export function rateHeaders({ shown }: Usage, now: number): readonly HeaderLine[] {
  return [
    ['X-RateLimit-Limit', String(shown.limit)],
    ['X-RateLimit-Remaining', String(shown.remaining)],
    ['X-RateLimit-Reset', String(Math.ceil(Math.max(shown.resetAt, now) / 1000))],
  ];
}

/**
 * Computes Retry-After for Limits, rule 3: the client "retries after the time given in the Retry-After header". The result
 * is in whole seconds, rounded up so that a request after that time is served. `now` is in epoch milliseconds.
 */
export function retryAfter({ retryAt }: Usage, now: number): string {
  return String(Math.max(1, Math.ceil((retryAt - now) / 1000)));
}
