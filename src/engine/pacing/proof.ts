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
import { budgetUsedUp, creationsLeft, type Entry, newEntry, whyNotSent } from './requests.ts';
import { reasonOfStop } from './stop-reasons.ts';

/**
 * The state of the proof of the limit with plain GETs. `exhaust` may be the reason not to prove it. Times are ms of the
 * monotonic clock.
 */
export interface Proof {
  readonly exhaust: true | Reason;
  /** How many plain GETs were sent for the proof, and how many of them beyond the limit. */
  fillers: number;
  exceeded: number;
  /** How often requests to other operations joined a GET beyond the limit. */
  othersSent: number;
  /**
   * For each operation that was tested beyond the limit: how to make its requests, and how many were sent to confirm a
   * suspicion.
   */
  readonly makers: Map<HttpRequest['operation'], { readonly make: () => HttpRequest; sent: number }>;
  /** Whether nothing else is left to send, so that the proof may begin. */
  asked: boolean;
  /** The time until which plain GETs use up the window; -Infinity while other requests are sent. */
  fillingUntil: number;
  /** Whether a window ended before it was used up. */
  missed: boolean;
  /** Whether the run has reported that the target is too slow for the proof. */
  isTooSlow: boolean;
  /** Why the proof was omitted although it was requested. */
  leftOut?: Reason | undefined;
  /** Why no POST joined the GET beyond the limit. */
  postLeftOut?: Reason | undefined;
}

const oneHourMs = 3_600_000;
const mostCached = 20;
/**
 * The maximum number of plain GETs that are sent to prove a limit. If an operation is suspect, another window must be used up.
 */
export const mostFillers = (limit: number, hasSuspect: boolean) => (hasSuspect ? 3 : 2) * limit + 31;
/** A key may be banned for too many 429s, so a run causes at most this many. */
export const most429s = 8;
/** The 429s that a proof may cost: one for its GET, and two for recoveries that began too soon. */
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

/** Returns why no plain GET may be sent to prove the limit, or undefined if one may be sent. */
export function whyNoProof(lane: LaneState): Reason | undefined {
  const { proof, quota, options, counts } = lane;
  const now = options.clock.monotonic();
  const decision = options.readings.enforcement.decision();
  if (proof.exhaust !== true) return proof.exhaust;
  if (decision.kind === 'undecided') return decision.reason;
  if (decision.kind !== 'open' && suspectOf(lane) === undefined) return dependent;
  if (!quota.plainLists.isShown) return dependent;
  if (isServedAtZero(quota)) return reason('no-usable-reset');
  const binding = bindingOf(quota, now);
  // After a wait, nothing is known about the quota, so a plain GET must show what is left.
  if (binding === undefined) return undefined;
  if (binding.isTimed && binding.resetAt - binding.headAt > oneHourMs) return reason('long-window');
  if (quota.plainLists.cached >= mostCached) return reason('cached');
  if (proof.fillers >= mostFillers(binding.limit, decision.kind !== 'open')) return reason('twice-the-limit');
  const tooSlow = whyTooSlowNow(lane);
  if (tooSlow !== undefined) return reason('too-slow', tooSlow);
  const budget = lane.maxRequests - counts.requests;
  // If all operations share a quota, requests to other operations have used some of it since the newest list.
  if (budget < Math.max(0, bucketOf(quota, 'listCategories', now).left) + 2 + othersToSend(lane))
    return reasonOfStop(budgetUsedUp(lane), options.settings);
  return undefined;
}

/** Returns why the Limit that is reached first cannot be used up within its window; undefined if it can be used up. */
function whyTooSlowNow({ quota, waits, options }: LaneState): string | undefined {
  const binding = bindingOf(quota, options.clock.monotonic());
  return binding && whyTooSlow(binding.limit, quota, waits.gaps.lastingMs(plainList()));
}

/**
 * Returns how many requests to other operations join the next GET beyond the limit. They join the first such GET and, if its
 * window ended before anything was limited, another one.
 */
function othersToSend({ proof, quota, options }: LaneState): number {
  const most = options.readings.enforcement.hasLostZero() ? 2 : 1;
  return proof.othersSent >= most || quota.oneAtATime ? 0 : (options.beyond ?? []).length;
}

/** The maximum number of requests to a suspect operation, and the number of 429s that they may cost, including the recovery. */
export const mostOfSuspect = 8;
const refusalsOfSuspect = 2;

/** Returns an operation that was served beyond the limit, if one more window can show whether it is limited. */
function suspectOf(lane: LaneState): HttpRequest['operation'] | undefined {
  const { creates, options, proof } = lane;
  if (most429s - options.readings.refusals.all() < refusalsOfSuspect) return undefined;
  return options.readings.everyOperation.suspects().find((suspect) => {
    const maker = proof.makers.get(suspect);
    const needed = mostOfSuspect - (maker?.sent ?? mostOfSuspect);
    const isAffordable = maker?.make().method !== 'POST' || creationsLeft(creates) >= needed;
    return needed > 0 && isAffordable;
  });
}

/**
 * Returns why the run ends, if one more 429 would be too many. `kept` is the number of 429s that the proof and its recovery
 * need. As long as no 429 was unexpected, all 429s were for the proof.
 */
function whyTooMany({ refusals }: Pick<Readings, 'refusals'>, kept: number): Stopped | undefined {
  const all = refusals.all();
  if (all < most429s && (refusals.stray() === 0 || all < most429s - kept)) return undefined;
  const words = `${all} requests returned 429, and one more could get the key banned`;
  return new Stopped('limited too often', words);
}

/**
 * The plain GETs begin when the time left is only this many times as long as they need, because a few responses may be late.
 */
const reserveTime = 1.2;

/**
 * Decides when plain GETs must use up the window because the checks alone are too slow: as soon as the GETs need nearly all the
 * time that is left. If a window is missed, the GETs use up the next one from its start.
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
  // If there would also be time to use up a whole window, only the first responses were slow, so other requests go on.
  if (leftMs > neededMs + timeFor(binding.limit, quota)) proof.fillingUntil = Number.NEGATIVE_INFINITY;
}

/** Returns whether plain GETs must use up the window now. */
export function isProofDue({ asked, missed, fillingUntil }: Proof, now: number): boolean {
  return asked || missed || now < fillingUntil;
}

/** Ends the proof. `why` is the reason if the proof was omitted. */
export function endProof({ proof, options }: LaneState, why?: Reason): void {
  const { kind } = options.readings.enforcement.decision();
  if (proof.asked && (kind === 'open' || kind === 'undecided')) proof.leftOut ??= why;
  proof.asked = false;
}

/**
 * Returns plain GETs that use up the window or go beyond the limit. After a GET beyond the limit, further GETs use the same
 * connection, because a server may count requests separately for each connection or for each of its processes.
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
 * Returns the requests that are sent at Remaining 0: a plain GET with the requests to other operations that are due
 * (`othersToSend`), or a single request to a suspect operation.
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

/**
 * Gives each request beyond the limit a connection of its own, so that a separate limit for each connection becomes visible.
 */
function connectionBeyond(operation: HttpRequest['operation'], index: number): OwnConnection {
  return { id: `${operation} beyond the limit ${index}` };
}

/** Reports once, as soon as the kit knows it, that the target is too slow for the proof. */
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
  'the server confirm that it is not banned, or lift the ban. Then use --no-exhaust or --profile gentle to stay below ' +
  'the limit';

/** Returns why the run ends early: the key is banned, or there were too many 429s. */
export function whyRunEnds(lane: LaneState): Stopped | undefined {
  const { readings } = lane.options;
  if (readings.ban.shownBy() !== undefined) return new Stopped('possible ban', banned);
  const isOpen = whyNoProof(lane) === undefined;
  return whyTooMany(readings, isOpen ? refusalsOfProof + othersToSend(lane) : 0);
}
