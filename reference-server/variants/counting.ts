import type { Change, Variant } from '../changes/change.ts';
import { isOperation } from '../changes/edits.ts';
import type { MakeGauge } from '../gauge.ts';
import type { Bucket, Limiter } from '../limiter.ts';
import { createLimiter } from '../limiter.ts';

/** Counts eight requests of another client, all at the same moment, after every ninth request of the kit. */
const inBursts: Change = ({ limiter }) => {
  let arrived = 0;
  const take: Limiter['take'] = (bucket, now) => {
    arrived += 1;
    for (let more = 8; more > 0 && bucket.kind === 'key' && arrived % 9 === 0; more -= 1) {
      if (limiter.show(bucket, now).shown.remaining > 0) limiter.take(bucket, now);
    }
    return limiter.take(bucket, now);
  };
  return { limiter: { ...limiter, take } };
};

/** Weighs each request before counting it, and refuses a request that weighs more than what is left. */
const weighed = (weightOf: (isCreation: boolean) => number): Change => {
  return (parts) => {
    const weights = new WeakMap<Bucket, number>();
    const take: Limiter['take'] = (bucket, now) => {
      const weight = weights.get(bucket) ?? 1;
      const before = parts.limiter.show(bucket, now);
      const { remaining, resetAt } = before.shown;
      if (remaining > 0 && remaining < weight) return { ...before, allowed: false, retryAt: resetAt };
      let usage = parts.limiter.take(bucket, now);
      for (let more = weight - 1; more > 0 && usage.allowed; more -= 1)
        usage = parts.limiter.take(bucket, now);
      return usage;
    };
    return {
      bucket: (incoming, identity, route) => {
        const bucket = { ...parts.bucket(incoming, identity, route) };
        weights.set(bucket, weightOf(isOperation(route, 'createCategory')));
        return bucket;
      },
      limiter: { ...parts.limiter, take },
    };
  };
};

/** Creates a counter that resets once nothing has been counted for the length of the span. */
const idleWindow: MakeGauge = (limit, spanMs) => {
  let last: number | undefined;
  let used = 0;
  const endAt = (now: number): number => {
    if (last !== undefined && now >= last + spanMs) used = 0;
    return (used === 0 ? now : (last ?? now)) + spanMs;
  };
  return {
    limit,
    left: (now) => {
      endAt(now);
      return limit - used;
    },
    take: (now) => {
      endAt(now);
      used += 1;
      last = now;
    },
    resetAt: endAt,
    freeAt: endAt,
  };
};

/** Changes the limit per minute of callers without a valid key. */
const strangers = (minute: number): Change => {
  return (parts) => ({
    bucket: (incoming, identity, route) => {
      const bucket = parts.bucket(incoming, identity, route);
      return identity.kind === 'key' ? bucket : { ...bucket, limits: { ...bucket.limits, minute } };
    },
  });
};

const FALLS = 'Remaining may fall by more than one.';
const WITHOUT_KEY = '401s may be counted in another bucket or not at all.';

export const countingVariants: readonly Variant[] = [
  {
    id: 'key-shared-in-bursts',
    title: 'Also serves another client that uses the same key in bursts of eight requests',
    legal: FALLS,
    warnings: [],
    change: inBursts,
  },
  {
    id: 'two-units-each',
    title: 'Counts two units for each request',
    legal: FALLS,
    warnings: [],
    change: weighed(() => 2),
  },
  {
    id: 'creation-costs-five',
    title: 'Counts a creation as five requests, and refuses it if fewer are left',
    legal: `${FALLS} A 429 may come while Remaining is above 0.`,
    warnings: [],
    change: weighed((isCreation) => (isCreation ? 5 : 1)),
  },
  {
    id: 'window-since-last-request',
    title: 'Forgets the count a minute after the last request',
    legal: 'The specification does not say when the minute starts, and Reset may move.',
    warnings: [],
    change: (_parts, { settings }) => ({ limiter: createLimiter(settings, idleWindow) }),
  },
  {
    id: 'remaining-in-threes',
    title: 'Counts Remaining in steps of three',
    legal: 'Counters may be synchronized late, so a few requests may pass after Remaining 0.',
    warnings: [],
    change: (parts) => ({
      rateHeaders: (usage, now, visit) => {
        const remaining = Math.floor(usage.shown.remaining / 3) * 3;
        return parts.rateHeaders({ ...usage, shown: { ...usage.shown, remaining } }, now, visit);
      },
    }),
  },
  {
    id: 'failed-keys-limited',
    title: 'Allows each IP address ten requests per minute without a valid key',
    legal: `${WITHOUT_KEY} Any request beyond the limit gets a 429.`,
    warnings: [],
    change: strangers(10),
  },
  {
    id: '401-shows-nothing-left',
    title: 'Sends Remaining 0 for requests without a valid key',
    legal: WITHOUT_KEY,
    warnings: [],
    change: (parts) => ({
      rateHeaders: (usage, now, visit) => {
        const shown = { ...usage.shown, remaining: 0 };
        return parts.rateHeaders(visit.identity.kind === 'key' ? usage : { ...usage, shown }, now, visit);
      },
    }),
  },
];
