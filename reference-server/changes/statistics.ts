import { type Authentication, type Holder, identify } from '../authentication.ts';
import type { Observer } from '../front-door.ts';
import type { Incoming } from '../incoming.ts';
import { type HeaderLine, valuesOf } from '../response.ts';

/** What a server has counted since its start. */
export interface Statistics {
  readonly requests: number;
  /** Requests whose key is valid by the rules of the reference server, even if a change decides otherwise. */
  readonly withKey: number;
  readonly withoutKey: number;
  /** POSTs that got a 2xx, with and without a key. */
  readonly accepted: number;
  /** Requests that got a 429, with and without a key. */
  readonly limited: number;
  /** Requests with a valid key, between a 429 to that key and the end of the wait that it demands. */
  readonly whileLimited: number;
  /** Requests of any kind, between any 429 and the end of the wait that it demands. */
  readonly whileAnyLimited: number;
  /** Requests that got a 500 because this server itself failed. */
  readonly faults: number;
}

/** Counts requests. */
export interface Counter extends Observer {
  readonly read: () => Statistics;
}

/** Creates a counter; `authentication` is the reference server's, and `now` returns epoch milliseconds. */
export function createCounter(authentication: Authentication, now: () => number): Counter {
  const counts = {
    requests: 0,
    withKey: 0,
    withoutKey: 0,
    accepted: 0,
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
      if (incoming.method === 'POST' && response.status >= 200 && response.status < 300) counts.accepted += 1;
      if (response.status !== 429) return;
      counts.limited += 1;
      const until = endOfWait(response.headers, now());
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

/**
 * The longest wait that can be correct, in seconds. The longest window is a day, which has 25 hours when daylight saving time
 * ends.
 */
const LONGEST = 25 * 3600;

/**
 * Returns when the wait after a 429 ends, in epoch milliseconds like `now`: at the longest valid Retry-After (a gateway may
 * join several with commas), or, without one, at Reset or, without that, after a minute.
 */
export function endOfWait(headers: readonly HeaderLine[], now: number): number {
  const isSane = (seconds: number): boolean => seconds >= 0 && seconds <= LONGEST;
  const given = valuesOf(headers, 'Retry-After')
    .flatMap((line) => [line, ...line.split(',')])
    .map((text) => secondsFrom(text.trim(), now))
    .filter(isSane);
  if (given.length > 0) return now + given.reduce((a, b) => Math.max(a, b)) * 1000;
  const [reset = ''] = valuesOf(headers, 'X-RateLimit-Reset');
  const toReset = Number(reset) - now / 1000;
  return now + (reset !== '' && isSane(toReset) ? toReset : 60) * 1000;
}

function secondsFrom(text: string, now: number): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  // An asctime date is in UTC without naming a zone (RFC 9110 5.6.7); Date.parse would read it as local time.
  const zoned = /^\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}$/.test(text) ? `${text} GMT` : text;
  return (Date.parse(zoned) - now) / 1000;
}
