import type { Limits } from '../options.ts';
import type { HeaderLine } from '../response.ts';
import type { Gauge, MakeGauge } from './gauge.ts';

/** Identifies where a request is counted. */
export interface Bucket {
  readonly id: string;
  /** Buckets of keys are kept forever, those of addresses while there is room. */
  readonly kind: 'key' | 'address';
  readonly limits: Limits;
}

/** One limit as the headers show it; `resetAt` in epoch milliseconds. */
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

/** Counts requests; `now` in epoch milliseconds. */
export interface Limiter {
  /** Counts one request if every limit has room for it. */
  readonly take: (bucket: Bucket, now: number) => Usage;
  /** Returns the usage without counting. */
  readonly show: (bucket: Bucket, now: number) => Usage;
  /** Undoes the counting of one request. */
  readonly putBack: (bucket: Bucket, now: number) => Usage;
}

/** Keys that send more than `after` requests while limited are refused for `lastsMs` milliseconds. */
export interface Ban {
  readonly after: number;
  readonly lastsMs: number;
}

/**
 * Creates the limiter of the specification: minute and day together, and a temporary ban for keys that do not back
 * off (Limits 4).
 */
export function createLimiter(states: ReturnType<typeof createBucketStates>, ban: Ban): Limiter {
  const refuse = (bucket: Bucket, state: BucketState, now: number): Usage => {
    const usage = describe(state, now, false);
    if (bucket.kind !== 'key' || now < state.bannedUntil) return usage;
    state.refusals += 1;
    if (state.refusals <= ban.after) return usage;
    state.refusals = 0;
    state.bannedUntil = Math.max(now + ban.lastsMs, usage.retryAt);
    return describe(state, now, false);
  };

  return {
    take: (bucket, now) => {
      const state = states.of(bucket);
      const gauges = [state.minute, state.day];
      if (now < state.bannedUntil || gauges.some((gauge) => gauge.left(now) < 1))
        return refuse(bucket, state, now);
      for (const gauge of gauges) gauge.take(now);
      state.refusals = 0;
      return describe(state, now, true);
    },
    show: (bucket, now) => describe(states.of(bucket), now, true),
    putBack: (bucket, now) => {
      const state = states.of(bucket);
      for (const gauge of [state.minute, state.day]) gauge.putBack(now);
      return describe(state, now, true);
    },
  };
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

function spanOf(gauge: BucketState['minute'], now: number): Span {
  const remaining = Math.min(gauge.limit, Math.max(0, Math.floor(gauge.left(now))));
  return { limit: gauge.limit, remaining, resetAt: gauge.resetAt(now) };
}

/** The state of one bucket. */
interface BucketState {
  readonly minute: Gauge;
  readonly day: Gauge;
  /** Requests refused since the last served one. */
  refusals: number;
  /** Epoch milliseconds; in the past if there is no ban. */
  bannedUntil: number;
}

/**
 * Keeps the few buckets of keys forever, and those of the `mostAddresses` most recent addresses. So unknown clients can
 * neither fill the memory nor evict a key's usage. A minute and a day last as long as given.
 */
export function createBucketStates(
  makeGauge: MakeGauge,
  lengths: { readonly minuteMs: number; readonly dayMs: number },
  mostAddresses: number,
) {
  const keys = new Map<string, BucketState>();
  const addresses = new Map<string, BucketState>();

  return {
    of: (bucket: Bucket): BucketState => {
      const map = bucket.kind === 'key' ? keys : addresses;
      const state = map.get(bucket.id) ?? {
        minute: makeGauge(bucket.limits.minute, lengths.minuteMs),
        day: makeGauge(bucket.limits.day, lengths.dayMs),
        refusals: 0,
        bannedUntil: 0,
      };
      // Reinserted, so that the first entry of the map is the least recently used.
      map.delete(bucket.id);
      map.set(bucket.id, state);
      for (const oldest of addresses.keys()) {
        if (addresses.size <= mostAddresses) break;
        addresses.delete(oldest);
      }
      return state;
    },
    size: () => keys.size + addresses.size,
  };
}

/**
 * Builds the three headers of every response (Limits, rule 1). Reset is a Unix timestamp in whole seconds, rounded up
 * so that the limit has reset by then (rule 2). `now` in epoch milliseconds.
 */
export function rateHeaders({ shown }: Usage, now: number): readonly HeaderLine[] {
  return [
    ['X-RateLimit-Limit', String(shown.limit)],
    ['X-RateLimit-Remaining', String(shown.remaining)],
    ['X-RateLimit-Reset', String(Math.ceil(Math.max(shown.resetAt, now) / 1000))],
  ];
}

/** Computes Retry-After in whole seconds, rounded up so that a request after it is served. `now` in epoch ms. */
export function retryAfter({ retryAt }: Usage, now: number): string {
  return String(Math.max(1, Math.ceil((retryAt - now) / 1000)));
}
