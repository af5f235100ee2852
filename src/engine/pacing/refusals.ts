import { isWithKey } from '../../exchange/credentials.ts';
import {
  type Exchange,
  type HttpRequest,
  hasResponse,
  isServed,
  isShed,
  statusOf,
} from '../../exchange/exchange.ts';
import { Stopped } from '../../exchange/stopped.ts';
import { quotaOf, retryAfterOf } from '../../readings/quota.ts';
import { operationTitle } from '../../spec/operations.ts';
import { isPlainList } from './requests.ts';

/** A key may be banned for too many 429s, so a run gets at most this many. */
const most429s = 8;
/** With fewer requests since the previous 429, its wait was too short. */
const fewServed = 12;
/** After this many 429s without the key, no further request without it is sent. */
const mostWithoutKey = 2;

/** The 429s of a run. */
export interface Refusals {
  all: number;
  /** The unexpected ones. Counts moments, because requests in flight are refused together. */
  stray: number;
  withoutKey: number;
  /** How many requests were served since the newest refusal, and when that was read. */
  servedSince: number;
  newestReadAt: number;
  /** The kinds of requests that returned 429 above Remaining 0 and were not served since. */
  readonly refused: Map<string, { readonly readAt: number; readonly othersServed: boolean }>;
  /** The kinds that returned it twice while others were served. */
  readonly dropped: Set<string>;
}

export function createRefusals(): Refusals {
  return {
    all: 0,
    stray: 0,
    withoutKey: 0,
    servedSince: Number.POSITIVE_INFINITY,
    newestReadAt: Number.NEGATIVE_INFINITY,
    refused: new Map(),
    dropped: new Set(),
  };
}

/** A refusal that a gap between requests would have avoided. */
export interface Avoidable {
  /** The gap that would have avoided it, in ms: its Retry-After divided by the requests served since the previous one. */
  readonly gapMs: number;
  /** Whether few requests were served since the previous one. */
  readonly isSoon: boolean;
}

/**
 * Processes an exchange. Returns how a gap would have avoided a 429 that came too soon or above Remaining 0, or a refusal of a
 * gateway that sheds load. A 429 is expected if it proves the limit, or if it is for the GET after a wait.
 */
export function seeRefusal(
  refusals: Refusals,
  exchange: Exchange,
  { isExpected, sheds }: { readonly isExpected: boolean; readonly sheds: boolean },
): Avoidable | undefined {
  if (isServed(exchange)) refusals.servedSince++;
  const isLimited = statusOf(exchange) === 429;
  if (!hasResponse(exchange) || !(isLimited || (sheds && isShed(exchange)))) return undefined;
  const isSameMoment = exchange.sentAt < refusals.newestReadAt;
  const served = refusals.servedSince;
  const isSoon = served < fewServed;
  refusals.newestReadAt = exchange.readAt;
  refusals.servedSince = 0;
  if (!isLimited) return isSameMoment ? undefined : { gapMs: 0, isSoon };
  refusals.all++;
  if (!isExpected && !isSameMoment) refusals.stray++;
  if (!isSameMoment && !isWithKey(exchange.request)) refusals.withoutKey++;
  const isAvoidable = isSoon || (quotaOf(exchange).remaining ?? 0) > 0;
  if (isExpected || !isAvoidable || isSameMoment) return undefined;
  const seconds = retryAfterOf(exchange.outcome.response.headers, exchange.wallAt) ?? 0;
  return { gapMs: isSoon ? (seconds * 1000) / Math.max(1, served) : 0, isSoon };
}

/**
 * Returns whether this response shows that requests like it should not be sent again: they return 429 above Remaining 0 twice
 * in a row, although others are served in between.
 */
export function seeRefusedKind({ refused, dropped }: Refusals, exchange: Exchange): boolean {
  if (!hasResponse(exchange)) return false;
  const kind = kindOf(exchange.request);
  if (statusOf(exchange) !== 429) {
    refused.delete(kind);
    if (!isServed(exchange)) return false;
    for (const [other, one] of refused)
      if (exchange.sentAt >= one.readAt) refused.set(other, { ...one, othersServed: true });
    return false;
  }
  // The recovery checks GET /categories, and a 429 at Remaining 0 is about the limit.
  if (isPlainList(exchange.request) || (quotaOf(exchange).remaining ?? 0) <= 0) return false;
  const before = refused.get(kind);
  if (before !== undefined && exchange.sentAt < before.readAt) return false;
  const othersServed = before?.othersServed === true;
  refused.set(kind, { readAt: exchange.readAt, othersServed });
  if (othersServed) dropped.add(kind);
  return othersServed;
}

/** Returns why a request is not sent because of earlier 429s, or undefined if it may be. */
export function whyRefused(refusals: Refusals, request: HttpRequest): Stopped | undefined {
  if (!isWithKey(request) && refusals.withoutKey >= mostWithoutKey) {
    const words = `${refusals.withoutKey} requests without the key returned 429, so no further one was sent`;
    return new Stopped('operation limited', words);
  }
  if (!refusals.dropped.has(kindOf(request))) return undefined;
  const words = `${operationTitle(request.operation)} returned 429 twice while other operations were served, so it was not sent again`;
  return new Stopped('operation limited', words);
}

/** Returns how many more 429s the run may get. */
export function refusalsLeft({ all }: Refusals): number {
  return most429s - all;
}

/**
 * Returns why the run ends, if one more 429 would be too many. `kept` are those that the proof and its recovery need; without
 * a stray one, all 429s so far were theirs.
 */
export function whyTooMany({ all, stray }: Refusals, kept: number): Stopped | undefined {
  if (all < most429s && (stray === 0 || all < most429s - kept)) return undefined;
  const words = `${all} requests returned 429, and one more could get the key banned`;
  return new Stopped('limited too often', words);
}

/** Requests are of one kind if a limiter probably counts them together. */
function kindOf(request: HttpRequest): string {
  return `${request.operation} ${isWithKey(request)}`;
}
