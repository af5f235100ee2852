import type { Gauge, MakeGauge } from './gauge.ts';
import type { Bucket } from './limiter.ts';

/** What is remembered of one bucket. */
export interface BucketState {
  readonly minute: Gauge;
  readonly day: Gauge;
  /** Requests refused since one was served. */
  refusals: number;
  /** Epoch milliseconds; in the past where there is no ban. */
  bannedUntil: number;
}

/** The memory of all buckets. */
export interface BucketStates {
  readonly of: (bucket: Bucket) => BucketState;
  /** How many buckets are remembered. */
  readonly size: () => number;
}

/** Lengths in milliseconds of what the specification calls a minute and a day. */
export interface SpanLengths {
  readonly minuteMs: number;
  readonly dayMs: number;
}

/**
 * Keeps the buckets of keys for good (there are only so many keys) and those of the `mostAddresses` addresses seen last,
 * so that no number of strangers can fill the memory or push a key's usage out of it.
 */
export function createBucketStates(
  makeGauge: MakeGauge,
  lengths: SpanLengths,
  mostAddresses: number,
): BucketStates {
  const keys = new Map<string, BucketState>();
  const addresses = new Map<string, BucketState>();

  return {
    of: (bucket) => {
      const map = bucket.kind === 'key' ? keys : addresses;
      const state = map.get(bucket.id) ?? {
        minute: makeGauge(bucket.limits.minute, lengths.minuteMs),
        day: makeGauge(bucket.limits.day, lengths.dayMs),
        refusals: 0,
        bannedUntil: 0,
      };
      // Entered anew, so that the first entry of the map is the one not seen for longest.
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
