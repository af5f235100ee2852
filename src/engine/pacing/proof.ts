import { plainList } from '../../checks/requests.ts';
import type { HttpRequest } from '../../exchange/exchange.ts';
import { Stopped } from '../../exchange/stopped.ts';
import type { OwnConnection } from '../../http/client.ts';
import type { Readings } from '../../readings/readings.ts';
import { plainListsFor } from '../../spec/catalog.ts';
import { createCategory, operationTitle } from '../../spec/operations.ts';
import { dependent, type Reason, reason } from '../../spec/reasons.ts';
import type { LaneState } from './lane.ts';
import { bindingOf, bucketOf, isServedAtZero, resetMarginMs, timeFor, whyTooSlow } from './quota.ts';
import { budgetUsedUp, createsLeft, type Entry, newEntry, whyNotSent } from './requests.ts';
import { reasonOfStop } from './stop-reasons.ts';

/** Plain GETs that prove the limit, or the reason not to send them. Times are ms of the monotonic clock. */
export interface Proof {
  readonly exhaust: true | Reason;
  /** How many plain GETs were sent for it, and how many of these beyond the limit. */
  fillers: number;
  exceeded: number;
  /** How often requests of other operations were sent with a GET beyond the limit. */
  othersSent: number;
  /** What makes the requests of each operation that went beyond the limit, and how many followed a suspect up. */
  readonly makers: Map<HttpRequest['operation'], { readonly make: () => HttpRequest; sent: number }>;
  /** Whether nothing else is left to send. */
  asked: boolean;
  /** The end of the window that plain GETs use up; -Infinity while other requests are sent. */
  fillingUntil: number;
  /** Whether such a window ended first. */
  missed: boolean;
  /** Whether a message said that the target is too slow for it. */
  isTooSlow: boolean;
  /** Why the proof was omitted after it was asked for. */
  leftOut?: Reason | undefined;
  /** Why no POST went together with the GET beyond the limit. */
  postLeftOut?: Reason | undefined;
}

const oneHourMs = 3_600_000;
const mostCached = 20;
/** The most plain lists that are sent to prove a limit. A suspect operation needs one more window of them. */
export const mostFillers = (limit: number, hasSuspect: boolean) => (hasSuspect ? 3 : 2) * limit + 31;
/** A key may be banned for too many 429s, so a run gets at most this many. */
export const most429s = 8;
/** The 429s that a proof may cost: of its GET, and of two recoveries that came too soon. */
const refusalsOfProof = 3;

export function createProof(exhaust: true | Reason): Proof {
  return {
    exhaust,
    fillers: 0,
    exceeded: 0,
    othersSent: 0,
    makers: new Map(),
    asked: false,
    fillingUntil: Number.NEGATIVE_INFINITY,
    missed: false,
    isTooSlow: false,
  };
}

/** Returns why no plain GET may be sent to prove the limit, or undefined if one may. */
export function whyNotProven(lane: LaneState): Reason | undefined {
  const { proof, quota, options, counts } = lane;
  const now = options.clock.monotonic();
  const decision = options.readings.enforcement.decision();
  if (proof.exhaust !== true) return proof.exhaust;
  if (decision.kind === 'undecided') return decision.reason;
  if (decision.kind !== 'open' && suspectOf(lane) === undefined) return dependent;
  if (!quota.plainLists.isShown) return dependent;
  if (isServedAtZero(quota)) return reason('no-usable-reset');
  const binding = bindingOf(quota, now);
  // After a wait nothing is known, so a plain GET must show it.
  if (binding === undefined) return undefined;
  if (binding.isTimed && binding.resetAt - binding.headAt > oneHourMs) return reason('long-window');
  if (quota.plainLists.cached >= mostCached) return reason('cached');
  if (proof.fillers >= mostFillers(binding.limit, decision.kind !== 'open')) return reason('twice-the-limit');
  const tooSlow = whyTooSlowNow(lane);
  if (tooSlow !== undefined) return reason('too-slow', tooSlow);
  const budget = lane.maxRequests - counts.requests;
  // If all operations share a quota, others have used it since the newest list.
  if (budget < Math.max(0, bucketOf(quota, 'listCategories', now).left) + 2 + othersToSend(lane))
    return reasonOfStop(budgetUsedUp(lane), options.settings);
  return undefined;
}

/** Returns why the Limit that is reached first cannot be used up within its window; undefined if it can. */
function whyTooSlowNow({ quota, waits, options }: LaneState): string | undefined {
  const binding = bindingOf(quota, options.clock.monotonic());
  return binding && whyTooSlow(binding.limit, quota, waits.gaps.lastingMs(plainList()));
}

/**
 * Returns how many requests of other operations go with the next GET beyond the limit: they go with the first one, and once more
 * if its window ended before anything was limited.
 */
function othersToSend({ proof, quota, options }: LaneState): number {
  const most = options.readings.enforcement.hasLostZero() ? 2 : 1;
  return proof.othersSent >= most || quota.goesAlone ? 0 : (options.beyond ?? []).length;
}

/** The most requests of a suspect operation, and the 429s that following it up may cost, the recovery included. */
export const mostOfSuspect = 8;
const refusalsOfSuspect = 2;

/** Returns the operation that was served beyond the limit, if one more window can show whether it is limited. */
function suspectOf(lane: LaneState): HttpRequest['operation'] | undefined {
  const { creates, options, proof } = lane;
  if (most429s - options.readings.refusals.all() < refusalsOfSuspect) return undefined;
  return options.readings.everyOperation.suspects().find((suspect) => {
    const maker = proof.makers.get(suspect);
    const needed = mostOfSuspect - (maker?.sent ?? mostOfSuspect);
    const isAffordable = maker?.make().method !== 'POST' || createsLeft(creates) >= needed;
    return needed > 0 && isAffordable;
  });
}

/**
 * Returns why the run ends, if one more 429 would be too many. `kept` are those that the proof and its recovery need; without
 * a stray one, all 429s so far were theirs.
 */
function whyTooMany({ refusals }: Pick<Readings, 'refusals'>, kept: number): Stopped | undefined {
  const all = refusals.all();
  if (all < most429s && (refusals.stray() === 0 || all < most429s - kept)) return undefined;
  const words = `${all} requests returned 429, and one more could get the key banned`;
  return new Stopped('limited too often', words);
}

/** The plain GETs begin this much earlier than they would have to, because a few responses may be late. */
const reserveTime = 1.2;

/**
 * Decides when plain GETs must use up the window, so that its limit is proven although the checks alone are too slow: once
 * they need nearly everything left of it. If a window is missed, they use up the next one at once.
 */
export function planProof({ proof, quota, options }: LaneState): void {
  const now = options.clock.monotonic();
  proof.missed ||= proof.fillingUntil > Number.NEGATIVE_INFINITY && proof.fillingUntil <= now;
  const binding = bindingOf(quota, now);
  if (binding?.isTimed !== true) return;
  const neededMs = timeFor(bucketOf(quota, 'listCategories', now).left, quota);
  const leftMs = binding.resetAt - resetMarginMs - now;
  if (neededMs > 0 && neededMs <= leftMs && leftMs <= neededMs * reserveTime)
    proof.fillingUntil = now + leftMs;
  // If there is time to use up a whole window besides, the first responses were just slow, so other requests go on.
  if (leftMs > neededMs + timeFor(binding.limit, quota)) proof.fillingUntil = Number.NEGATIVE_INFINITY;
}

/** Returns whether plain GETs must use up the window now. */
export function isProofDue({ asked, missed, fillingUntil }: Proof, now: number): boolean {
  return asked || missed || now < fillingUntil;
}

/** Ends the proof; `why` is why it was omitted, if it was. */
export function endProof({ proof, options }: LaneState, why?: Reason): void {
  const { kind } = options.readings.enforcement.decision();
  if (proof.asked && (kind === 'open' || kind === 'undecided')) proof.leftOut ??= why;
  proof.asked = false;
}

/**
 * Returns plain GETs that use up the window, or go beyond the limit. After a GET beyond it, they go where that one went, because
 * a server may count each connection, or each of its processes.
 */
export function fillers(lane: LaneState, count: number): readonly Entry[] {
  const { proof } = lane;
  proof.fillers += count;
  const own = proof.exceeded > 0 ? connectionBeyond('listCategories', proof.exceeded) : undefined;
  return Array.from({ length: count }, (_one, index) =>
    newEntry(lane, {
      purpose: 'a plain GET to prove the limit',
      sentFor: plainListsFor.proof,
      priority: 0,
      own: index === 0 ? own : undefined,
      make: plainList,
    }),
  );
}

/**
 * Returns the requests at Remaining 0: a plain GET, with one request of each other operation that is due (`othersToSend`),
 * or one of a suspect operation alone.
 */
export function beyondTheLimit(lane: LaneState): readonly Entry[] {
  const { options, proof } = lane;
  const isProven = options.readings.enforcement.decision().kind === 'proven';
  const suspect = isProven ? suspectOf(lane) : undefined;
  if (suspect !== undefined) {
    const maker = proof.makers.get(suspect);
    if (maker !== undefined) maker.sent++;
    return [entryBeyond(lane, suspect, maker?.make ?? plainList)];
  }
  proof.exceeded++;
  const lists = fillers(lane, 1);
  if (othersToSend(lane) === 0) return lists;
  proof.othersSent++;
  const others = (options.beyond ?? []).map((make) => {
    const { operation } = make();
    proof.makers.set(operation, { make, sent: 0 });
    return entryBeyond(lane, operation, make);
  });
  const sent = others.filter((entry) => {
    const stopped = whyNotSent(lane, entry);
    if (entry.request.operation === createCategory.id)
      proof.postLeftOut = stopped && reasonOfStop(stopped, options.settings);
    return stopped === undefined;
  });
  return [...lists, ...sent];
}

function entryBeyond(lane: LaneState, operation: HttpRequest['operation'], make: () => HttpRequest): Entry {
  return newEntry(lane, {
    purpose: `${operationTitle(operation)} beyond the limit`,
    sentFor: plainListsFor.proof,
    priority: 0,
    creates: operation === createCategory.id,
    exceeds: true,
    own: connectionBeyond(operation, 0),
    make,
  });
}

/** Requests beyond the limit have connections of their own, so that a limit for each connection shows. */
function connectionBeyond(operation: HttpRequest['operation'], index: number): OwnConnection {
  return { id: `${operation} beyond the limit ${index}` };
}

/** Says once that the target is too slow for the proof, as soon as that is known. */
export function sayIfTooSlow(lane: LaneState): void {
  const { proof, options } = lane;
  if (proof.isTooSlow || proof.exhaust !== true || options.readings.enforcement.decision().kind !== 'open')
    return;
  const reason = whyTooSlowNow(lane);
  if (reason === undefined) return;
  proof.isTooSlow = true;
  options.listen({ type: 'unproven', reason });
}

const banned =
  'the key was accepted before a 429 and is now refused, which may be a ban. Do not use the key until the operators of ' +
  'the server release it. Then use --no-exhaust or --profile gentle to stay below the limit';

/** Returns why the run ends early: a banned key, too many 429s. */
export function whyOver(lane: LaneState): Stopped | undefined {
  const { readings } = lane.options;
  if (readings.ban.shownBy() !== undefined) return new Stopped('possible ban', banned);
  const isOpen = whyNotProven(lane) === undefined;
  return whyTooMany(readings, isOpen ? refusalsOfProof + othersToSend(lane) : 0);
}
