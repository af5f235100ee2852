import type { Clock } from '../../exchange/clock.ts';
import {
  type Exchange,
  type HeaderLine,
  isAnswer,
  isGatewayStatus,
  isPassingFault,
  isServed,
  isShed,
  statusOf,
} from '../../exchange/exchange.ts';
import { type Pause, pauseAfter, quotaOf, quotaOfHead, retryAfterOf } from '../../readings/quota.ts';
import type { Readings } from '../../readings/readings.ts';
import { Stopped } from './stopped.ts';

/** Added to a time in whole seconds on clocks that differ, in milliseconds. */
export const marginMs = 1_000;
const mostJitterMs = 500;
/** After a passing fault, in milliseconds: twice as long after each further one in a row. */
const firstPauseMs = 500;
const longestPauseMs = 4_000;
/** Where this many were answered otherwise between two refusals of a gateway, the gap between requests is long enough. */
const fewAnswered = 6;

/**
 * What holds requests back for a time: the time that a 429 gave, a pause after a fault, the gap between two requests.
 * `random` gives numbers from 0 to 1 for the jitter, which is added and never subtracted; `shedding` sees each exchange
 * first. Times are ms of the monotonic clock.
 */
export function createHolds(clock: Clock, random: () => number, shedding: Readings['shedding']) {
  const gap = createGap();
  const refusals = createRefusals();
  let limited: { readonly until: number; readonly by: Pause } | undefined;
  let wasLimited = false;
  let recovering = false;
  let limitedInARow = 0;
  let pause = { until: Number.NEGATIVE_INFINITY, reason: '' };
  let faultsInARow = 0;
  let newestFaultAt = Number.NEGATIVE_INFINITY;
  let newestShedAt = Number.NEGATIVE_INFINITY;
  let answeredSinceShed = 0;

  /** Nothing is sent for `ms` from `now` on. */
  const pauseFor = (ms: number, now: number, reason: string): void => {
    const until = now + ms + random() * Math.min(ms / 2, mostJitterMs);
    if (until > pause.until) pause = { until, reason };
  };
  const isGap = () => limited === undefined && gap.until() > pause.until;

  return {
    pauseFor,
    /** A head was read: after a 429, or a 503 that says how long it lasts, nothing is sent even before its body is there. */
    headRead(status: number, headers: readonly HeaderLine[], overLimit: boolean): void {
      const wallAt = clock.now();
      if (status === 429) {
        wasLimited = true;
        const by = pauseAfter(headers, wallAt, recovering ? limitedInARow + 1 : 0);
        const until = clock.monotonic() + by.seconds * 1000 + marginMs + random() * mostJitterMs;
        if (limited === undefined || until > limited.until) limited = { until, by };
      }
      // One that shows Remaining 0 is about the limit, and for limit.enforced to judge (reading 22).
      if (overLimit || !isGatewayStatus(status) || quotaOfHead(headers, wallAt).remaining === 0) return;
      const seconds = retryAfterOf(headers, wallAt);
      const why = `for the service to come back (${status}, Retry-After)`;
      if (seconds !== undefined) pauseFor(seconds * 1000 + marginMs, clock.monotonic(), why);
    },
    /** What came of a request; a 429 is expected where it is the proof of the limit or the response of a recovery. */
    see(exchange: Exchange, isExpected: boolean): void {
      const stray = refusals.see(exchange, isExpected);
      if (stray !== undefined) gap.widen(stray.gapMs);
      seeShed(exchange);
      seeFault(exchange);
    },
    /** A 429 was read at any time of the run. */
    wasLimited: () => wasLimited,
    /** The end of the time that a 429 gave; undefined where none lasts. */
    limitedUntil: () => limited?.until,
    /** That time is over: one plain GET goes alone, to see the recovery. */
    limitOver(): void {
      limited = undefined;
      recovering = true;
    },
    recovering: () => recovering,
    /** That GET returned 429 again, or anything else. */
    recovered(again: boolean): void {
      recovering = again;
      limitedInARow = again ? limitedInARow + 1 : 0;
    },
    /** How often in a row it returned 429. */
    limitedInARow: () => limitedInARow,
    tooMany429s: refusals.spent,
    /** Whether a request whose connection is open only now may still go. */
    mayStart: () => limited === undefined && pause.until <= clock.monotonic(),
    gapMs: gap.ms,
    lastingGapMs: gap.lastingMs,
    /** A request was answered at `now`: the gap begins. `room` is how long a gap that was asked for may be on average, in ms. */
    answered: gap.begin,
    /** Until when nothing is sent for a pause or the gap. */
    pausedUntil: () => Math.max(pause.until, gap.until()),
    /** Why nothing is sent, in words that follow "Waiting". */
    reason(): string {
      if (limited !== undefined) return `for the limit to reset (429, ${limited.by.basis})`;
      return isGap() ? 'between requests, since some were refused' : pause.reason;
    },
    /** Whether what holds now is no more than the gap between two requests. */
    isGap,
  };

  /** The gap grows while a gateway refuses many; not where one kind of request is refused for its own sake. */
  function seeShed(exchange: Exchange): void {
    if (!isShed(exchange)) {
      answeredSinceShed++;
      return;
    }
    const isSameMoment = exchange.sentAt < newestShedAt;
    newestShedAt = exchange.readAt;
    const grows = gap.ms() === 0 || (!isSameMoment && answeredSinceShed < fewAnswered);
    answeredSinceShed = 0;
    if (shedding.isOwn(exchange.request)) gap.end();
    else if (shedding.oneAtATime() && grows) gap.widen(0);
  }

  /** A pause follows a passing fault. What the service itself asked for began with the head. */
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
/** After this many requests a first gap ends: sending one at a time may be enough. A second gap stays. */
const requestsOfFirstGap = 12;

/** The gap between two requests. Times in milliseconds. */
function createGap() {
  let ms = 0;
  /** How far it has grown by doubling alone. */
  let grownMs = 0;
  /** How long the newest one was. */
  let usedMs = 0;
  let gaps = 0;
  let answered = 0;
  let until = Number.NEGATIVE_INFINITY;

  const leave = () => {
    ms = 0;
    until = Number.NEGATIVE_INFINITY;
  };
  return {
    /** From now on it is twice as long as until now, or as long as asked for where that is more and there is room for it. */
    widen(askedMs: number): void {
      grownMs = Math.max(leastGapMs, Math.min(longestGapMs, 2 * Math.max(grownMs, usedMs)));
      ms = Math.max(grownMs, askedMs);
      gaps++;
      answered = 0;
    },
    /** What was refused is refused for its own sake, and no gap helps: the next one begins anew. */
    end(): void {
      leave();
      grownMs = 0;
      usedMs = 0;
    },
    begin(now: number, room: number): void {
      if (ms === 0) return;
      usedMs = Math.max(grownMs, Math.min(ms, room));
      until = now + usedMs;
      if (gaps === 1 && ++answered > requestsOfFirstGap) leave();
    },
    /** 0 where there is none. */
    ms: () => ms,
    /** The same, but 0 for one that ends soon. */
    lastingMs: () => (gaps > 1 ? ms : 0),
    until: () => until,
  };
}

/** A run stops at this many 429s. Nor are ever more requests in flight: all of them may be refused. */
export const most429s = 8;
const mostUnexpected = 5;
/** After fewer requests than these since the 429 before, waiting its time is not enough to be served. */
const fewServed = 12;

/**
 * The 429s of a run. A key may be banned for too many of them, so a run meets eight at most, five of them outside the
 * proof of the limit and the recoveries (reading 20).
 */
function createRefusals() {
  let all = 0;
  /** Moments: requests in flight together when another client uses the quota up are refused together. */
  let unexpected = 0;
  let servedSince = Number.POSITIVE_INFINITY;
  let newestReadAt = Number.NEGATIVE_INFINITY;

  return {
    /**
     * Returns the gap that would have avoided a 429 which did not come at the end of a window: its Retry-After, divided by
     * how many were served since the 429 before; 0 where it gave none, or so many were served that the window was used up.
     */
    see(exchange: Exchange, isExpected: boolean): { readonly gapMs: number } | undefined {
      if (isServed(exchange)) servedSince++;
      if (statusOf(exchange) !== 429 || !isAnswer(exchange)) return undefined;
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
    /** Why nothing more is sent: one more 429 would be too many. */
    spent(): Stopped | undefined {
      if (all < most429s && unexpected < mostUnexpected) return undefined;
      return new Stopped(
        'limited too often',
        `${all} requests were answered 429, and one more could get the key banned`,
      );
    },
  };
}
