import type { Holder } from '../authentication.ts';
import type { Change, Variant } from '../change.ts';

const WHO = 'Reading 8: which bucket counts a request, and which answers count, is not stated.';

/** Counts requests without a valid key for the key last seen from their address. */
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

/** Counts one request of another client for every three that arrive, as long as there is room. */
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

/** Lets two more requests pass each time the limit is reached, as counters that are merged late do. */
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
    title: 'Each operation has a bucket of its own',
    legal: 'Reading 8: buckets may be per route.',
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
    title: 'Limits go by address, with and without key',
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
    title: '401 is counted nowhere',
    legal: WHO,
    warnings: [],
    change: () => ({ uncounted: ({ status }) => status === 401 }),
  },
  {
    id: '400-uncounted',
    title: '400 is counted nowhere',
    legal: WHO,
    warnings: [],
    change: () => ({ uncounted: ({ status }) => status === 400 }),
  },
  {
    id: '401-counted-with-key',
    title: '401 is counted for the key last seen from the address',
    legal: WHO,
    warnings: [],
    change: countedWithKey,
  },
  {
    id: 'key-shared',
    title: 'Another client spends on the same key',
    legal: 'Reading 3: Remaining may fall by more than one.',
    warnings: [],
    change: shared,
  },
  {
    id: 'two-pass-late',
    title: 'Two requests pass after the limit was reached',
    legal: 'Reading 4: a few requests may pass after 0, counters are shared.',
    warnings: [],
    change: late,
  },
];
