import type { Clock } from '../../exchange/clock.ts';
import {
  type Exchange,
  type HeaderLine,
  type HttpRequest,
  isGatewayStatus,
  isTransientFault,
  statusOf,
} from '../../exchange/exchange.ts';
import { isPlainList } from '../../exchange/picks.ts';
import { Stopped } from '../../exchange/stopped.ts';
import { type Pause, pauseAfter, quotaOfHead, retryAfterOf } from '../../readings/quota.ts';
import type { Readings } from '../../readings/readings.ts';
import type { Ahead, Listener } from '../../report/model/events.ts';
import type { Wait } from '../../report/model/report.ts';
import { operationTitle } from '../../spec/operations.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { createGaps, type Gaps } from './gaps.ts';
import { createHolds, type Holds } from './holds.ts';
import { resetMarginMs } from './quota.ts';

/** The maximum jitter of a wait, in ms. Jitter keeps clients from coming back at the same moment. */
export const maxJitterMs = 500;
/** The pause after a transient fault, in ms. It doubles with each further fault in a row. */
const firstPauseMs = 500;
const longestPauseMs = 4_000;
/** Why nothing is sent between two requests, in words that follow "Waiting". Several such waits in a row are shown as one. */
const waitReasons: Readonly<Record<'gap' | 'quiet', string>> = {
  gap: 'between requests, because some were refused',
  quiet: 'before a request that failed is sent again',
};
/** A wait that has begun. Consecutive gaps count as one wait. */
interface Begun {
  /** When the wait began, in ms since the start of the run. */
  readonly atMs: number;
  readonly reason: string;
  /** How long the wait lasted before `since`, which is set only while the run waits. */
  passedMs: number;
  since: number | undefined;
}

/** What delays requests, and the waits so far. Times are ms of the monotonic clock. */
export interface Waits {
  readonly clock: Clock;
  /** Returns a number from 0 to 1 for the jitter, which only makes waits longer. */
  readonly random: () => number;
  readonly startedAt: number;
  readonly maxWaitMs: number;
  readonly listen: Listener;
  readonly signal: AbortSignal;
  /** The wait after a 429. */
  limited?: { readonly until: number; readonly basis: Pause['basis'] } | undefined;
  /** Whether the wait after a 429 is over, but no plain GET has been served yet. */
  recovering: boolean;
  /** How many times in a row the plain GET after a wait returned 429. */
  limitedInARow: number;
  pause: { readonly until: number; readonly reason: string };
  faultsInARow: number;
  readonly gaps: Gaps;
  /** The requests that wait while other requests go on. */
  readonly holds: Holds;
  readonly begun: Begun[];
  /** How much of `maxWaitMs` is left. */
  leftMs: number;
}

export function createWaits(
  given: Pick<Waits, 'clock' | 'random' | 'startedAt' | 'maxWaitMs' | 'listen' | 'signal'>,
): Waits {
  return {
    ...given,
    recovering: false,
    limitedInARow: 0,
    pause: { until: Number.NEGATIVE_INFINITY, reason: '' },
    faultsInARow: 0,
    gaps: createGaps(),
    holds: createHolds(),
    begun: [],
    leftMs: given.maxWaitMs,
  };
}

/**
 * Returns the pause that a response asks for. A 429 always asks for one; a 502, 503 or 504 does so if it has Retry-After. See
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
    return { ms: seconds * 1000 + resetMarginMs, basis };
  }
  const seconds = isGatewayStatus(status) ? retryAfterOf(headers, wallAt) : undefined;
  return seconds === undefined ? undefined : { ms: seconds * 1000 + resetMarginMs, basis: 'Retry-After' };
}

/** Pauses for `ms` from now on. */
export function pauseFor(waits: Waits, ms: number, reason: string): void {
  const until = waits.clock.monotonic() + ms + waits.random() * Math.min(ms / 2, maxJitterMs);
  if (until > waits.pause.until) waits.pause = { until, reason };
}

/** The head of a response, and whether its request was sent beyond the limit. */
type Head = Readonly<{ status: number; headers: readonly HeaderLine[]; overLimit: boolean }>;

/** Updates the waits when the headers of a response arrive, because Retry-After counts from then, not from the body's end. */
export function seeHead(waits: Waits, request: HttpRequest, { status, headers, overLimit }: Head): void {
  const wallAt = waits.clock.now();
  const inVain = waits.recovering ? waits.limitedInARow + 1 : 0;
  const requested = requestedPause(status, headers, wallAt, inVain);
  if (requested === undefined) return;
  if (status === 429) {
    const until = waits.clock.monotonic() + requested.ms + waits.random() * maxJitterMs;
    if (until > (waits.limited?.until ?? Number.NEGATIVE_INFINITY))
      waits.limited = { until, basis: requested.basis };
    return;
  }
  if (overLimit || quotaOfHead(headers, wallAt).remaining === 0) return; // limit.enforced judges this response.
  const asked = { request, headers, wallAt, at: waits.clock.monotonic(), ms: requested.ms };
  if (waits.holds.ask(asked))
    pauseFor(waits, requested.ms, `for the target to recover (${status}, Retry-After)`);
}

/**
 * Returns why a request is not sent at all: its operation must be left alone for longer than the run may still wait, and no
 * waiting creation could show that the wait concerns only invalid bodies.
 */
export function whyHeldTooLong(
  waits: Waits,
  request: HttpRequest,
  isCreationWaiting: boolean,
): Stopped | undefined {
  if (isCreationWaiting && waits.holds.isOfBody(request)) return undefined;
  const now = waits.clock.monotonic();
  const until = waits.holds.until(request, now);
  if (until === undefined || until - now <= waits.leftMs) return undefined;
  const asked = `${operationTitle(request.operation)} alone asked for a wait of ${Math.ceil((until - now) / 1000)} s (Retry-After)`;
  return new Stopped('operation held', `${asked}, which would exceed --max-wait ${waits.maxWaitMs / 1000}`);
}

/** Checks that no response asks the kit to wait, so that a request may be sent now. */
export function mayCleanUp({ clock, limited, pause, holds }: Waits, request: HttpRequest): boolean {
  const now = clock.monotonic();
  return (limited?.until ?? 0) <= now && pause.until <= now && holds.until(request, now) === undefined;
}

/** Ends the wait after a 429. The next plain GET checks whether requests are served again. */
export function beginRecovery(waits: Waits): void {
  waits.limited = undefined;
  waits.recovering = true;
}

/** Returns whether a request is the plain GET that checks the recovery after a 429. */
export function isRecovery({ recovering }: Waits, exchange: Exchange): boolean {
  return recovering && isPlainList(exchange.request) && exchange.again !== true;
}

/** Learns what delays the next request from an exchange that the readings have already seen. */
export function seeExchange(
  waits: Waits,
  exchange: Exchange,
  readings: Pick<Readings, 'refusals' | 'failures' | 'shedding'>,
): void {
  waits.holds.see(exchange);
  if (isRecovery(waits, exchange)) seeRecovery(waits, statusOf(exchange) === 429);
  waits.gaps.see(exchange, readings);
  seeFault(waits, exchange);
}

function seeRecovery(waits: Waits, again: boolean): void {
  waits.recovering = again;
  waits.limitedInARow = again ? waits.limitedInARow + 1 : 0;
  if (!again) waits.listen({ type: 'resumed' });
}

/**
 * Pauses after a transient fault. If the response had a Retry-After, the pause that it asks for began with the headers
 * (`seeHead`).
 */
function seeFault(waits: Waits, exchange: Exchange): void {
  const isFault = isTransientFault(exchange) && !exchange.overLimit;
  waits.faultsInARow = isFault ? waits.faultsInARow + 1 : 0;
  if (!isFault) return;
  const status = statusOf(exchange);
  const ms = Math.min(longestPauseMs, firstPauseMs * 2 ** (waits.faultsInARow - 1));
  pauseFor(waits, ms, status === undefined ? 'after a request without a response' : `after a ${status}`);
}

/** Returns why nothing is sent now, in words that follow "Waiting". */
export function waitReason({ limited, pause }: Waits, why: 'limit' | 'pause' | 'gap' | 'quiet'): string {
  if (why === 'limit') return `for the limit to reset (429, ${limited?.basis})`;
  return why === 'pause' ? pause.reason : waitReasons[why];
}

/** Returns why an interrupted run stopped. */
export function interruption(): Stopped {
  return new Stopped('interrupted', 'the run was interrupted');
}

/** Sleeps for `ms`. Returns why the run ends, if it does. `ahead` says what follows the wait, for the progress line. */
export async function sleep(
  waits: Waits,
  ms: number,
  reason: string,
  ahead?: Ahead,
): Promise<Stopped | undefined> {
  const { clock, begun, listen, maxWaitMs, signal, startedAt } = waits;
  const wanted = Math.max(0, ms);
  // Reports contain whole milliseconds.
  const charged = Math.ceil(wanted);
  if (charged > waits.leftMs) {
    const wait = `a wait of ${Math.ceil(wanted / 1000)} s ${reason}`;
    return new Stopped('maxWaitSeconds', `${wait} would exceed --max-wait ${maxWaitMs / 1000}`);
  }
  waits.leftMs -= charged;
  const from = clock.monotonic();
  const last = begun.at(-1);
  const isNextGap = Object.values(waitReasons).includes(reason) && last?.reason === reason;
  const one = isNextGap ? last : { atMs: Math.round(from - startedAt), reason, passedMs: 0, since: from };
  if (!isNextGap) {
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
    // Timers may be late, and that time counts, too.
    waits.leftMs -= Math.max(0, Math.round(passedMs) - charged);
    one.passedMs += passedMs;
    one.since = undefined;
  }
}

/** Returns the waits of the run with the time that each lasted, even if the run ended during a wait. */
export function waitsOf({ begun, clock }: Waits): readonly Wait[] {
  return begun.flatMap(({ atMs, reason, passedMs, since }) => {
    const lasting = since === undefined ? 0 : clock.monotonic() - since;
    const seconds = secondsOf(passedMs + lasting);
    return seconds === 0 ? [] : [{ atMs, seconds, reason }];
  });
}

function secondsOf(ms: number): number {
  return Math.round(ms) / 1000;
}
