import { type Exchange, isServed, statusOf } from '../model/exchange.ts';

/**
 * Whether requests come back before Reset, as those of a token bucket do. It is believed once a 429 was waited out and a
 * request was served although the Reset of that 429 had not come, and no longer once a wait that relied on it was
 * followed by a 429.
 */
export interface Refill {
  /** A response to the valid key whose headers can be read, and what they showed. */
  see(exchange: Exchange, view: RefillView): void;
  /** When `requests` more are there than a view showed. */
  returnOf(view: RefillView, requests: number): Return;
  /** A wait begins for what a view showed to come back bit by bit. */
  relyOn(view: RefillView): void;
}

/** When requests come back, in ms of the monotonic clock: with Reset, or bit by bit before it. */
export interface Return {
  readonly at: number;
  readonly bitByBit: boolean;
}

/** What a response showed; times in ms of the monotonic clock. */
export interface RefillView {
  readonly limit: number;
  readonly remaining: number;
  readonly readAt: number;
  readonly resetAt: number;
}

/** A Reset so near is waited for; in milliseconds. */
const nearReset = 5_000;

export function createRefill(): Refill {
  let refusedUntil = Number.NEGATIVE_INFINITY;
  let refusedAt = Number.POSITIVE_INFINITY;
  let seen = false;
  let reliedOn = false;
  let wrong = false;
  /** What was shown before a wait that is not over, and how long each request took to come back in the last one. */
  let before: RefillView | undefined;
  let msPerRequest = 0;

  return {
    see(exchange, { remaining, readAt, resetAt }) {
      if (before !== undefined && exchange.sentAt > before.readAt) {
        // Reset need not be when all have come back: a window that slides brings them more slowly.
        msPerRequest = (readAt - before.readAt) / Math.max(1, remaining + 1 - before.remaining);
        before = undefined;
      }
      if (statusOf(exchange) === 429) {
        wrong ||= reliedOn;
        refusedAt = exchange.readAt;
        refusedUntil = resetAt;
      } else if (exchange.sentAt >= refusedAt && isServed(exchange))
        seen ||= exchange.headAt < refusedUntil - nearReset;
    },
    returnOf(view, requests) {
      const { limit, remaining, readAt, resetAt } = view;
      const toldPerRequest = (resetAt - readAt) / Math.max(1, limit - remaining);
      const at = readAt + Math.max(toldPerRequest, msPerRequest) * Math.max(1, requests);
      if (!seen || wrong || at > resetAt - nearReset) return { at: resetAt, bitByBit: false };
      return { at, bitByBit: true };
    },
    relyOn(view) {
      reliedOn = true;
      before = view;
    },
  };
}
