import type { Clock } from '../../exchange/clock.ts';
import {
  type Exchange,
  type HeaderLine,
  isGatewayStatus,
  isTransientFault,
  statusOf,
} from '../../exchange/exchange.ts';
import { type Pause, pauseAfter, quotaOfHead, retryAfterOf } from '../../readings/quota.ts';
import { type Gap, gapUntil } from './gap.ts';

/** Margin for whole seconds and different clocks, in ms. */
const marginMs = 1_000;
/** The largest jitter of a wait, in ms. */
export const maxJitterMs = 500;
/** The pause after a transient fault, in ms; it doubles with each further one in a row. */
const firstPauseMs = 500;
const longestPauseMs = 4_000;

/** What delays requests: a 429, or a pause after a fault. Times are ms of the monotonic clock. */
export interface Holds {
  readonly clock: Clock;
  /** Returns numbers from 0 to 1 for the jitter, which is only added. */
  readonly random: () => number;
  limited?: { readonly until: number; readonly basis: Pause['basis'] } | undefined;
  /** Whether the wait after a 429 is over, but no plain GET was served since. */
  recovering: boolean;
  /** How often in a row the plain GET after such a wait returned 429. */
  limitedInARow: number;
  pause: { readonly until: number; readonly reason: string };
  faultsInARow: number;
  newestFaultAt: number;
}

export function createHolds(clock: Clock, random: () => number): Holds {
  return {
    clock,
    random,
    recovering: false,
    limitedInARow: 0,
    pause: { until: Number.NEGATIVE_INFINITY, reason: '' },
    faultsInARow: 0,
    newestFaultAt: Number.NEGATIVE_INFINITY,
  };
}

/**
 * Returns the pause that a response asks for: always for 429, and for 502, 503 or 504 with Retry-After. See
 * `pauseAfter` for `wallAt` and `inVain`.
 */
export function requestedPause(
  status: number,
  headers: readonly HeaderLine[],
  wallAt: number,
  inVain = 0,
): { readonly ms: number; readonly basis: Pause['basis'] } | undefined {
  if (status === 429) {
    const { seconds, basis } = pauseAfter(headers, wallAt, inVain);
    return { ms: seconds * 1000 + marginMs, basis };
  }
  const seconds = isGatewayStatus(status) ? retryAfterOf(headers, wallAt) : undefined;
  return seconds === undefined ? undefined : { ms: seconds * 1000 + marginMs, basis: 'Retry-After' };
}

/** Pauses for `ms` from `now` on. */
export function pauseFor(holds: Holds, ms: number, now: number, reason: string): void {
  const until = now + ms + holds.random() * Math.min(ms / 2, maxJitterMs);
  if (until > holds.pause.until) holds.pause = { until, reason };
}

/** Processes response headers, so that a 429, or a 503 with Retry-After, stops requests before its body arrives. */
export function headRead(
  holds: Holds,
  status: number,
  headers: readonly HeaderLine[],
  overLimit: boolean,
): void {
  const wallAt = holds.clock.now();
  const inVain = holds.recovering ? holds.limitedInARow + 1 : 0;
  const requested = requestedPause(status, headers, wallAt, inVain);
  if (requested === undefined) return;
  const now = holds.clock.monotonic();
  if (status === 429) {
    const until = now + requested.ms + holds.random() * maxJitterMs;
    if (until > (holds.limited?.until ?? Number.NEGATIVE_INFINITY))
      holds.limited = { until, basis: requested.basis };
    // A response with Remaining 0 is about the limit, which limit.enforced judges.
  } else if (!overLimit && quotaOfHead(headers, wallAt).remaining !== 0)
    pauseFor(holds, requested.ms, now, `for the target to recover (${status}, Retry-After)`);
}

/** Pauses after a transient fault. A pause that the target asked for began with the headers. */
export function seeFault(holds: Holds, exchange: Exchange): void {
  if (exchange.overLimit || !isTransientFault(exchange)) {
    holds.faultsInARow = 0;
    return;
  }
  // Requests in flight together fail together, and count as one fault.
  if (exchange.sentAt >= holds.newestFaultAt || holds.faultsInARow === 0) holds.faultsInARow++;
  holds.newestFaultAt = exchange.readAt;
  const status = statusOf(exchange);
  pauseFor(
    holds,
    Math.min(longestPauseMs, firstPauseMs * 2 ** (holds.faultsInARow - 1)),
    exchange.readAt,
    status === undefined ? 'after a request without a response' : `after a ${status}`,
  );
}

/** Ends the wait after a 429. One plain GET then checks the recovery. */
export function limitOver(holds: Holds): void {
  holds.limited = undefined;
  holds.recovering = true;
}

/** Processes the response to that GET: a 429 again, or another one. */
export function recovered(holds: Holds, again: boolean): void {
  holds.recovering = again;
  holds.limitedInARow = again ? holds.limitedInARow + 1 : 0;
}

/** Returns whether a request may still be sent now that its connection is open. */
export function mayStart({ limited, pause, clock }: Holds): boolean {
  return limited === undefined && pause.until <= clock.monotonic();
}

/** Returns whether only the gap delays requests. */
export function isGapOnly({ limited, pause }: Holds, gap: Gap): boolean {
  return limited === undefined && gapUntil(gap) > pause.until;
}

/** Returns why nothing is sent, in words that follow "Waiting". */
export function reasonOf(holds: Holds, gap: Gap): string {
  if (holds.limited !== undefined) return `for the limit to reset (429, ${holds.limited.basis})`;
  return isGapOnly(holds, gap) ? 'between requests, because some were refused' : holds.pause.reason;
}
