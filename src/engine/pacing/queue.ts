import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Settings } from '../../config/settings.ts';
import type { Clock } from '../../exchange/clock.ts';
import { type Exchange, isRetried, isShed, statusOf } from '../../exchange/exchange.ts';
import { Stopped } from '../../exchange/stopped.ts';
import type { Client } from '../../http/client.ts';
import { NoFilesLeft } from '../../http/faults.ts';
import { HeldBack } from '../../http/round-trip.ts';
import type { Readings } from '../../readings/readings.ts';
import type { Listener } from '../../report/model/events.ts';
import { plainListsFor } from '../../spec/catalog.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { createPauses, interruption, maxJitterMs } from './holds.ts';
import { createKnowledge } from './knowledge.ts';
import { type ListReason, type Next, next } from './next.ts';
import { type Entry, isPlainList, type Wanted } from './requests.ts';

/** The options of a queue. */
export interface QueueOptions {
  readonly settings: Omit<Settings, 'baseUrl' | 'key' | 'headers'>;
  readonly client: Client;
  readonly clock: Clock;
  /** The start of the run, on the monotonic clock; the current time by default. */
  readonly startedAt?: number;
  /** True if the run may use up the window to prove the limit, else the reason why not. */
  readonly exhaust: true | string;
  /** How long to wait before the first request, in ms, as the target asked during `--wait-for`. */
  readonly heldMs?: number;
  /** Called once on an error in the kit, which ends the run. */
  readonly onFault: (error: unknown) => void;
  /** Returns a number from 0 to 1 for the jitter of waits. */
  readonly random: () => number;
  /** They see each exchange before the next request is chosen. */
  readonly readings: Pick<
    Readings,
    'see' | 'enforcement' | 'shedding' | 'ban' | 'listHealth' | 'creationCap' | 'silence'
  >;
  /** Called for each complete exchange, in order of completion, after the next requests are sent. */
  readonly onExchange: (exchange: Exchange) => void;
  readonly listen: Listener;
  readonly signal?: AbortSignal;
}

/** After this many 429s in a row to the GET of a recovery, the run ends. */
const most429sInARow = 4;

/** If no request ends in this many steps, the queue will never end: at most 8 requests are in flight. */
const maxStepsWithoutEnd = 1_000;

/** The purposes of the queue's own plain GETs. */
const purposes: Readonly<Record<ListReason, string>> = {
  recovery: 'the recovery after a 429',
  'liveness check': 'a check that the target still responds, after two faults',
  storage: 'the list after a body that may have been stored',
  control: 'a valid request between refusals',
  proof: 'a plain GET to prove the limit',
};

/**
 * Sends each request of a run: executes what `next` decides, and decides again after each change. While limited, it sends
 * nothing.
 */
export function createQueue(options: QueueOptions) {
  const { client, clock, listen, settings, startedAt = clock.monotonic() } = options;
  const { shedding, enforcement } = options.readings;
  /** Ends waits early if nothing follows them. */
  const over = new AbortController();
  const { signal: given } = options;
  const signal = given === undefined ? over.signal : AbortSignal.any([given, over.signal]);
  const pauses = createPauses(clock, startedAt, settings.maxWaitSeconds * 1000, listen, signal);
  const knowledge = createKnowledge(options);
  const { backlog, inFlight, creates, quota, holds, proof, counts } = knowledge;
  /** Callers that wait for a condition. */
  const watchers = new Map<() => boolean, () => void>();
  let stop: Stopped | undefined;
  /** The number of steps since a request last ended. */
  let stepsWithoutEnd = 0;
  /** Why requests were not sent. */
  const refusals = new Set<Stopped['kind']>();

  const isLimited = () => holds.limitedUntil() !== undefined || holds.recovering();
  /** A request with a transient fault is in the backlog for its retry. */
  const isIdle = () => inFlight.counts.all === 0 && backlog.size() === 0;
  const interrupt = () => void halt(interruption());
  if (given?.aborted) interrupt();
  given?.addEventListener('abort', interrupt);

  return {
    /** Resolves with the exchange that counts, after retries for a 429 or a transient fault. Rejects with `Stopped`. */
    send: (wanted: Wanted) =>
      new Promise<Exchange>((resolve, reject) => {
        if (stop !== undefined) return reject(stop);
        backlog.want(wanted, { resolve, reject });
        pump();
      }),
    /** Uses up the window with plain GETs until the limit is proven, or cannot be. Waits for the recovery. */
    prove(): Promise<void> {
      proof.ask();
      return until(() => !proof.asked() && !isLimited() && isIdle());
    },
    /** Resolves when a wait after a 429 is over and the target has recovered. */
    settled: (): Promise<void> => until(() => isIdle() && !(isLimited() && knowledge.goesOn())),
    /** Returns whether a POST with the key can be sent without a wait for the limit to reset. */
    hasRoom: (): boolean => !isLimited() && quota.bucket('createCategory', 1).left > 0,
    /** Releases the reserved creates. */
    releaseCreates: creates.release,
    /** Returns why the limit was not proven, or undefined. */
    proofSkipped: proof.leftOut,
    /** Waits `ms` as part of the waits of the run. Rejects with `Stopped`. */
    async sleep(ms: number, reason: string): Promise<void> {
      const stopped = await pauses.pause(ms, reason);
      if (stopped !== undefined) throw halt(stopped);
      pump();
    },
    stopped: () => stop,
    /** Returns whether requests were not sent for this reason. */
    refused: (kind: Stopped['kind']) => refusals.has(kind),
    /** Ends the run. */
    end: () => void halt(new Stopped('ended', 'the run has ended')),
    counts: () => ({ ...counts, creates: creates.count() }),
    waits: pauses.waits,
  };

  /** Does what can be done now. Called after each change of the state. */
  function pump(): void {
    try {
      decide();
    } catch (error) {
      breakOff(error);
    }
  }

  function decide(): void {
    while (stop === undefined && !pauses.lasting()) {
      rejectHopeless();
      const todo = next(knowledge.state(), clock.monotonic());
      if (todo.kind === 'nothing') break;
      if (++stepsWithoutEnd > maxStepsWithoutEnd)
        throw new Error(
          `the queue took ${maxStepsWithoutEnd} steps without the end of a request, at last: ${todo.kind}`,
        );
      if (todo.kind === 'wait') {
        run(wait(todo));
        break;
      }
      if (todo.kind === 'give up proof') proof.end(todo.reason);
      else {
        const entry = todo.kind === 'send' ? backlog.take(todo.waiting.entry) : ownList(todo.why);
        run(dispatch(entry), entry.reject);
      }
    }
    lookAround();
  }

  /** Handles errors of `work`. Rejects its request here, because that is no longer in the backlog. */
  function run(work: Promise<void>, reject: Entry['reject'] = () => {}): void {
    work.catch((error: unknown) => reject(breakOff(error)));
  }

  /** Ends the run because of an error in the kit. */
  function breakOff(error: unknown): Stopped {
    if (error instanceof NoFilesLeft) return halt(new Stopped('no files left', error.message));
    options.onFault(error);
    return halt(new Stopped('fault', 'the kit itself failed'));
  }

  function ownList(why: ListReason): Entry {
    const purpose = purposes[why];
    const sentFor = plainListsFor[why];
    if (why !== 'proof') return backlog.takePlainList(purpose, sentFor);
    proof.filled();
    return backlog.ownList(purpose, sentFor);
  }

  function rejectHopeless(): void {
    for (const first of backlog.firsts()) {
      const because = knowledge.whyNot(first);
      if (because === undefined) continue;
      refusals.add(because.kind);
      for (const entry of backlog.takeAll([first])) entry.reject(because);
    }
  }

  async function wait({ why, until, basis }: Extract<Next, { kind: 'wait' }>): Promise<void> {
    const isQuota = why === 'quota';
    const ms = Math.max(0, Math.ceil(until - clock.monotonic()));
    const ahead = { requests: backlog.size(), proof: proof.whyNot() === undefined };
    const times = holds.limitedInARow();
    if (times >= most429sInARow) {
      halt(new Stopped('still limited', `still 429 after ${times} waits of the requested time`));
      return;
    }
    if (why === 'limit' && enforcement.decision().kind !== 'open') proof.end();
    if (isQuota) quota.waits();
    const stopped = await pauses.pause(
      isQuota ? ms + options.random() * maxJitterMs : ms,
      isQuota ? `for requests to be allowed again (${basis})` : holds.reason(),
      { ahead, isGap: !isQuota && holds.isGap() },
    );
    if (stopped !== undefined) {
      // A check that just got a response may send more requests, some without quota.
      await nextTurn();
      halt(stopped);
      return;
    }
    if (why === 'limit') holds.limitOver();
    if (why !== 'pause') quota.forget();
    pump();
  }

  async function dispatch(entry: Entry): Promise<void> {
    const { maxRequests } = settings;
    if (counts.requests >= maxRequests) {
      entry.reject(halt(new Stopped('requests spent', `--max-requests ${maxRequests} is used up`)));
      return;
    }
    const { request, purpose, sentFor, own } = entry;
    const overLimit =
      isPlainList(request) && quota.bucket(request.operation, 1).left <= 0 && !holds.recovering();
    // If the server may be at fault, not the connection, the retry uses a fresh connection and is judged.
    const decides = entry.tries > 0 && (entry.wasShed !== true || shedding.isDecisive(request));
    const ticket = knowledge.sent(entry);
    let responded: Exchange;
    try {
      responded = await client.exchange(request, {
        ...{ purpose, sentFor, attempt: decides ? 2 : 1, overLimit, own },
        mayStart: holds.mayStart,
        onHead: (status, headers) => holds.headRead(status, headers, overLimit),
      });
    } catch (error) {
      if (!(error instanceof HeldBack)) throw error;
      // A 429 or 503 arrived while the connection was being opened.
      knowledge.heldBack(entry, ticket);
      if (!entry.internal) putBack(entry);
      pump();
      return;
    }
    stepsWithoutEnd = 0;
    const { exchange, end } = knowledge.learn(entry, responded, ticket);
    holds.gap.begin(clock.monotonic(), pauses.leftMs() / 2 / Math.max(1, backlog.size()));
    if (end !== undefined) halt(end);
    listen({
      type: 'exchange',
      ...{ sent: counts.requests, purpose: exchange.purpose, pending: backlog.size() },
      ...definedOnly({ status: statusOf(exchange), remaining: quota.remaining() }),
    });
    conclude(entry, exchange);
    // Sends the next requests before this exchange is judged, so that judging delays nothing.
    pump();
    options.onExchange(exchange);
  }

  function conclude(entry: Entry, exchange: Exchange): void {
    const { outcome } = exchange;
    if (outcome.kind === 'fault' && outcome.fault.kind === 'aborted') entry.reject(halt(interruption()));
    else if (statusOf(exchange) === 429) {
      // It tested nothing, so it is sent again, unless it is a plain GET of the queue.
      if (!entry.internal) putBack(entry);
    } else if (stop === undefined && isRetried(exchange)) sendAgain(entry, isShed(exchange));
    else entry.resolve(exchange);
  }

  function sendAgain(entry: Entry, wasShed: boolean): void {
    entry.tries++;
    entry.wasShed = wasShed;
    try {
      entry.request = entry.make(2);
    } catch (error) {
      entry.reject(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    putBack(entry);
  }

  function putBack(entry: Entry): void {
    if (stop !== undefined) entry.reject(stop);
    else backlog.add(entry);
  }

  /** Resolves when `done` is true, or once the run has ended. */
  function until(done: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      watchers.set(done, resolve);
      pump();
    });
  }

  function lookAround(): void {
    for (const [done, resolve] of watchers) {
      if (stop === undefined && !done()) continue;
      watchers.delete(done);
      resolve();
    }
  }

  /** Ends the run: rejects all waiting requests, and sends nothing more. */
  function halt(because: Stopped): Stopped {
    if (stop !== undefined) return stop;
    stop = because;
    refusals.add(because.kind);
    for (const entry of backlog.takeAll()) entry.reject(stop);
    if (['fault', 'no files left', 'ended'].includes(because.kind)) over.abort(stop);
    proof.end();
    lookAround();
    return stop;
  }
}

export type Queue = ReturnType<typeof createQueue>;
