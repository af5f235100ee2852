import { setImmediate as nextTurn } from 'node:timers/promises';
import { plainList } from '../../checks/requests.ts';
import { type Settings, shrinkCreatesOf } from '../../config/settings.ts';
import type { Clock } from '../../exchange/clock.ts';
import { type Exchange, type HeaderLine, type HttpRequest, statusOf } from '../../exchange/exchange.ts';
import { Stopped } from '../../exchange/stopped.ts';
import type { Client } from '../../http/client.ts';
import { NoFilesLeft } from '../../http/faults.ts';
import type { Readings } from '../../readings/readings.ts';
import type { Listener } from '../../report/model/events.ts';
import { createCategory } from '../../spec/operations.ts';
import type { Reason } from '../../spec/reasons.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { awaitTarget } from './away.ts';
import { createFailing, markFailure, rejectFailed, seeFailures } from './failures.ts';
import { type Next, next } from './next.ts';
import { createProof, endProof, sayIfTooSlow, whyNoProof, whyRunEnds } from './proof.ts';
import { bucketOf, createQuota, forgetViews, seeBatch } from './quota.ts';
import {
  budgetUsedUp,
  type CreationBudget,
  countWaiting,
  dequeue,
  type Entry,
  enqueue,
  followUp,
  learn,
  newEntry,
  type Queue,
  sendTogether,
  type Wanted,
  wasAborted,
  whyNotSent,
} from './requests.ts';
import { longWindowMs } from './room.ts';
import { batchFor, stateOf } from './state.ts';
import * as waiting from './waits.ts';

/** The options of a lane. */
export interface LaneOptions {
  readonly settings: Omit<Settings, 'baseUrl' | 'key' | 'headers'>;
  readonly client: Client;
  readonly clock: Clock;
  /** The start of the run, on the monotonic clock; the current time by default. */
  readonly startedAt?: number;
  /** True if the run may use up the window to prove the limit; otherwise, the reason why it may not. */
  readonly exhaust: true | Reason;
  /** Functions that make the requests that join a GET beyond the limit, each to a different operation. */
  readonly beyond?: readonly (() => HttpRequest)[];
  /** How long to wait before the first request, in ms, because the target requested a wait during `--wait-for`. */
  readonly heldMs?: number;
  /** Called once on an error in the kit, which ends the run. */
  readonly onFault: (error: unknown) => void;
  /** Returns a number from 0 to 1 for the jitter of waits. */
  readonly random: () => number;
  /** The readings see each exchange before the next request is chosen. */
  readonly readings: Readings;
  /** Called for each complete exchange, in order of completion. */
  readonly onExchange: (exchange: Exchange) => void;
  readonly listen: Listener;
  /** Called when --max-time is over, to end the requests in flight. */
  readonly onTimeUp?: () => void;
  readonly signal?: AbortSignal;
}

export type Lane = ReturnType<typeof createLane>;

/** The state of a run's requests: the waiting ones, those in flight, and what the responses so far mean for the next request. */
export type LaneState = ReturnType<typeof createState>;

/** The run ends after this many 429s in a row to the GET that checks the recovery. */
const most429sInARow = 4;

function createState(options: LaneOptions) {
  const { clock, settings, random, listen, signal, heldMs, startedAt = clock.monotonic() } = options;
  /** Ends the current wait early when the run ends. */
  const over = new AbortController();
  const waits = waiting.createWaits({
    clock,
    random,
    startedAt,
    listen,
    maxWaitMs: settings.maxWaitSeconds * 1000,
    signal: signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]),
  });
  if (heldMs !== undefined)
    waiting.pauseFor(waits, heldMs, 'as the target requested before the run (Retry-After)');
  const reserved = shrinkCreatesOf(settings);
  return {
    options,
    over,
    waits,
    /** The waiting requests, those in flight, and how many entries were created. */
    queue: new Map() as Queue,
    batch: [] as readonly Entry[],
    made: 0,
    creates: { most: settings.maxCreates, reserved, count: 0 } as CreationBudget,
    quota: createQuota(settings.concurrency, settings.profile === 'gentle'),
    proof: createProof(options.exhaust),
    failing: createFailing(),
    absences: { count: 0, ms: 0, polls: 0 },
    /** How many windows of the limit the run has used. */
    windows: 1,
    counts: { requests: 0, retried: 0 },
    maxRequests: settings.maxRequests,
    /** How many requests are reserved to remove what custom checks create. */
    kept: 0,
    /** Whether the burst may no longer be sent, because it was already sent or a response forbids it. */
    burstIsOver: settings.concurrency === 1,
    /** A wait that a check asked for. */
    asleep: undefined as Promise<unknown> | undefined,
    /** Wakes the loop when there is something to do. `onceIdle` holds the callers that wait until there is nothing to do. */
    wake: () => {},
    onceIdle: [] as (() => void)[],
    stop: undefined as Stopped | undefined,
  };
}

/**
 * Sends the requests of a run in one lane, one batch at a time. When nothing is in flight, the lane decides what comes next
 * (`next`), sends it, and learns from the responses. It sends nothing while the server limits the key.
 */
export function createLane(options: LaneOptions) {
  const { clock, settings, signal } = options;
  const lane = createState(options);
  const { waits, creates } = lane;
  const interrupt = () => void halt(lane, waiting.interruption());
  if (signal?.aborted) interrupt();
  signal?.addEventListener('abort', interrupt);
  if (settings.maxTimeSeconds !== undefined) void endInTime(lane, settings.maxTimeSeconds);
  drive(lane).catch((error: unknown) => breakOff(lane, error));
  /** Resolves when nothing is left to send, or the run has ended. */
  const idle = () =>
    new Promise<void>((resolve) => {
      lane.onceIdle.push(resolve);
      if (lane.stop === undefined) lane.wake();
      else beIdle(lane);
    });

  return {
    /** Resolves with the exchange that counts, after retries because of 429s or transient faults. Rejects with `Stopped`. */
    send: (wanted: Wanted) =>
      new Promise<Exchange>((resolve, reject) => {
        if (lane.stop !== undefined) return reject(lane.stop);
        enqueue(lane.queue, newEntry(lane, wanted, { resolve, reject }));
        lane.wake();
      }),
    /** Uses up the window with plain GETs until the limit is proven or cannot be proven, and waits for the recovery. */
    prove(): Promise<void> {
      lane.proof.asked = true;
      return idle();
    },
    /** Resolves when nothing is left to send, and the target has recovered after a 429. */
    settled: idle,
    /** Returns whether a POST with the key can be sent without a wait for the limit to reset. */
    mayPostNow: (): boolean =>
      waits.limited === undefined &&
      !waits.recovering &&
      bucketOf(lane.quota, createCategory.id, clock.monotonic()).left > 0,
    /** Releases the creations that are reserved for the search for smaller bodies. */
    releaseCreates(): void {
      creates.reserved = 0;
    },
    /** Limits the requests of the run to the maximum that the run announced. */
    limitTo(most: number): void {
      lane.maxRequests = Math.min(lane.maxRequests, most);
    },
    /** Reserves this many requests of the maximum until `releaseCleanups` is called. */
    keepForCleanup: (count: number): void => keepForCleanup(lane, count),
    releaseCleanups: (): void => keepForCleanup(lane, -lane.kept),
    /** Counts a request that removes something after the end of the run. Returns false if the request must not be sent. */
    takeForCleanup: (request: HttpRequest): boolean => takeForCleanup(lane, request),
    /** Learns from the head of a response to a request that the lane did not send. */
    seeHead: (status: number, headers: readonly HeaderLine[]) =>
      waiting.seeHead(waits, plainList(), { status, headers, overLimit: false }),
    /** Returns why the limit was not proven, or undefined. */
    proofSkipped: () => lane.proof.leftOut,
    /** Returns why no POST was sent together with the GET beyond the limit, if none was. */
    postLeftOut: () => lane.proof.postLeftOut,
    /** Waits `ms`, which counts as a wait of the run. Rejects with `Stopped`. */
    async sleep(ms: number, reason: string): Promise<void> {
      const sleeping = waiting.sleep(waits, ms, reason);
      lane.asleep = sleeping;
      const stopped = await sleeping;
      if (stopped !== undefined) throw halt(lane, stopped);
    },
    stopped: () => lane.stop,
    /** Ends the run and its current wait. */
    end: () => lane.over.abort(halt(lane, new Stopped('ended', 'the run has ended'))),
    counts: () => ({ ...lane.counts, creates: creates.count }),
    waits: () => waiting.waitsOf(waits),
  };
}

function keepForCleanup(lane: LaneState, count: number): void {
  lane.maxRequests -= count;
  lane.kept += count;
}

/**
 * Counts a request that removes something, unless it must not be sent: during a Retry-After, at Remaining 0, or if anything but
 * a budget or an interruption ended the run.
 */
function takeForCleanup(lane: LaneState, request: HttpRequest): boolean {
  const { stop, counts, quota, waits, options } = lane;
  const ends = ['maxRequests', 'announced', 'maxWaitSeconds', 'maxTimeSeconds', 'interrupted'];
  const { left } = bucketOf(quota, request.operation, options.clock.monotonic());
  const hasRoom = counts.requests < lane.maxRequests && left > 0;
  if (!ends.includes(stop?.kind ?? '') || !hasRoom || !waiting.mayCleanUp(waits, request)) return false;
  counts.requests++;
  return true;
}

/** Decides and acts, one batch at a time, until the run ends. No request is in flight when it decides. */
async function drive(lane: LaneState): Promise<void> {
  const { waits, options } = lane;
  const { clock } = options;
  for (;;) {
    // After one more turn of the event loop, all requests that a response leads to have been added, so that their priorities
    // decide which goes first.
    await nextTurn();
    await lane.asleep;
    rejectHopeless(lane);
    if (lane.stop !== undefined) return;
    // A pause that Retry-After demands comes first.
    if (lane.failing.isAway && waits.pause.until <= clock.monotonic()) {
      const stopped = await awaitTarget(lane);
      if (stopped !== undefined) halt(lane, stopped);
      continue;
    }
    const todo = next(stateOf(lane), clock.monotonic());
    if (todo.kind === 'nothing') await somethingToDo(lane);
    else if (todo.kind === 'wait') await wait(lane, todo);
    else if (todo.kind === 'give up proof') endProof(lane, todo.reason);
    else await send(lane, batchFor(lane, todo));
  }
}

async function somethingToDo(lane: LaneState): Promise<void> {
  const woken = new Promise<void>((resolve) => {
    lane.wake = resolve;
  });
  beIdle(lane);
  await woken;
}

function beIdle(lane: LaneState): void {
  for (const resolve of lane.onceIdle.splice(0)) resolve();
}

/** Rejects waiting requests that may no longer be sent. */
function rejectHopeless(lane: LaneState): void {
  for (const entries of lane.queue.values()) {
    const [first] = entries;
    const because = first && whyNotSent(lane, first);
    if (because === undefined) continue;
    // All requests of one kind are rejected for the same reason, but the words of the reason may name the body.
    for (const entry of entries) entry.caller?.reject(whyNotSent(lane, entry) ?? because);
    dequeue(lane.queue, [...entries]);
  }
  for (const entry of [...lane.failing.waiting]) {
    const because = whyNotSent(lane, entry);
    if (because !== undefined) rejectFailed(lane, because, [entry]);
  }
}

/** Waits as `next` decided. */
async function wait(lane: LaneState, { why, until, basis }: Extract<Next, { kind: 'wait' }>): Promise<void> {
  const { waits, options } = lane;
  const ms = Math.max(0, Math.ceil(until - options.clock.monotonic()));
  const times = waits.limitedInARow;
  if (times >= most429sInARow) {
    halt(lane, new Stopped('still limited', `still 429 after ${times} waits for the requested time`));
    return;
  }
  const ahead = { requests: countWaiting(lane.queue), proof: whyNoProof(lane) === undefined };
  const jitterMs = why === 'quota' ? options.random() * waiting.maxJitterMs : 0;
  const reason =
    why === 'quota' ? `for requests to be allowed again (${basis})` : waiting.waitReason(waits, why);
  const stopped = await waiting.sleep(waits, ms + jitterMs, reason, ahead);
  if (stopped !== undefined) return void halt(lane, stopped);
  if (why === 'limit') waiting.beginRecovery(waits);
  if (why !== 'limit' && why !== 'quota') return;
  if (ms >= longWindowMs) lane.windows++;
  forgetViews(lane.quota);
  options.readings.creations.mayBeLost('wait');
}

/** Sends requests, and learns from their responses once all of them have been read. */
async function send(lane: LaneState, wanted: readonly Entry[]): Promise<void> {
  const { counts, options, quota } = lane;
  const batch = wanted.slice(0, Math.max(0, lane.maxRequests - counts.requests));
  lane.batch = wanted;
  if (batch.length < wanted.length) {
    const because = halt(lane, budgetUsedUp(lane));
    for (const entry of wanted.slice(batch.length)) entry.caller?.reject(because);
  }
  counts.requests += batch.length;
  counts.retried += batch.filter(({ tries }) => tries > 0).length;
  const sent = await sendTogether(lane, batch);
  for (const unmarked of sent) {
    const one = markFailure(lane, unmarked);
    const { exchange } = one;
    learn(lane, one, batch.length > 1);
    seeFailures(lane, one);
    sayIfTooSlow(lane);
    const end = wasAborted(exchange) ? waiting.interruption() : whyRunEnds(lane);
    if (end !== undefined) halt(lane, end);
    options.listen({
      type: 'exchange',
      sent: counts.requests,
      purpose: exchange.purpose,
      pending: countWaiting(lane.queue),
      ...definedOnly({ status: statusOf(exchange), remaining: quota.remaining }),
    });
    followUp(lane, one);
    options.onExchange(exchange);
  }
  seeBatch(quota, sent);
}

/** Ends the run, and its requests in flight, when its time is over. */
async function endInTime(lane: LaneState, seconds: number): Promise<void> {
  const { clock, onTimeUp } = lane.options;
  const ms = lane.waits.startedAt + seconds * 1_000 - clock.monotonic();
  const isOver = await clock.sleep(Math.max(0, ms), lane.over.signal).then(
    () => true,
    () => false,
  );
  if (!isOver || lane.stop !== undefined) return;
  halt(lane, new Stopped('maxTimeSeconds', `the run would take longer than --max-time ${seconds}`));
  onTimeUp?.();
}

/** Ends the run because of an error in the kit or on this machine. */
function breakOff(lane: LaneState, error: unknown): void {
  const ofMachine = error instanceof NoFilesLeft;
  if (!ofMachine) lane.options.onFault(error);
  const because = halt(
    lane,
    ofMachine ? new Stopped('no files left', error.message) : new Stopped('fault', 'the kit itself failed'),
  );
  for (const entry of lane.batch) entry.caller?.reject(because);
}

/** Ends the run: rejects all waiting requests, and sends nothing more. */
function halt(lane: LaneState, because: Stopped): Stopped {
  if (lane.stop !== undefined) return lane.stop;
  lane.stop = because;
  for (const entry of [...lane.queue.values()].flat()) entry.caller?.reject(because);
  lane.queue.clear();
  rejectFailed(lane, because);
  // These reasons also end the current wait. An interruption ends the wait through its own signal, and after any other reason a
  // check may go on waiting.
  if (['fault', 'no files left', 'maxTimeSeconds'].includes(because.kind)) lane.over.abort(because);
  lane.wake();
  beIdle(lane);
  return because;
}
