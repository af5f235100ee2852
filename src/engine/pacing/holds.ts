import type { Clock } from '../../exchange/clock.ts';
import {
  type Exchange,
  type HeaderLine,
  hasResponse,
  isGatewayStatus,
  isPassingFault,
  isServed,
  isShed,
  statusOf,
} from '../../exchange/exchange.ts';
import { Stopped } from '../../exchange/stopped.ts';
import { type Pause, pauseAfter, quotaOf, quotaOfHead, retryAfterOf } from '../../readings/quota.ts';
import type { Readings } from '../../readings/readings.ts';
import type { Ahead, Listener } from '../../report/model/events.ts';
import type { Wait } from '../../report/model/report.ts';
import { definedOnly } from '../../text/defined-only.ts';

/** Added to a time in whole seconds on clocks that differ, in ms. */
const marginMs = 1_000;
/** The most jitter that is added to a wait, in ms. */
export const mostJitterMs = 500;
/** The pause after a passing fault, in ms: twice as long after each further one in a row. */
const firstPauseMs = 500;
const longestPauseMs = 4_000;
/** With this many other responses between two refusals of a gateway, the gap between requests is long enough. */
const fewResponses = 6;

/**
 * Returns how long a response asks that nothing be sent: a 429 in any case, a 502, 503 or 504 by its Retry-After (reading 22).
 * `wallAt` and `inVain` are those of `pauseAfter`.
 */
export function pauseAskedFor(
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

/**
 * Holds requests back for a time: that of a 429, a pause after a fault, the gap between two requests. `random` gives numbers
 * from 0 to 1 for the jitter, which is added and never subtracted; `shedding` sees each exchange first. Times are ms of the
 * monotonic clock.
 */
export function createHolds(clock: Clock, random: () => number, shedding: Readings['shedding']) {
  const gap = createGap();
  const refusals = createRefusals();
  let limited: { readonly until: number; readonly basis: Pause['basis'] } | undefined;
  let wasLimited = false;
  let recovering = false;
  let limitedInARow = 0;
  let pause = { until: Number.NEGATIVE_INFINITY, reason: '' };
  let faultsInARow = 0;
  let newestFaultAt = Number.NEGATIVE_INFINITY;
  let newestShedAt = Number.NEGATIVE_INFINITY;
  let respondedSinceShed = 0;

  const pauseFor = (ms: number, now: number, reason: string): void => {
    const until = now + ms + random() * Math.min(ms / 2, mostJitterMs);
    if (until > pause.until) pause = { until, reason };
  };
  const isGap = () => limited === undefined && gap.until() > pause.until;

  return {
    gap,
    /** Sends nothing for `ms` from `now` on. */
    pauseFor,
    /** Takes a head: after a 429, or a 503 with Retry-After, nothing is sent even before its body is there. */
    headRead(status: number, headers: readonly HeaderLine[], overLimit: boolean): void {
      const wallAt = clock.now();
      const asked = pauseAskedFor(status, headers, wallAt, recovering ? limitedInARow + 1 : 0);
      if (asked === undefined) return;
      const now = clock.monotonic();
      if (status === 429) {
        wasLimited = true;
        const until = now + asked.ms + random() * mostJitterMs;
        if (limited === undefined || until > limited.until) limited = { until, basis: asked.basis };
        // One that shows Remaining 0 is about the limit, and for limit.enforced to judge (reading 22).
      } else if (!overLimit && quotaOfHead(headers, wallAt).remaining !== 0)
        pauseFor(asked.ms, now, `for the service to come back (${status}, Retry-After)`);
    },
    /** Takes what came of a request; a 429 is expected if it proves the limit or answers the GET of a recovery. */
    see(exchange: Exchange, isExpected: boolean): void {
      const stray = refusals.see(exchange, isExpected);
      if (stray !== undefined) gap.widen(stray.gapMs);
      seeShed(exchange);
      seeFault(exchange);
    },
    /** Whether a 429 was read at any time of the run. */
    wasLimited: () => wasLimited,
    /** The end of the time that a 429 gave; undefined where none lasts. */
    limitedUntil: () => limited?.until,
    /** Ends that time: one plain GET goes alone, to see the recovery. */
    limitOver(): void {
      limited = undefined;
      recovering = true;
    },
    recovering: () => recovering,
    /** Takes the response to that GET: a 429 again, or anything else. */
    recovered(again: boolean): void {
      recovering = again;
      limitedInARow = again ? limitedInARow + 1 : 0;
    },
    /** How often in a row that GET returned 429. */
    limitedInARow: () => limitedInARow,
    tooMany429s: refusals.spent,
    /** Whether a request whose connection is open only now may still go. */
    mayStart: () => limited === undefined && pause.until <= clock.monotonic(),
    /** Until when nothing is sent for a pause or the gap. */
    pausedUntil: () => Math.max(pause.until, gap.until()),
    /** Why nothing is sent, in words that follow "Waiting". */
    reason(): string {
      if (limited !== undefined) return `for the limit to reset (429, ${limited.basis})`;
      return isGap() ? 'between requests, since some were refused' : pause.reason;
    },
    /** Whether only the gap between two requests holds now. */
    isGap,
  };

  /** Widens the gap while a gateway refuses many; not if it refuses one kind of request for its own sake. */
  function seeShed(exchange: Exchange): void {
    if (!isShed(exchange)) {
      respondedSinceShed++;
      return;
    }
    const isSameMoment = exchange.sentAt < newestShedAt;
    newestShedAt = exchange.readAt;
    const grows = gap.ms() === 0 || (!isSameMoment && respondedSinceShed < fewResponses);
    respondedSinceShed = 0;
    if (shedding.isOwn(exchange.request)) gap.end();
    else if (shedding.oneAtATime() && grows) gap.widen(0);
  }

  /** Pauses after a passing fault. The pause that the service itself asked for began with the head. */
  function seeFault(exchange: Exchange): void {
    if (exchange.overLimit || !isPassingFault(exchange)) {
      faultsInARow = 0;
      return;
    }
    // Those that were in flight together fail together: they are one.
    if (exchange.sentAt >= newestFaultAt || faultsInARow === 0) faultsInARow++;
    newestFaultAt = exchange.readAt;
    const status = statusOf(exchange);
    pauseFor(
      Math.min(longestPauseMs, firstPauseMs * 2 ** (faultsInARow - 1)),
      exchange.readAt,
      status === undefined ? 'after a request that got no answer' : `after an answer ${status}`,
    );
  }
}

const leastGapMs = 250;
/** Gaps double up to here; a Retry-After may ask for more. */
const longestGapMs = 4_000;
/** A first gap ends after this many requests: one at a time may be enough. A second gap stays. */
const requestsOfFirstGap = 12;

/** Keeps the gap between two requests, in ms. */
function createGap() {
  let ms = 0;
  /** How far it has grown by doubling alone. */
  let grownMs = 0;
  /** How long the newest one was. */
  let usedMs = 0;
  let gaps = 0;
  let responded = 0;
  let until = Number.NEGATIVE_INFINITY;

  const leave = () => {
    ms = 0;
    until = Number.NEGATIVE_INFINITY;
  };
  return {
    /** Doubles the gap, or makes it as long as asked for where that is more and there is room for it. */
    widen(askedMs: number): void {
      grownMs = Math.max(leastGapMs, Math.min(longestGapMs, 2 * Math.max(grownMs, usedMs)));
      ms = Math.max(grownMs, askedMs);
      gaps++;
      responded = 0;
    },
    /** Ends the gap: what was refused is refused for its own sake, and no gap helps. */
    end(): void {
      leave();
      grownMs = 0;
      usedMs = 0;
    },
    /** Begins the gap after a response at `now`; `room` is how long a gap that was asked for may be on average. */
    begin(now: number, room: number): void {
      if (ms === 0) return;
      usedMs = Math.max(grownMs, Math.min(ms, room));
      until = now + usedMs;
      if (gaps === 1 && ++responded > requestsOfFirstGap) leave();
    },
    /** How long it is; 0 if there is none. */
    ms: () => ms,
    /** The same, but 0 if it ends soon. */
    lastingMs: () => (gaps > 1 ? ms : 0),
    until: () => until,
  };
}

/** A run stops at this many 429s, and never has more requests in flight: all of them may be refused. */
export const most429s = 8;
const mostUnexpected = 5;
/** With fewer requests than these since the 429 before, waiting its time was not enough. */
const fewServed = 12;

/**
 * Counts the 429s of a run. A key may be banned for too many of them, so a run meets at most eight, five of them outside the
 * proof of the limit and the recoveries (reading 20).
 */
function createRefusals() {
  let all = 0;
  /** Counts moments: requests in flight together are refused together when another client uses the quota up. */
  let unexpected = 0;
  let servedSince = Number.POSITIVE_INFINITY;
  let newestReadAt = Number.NEGATIVE_INFINITY;

  return {
    /**
     * Returns the gap that would have avoided a 429 which did not come at the end of a window: its Retry-After divided by the
     * number served since the 429 before; 0 if it gave none, or if so many were served that the window was used up.
     */
    see(exchange: Exchange, isExpected: boolean): { readonly gapMs: number } | undefined {
      if (isServed(exchange)) servedSince++;
      if (statusOf(exchange) !== 429 || !hasResponse(exchange)) return undefined;
      all++;
      const isSameMoment = exchange.sentAt < newestReadAt;
      newestReadAt = exchange.readAt;
      if (!isExpected && !isSameMoment) unexpected++;
      const served = servedSince;
      const isSoon = served < fewServed;
      const isStray = isSoon || (quotaOf(exchange).remaining ?? 0) > 0;
      servedSince = 0;
      if (isExpected || !isStray || isSameMoment) return undefined;
      const seconds = retryAfterOf(exchange.outcome.response.headers, exchange.wallAt) ?? 0;
      return { gapMs: isSoon ? (seconds * 1000) / Math.max(1, served) : 0 };
    },
    /** Says why nothing more is sent: one more 429 would be too many. */
    spent(): Stopped | undefined {
      if (all < most429s && unexpected < mostUnexpected) return undefined;
      const words = `${all} requests were answered 429, and one more could get the key banned`;
      return new Stopped('limited too often', words);
    },
  };
}

/** Says that the run was interrupted. */
export function interruption(): Stopped {
  return new Stopped('interrupted', 'the run was interrupted');
}

/** Waits by the clock, and counts what was waited against `maxWaitMs`. Nothing is sent while a wait lasts. */
export function createPauses(clock: Clock, maxWaitMs: number, listen: Listener, signal: AbortSignal) {
  const startedAt = clock.monotonic();
  const waits: Wait[] = [];
  let leftMs = maxWaitMs;
  let lasting = false;

  return {
    /** Sleeps `ms`, and returns why the run ends if it does; `ahead` is what will be sent then. Gaps in a row are one wait. */
    async pause(
      ms: number,
      reason: string,
      { ahead, isGap = false }: { readonly ahead?: Ahead; readonly isGap?: boolean } = {},
    ): Promise<Stopped | undefined> {
      const wanted = Math.max(0, ms);
      if (wanted > leftMs) {
        const wait = `a wait of ${Math.ceil(wanted / 1000)} s ${reason}`;
        return new Stopped('waits spent', `${wait} would exceed --max-wait ${maxWaitMs / 1000}`);
      }
      leftMs -= wanted;
      const seconds = Math.round(wanted) / 1000;
      const last = waits.at(-1);
      if (isGap && last?.reason === reason)
        waits[waits.length - 1] = { ...last, seconds: Math.round((last.seconds + seconds) * 1000) / 1000 };
      else {
        waits.push({ atMs: Math.round(clock.monotonic() - startedAt), seconds, reason });
        listen({ type: 'waiting', seconds, reason, ...definedOnly({ ahead }) });
      }
      lasting = true;
      try {
        await clock.sleep(wanted, signal);
        return undefined;
      } catch {
        return interruption();
      } finally {
        lasting = false;
      }
    },
    lasting: () => lasting,
    /** How long the run may still wait, in ms. */
    leftMs: () => leftMs,
    waits,
  };
}
