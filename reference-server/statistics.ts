import { type Answer, valuesOf } from './answer.ts';
import type { Holder } from './authentication.ts';

/** What a server has counted since its start. */
export interface Statistics {
  readonly requests: number;
  /** Requests that carried a valid key, by the reference's own judgement, whatever a change made of it. */
  readonly withKey: number;
  readonly withoutKey: number;
  /** Requests answered 429, with and without key. */
  readonly limited: number;
  /** Requests that came with a valid key between a 429 to that key and the end of the Retry-After it gave. */
  readonly whileLimited: number;
  /** Requests of any kind that came between a 429 to anybody and the end of the Retry-After it gave. */
  readonly whileAnyLimited: number;
  /** Requests that a fault of this server itself was answered with 500. */
  readonly faults: number;
}

/** Counts requests; all times in epoch milliseconds. */
export interface Counter {
  readonly arrived: (holder: Holder | undefined, now: number) => void;
  readonly answered: (holder: Holder | undefined, answer: Answer, now: number) => void;
  readonly failed: () => void;
  readonly read: () => Statistics;
}

/** A counter that begins at zero. */
export function createCounter(): Counter {
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

  return {
    arrived: (holder, now) => {
      counts.requests += 1;
      if (now < anyLimitedUntil) counts.whileAnyLimited += 1;
      if (holder === undefined) {
        counts.withoutKey += 1;
        return;
      }
      counts.withKey += 1;
      if (now < (limitedUntil.get(holder.id) ?? 0)) counts.whileLimited += 1;
    },
    answered: (holder, answer, now) => {
      if (answer.status !== 429) return;
      counts.limited += 1;
      const until = retryTime(answer, now);
      anyLimitedUntil = Math.max(anyLimitedUntil, until);
      if (holder !== undefined) limitedUntil.set(holder.id, until);
    },
    failed: () => {
      counts.faults += 1;
    },
    read: () => ({ ...counts }),
  };
}

/** No window is longer than a day, which may have 25 hours, in milliseconds: a longer time is no time that was meant. */
const LONGEST_MS = 25 * 3600 * 1000;

/** The end of the time that a 429 gave; where it gave none that makes sense, the limited time is over at once. */
function retryTime(answer: Answer, now: number): number {
  const [value = ''] = valuesOf(answer.headers, 'Retry-After');
  // The date of C names no zone and is UTC (RFC 9110 5.6.7); Date.parse would take it for local time.
  const zoned = /^\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}$/.test(value) ? `${value} GMT` : value;
  const date = /^\d+$/.test(value) ? now + Number(value) * 1000 : Date.parse(zoned);
  return Number.isNaN(date) || date > now + LONGEST_MS ? now : date;
}
