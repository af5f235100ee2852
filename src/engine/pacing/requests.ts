import type { Settings } from '../../config/settings.ts';
import { isNearMiss } from '../../exchange/credentials.ts';
import { type Exchange, failedConcurrently, type HttpRequest, statusOf } from '../../exchange/exchange.ts';
import { isPlainList } from '../../exchange/picks.ts';
import { Stopped } from '../../exchange/stopped.ts';
import type { OwnConnection } from '../../http/client.ts';
import { createCategory, isSpecified } from '../../spec/operations.ts';
import { counted } from '../../text/layout.ts';
import type { Failed } from './failures.ts';
import type { LaneState } from './lane.ts';
import { bucketOf, isServedAtZero, seeQuota } from './quota.ts';
import { whyNoRoom } from './room.ts';
import { isRecovery, seeExchange, seeHead, whyHeldTooLong } from './waits.ts';

/** A request that a caller wants to send. */
export interface Wanted {
  readonly purpose: string;
  readonly sentFor: string;
  /** Requests with a higher priority are sent earlier. */
  readonly priority: number;
  /** Whether a conforming target creates something in response to the request. */
  readonly creates?: boolean;
  /** Whether the request is sent together with others on purpose, if the target allows that. */
  readonly inBurst?: boolean;
  /** Whether the request is sent at Remaining 0, to get a 429. */
  readonly exceeds?: boolean;
  /** The connection of the request, if the client must not choose one. */
  readonly own?: OwnConnection | undefined;
  /** Whether the request is left out if it does not fit into the window after the proof. */
  readonly isOptional?: boolean;
  /** Whether the request must follow a request with the key on the same connection. */
  readonly isPaired?: boolean;
  /**
   * Whether the request is sent only because another one failed, to check that the target still serves valid requests.
   * `controls` is the failed request, if both use the same connection.
   */
  readonly isControl?: boolean;
  readonly controls?: Entry | undefined;
  /** Creates the request. It is called again, with an `attempt` of 2, after a failure. */
  readonly make: (attempt: 1 | 2) => HttpRequest;
}

/** The caller that waits for a request. */
export interface Caller {
  readonly resolve: (exchange: Exchange) => void;
  readonly reject: (reason: Error) => void;
}

/** A wanted request, waiting or in flight. */
export interface Entry extends Omit<Wanted, 'own'> {
  own?: OwnConnection | undefined;
  /** Among requests with equal priorities, the lowest order is sent first. */
  readonly order: number;
  request: HttpRequest;
  /** How often the request failed. */
  tries: number;
  /** Set if the request failed while no other request was in flight. */
  failed?: Failed;
  /** Whether the request needs a new connection, because there was no response on the old one. */
  isFresh?: boolean;
  /** Absent for a request that the lane itself makes. */
  readonly caller?: Caller | undefined;
}

/** The part of a waiting request that decides which request goes first. */
export type Ranked = Pick<Entry, 'priority' | 'order'>;

/** The budget of categories. Each 2xx response to a POST counts, because the API cannot delete anything. */
export interface CreationBudget {
  readonly most: number;
  /** How many categories are reserved for the search for smaller bodies, in case the server accepts all of them. */
  reserved: number;
  count: number;
}

/** Returns how many more categories may be created. */
export function creationsLeft({ most, reserved, count }: CreationBudget): number {
  return most - reserved - count;
}

/** Returns why a request, and every other request of its kind, may not be sent; undefined if it may be. */
export function whyNotSent(
  lane: Pick<LaneState, 'waits' | 'creates' | 'options' | 'queue' | 'windows' | 'quota'>,
  entry: Entry,
): Stopped | undefined {
  const { waits, creates, options, queue } = lane;
  const { listHealth, creationCap, refusals, failures } = options.readings;
  const leftOut = whyLeftOut(options.settings, entry.request) ?? failures.whyNotSent(entry.request);
  if (leftOut !== undefined) return leftOut;
  const refused = refusals.whyNotSent(entry.request);
  const isCreationWaiting = [...queue.values()].some(([first]) => first?.creates === true);
  const held = refused ?? whyHeldTooLong(waits, entry.request, isCreationWaiting);
  if (held !== undefined && held.kind !== 'forms limited' && !isSpecified(entry.request.operation))
    return new Stopped('operation left alone', held.message);
  if (held !== undefined) return held;
  const noRoom = whyNoRoom(lane, entry);
  if (noRoom !== undefined) return noRoom;
  if (!mayCreate(entry)) return undefined;
  const broken = listHealth.whyNoPost();
  if (broken !== undefined) return new Stopped('list broken', broken);
  const isCategory = entry.request.operation === createCategory.id;
  if (isCategory && entry.creates === true && creationCap.reached() !== undefined)
    return new Stopped(
      'no more categories',
      'the target refuses to create any more categories (see create.created)',
    );
  if (creationsLeft(creates) > 0) return undefined;
  const { most, count } = creates;
  const why =
    count < most
      ? `the last ${most - count} of --max-creates ${most} are reserved for the search for a smaller body`
      : `--max-creates ${most} is used up`;
  return new Stopped('maxCreates', why);
}

/** Checks whether a 2xx means that something was created. */
function mayCreate({ request, creates }: Entry): boolean {
  return request.method === 'POST' || creates === true;
}

/** Returns which budget ended the run: the user's, or the maximum that the run announced. */
export function budgetUsedUp({
  maxRequests,
  absences: { polls },
  options,
}: Pick<LaneState, 'maxRequests' | 'absences' | 'options'>): Stopped {
  if (maxRequests !== options.settings.maxRequests)
    return new Stopped('announced', `not within the announced maximum of ${maxRequests} requests`);
  const usedUp = `--max-requests ${maxRequests} is used up`;
  // The target, not the user's choice, kept the rest from being tested.
  return polls === 0
    ? new Stopped('maxRequests', usedUp)
    : new Stopped('target away', `${usedUp}, after ${counted(polls, 'request')} to a target that was away`);
}

/**
 * Returns why the settings leave a request out. The request itself decides, not what its check declared, because a user's code
 * may send anything.
 */
function whyLeftOut(
  { readOnly, nearMisses, profile }: Pick<Settings, 'readOnly' | 'nearMisses' | 'profile'>,
  request: HttpRequest,
): Stopped | undefined {
  if (readOnly === true && !['GET', 'HEAD'].includes(request.method))
    return new Stopped('left out', `--read-only sends no ${request.method} request`);
  if (nearMisses || !isNearMiss(request.credential)) return undefined;
  const option = profile === 'gentle' ? '--profile gentle' : '--no-near-misses';
  return new Stopped('left out', `${option} leaves out near misses of the key`);
}

/** A request and its outcome. */
export interface Completed {
  readonly entry: Entry;
  readonly exchange: Exchange;
}

/** The waiting requests by kind, because thousands of generated bodies may wait at the same time. */
export type Queue = Map<string, Entry[]>;

/** Creates the entry of a wanted request. */
export function newEntry(lane: Pick<LaneState, 'made'>, wanted: Wanted, caller?: Caller): Entry {
  return { ...wanted, caller, order: lane.made++, request: wanted.make(1), tries: 0 };
}

/** Adds a request to those of its kind, in the order in which they are sent. */
export function enqueue(queue: Queue, entry: Entry): void {
  const { request, creates, inBurst } = entry;
  const kind = [request.method, request.operation, request.credential, creates, inBurst];
  const room = queue.get(kind.join()) ?? [];
  queue.set(kind.join(), room);
  room.splice(room.findLastIndex((one) => goesBefore(one, entry)) + 1, 0, entry);
}

/** Removes requests from the queue. */
export function dequeue(queue: Queue, entries: readonly Entry[]): void {
  for (const [kind, room] of queue) {
    for (const entry of entries) {
      const at = room.indexOf(entry);
      if (at >= 0) room.splice(at, 1);
    }
    if (room.length === 0) queue.delete(kind);
  }
}

/** Returns how many requests wait. */
export function countWaiting(queue: Queue): number {
  return [...queue.values()].reduce((count, room) => count + room.length, 0);
}

/** Takes the waiting plain GET that goes first; undefined if none waits. */
export function takePlainList(queue: Queue): Entry | undefined {
  const lists = [...queue.values()].flatMap(([first]) =>
    first && isPlainList(first.request) ? [first] : [],
  );
  const [best] = lists.sort((a, b) => (goesBefore(a, b) ? -1 : 1));
  if (best !== undefined) dequeue(queue, [best]);
  return best;
}

/** Checks whether one request goes before another. */
export function goesBefore(a: Ranked, b: Ranked): boolean {
  return a.priority === b.priority ? a.order < b.order : a.priority > b.priority;
}

/**
 * Sends requests at the same time. If there are several, they wait until all their connections are open, so that they arrive
 * together. Once one of them returns 429, the others are not sent. Resolves with their exchanges in the order of completion.
 */
export async function sendTogether(lane: LaneState, batch: readonly Entry[]): Promise<readonly Completed[]> {
  const owns = batch.map((entry, index) => (batch.length === 1 ? entry.own : connectionIn(entry, index)));
  if (batch.length > 1) await lane.options.client.open(owns);
  const all = await Promise.all(batch.map((entry, index) => sendOne(lane, entry, owns[index])));
  return all
    .map(({ entry, exchange }) => ({
      entry,
      exchange: { ...exchange, concurrent: overlapping(all, exchange) },
    }))
    .sort((a, b) => a.exchange.readAt - b.exchange.readAt);
}

/** Returns the connection for one of several concurrent requests: each has its own. Connections of the proof stay open. */
function connectionIn({ own, inBurst, order }: Entry, index: number): OwnConnection {
  return own ?? (inBurst === true ? { id: `burst ${order}`, last: true } : { id: `together ${index}` });
}

/** Returns how many of these exchanges were in flight at the same time as `one`, including `one` itself. */
function overlapping(all: readonly Completed[], one: Exchange): number {
  return all.filter(({ exchange: { sentAt, headAt } }) => sentAt <= one.headAt && one.sentAt <= headAt)
    .length;
}

/** Checks whether the target keeps serving requests at Remaining 0, so that more may be sent. */
export function isUnlimited({ quota, options }: Pick<LaneState, 'quota' | 'options'>): boolean {
  const decision = options.readings.enforcement.decision();
  return (decision.kind === 'not enforced' && decision.served) || isServedAtZero(quota);
}

async function sendOne(lane: LaneState, entry: Entry, own: OwnConnection | undefined): Promise<Completed> {
  const { waits, quota, options } = lane;
  const { request, purpose, sentFor, exceeds, isFresh } = entry;
  const { left } = bucketOf(quota, request.operation, options.clock.monotonic());
  const isProof = isPlainList(request) && !waits.recovering && !isUnlimited(lane);
  const overLimit = exceeds === true || (isProof && left <= 0);
  const exchange = await options.client.exchange(request, {
    purpose,
    sentFor,
    isFresh: isFresh === true && own === undefined,
    overLimit,
    own,
    onHead: (status, headers) => seeHead(waits, request, { status, headers, overLimit }),
  });
  return { entry, exchange };
}

/** Learns from an exchange. */
export function learn(lane: LaneState, { entry, exchange }: Completed, isBatch: boolean): void {
  const { waits, quota, options } = lane;
  const { readings } = options;
  const status = statusOf(exchange);
  readings.see(exchange, {
    isRepeated: entry.tries > 0,
    isRecovery: isRecovery(waits, exchange),
  });
  seeQuota(quota, exchange);
  seeExchange(waits, exchange, readings);
  if (readings.shedding.oneAtATime()) quota.oneAtATime = true;
  // The burst is over once it has been sent, or after a 429 or a 5xx. If the target refused it, requests are sent one at a time
  // from then on.
  const wasBurst = entry.inBurst === true && isBatch;
  if (wasBurst || status === 429 || (status ?? 500) >= 500) lane.burstIsOver = true;
  if (wasBurst && (status === 429 || failedConcurrently(exchange))) quota.oneAtATime = true;
  if (mayCreate(entry) && wasAccepted(exchange)) lane.creates.count++;
}

/** Checks for a 2xx, even if the rest of the response is missing. */
function wasAccepted({ outcome }: Exchange): boolean {
  const { status = 0 } = outcome.kind === 'response' ? outcome.response : outcome.fault;
  return status >= 200 && status < 300;
}

/**
 * Passes an exchange to the caller, or sends the request again. The lane's own requests are not sent again, because the lane
 * makes new ones when it needs them.
 */
export function followUp(lane: LaneState, { entry, exchange }: Completed): void {
  const { caller } = entry;
  // A 429 or an interrupted exchange has tested nothing.
  const tested = statusOf(exchange) !== 429 && !wasAborted(exchange);
  if (tested && exchange.again !== true) caller?.resolve(exchange);
  else if (lane.stop !== undefined)
    caller?.reject(exchange.again === true ? notRepeated(lane.stop) : lane.stop);
  else if (tested) prepareAgain(lane, entry, exchange);
  else if (caller !== undefined && !lane.failing.waiting.includes(entry)) enqueue(lane.queue, entry);
}

/** Returns why a request that failed is not sent again. */
export function notRepeated(because: Stopped): Stopped {
  if (['target away', 'interrupted', 'not repeated'].includes(because.kind)) return because;
  return new Stopped('not repeated', `a request failed and was not sent again: ${because.message}`);
}

/**
 * Makes a failed request again. If it failed while other requests were in flight, it waits like any other request, unless it is
 * one of the lane's own requests, which are dropped.
 */
function prepareAgain(lane: LaneState, entry: Entry, exchange: Exchange): void {
  const { failing, queue } = lane;
  entry.tries++;
  entry.isFresh = statusOf(exchange) === undefined;
  try {
    entry.request = entry.make(2);
  } catch (error) {
    failing.waiting = failing.waiting.filter((one) => one !== entry);
    entry.caller?.reject(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  if (entry.caller !== undefined && !failing.waiting.includes(entry)) enqueue(queue, entry);
}

/** Checks whether an interruption ended the exchange. */
export function wasAborted({ outcome }: Exchange): boolean {
  return outcome.kind === 'fault' && outcome.fault.kind === 'aborted';
}
