import { type Exchange, type HttpRequest, hasResponse, isServed, statusOf } from '../../exchange/exchange.ts';
import type { EnforcementDecision } from '../../readings/enforcement.ts';
import { isAged, quotaOf, secondsToReset } from '../../readings/quota.ts';
import { isPlainList } from './requests.ts';

/** What a plain list showed about one Limit. Times are ms of the monotonic clock. */
interface ListView {
  readonly limit: number;
  readonly remaining: number;
  /** Infinity without a usable Reset. */
  readonly secondsToReset: number;
  readonly resetAt: number;
}

/** Plain GETs that prove the limit, or the reason not to send them. */
export interface Proof {
  readonly exhaust: true | string;
  views: readonly ListView[];
  /** Whether a response described a window of an hour or less. */
  nearSeen: boolean;
  /** Requests that returned 429 for another reason than this limit. */
  strays: readonly HttpRequest[];
  strayReadAt: number;
  fillers: number;
  /** Whether requests of other operations were sent with the first GET beyond the limit, and how many of a suspect. */
  othersSent: boolean;
  /** How many GETs were sent beyond the limit. */
  exceeded: number;
  suspectsSent: number;
  servedAtUntimedZero: number;
  cachedInARow: number;
  /** Whether nothing else is left to send. */
  asked: boolean;
  /** The end of the window that plain GETs use up; -Infinity while other requests are sent. */
  fillingUntil: number;
  /** Whether a window ended before plain GETs had used it up. */
  missed: boolean;
  /** Whether a message said that the target is too slow for it. */
  isTooSlow: boolean;
  /** Why the proof was omitted after it was asked for. */
  leftOut?: string | undefined;
}

/** What the proof depends on besides the responses to plain lists. */
export interface Circumstances {
  readonly decision: EnforcementDecision;
  /** Whether another operation must be proven to be limited, or cleared. */
  readonly hasSuspect: boolean;
  /** How many requests of other operations go with the first GET beyond the limit. */
  readonly others: number;
  /** The requests left of --max-requests and of the quota. */
  readonly budget: number;
  readonly left: number;
  /** Whether 429s to such requests are about another limit. */
  readonly isDropped: (request: HttpRequest) => boolean;
  /** Why a Limit cannot be used up within its window. */
  readonly tooSlow: (limit: number) => string | undefined;
}

const oneHour = 3600;
const maxStrays = 2;
const maxStraysKept = 20;
/** Plain lists that may be sent to find a nearer Reset, if responses describe several windows in turn. */
const fillersForNearer = 4;
/** Plain lists that are sent after a 0 without a usable Reset, where only a 429 proves the limit. */
const maxAtUntimedZero = 5;
/** Plain lists in a row that a cache may serve before the proof is abandoned. */
const maxCached = 5;
/** Caps the Limits that responses describe in turn (minute and day). */
const maxViews = 4;

export function createProof(exhaust: true | string): Proof {
  return {
    exhaust,
    views: [],
    nearSeen: false,
    strays: [],
    strayReadAt: 0,
    fillers: 0,
    othersSent: false,
    exceeded: 0,
    suspectsSent: 0,
    servedAtUntimedZero: 0,
    cachedInARow: 0,
    asked: false,
    fillingUntil: Number.NEGATIVE_INFINITY,
    missed: false,
    isTooSlow: false,
  };
}

/** Learns from an exchange. 429s of a recovery, and those that prove the limit, are not about another limit. */
export function seeForProof(proof: Proof, exchange: Exchange, isExpected: boolean): void {
  if (exchange.request.credential !== 'bearer' || !hasResponse(exchange)) return;
  // 429s in flight together count as one.
  if (statusOf(exchange) === 429 && !isExpected && exchange.sentAt >= proof.strayReadAt) {
    proof.strayReadAt = exchange.readAt;
    proof.strays = [...proof.strays, exchange.request].slice(-maxStraysKept);
  }
  const { limit, remaining, reset } = quotaOf(exchange);
  const seconds = reset === undefined ? Number.POSITIVE_INFINITY : secondsToReset(exchange, reset);
  proof.nearSeen ||= seconds <= oneHour;
  if (!isPlainList(exchange.request)) return;
  proof.cachedInARow = isAged(exchange) ? proof.cachedInARow + 1 : 0;
  const isServedAtZero = remaining === 0 && reset === undefined && isServed(exchange);
  proof.servedAtUntimedZero = isServedAtZero ? proof.servedAtUntimedZero + 1 : 0;
  if (limit === undefined || remaining === undefined) {
    // Beyond the limit, responses may come from a gateway that sends no headers.
    if (!exchange.overLimit) proof.views = [];
    return;
  }
  const view = { limit, remaining, secondsToReset: seconds, resetAt: exchange.headAt + seconds * 1000 };
  const others = proof.views.filter((one) => one.limit !== limit && one.resetAt > exchange.readAt);
  proof.views = [view, ...others].slice(0, maxViews);
}

/** Returns why no plain GET may be sent to prove the limit, or undefined if one may. */
export function whyNoProof(proof: Proof, about: Circumstances): string | undefined {
  if (proof.exhaust !== true) return proof.exhaust;
  const { decision } = about;
  if (decision.kind === 'undecided') return decision.reason;
  if (decision.kind !== 'open' && !about.hasSuspect) return 'already decided';
  const binding = bindingOf(proof);
  if (binding === undefined) return 'GET /categories returns no usable rate-limit headers (see headers.*)';
  const { limit, remaining, secondsToReset: seconds } = binding;
  if (decision.kind === 'open' && proof.strays.filter((one) => !about.isDropped(one)).length >= maxStrays)
    return 'another limit returned 429 before this one was used up';
  if (isServedAtZero(proof))
    return 'without a usable X-RateLimit-Reset, requests served after Remaining 0 prove nothing (see headers.reset)';
  if (proof.cachedInARow >= maxCached)
    return 'a cache responds to GET /categories (Age), so the server does not count all requests';
  const mayBeNearer = proof.nearSeen && proof.fillers < fillersForNearer;
  if (Number.isFinite(seconds) && seconds > oneHour && !mayBeNearer)
    return 'the limit resets in more than an hour, and a proof would use up a whole day';
  if (proof.fillers > 2 * limit + 30) return 'twice the Limit in plain GETs proved nothing';
  const tooSlow = about.tooSlow(limit);
  if (tooSlow !== undefined) return tooSlow;
  // If all operations share a quota, others have used it since the newest list.
  if (about.budget < Math.max(0, Math.min(remaining, about.left)) + 2 + about.others)
    return `--max-requests leaves too few requests (${about.budget}) to use up the remaining quota`;
  return undefined;
}

/** Returns whether requests are served at Remaining 0 without a usable Reset. Not a violation: the quota may refill fast. */
export function isServedAtZero({ servedAtUntimedZero }: Proof): boolean {
  return servedAtUntimedZero >= maxAtUntimedZero;
}

/**
 * Decides when plain GETs must use up the window, so that its limit is proven although the checks alone are too slow: once
 * they need `neededMs`, nearly everything left of it. If a window is missed, they use up the next one at once.
 */
export function planProof(proof: Proof, now: number, neededMs: number): void {
  if (proof.fillingUntil <= now && proof.fillingUntil > Number.NEGATIVE_INFINITY) {
    proof.missed = true;
    proof.fillingUntil = Number.NEGATIVE_INFINITY;
  }
  const { resetAt = Number.POSITIVE_INFINITY } = bindingOf(proof) ?? {};
  const leftMs = resetAt - now;
  if (neededMs > 0 && neededMs <= leftMs && leftMs <= neededMs * reserveTime) proof.fillingUntil = resetAt;
}

/** The plain GETs begin this much earlier than they would have to, because a few responses may be late. */
const reserveTime = 1.2;

/** Returns whether plain GETs must use up the window now. */
export function isProofDue({ asked, missed, fillingUntil }: Proof, now: number): boolean {
  return asked || missed || now < fillingUntil;
}

/** Ends the proof; `reason` is why it was omitted, if it was. */
export function endProof(proof: Proof, { kind }: EnforcementDecision, reason?: string): void {
  if (proof.asked && (kind === 'open' || kind === 'undecided')) proof.leftOut ??= reason;
  proof.asked = false;
}

/** Returns why the Limit that is reached first cannot be used up within its window; undefined if it can. */
export function whyTooSlowFor(proof: Proof, tooSlow: Circumstances['tooSlow']): string | undefined {
  const binding = bindingOf(proof);
  return binding && tooSlow(binding.limit);
}

/** Returns the Limit that is reached first, if responses describe several in turn. */
function bindingOf({ views }: Proof): ListView | undefined {
  return views.toSorted((a, b) => a.remaining - b.remaining || a.resetAt - b.resetAt)[0];
}
