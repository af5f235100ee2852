import type { Clock } from '../../exchange/clock.ts';
import {
  type Exchange,
  type HeaderLine,
  hasResponse,
  isGatewayStatus,
  isServed,
  isShed,
  isTransientFault,
  statusOf,
} from '../../exchange/exchange.ts';
import { Stopped } from '../../exchange/stopped.ts';
import { type Pause, pauseAfter, quotaOf, quotaOfHead, retryAfterOf } from '../../readings/quota.ts';
import type { Readings } from '../../readings/readings.ts';
import type { Ahead, Listener } from '../../report/model/events.ts';
import type { Wait } from '../../report/model/report.ts';
import { definedOnly } from '../../text/defined-only.ts';

/** Margin for whole seconds and different clocks, in ms. */
const marginMs = 1_000;
/** The largest jitter of a wait, in ms. */
export const maxJitterMs = 500;
/** The pause after a transient fault, in ms; it doubles with each further one in a row. */
const firstPauseMs = 500;
const longestPauseMs = 4_000;
/** If a gateway serves this many responses between two refusals, the gap between requests is long enough. */
const fewResponses = 6;

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

/**
 * Delays requests: after a 429, after a fault, or by a gap between requests. `random` returns numbers from 0 to 1 for the
 * jitter, which is only added. `shedding` must see each exchange first. Times are ms of the monotonic clock.
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
    const until = now + ms + random() * Math.min(ms / 2, maxJitterMs);
    if (until > pause.until) pause = { until, reason };
  };
  const isGap = () => limited === undefined && gap.until() > pause.until;

  return {
    gap,
    /** Pauses for `ms` from `now` on. */
    pauseFor,
    /** Processes response headers, so that a 429, or a 503 with Retry-After, stops requests before its body arrives. */
    headRead(status: number, headers: readonly HeaderLine[], overLimit: boolean): void {
      const wallAt = clock.now();
      const requested = requestedPause(status, headers, wallAt, recovering ? limitedInARow + 1 : 0);
      if (requested === undefined) return;
      const now = clock.monotonic();
      if (status === 429) {
        wasLimited = true;
        const until = now + requested.ms + random() * maxJitterMs;
        if (limited === undefined || until > limited.until) limited = { until, basis: requested.basis };
        // A response with Remaining 0 is about the limit, which limit.enforced judges.
      } else if (!overLimit && quotaOfHead(headers, wallAt).remaining !== 0)
        pauseFor(requested.ms, now, `for the target to recover (${status}, Retry-After)`);
    },
    /** Processes an exchange. A 429 is expected if it proves the limit, or for the GET after a wait. */
    see(exchange: Exchange, isExpected: boolean): void {
      const stray = refusals.see(exchange, isExpected);
      if (stray !== undefined) gap.widen(stray.gapMs);
      seeShed(exchange);
      seeFault(exchange);
    },
    /** Returns whether the run got a 429. */
    wasLimited: () => wasLimited,
    /** Returns the end of the wait after a 429, or undefined. */
    limitedUntil: () => limited?.until,
    /** Ends that wait. One plain GET then checks the recovery. */
    limitOver(): void {
      limited = undefined;
      recovering = true;
    },
    recovering: () => recovering,
    /** Processes the response to that GET: a 429 again, or another one. */
    recovered(again: boolean): void {
      recovering = again;
      limitedInARow = again ? limitedInARow + 1 : 0;
    },
    /** Returns how often in a row that GET returned 429. */
    limitedInARow: () => limitedInARow,
    tooMany429s: refusals.spent,
    /** Returns whether a request may still be sent now that its connection is open. */
    mayStart: () => limited === undefined && pause.until <= clock.monotonic(),
    /** Returns the end of the pause or the gap. */
    pausedUntil: () => Math.max(pause.until, gap.until()),
    /** Returns why nothing is sent, in words that follow "Waiting". */
    reason(): string {
      if (limited !== undefined) return `for the limit to reset (429, ${limited.basis})`;
      return isGap() ? 'between requests, because some were refused' : pause.reason;
    },
    /** Returns whether only the gap delays requests. */
    isGap,
  };

  /** Widens the gap while a gateway refuses many requests, unless it always refuses one kind of request. */
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

  /** Pauses after a transient fault. A pause that the target asked for began with the headers. */
  function seeFault(exchange: Exchange): void {
    if (exchange.overLimit || !isTransientFault(exchange)) {
      faultsInARow = 0;
      return;
    }
    // Requests in flight together fail together, and count as one fault.
    if (exchange.sentAt >= newestFaultAt || faultsInARow === 0) faultsInARow++;
    newestFaultAt = exchange.readAt;
    const status = statusOf(exchange);
    pauseFor(
      Math.min(longestPauseMs, firstPauseMs * 2 ** (faultsInARow - 1)),
      exchange.readAt,
      status === undefined ? 'after a request without a response' : `after a ${status}`,
    );
  }
}

const leastGapMs = 250;
/** Gaps double up to here; a Retry-After may ask for more. */
const longestGapMs = 4_000;
/** A first gap ends after this many requests, because one at a time may be enough. A second gap stays. */
const requestsOfFirstGap = 12;

/** Manages the gap between two requests, in ms. */
function createGap() {
  let ms = 0;
  /** Its length from doubling alone, without Retry-After. */
  let grownMs = 0;
  /** The length of the last gap. */
  let usedMs = 0;
  let gaps = 0;
  let responded = 0;
  let until = Number.NEGATIVE_INFINITY;

  const leave = () => {
    ms = 0;
    until = Number.NEGATIVE_INFINITY;
  };
  return {
    /** Doubles the gap, or sets it to `askedMs` if that is longer and there is room. */
    widen(askedMs: number): void {
      grownMs = Math.max(leastGapMs, Math.min(longestGapMs, 2 * Math.max(grownMs, usedMs)));
      ms = Math.max(grownMs, askedMs);
      gaps++;
      responded = 0;
    },
    /** Ends the gap, because the target refuses one kind of request with or without it. */
    end(): void {
      leave();
      grownMs = 0;
      usedMs = 0;
    },
    /** Begins the gap after a response at `now`; `room` is the longest average of a requested gap. */
    begin(now: number, room: number): void {
      if (ms === 0) return;
      usedMs = Math.max(grownMs, Math.min(ms, room));
      until = now + usedMs;
      if (gaps === 1 && ++responded > requestsOfFirstGap) leave();
    },
    /** Returns its length, 0 without a gap. */
    ms: () => ms,
    /** Returns its length, 0 if it ends soon. */
    lastingMs: () => (gaps > 1 ? ms : 0),
    until: () => until,
  };
}

/** A run stops at this many 429s, and never has more requests in flight, because all of them may be refused. */
export const most429s = 8;
const maxUnexpected = 5;
/** With fewer requests since the previous 429, its wait was too short. */
const fewServed = 12;

/**
 * Counts the 429s of a run. A key may be banned for too many of them, so a run gets at most eight, and at most five outside
 * the proof of the limit and the recoveries.
 */
function createRefusals() {
  let all = 0;
  /** Counts moments, because requests in flight are refused together if another client uses up the quota. */
  let unexpected = 0;
  let servedSince = Number.POSITIVE_INFINITY;
  let newestReadAt = Number.NEGATIVE_INFINITY;

  return {
    /**
     * Returns the gap that would have avoided a 429 before the end of a window: its Retry-After divided by the requests served
     * since the previous 429. Returns 0 without Retry-After, or if enough requests were served to use up the window.
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
    /** Returns why the run ends, if one more 429 would be too many. */
    spent(): Stopped | undefined {
      if (all < most429s && unexpected < maxUnexpected) return undefined;
      const words = `${all} requests returned 429, and one more could get the key banned`;
      return new Stopped('limited too often', words);
    },
  };
}

/** Returns the reason of an interrupted run. */
export function interruption(): Stopped {
  return new Stopped('interrupted', 'the run was interrupted');
}

/**
 * Waits on the clock, and counts the waits toward `maxWaitMs`. Nothing is sent during a wait. `startedAt` is the start of the
 * run, from which a report counts all times.
 */
export function createPauses(
  clock: Clock,
  startedAt: number,
  maxWaitMs: number,
  listen: Listener,
  signal: AbortSignal,
) {
  const begun: {
    readonly atMs: number;
    readonly reason: string;
    passedMs: number;
    since: number | undefined;
  }[] = [];
  let leftMs = maxWaitMs;

  return {
    /** Sleeps `ms`. Returns why the run ends, if it does. `ahead` is what follows. Consecutive gaps are one wait. */
    async pause(
      ms: number,
      reason: string,
      { ahead, isGap = false }: { readonly ahead?: Ahead; readonly isGap?: boolean } = {},
    ): Promise<Stopped | undefined> {
      const wanted = Math.max(0, ms);
      // In whole milliseconds, as waits are reported.
      const charged = Math.ceil(wanted);
      if (charged > leftMs) {
        const wait = `a wait of ${Math.ceil(wanted / 1000)} s ${reason}`;
        return new Stopped('waits spent', `${wait} would exceed --max-wait ${maxWaitMs / 1000}`);
      }
      leftMs -= charged;
      const from = clock.monotonic();
      const last = begun.at(-1);
      const isMore = isGap && last?.reason === reason;
      const one = isMore ? last : { atMs: Math.round(from - startedAt), reason, passedMs: 0, since: from };
      if (!isMore) {
        listen({ type: 'waiting', seconds: secondsOf(wanted), reason, ...definedOnly({ ahead }) });
        begun.push(one);
      }
      one.since = from;
      try {
        await clock.sleep(wanted, signal);
        return undefined;
      } catch {
        return interruption();
      } finally {
        const passedMs = clock.monotonic() - from;
        // Timers are late at times.
        leftMs -= Math.max(0, Math.round(passedMs) - charged);
        one.passedMs += passedMs;
        one.since = undefined;
      }
    },
    lasting: () => begun.some(({ since }) => since !== undefined),
    /** Returns how long the run may still wait, in ms. */
    leftMs: () => leftMs,
    /** Returns the waits that happened, each as long as it lasted: the run may end during one. */
    waits: (): readonly Wait[] =>
      begun.flatMap(({ atMs, reason, passedMs, since }) => {
        const lasting = since === undefined ? 0 : clock.monotonic() - since;
        const seconds = secondsOf(passedMs + lasting);
        return seconds === 0 ? [] : [{ atMs, seconds, reason }];
      }),
  };
}

function secondsOf(ms: number): number {
  return Math.round(ms) / 1000;
}
