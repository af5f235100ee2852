import { type Exchange, hasResponse } from '../../exchange/exchange.ts';
import { largest } from '../../text/largest.ts';
import { type Quota, windowOf } from './quota.ts';

/** How fast the target responds, which decides how many requests may be in flight. Latencies are in ms. */
export interface Pace {
  /** The newest latencies of requests sent alone, and of requests in the company of as many as are allowed. */
  alone: readonly number[];
  together: readonly number[];
  /** Maximum number of requests in flight, whatever the formula says: `--concurrency`, or less for a slow target. */
  most: number;
  /** Whether requests are sent one at a time from now on. */
  goesAlone: boolean;
}

const latenciesKept = 31;
/** With fewer latencies, nothing is concluded from them. */
const fewLatencies = 3;

export function createPace(concurrency: number): Pace {
  return { alone: [], together: [], most: concurrency, goesAlone: concurrency === 1 };
}

/** Learns from an exchange how fast the target responds. `allowed` is how many could be in flight. */
export function seePace(pace: Pace, exchange: Exchange, allowed: number): void {
  if (!hasResponse(exchange)) return;
  const latency = exchange.readAt - exchange.sentAt;
  const addedTo = (latencies: readonly number[]) => [...latencies, latency].slice(-latenciesKept);
  if (exchange.concurrent <= 1) pace.alone = addedTo(pace.alone);
  else if (allowed > 1 && exchange.concurrent >= allowed) pace.together = addedTo(pace.together);
  // If responses take more than twice as long in company, more requests in flight only make the target slower.
  const isSlower = pace.together.length >= allowed && median(pace.together) > 2 * median(pace.alone);
  if (isSlower && allowed > 1) {
    pace.most = Math.max(1, Math.floor(allowed / 2));
    pace.together = [];
  }
}

/**
 * Returns how many requests may be in flight: as many as use up the window in half of its time. Once more than Limit were
 * served in it, the quota refills meanwhile, so they use it up in a quarter.
 */
export function mostInFlight(pace: Pace, quota: Quota): number {
  if (pace.goesAlone || pace.alone.length === 0) return 1;
  const latency = median(pace.alone);
  const wanted = [...quota.windows.keys()].map((limit) => {
    const times = quota.plainLists.served > limit ? 4 : 2;
    return Math.ceil((times * limit * latency) / windowOf(quota, limit));
  });
  return Math.min(pace.most, largest(1, wanted));
}

/** Returns how long a number of plain GETs take, in ms. The fewer are left, the fewer go at a time (`fitsQuota`). */
export function timeFor(requests: number, pace: Pace, quota: Quota): number {
  const most = mostInFlight(pace, quota);
  return (requests / most + Math.log2(most) + 2) * latencyOf(pace);
}

/** Returns why a Limit cannot be used up within its window with these gaps; undefined if it can, or while that is unknown. */
export function whyTooSlow(limit: number, pace: Pace, quota: Quota, gapMs: number): string | undefined {
  if (pace.alone.length < fewLatencies) return undefined;
  const windowMs = windowOf(quota, limit);
  const most = mostInFlight(pace, quota);
  const takesMs = (limit * latencyOf(pace)) / most;
  if (Math.max(takesMs, limit * gapMs) <= windowMs) return undefined;
  if (takesMs <= windowMs)
    return 'some requests were refused; with gaps between requests, the window ends before it is used up';
  const inFlight = most === 1 ? 'one request' : `${most} requests`;
  const responses = limit.toLocaleString('en-US');
  return `${responses} responses take ${seconds(takesMs)} s here with ${inFlight} in flight, which is longer than the window of ${seconds(windowMs)} s`;
}

/** Returns the latency at the present number of requests in flight. */
function latencyOf({ alone, together }: Pace): number {
  return median(together.length >= fewLatencies ? together : alone);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function seconds(ms: number): number {
  return Math.round(ms / 1_000);
}
