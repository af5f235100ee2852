import type { Holder } from '../authentication.ts';
import type { Change, Variant } from '../changes/change.ts';
import type { Incoming } from '../incoming.ts';
import type { Bucket } from '../limiter.ts';
import type { Visit } from '../parts.ts';

const WHO = 'The specification does not say which bucket counts a request or which responses count.';

/** Counts requests without a valid key toward the limit of the key that was last used from the same address. */
const countedWithKey: Change = (parts) => {
  const lastSeen = new Map<string, Holder>();
  return {
    bucket: (incoming, identity, route) => {
      if (identity.kind === 'key') lastSeen.set(incoming.remoteAddress, identity.holder);
      const holder = lastSeen.get(incoming.remoteAddress);
      return parts.bucket(incoming, holder === undefined ? identity : { kind: 'key', holder }, route);
    },
  };
};

/** Counts a request only once its status is known, and only if the status is not `uncounted`. */
const countedUnless =
  (uncounted: 400 | 401): Change =>
  ({ bucket, limiter, operations, rateHeaders }, { now }) => {
    const buckets = new WeakMap<Incoming, Bucket>();
    const invalid = new WeakSet<Incoming>();

    const isUncounted = ({ incoming, route, identity }: Visit): boolean =>
      uncounted === 400 ? invalid.has(incoming) : route.kind === 'operation' && identity.kind === 'nobody';

    return {
      bucket: (incoming, identity, route) => {
        const found = bucket(incoming, identity, route);
        buckets.set(incoming, found);
        return found;
      },
      limiter: {
        ...limiter,
        take: (found, at) => {
          const usage = limiter.show(found, at);
          return usage.shown.remaining > 0 ? usage : limiter.take(found, at);
        },
      },
      operations: {
        ...operations,
        createCategory: async (visit) => {
          const reply = await operations.createCategory(visit);
          if (reply.status === 400) invalid.add(visit.incoming);
          return reply;
        },
      },
      rateHeaders: (usage, at, visit) => {
        const found = buckets.get(visit.incoming);
        const isCounted = found !== undefined && usage.allowed && !isUncounted(visit);
        return rateHeaders(isCounted ? limiter.take(found, now()) : usage, at, visit);
      },
    };
  };

/** Counts one extra request, as if from another client, for every three that arrive, while the quota has room. */
const shared: Change = ({ limiter }) => {
  let arrived = 0;
  return {
    limiter: {
      ...limiter,
      take: (bucket, now) => {
        arrived += 1;
        const room = limiter.show(bucket, now).shown.remaining;
        if (bucket.kind === 'key' && arrived % 3 === 0 && room > 0) limiter.take(bucket, now);
        return limiter.take(bucket, now);
      },
    },
  };
};

/** Serves two more requests each time the limit is reached, like a server that merges its counters late. */
const late: Change = ({ limiter }) => {
  const passed = new Map<string, number>();
  return {
    limiter: {
      ...limiter,
      take: (bucket, now) => {
        const usage = limiter.take(bucket, now);
        const before = passed.get(bucket.id) ?? 0;
        if (usage.allowed) passed.delete(bucket.id);
        else passed.set(bucket.id, before + 1);
        return usage.allowed || before >= 2 ? usage : { ...usage, allowed: true };
      },
    },
  };
};

export const bucketVariants: readonly Variant[] = [
  {
    id: 'bucket-per-route',
    title: 'Has a separate bucket for each operation',
    legal: 'Buckets may be per route.',
    warnings: [],
    change: (parts) => ({
      bucket: (incoming, identity, route) => {
        const bucket = parts.bucket(incoming, identity, route);
        const name = route.kind === 'operation' ? route.operation : route.kind;
        return { ...bucket, id: `${bucket.id} ${name}` };
      },
    }),
  },
  {
    id: 'bucket-by-address',
    title: 'Limits by IP address, with and without a key',
    legal: WHO,
    warnings: [],
    change: (parts, { holders }) => ({
      bucket: (incoming, identity, route) => {
        const { limits } = holders[0] ?? parts.bucket(incoming, identity, route);
        return { id: `address:${incoming.remoteAddress}`, kind: 'address', limits };
      },
    }),
  },
  {
    id: '401-uncounted',
    title: 'Does not count 401s',
    legal: WHO,
    warnings: [],
    change: countedUnless(401),
  },
  {
    id: '400-uncounted',
    title: 'Does not count 400s',
    legal: WHO,
    warnings: [],
    change: countedUnless(400),
  },
  {
    id: '401-counted-with-key',
    title: 'Counts 401s toward the limit of the key that was last used from the IP address',
    legal: WHO,
    warnings: [],
    change: countedWithKey,
  },
  {
    id: 'key-shared',
    title: 'Also serves another client that uses the same key',
    legal: 'Remaining may fall by more than one.',
    warnings: [],
    change: shared,
  },
  {
    id: 'two-pass-late',
    title: 'Serves two requests after the limit is reached',
    legal: 'Counters may be shared, so a few requests may pass after Remaining 0.',
    warnings: [],
    change: late,
  },
];
