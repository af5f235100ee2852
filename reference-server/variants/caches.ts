import type { Change, Variant } from '../changes/change.ts';
import { isOperation } from '../changes/edits.ts';
import { withHeader } from '../changes/headers.ts';
import type { Incoming } from '../incoming.ts';
import { type HeaderLine, type HttpResponse, valuesOf } from '../response.ts';

/** How long the cache serves a stored response, in milliseconds. */
const freshMs = 1_000;

/**
 * Caches a list in front of the server for a second, for the same Authorization only. The limiter does not see the requests
 * that the cache serves.
 */
const cachedLists: Change = (parts, { now }) => {
  const stored = new Map<string, { readonly response: HttpResponse; readonly at: number }>();
  const hits = new WeakMap<Incoming, HttpResponse>();
  const credentials = ({ headers }: Incoming) => valuesOf(headers, 'Authorization').join('\n');
  return {
    bucket: (incoming, identity, route) => {
      const bucket = parts.bucket(incoming, identity, route);
      const known = isOperation(route, 'listCategories') ? stored.get(credentials(incoming)) : undefined;
      if (known === undefined || now() - known.at >= freshMs) return bucket;
      const age = Math.floor((now() - known.at) / 1000);
      hits.set(incoming, withHeader(known.response, 'Age', String(age)));
      return { ...bucket, id: `cache ${incoming.number}`, kind: 'address' };
    },
    finish: async (response, visit) => {
      const { incoming, route } = visit;
      const hit = hits.get(incoming);
      if (hit !== undefined) return hit;
      const finished = await parts.finish(response, visit);
      if (isOperation(route, 'listCategories') && finished.status === 200)
        stored.set(credentials(incoming), { response: finished, at: now() });
      return finished;
    },
  };
};

/**
 * Sends the rate-limit headers of a window's first list with every list in that window, and states their age in Age, like a
 * cache that revalidates.
 */
const revalidatedLists: Change = (parts, { now }) => {
  const stored = new Map<string, { readonly lines: readonly HeaderLine[]; readonly at: number }>();
  return {
    rateHeaders: (usage, at, visit) => {
      const lines = parts.rateHeaders(usage, at, visit);
      const { route, identity } = visit;
      if (!usage.allowed || identity.kind !== 'key' || !isOperation(route, 'listCategories')) return lines;
      const window = String(usage.shown.resetAt);
      const first = stored.get(window) ?? { lines, at: now() };
      stored.set(window, first);
      return [...first.lines, ['Age', String(Math.floor((now() - first.at) / 1000))]];
    },
  };
};

const largest = 2n ** 63n - 1n;

/** Counts down from the largest signed 64-bit integer, a limit that no client reaches. */
const nearlyUnlimited: Change = (parts) => {
  let served = 0n;
  const values: Readonly<Record<string, () => bigint>> = {
    'X-RateLimit-Limit': () => largest,
    'X-RateLimit-Remaining': () => largest - served,
  };
  return {
    limiter: {
      ...parts.limiter,
      take: (bucket, at) => {
        served += 1n;
        return parts.limiter.show(bucket, at);
      },
    },
    rateHeaders: (usage, at, visit) =>
      parts
        .rateHeaders(usage, at, visit)
        .map(([name, value]): HeaderLine => [name, String(values[name]?.() ?? value)]),
  };
};

export const cacheVariants: readonly Variant[] = [
  {
    id: 'lists-cached-for-a-second',
    title: 'Serves lists from a cache for a second, and adds Age',
    legal: 'A response with an Age header comes from a cache and does not count as served.',
    warnings: [],
    change: cachedLists,
  },
  {
    id: 'lists-revalidated',
    title: 'Repeats the headers of the first list of a window, and adds Age',
    legal: 'A response with an Age header comes from a cache, whose headers say nothing about the usage.',
    warnings: [],
    change: revalidatedLists,
  },
  {
    id: 'quota-of-64-bits',
    title: 'Sends 64-bit integers as Limit and Remaining',
    legal: 'Limits, rule 1, sets no maximum: Limit is a positive integer, and Remaining an integer up to it.',
    warnings: [],
    change: nearlyUnlimited,
  },
];
