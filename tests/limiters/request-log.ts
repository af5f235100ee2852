import { endOfWait } from '../../reference-server/changes/statistics.ts';
import type { Change } from '../../reference-server/index.ts';
import { type HeaderLine, valuesOf } from '../../reference-server/response.ts';

/** A server's record of a client's requests, made without the kit's code. */
export interface RequestLog {
  arrived(now: number, withKey: boolean): void;
  responded(status: number, headers: readonly HeaderLine[], now: number): void;
  readonly counts: {
    requests: number;
    withKey: number;
    withoutKey: number;
    limited: number;
    /**
     * The number of requests that arrived between a 429 and the end of the wait: Retry-After, or else Reset, or else a
     * minute.
     */
    whileLimited: number;
  };
  /** When each request arrived and each 429 was sent, in milliseconds since 1970 by the server's clock. */
  readonly arrivals: readonly number[];
  readonly refusals: readonly number[];
}

export function createRequestLog(): RequestLog {
  const counts = { requests: 0, withKey: 0, withoutKey: 0, limited: 0, whileLimited: 0 };
  const arrivals: number[] = [];
  const refusals: number[] = [];
  let limitedUntil = 0;

  return {
    arrived(now, withKey) {
      counts.requests++;
      counts[withKey ? 'withKey' : 'withoutKey']++;
      if (now < limitedUntil) counts.whileLimited++;
      arrivals.push(now);
    },
    responded(status, headers, now) {
      if (status !== 429) return;
      counts.limited++;
      refusals.push(now);
      limitedUntil = Math.max(limitedUntil, endOfWait(headers, now));
    },
    counts,
    arrivals,
    refusals,
  };
}

/** Returns whether a request carries the key, with the scheme in any case (RFC 9110 11.1). */
export function carriesKey(authorization: string | undefined, key: string): boolean {
  return authorization?.replace(/^bearer /i, 'Bearer ') === `Bearer ${key}`;
}

/** Records the requests of a reference server. */
export function logging(log: RequestLog): Change {
  return (parts, { holders, now }) => ({
    bucket: (incoming, identity, route) => {
      const [authorization] = valuesOf(incoming.headers, 'Authorization');
      log.arrived(
        incoming.at,
        holders.some(({ key }) => carriesKey(authorization, key)),
      );
      return parts.bucket(incoming, identity, route);
    },
    finish: async (response, visit) => {
      const finished = await parts.finish(response, visit);
      log.responded(finished.status, finished.headers, now());
      return finished;
    },
  });
}
