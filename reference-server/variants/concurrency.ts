import { setTimeout as pause } from 'node:timers/promises';
import type { Change, Variant } from '../changes/change.ts';
import { concurrentMs, editCreations, editOperation } from '../changes/edits.ts';
import type { Incoming } from '../incoming.ts';
import type { Bucket, Limiter } from '../limiter.ts';
import { errorReply, problem } from '../problem.ts';

/** How long a request takes, in real milliseconds: long enough for other requests to arrive meanwhile. */
const takesMs = 4;

/** Refuses requests with a key while `maximum` other requests with that key are being served. */
const atMostAtOnce =
  (maximum: number): Change =>
  (parts, tools) => {
    const served = new Map<string, number>();
    const buckets = new WeakMap<object, Bucket>();
    const change = (id: string, by: number): void => void served.set(id, (served.get(id) ?? 0) + by);
    const take: Limiter['take'] = (bucket, now) => {
      if (bucket.kind === 'key' && (served.get(bucket.id) ?? 0) > maximum)
        return { ...parts.limiter.show(bucket, now), allowed: false, retryAt: now + 1_000 };
      return parts.limiter.take(bucket, now);
    };
    const over = (incoming: Incoming): void => {
      const bucket = buckets.get(incoming);
      if (bucket !== undefined) change(bucket.id, -1);
    };
    // If the client is gone, no response is finished, so this is the last chance to decrement the count.
    const released = editOperation('createCategory', async (visit, serve) => {
      try {
        return await serve(visit);
      } catch (error) {
        over(visit.incoming);
        throw error;
      }
    });
    return {
      ...released(parts, tools),
      bucket: (incoming, identity, route) => {
        const bucket = parts.bucket(incoming, identity, route);
        buckets.set(incoming, bucket);
        change(bucket.id, 1);
        return bucket;
      },
      limiter: { ...parts.limiter, take },
      finish: async (response, visit) => {
        if (response.status !== 429) await pause(takesMs);
        over(visit.incoming);
        return parts.finish(response, visit);
      },
    };
  };

/** Fails to store a category while another one is being stored, like a database that allows only one writer at a time. */
const lockedByWriter: Change = (parts, tools) => {
  let writers = 0;
  return editCreations(async (visit, serve) => {
    if (writers > 0)
      return errorReply(problem(500, 'database_locked', 'Try again later.'), visit.parts.errorJson);
    writers++;
    await pause(concurrentMs);
    writers--;
    return serve(visit);
  })(parts, tools);
};

/**
 * Responds with 503 once: to the first request that arrives while a category is being stored. Later requests are served,
 * together or alone.
 */
const busyOnce: Change = (parts, tools) => {
  let writers = 0;
  let wasBusy = false;
  const refused = new WeakSet<Incoming>();
  const stores = editCreations(async (visit, serve) => {
    writers++;
    await pause(concurrentMs);
    writers--;
    return serve(visit);
  })(parts, tools);
  return {
    ...stores,
    bucket: (incoming, identity, route) => {
      if (!wasBusy && writers > 0 && incoming.method === 'GET') {
        wasBusy = true;
        refused.add(incoming);
      }
      return parts.bucket(incoming, identity, route);
    },
    finish: (response, visit) =>
      refused.has(visit.incoming)
        ? { status: 503, headers: [], body: Buffer.from('<html><title>Busy</title></html>') }
        : parts.finish(response, visit),
  };
};

const STRAY = 'A 429 may come while Remaining is above 0.';

export const concurrencyVariants: readonly Variant[] = [
  {
    id: 'locked-by-writer',
    title: 'Returns 500 for a creation while another one is being stored',
    legal: 'Whether two writes collide is a matter of chance, and a creation that is sent alone is served.',
    warnings: ['http.sheds-load'],
    change: lockedByWriter,
  },
  {
    id: 'busy-once',
    title: 'Returns 503 once, to a request that arrives while a category is being stored',
    legal: 'A 503 may be temporary, and the request is served if it is sent alone.',
    warnings: ['http.sheds-load'],
    change: busyOnce,
  },
  {
    id: 'one-at-a-time',
    title: 'Serves a key one request at a time and returns 429 for others',
    legal: STRAY,
    warnings: [],
    change: atMostAtOnce(1),
  },
  {
    id: 'two-at-a-time',
    title: 'Serves a key two requests at a time and returns 429 for others',
    legal: STRAY,
    warnings: [],
    change: atMostAtOnce(2),
  },
];
