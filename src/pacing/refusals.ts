import { type Exchange, isAnswer, isServed, statusOf } from '../model/exchange.ts';
import { quotaOf } from '../readings/quota.ts';
import { retryAfterOf } from '../readings/retry-after.ts';
import { Stopped } from './stopped.ts';

/**
 * The 429s of a run. A key may be banned for too many of them, so a run meets eight at most, five of them outside the
 * proof of the limit and the recoveries (reading 20).
 */
export interface Refusals {
  /** To be called with every exchange; `expected` where a 429 is the proof of the limit or the answer of a recovery. */
  see(exchange: Exchange, expected: boolean): Refusal | undefined;
  /** Why nothing more is sent: one more 429 would be too many. */
  spent(): Stopped | undefined;
}

/** A 429 after which requests go with a gap: it did not come at the end of a window. */
export interface Refusal {
  /**
   * The gap that would have avoided it, in milliseconds: its Retry-After, divided by how many were served since the 429
   * before; 0 where it gave none, and where so many were served that only the window was used up.
   */
  readonly gapMs: number;
}

/** Nor are ever more in flight: all of them may be refused. */
export const mostRefusals = 8;
const mostUnexpected = 5;
/** After fewer requests than these since the 429 before, waiting its time is not enough to be served. */
const fewServed = 12;

export function createRefusals(): Refusals {
  let all = 0;
  /** Moments: requests in flight together when another client uses the quota up are refused together. */
  let unexpected = 0;
  let servedSince = Number.POSITIVE_INFINITY;
  let newestReadAt = Number.NEGATIVE_INFINITY;

  return {
    see(exchange, expected) {
      if (isServed(exchange)) servedSince++;
      if (statusOf(exchange) !== 429 || !isAnswer(exchange)) return undefined;
      all++;
      // Those that were in flight together are one moment.
      const isSameMoment = exchange.sentAt < newestReadAt;
      newestReadAt = exchange.readAt;
      if (!expected && !isSameMoment) unexpected++;
      const served = servedSince;
      const isSoon = served < fewServed;
      const isStray = isSoon || (quotaOf(exchange).remaining ?? 0) > 0;
      servedSince = 0;
      if (expected || !isStray || isSameMoment) return undefined;
      const seconds = retryAfterOf(exchange.outcome.response.headers, exchange.wallAt) ?? 0;
      return { gapMs: isSoon ? (seconds * 1000) / Math.max(1, served) : 0 };
    },
    spent() {
      if (all < mostRefusals && unexpected < mostUnexpected) return undefined;
      return new Stopped(
        'limited too often',
        `${all} requests were answered 429, and one more could get the key banned`,
      );
    },
  };
}
