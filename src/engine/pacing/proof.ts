import type { HttpRequest } from '../../exchange/exchange.ts';
import { createCategory } from '../../spec/operations.ts';
import { timeFor, whyTooSlow } from './pace.ts';
import { bindingOf, bucketOf, type Quota, resetMarginMs } from './quota.ts';
import { refusalsLeft } from './refusals.ts';
import { createsLeft } from './requests.ts';
import type { Sender } from './sender.ts';
import { lastingGapMs } from './waits.ts';

/** Plain GETs that prove the limit, or the reason not to send them. Times are ms of the monotonic clock. */
export interface Proof {
  readonly exhaust: true | string;
  /** How many plain GETs were sent for it, and how many of these beyond the limit. */
  fillers: number;
  exceeded: number;
  /** How often requests of other operations were sent with a GET beyond the limit. */
  othersSent: number;
  /** How many requests of a suspect were sent. */
  suspectsSent: number;
  /** Whether nothing else is left to send. */
  asked: boolean;
  /** The end of the window that plain GETs use up; -Infinity while other requests are sent. */
  fillingUntil: number;
  /** Whether such a window ended first. */
  missed: boolean;
  /** Whether a message said that the target is too slow for it. */
  isTooSlow: boolean;
  /** Why the proof was omitted after it was asked for. */
  leftOut?: string | undefined;
}

const oneHourMs = 3_600_000;
/** Plain lists that may be sent to find a nearer Reset, if responses describe several windows in turn. */
const fillersForNearer = 4;
const mostCached = 20;
/** The most plain lists that are sent to prove a limit. A suspect operation needs one more window of them. */
export const mostFillers = (limit: number, hasSuspect: boolean) => (hasSuspect ? 3 : 2) * limit + 31;
/** The 429s that a proof may cost: of its GET, and of two recoveries that came too soon. */
export const refusalsOfProof = 3;
/** Plain lists that are sent after a 0 without a usable Reset, where only a 429 proves the limit. */
const maxAtUntimedZero = 5;

export function createProof(exhaust: true | string): Proof {
  return {
    exhaust,
    fillers: 0,
    exceeded: 0,
    othersSent: 0,
    suspectsSent: 0,
    asked: false,
    fillingUntil: Number.NEGATIVE_INFINITY,
    missed: false,
    isTooSlow: false,
  };
}

/** Returns why no plain GET may be sent to prove the limit, or undefined if one may. */
export function whyNotProven(sender: Sender): string | undefined {
  const { proof, quota, options, counts } = sender;
  const now = options.clock.monotonic();
  const decision = options.readings.enforcement.decision();
  if (proof.exhaust !== true) return proof.exhaust;
  if (decision.kind === 'undecided') return decision.reason;
  if (decision.kind !== 'open' && suspectOf(sender) === undefined) return 'already decided';
  if (!quota.plainLists.isShown)
    return 'GET /categories returns no usable rate-limit headers (see headers.*)';
  if (isServedAtZero(quota))
    return 'without a usable X-RateLimit-Reset, requests served after Remaining 0 prove nothing (see headers.reset)';
  const binding = bindingOf(quota, now);
  // After a wait nothing is known, so a plain GET must show it.
  if (binding === undefined) return undefined;
  const isNearSeen = [...quota.windows.values()].some((ms) => ms <= oneHourMs);
  const mayBeNearer = isNearSeen && proof.fillers < fillersForNearer;
  if (binding.isTimed && binding.resetAt - binding.headAt > oneHourMs && !mayBeNearer)
    return 'the limit resets in more than an hour, and a proof would use up a whole day';
  if (quota.plainLists.cached >= mostCached)
    return 'a cache serves GET /categories (Age), so plain GETs do not use up the limit';
  if (proof.fillers >= mostFillers(binding.limit, decision.kind !== 'open'))
    return 'twice the Limit in plain GETs proved nothing';
  const tooSlow = whyTooSlowNow(sender);
  if (tooSlow !== undefined) return tooSlow;
  const budget = options.settings.maxRequests - counts.requests;
  // If all operations share a quota, others have used it since the newest list.
  if (budget < Math.max(0, bucketOf(quota, 'listCategories', now).left) + 2 + othersToSend(sender))
    return `--max-requests leaves too few requests (${budget}) to use up the remaining quota`;
  return undefined;
}

/** Returns why the Limit that is reached first cannot be used up within its window; undefined if it can. */
export function whyTooSlowNow({ pace, quota, waits, options }: Sender): string | undefined {
  const binding = bindingOf(quota, options.clock.monotonic());
  return binding && whyTooSlow(binding.limit, pace, quota, lastingGapMs(waits));
}

/**
 * Returns how many requests of other operations go with the next GET beyond the limit: they go with the first one, and once more
 * if its window ended before anything was limited.
 */
export function othersToSend({ proof, pace, options }: Sender): number {
  const most = options.readings.enforcement.hasLostZero() ? 2 : 1;
  return proof.othersSent >= most || pace.goesAlone ? 0 : Object.keys(options.beyond ?? {}).length;
}

/** The most requests of a suspect operation, and the 429s that following it up may cost, the recovery included. */
export const mostOfSuspect = 8;
const refusalsOfSuspect = 2;

/** Returns the operation that was served beyond the limit, if one more window can show whether it is limited. */
export function suspectOf(sender: Sender): HttpRequest['operation'] | undefined {
  const { creates, options, proof, refusals } = sender;
  const [suspect] = options.readings.everyOperation.suspects();
  if (suspect === undefined || options.beyond?.[suspect] === undefined) return undefined;
  const needed = mostOfSuspect - proof.suspectsSent;
  const isAffordable = suspect !== createCategory.id || createsLeft(creates) >= needed;
  return needed > 0 && isAffordable && refusalsLeft(refusals) >= refusalsOfSuspect ? suspect : undefined;
}

/** Returns whether requests are served at Remaining 0 without a usable Reset. Not a violation: the quota may refill fast. */
export function isServedAtZero({ plainLists }: Quota): boolean {
  return plainLists.servedAtUntimedZero >= maxAtUntimedZero;
}

/** The plain GETs begin this much earlier than they would have to, because a few responses may be late. */
const reserveTime = 1.2;

/**
 * Decides when plain GETs must use up the window, so that its limit is proven although the checks alone are too slow: once
 * they need nearly everything left of it. If a window is missed, they use up the next one at once.
 */
export function planProof({ proof, quota, pace, options }: Sender): void {
  const now = options.clock.monotonic();
  proof.missed ||= proof.fillingUntil > Number.NEGATIVE_INFINITY && proof.fillingUntil <= now;
  const binding = bindingOf(quota, now);
  if (binding?.isTimed !== true) return;
  const neededMs = timeFor(bucketOf(quota, 'listCategories', now).left, pace, quota);
  const leftMs = binding.resetAt - resetMarginMs - now;
  if (neededMs > 0 && neededMs <= leftMs && leftMs <= neededMs * reserveTime)
    proof.fillingUntil = now + leftMs;
  // If there is time to use up a whole window besides, the first responses were just slow, so other requests go on.
  if (leftMs > neededMs + timeFor(binding.limit, pace, quota)) proof.fillingUntil = Number.NEGATIVE_INFINITY;
}

/** Returns whether plain GETs must use up the window now. */
export function isProofDue({ asked, missed, fillingUntil }: Proof, now: number): boolean {
  return asked || missed || now < fillingUntil;
}

/** Ends the proof; `reason` is why it was omitted, if it was. */
export function endProof({ proof, options }: Sender, reason?: string): void {
  const { kind } = options.readings.enforcement.decision();
  if (proof.asked && (kind === 'open' || kind === 'undecided')) proof.leftOut ??= reason;
  proof.asked = false;
}
