import { get, plainList } from '../../checks/requests.ts';
import { isWithKey } from '../../exchange/credentials.ts';
import {
  type Exchange,
  isFailure,
  isShed,
  mayBeAway,
  metClosedConnection,
  statusOf,
} from '../../exchange/exchange.ts';
import { isPlainList } from '../../exchange/picks.ts';
import type { Stopped } from '../../exchange/stopped.ts';
import { plainListsFor } from '../../spec/catalog.ts';
import { orders } from '../../spec/operations.ts';
import type { LaneState } from './lane.ts';
import { type Completed, type Entry, newEntry, notRepeated } from './requests.ts';

/** What is known about a request that failed when it was sent alone. Times are in ms on the monotonic clock. */
export interface Failed {
  readonly first: Exchange;
  /** How often the request failed, and the number of the newest exchange in which it failed. */
  count: number;
  id: number;
  /** Whether the newest failure was a 502, 503 or 504. */
  isShed: boolean;
  /** The control request on the same connection, if it passed after the newest failure. */
  control: Exchange | undefined;
  /**
   * A number from 0 to 1 for the jitter of the next wait. It changes with each failure, so that retries do not keep coinciding
   * with a lock that the server takes at regular intervals.
   */
  readonly jitter: number;
}

/**
 * Creates the state of a run's failures. The failure of a request that was sent alone counts only if it is repeated (reading
 * 10).
 */
export function createFailing() {
  return {
    /** The requests that failed and will be sent again. */
    waiting: [] as Entry[],
    /** The numbers of the newest control requests that passed: a plain GET, and a request to another operation. */
    listRight: 0,
    otherRight: 0,
    /** How many control requests failed in a row. */
    controlsFailed: 0,
    newestReadAt: Number.NEGATIVE_INFINITY,
    /** A request that may have failed because the target is away. The next control request shows whether the target is away. */
    suspect: undefined as Exchange | undefined,
    isAway: false,
    /** Whether the target has returned anything but failures. */
    wasHeard: false,
  };
}

/**
 * How long nothing is sent before the first and before the second repetition, in ms, so that another process can release a lock.
 */
const quietForLocks = [
  { ms: 150, jitterMs: 100 },
  { ms: 400, jitterMs: 200 },
] as const;
/**
 * How long nothing is sent after a 502, 503 or 504, because a gateway may count requests over time. This pause no longer
 * applies once the target itself is known to refuse requests of this kind.
 */
const quietForGateways = [
  { ms: 1_000, jitterMs: 100 },
  { ms: 2_000, jitterMs: 200 },
] as const;
/**
 * After this many failed control requests in a row, failed requests are repeated without a control request, because none would
 * pass.
 */
const mostControls = 3;
/**
 * How often a request must fail before the failure counts, as long as the target has served nothing: one repetition is
 * enough.
 */
const failuresOfFirstContact = 2;

/**
 * Marks a failed exchange as "sent again", so that it is not judged, if other requests were in flight or if the failure is not
 * proven yet.
 */
export function markFailure(lane: LaneState, { entry, exchange }: Completed): Completed {
  const { failing, options } = lane;
  const isClosed = metClosedConnection(exchange);
  if (!isClosed && !isFailure(exchange)) return { entry, exchange };
  const again: Completed = { entry, exchange: { ...exchange, again: true } };
  if (isClosed || exchange.concurrent > 1 || entry.isControl === true) return again;
  const { first = exchange, count = 0 } = entry.failed ?? {};
  const { id } = exchange;
  entry.failed = {
    first,
    count: count + 1,
    id,
    isShed: isShed(exchange),
    control: undefined,
    jitter: options.random(),
  };
  const { failures } = options.readings;
  const needed = failing.wasHeard ? failures.needed() : failuresOfFirstContact;
  if (entry.failed.count < needed && !failures.isProven(exchange)) return again;
  failures.prove(exchange);
  return { entry, exchange };
}

/** Learns from an exchange which requests to send again, which control request passed, and whether the target is away. */
export function seeFailures({ failing, options }: LaneState, { entry, exchange }: Completed): void {
  const { creations, listHealth, failures } = options.readings;
  const isFailed = isFailure(exchange);
  const isLimited = statusOf(exchange) === 429;
  if (metClosedConnection(exchange)) return;
  seeControl(failing, entry, exchange);
  seeAway(failing, exchange);
  if (failing.suspect === exchange) {
    // The target may have restarted, and may be back before the next request.
    creations.mayBeLost('absence');
    listHealth.wasAway(exchange.readAt);
  }
  failing.newestReadAt = exchange.readAt;
  failing.wasHeard ||= !isFailed;
  const isWaiting = failing.waiting.includes(entry);
  if (exchange.again === true && exchange.concurrent <= 1 && entry.isControl !== true) {
    if (!isWaiting) failing.waiting.push(entry);
  } else if (isWaiting && !isLimited && exchange.concurrent <= 1) {
    failing.waiting.splice(failing.waiting.indexOf(entry), 1);
    if (!isFailed && entry.failed !== undefined) failures.pass(entry.failed.first);
  }
}

function seeControl(failing: LaneState['failing'], { isControl, controls }: Entry, exchange: Exchange): void {
  if (isFailure(exchange)) {
    if (isControl === true) failing.controlsFailed++;
    return;
  }
  if (!isWithKey(exchange.request) || statusOf(exchange) === 429 || exchange.overLimit) return;
  if (isPlainList(exchange.request)) failing.listRight = exchange.id;
  else failing.otherRight = exchange.id;
  failing.controlsFailed = 0;
  if (controls?.failed !== undefined) controls.failed.control = exchange;
}

/**
 * Concludes that the target is away if two failures in a row suggest that it is: a request failed, and so did the next control
 * request.
 */
function seeAway(failing: LaneState['failing'], exchange: Exchange): void {
  if (exchange.overLimit) return;
  const isNext =
    failing.suspect !== undefined && exchange.id > failing.suspect.id && exchange.concurrent <= 1;
  if (!mayBeAway(exchange)) failing.suspect = isNext ? undefined : failing.suspect;
  else if (isNext) failing.isAway = true;
  else if (failing.wasHeard) failing.suspect ??= exchange;
}

/** The next request to retry, and what it waits for. `quietUntil` is in ms of the monotonic clock. */
export interface Repetition<E> {
  readonly entry: E;
  readonly isControlled: boolean;
  readonly quietUntil: number;
}

/**
 * Returns the next request to retry: a plain GET comes first, because plain GETs are the control requests of all other
 * requests.
 */
export function repetitionOf({
  failing,
  options,
}: Pick<LaneState, 'failing' | 'options'>): Repetition<Entry> | undefined {
  const entry = failing.waiting.find(({ request }) => isPlainList(request)) ?? failing.waiting[0];
  if (entry?.failed === undefined) return undefined;
  const { count, id, control, jitter, isShed } = entry.failed;
  const mayBeShed = isShed && !options.readings.failures.isOwn(entry.request);
  const right = isPlainList(entry.request) ? failing.otherRight : failing.listRight;
  const canBeRight = failing.wasHeard && failing.controlsFailed < mostControls;
  const isRight = followsOther(entry) ? control !== undefined : right > id;
  const { ms, jitterMs } =
    (mayBeShed ? quietForGateways : quietForLocks)[Math.min(count, 2) - 1] ?? quietForLocks[0];
  const isControlled = !canBeRight || isRight;
  // The first control request is sent immediately.
  const isQuiet = isControlled || failing.controlsFailed > 0;
  const quietUntil = isQuiet ? failing.newestReadAt + ms + jitter * jitterMs : Number.NEGATIVE_INFINITY;
  return { entry, isControlled, quietUntil };
}

/** Checks whether a request must follow another request on the same connection. */
function followsOther({ own, isPaired }: Entry): boolean {
  return isPaired === true || own?.after !== undefined;
}

/** Returns the control request of a failure: a plain GET or, if a plain GET failed, another GET. */
export function controlOf(lane: LaneState): Entry {
  const { suspect } = lane.failing;
  const next = repetitionOf(lane)?.entry;
  const failed = suspect === undefined || next?.failed?.id === suspect.id ? next : undefined;
  const request = failed?.request ?? suspect?.request;
  const isForList = request !== undefined && isPlainList(request);
  const own = failed !== undefined && followsOther(failed) ? failed.own : undefined;
  return newEntry(lane, {
    purpose: 'a valid request between failures',
    sentFor: plainListsFor.control,
    priority: 0,
    isControl: true,
    controls: failed,
    own: own && { id: own.id },
    make: isForList ? () => get(orders) : plainList,
  });
}

/** Makes a request that failed follow its control request on the same connection. */
export function followControl(entry: Entry): Entry {
  const { own, failed } = entry;
  if (own !== undefined && failed?.control !== undefined) entry.own = { ...own, after: failed.control };
  return entry;
}

/** Rejects requests that failed and cannot be sent again. */
export function rejectFailed(
  { failing }: Pick<LaneState, 'failing'>,
  because: Stopped,
  entries = failing.waiting,
): void {
  failing.waiting = failing.waiting.filter((one) => !entries.includes(one));
  for (const { caller } of entries) caller?.reject(notRepeated(because));
}
