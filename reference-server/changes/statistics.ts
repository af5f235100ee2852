import { type Authentication, type Holder, identify } from '../authentication.ts';
import type { Observer } from '../front-door.ts';
import type { Incoming } from '../incoming.ts';
import { type HttpResponse, valuesOf } from '../response.ts';

/** What a server has counted since its start. */
export interface Statistics {
  readonly requests: number;
  /** Requests with a valid key as the reference server defines it, even if a change decides otherwise. */
  readonly withKey: number;
  readonly withoutKey: number;
  /** Requests that got a 429, with and without a key. */
  readonly limited: number;
  /** Requests with a valid key between a 429 to that key and the end of its Retry-After. */
  readonly whileLimited: number;
  /** Requests of any kind between any 429 and the end of its Retry-After. */
  readonly whileAnyLimited: number;
  /** Requests that got a 500 because this server itself failed. */
  readonly faults: number;
}

/** Counts requests. */
export interface Counter extends Observer {
  readonly read: () => Statistics;
}

/** Creates a counter; `authentication` is that of the reference server, and `now` returns epoch milliseconds. */
export function createCounter(authentication: Authentication, now: () => number): Counter {
  const counts = {
    requests: 0,
    withKey: 0,
    withoutKey: 0,
    limited: 0,
    whileLimited: 0,
    whileAnyLimited: 0,
    faults: 0,
  };
  const limitedUntil = new Map<string, number>();
  let anyLimitedUntil = 0;

  const holderOf = (incoming: Incoming): Holder | undefined => {
    const identity = identify(incoming, authentication);
    return identity.kind === 'key' ? identity.holder : undefined;
  };

  return {
    arrived: (incoming) => {
      const { at } = incoming;
      const holder = holderOf(incoming);
      counts.requests += 1;
      if (at < anyLimitedUntil) counts.whileAnyLimited += 1;
      if (holder === undefined) {
        counts.withoutKey += 1;
        return;
      }
      counts.withKey += 1;
      if (at < (limitedUntil.get(holder.id) ?? 0)) counts.whileLimited += 1;
    },
    responded: (incoming, response) => {
      if (response.status !== 429) return;
      counts.limited += 1;
      const until = retryTime(response, now());
      anyLimitedUntil = Math.max(anyLimitedUntil, until);
      const holder = holderOf(incoming);
      if (holder !== undefined) limitedUntil.set(holder.id, until);
    },
    failed: () => {
      counts.faults += 1;
    },
    read: () => ({ ...counts }),
  };
}

/** No window is longer than a day, which may have 25 hours, so a longer wait is an error. In milliseconds. */
const LONGEST_MS = 25 * 3600 * 1000;

/** Returns the end of a 429's Retry-After; `now` if it has none or an invalid one. */
function retryTime(response: HttpResponse, now: number): number {
  const [value = ''] = valuesOf(response.headers, 'Retry-After');
  // An asctime date is in UTC without naming a zone (RFC 9110 5.6.7); Date.parse would read it as local time.
  const zoned = /^\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}$/.test(value) ? `${value} GMT` : value;
  const date = /^\d+$/.test(value) ? now + Number(value) * 1000 : Date.parse(zoned);
  return Number.isNaN(date) || date > now + LONGEST_MS ? now : date;
}
