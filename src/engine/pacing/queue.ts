import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Settings } from '../../config/settings.ts';
import type { Clock } from '../../exchange/clock.ts';
import { type Exchange, isSentAgain, isShed, statusOf } from '../../exchange/exchange.ts';
import { Stopped } from '../../exchange/stopped.ts';
import type { Client } from '../../http/client.ts';
import { NoFilesLeft } from '../../http/faults.ts';
import { HeldBack } from '../../http/round-trip.ts';
import type { Readings } from '../../readings/readings.ts';
import type { Listener } from '../../report/model/events.ts';
import { plainListsFor } from '../../spec/catalog.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { createPauses, interruption, mostJitterMs } from './holds.ts';
import { createKnowledge } from './knowledge.ts';
import { type ListReason, type Next, next } from './next.ts';
import { type Entry, isPlainList, type Wanted } from './requests.ts';

/** What a queue is given. */
export interface QueueOptions {
  readonly settings: Omit<Settings, 'baseUrl' | 'key' | 'headers'>;
  readonly client: Client;
  readonly clock: Clock;
  /** Whether the limit may be proven by using the window up; a sentence says why not. */
  readonly exhaust: true | string;
  /** Nothing is sent for this many ms: the service asked for it while it was waited for (reading 22). */
  readonly heldMs?: number;
  /** Called once if something of the kit broke: the run ends. */
  readonly onFault: (error: unknown) => void;
  /** A number from 0 to 1 for the jitter that is added to waits. */
  readonly random: () => number;
  /** They see every exchange before the next request is chosen. */
  readonly readings: Pick<
    Readings,
    'see' | 'enforcement' | 'shedding' | 'ban' | 'listHealth' | 'creationCap'
  >;
  /** Sees every exchange once it is complete, in the order they end. What goes next has gone by then. */
  readonly onExchange: (exchange: Exchange) => void;
  readonly listen: Listener;
  readonly signal?: AbortSignal;
}

/** A 429 to the recovery this often in a row means "limited for good". */
const most429sInARow = 4;

/** The purposes of the queue's own plain GETs. */
const purposes: Readonly<Record<ListReason, string>> = {
  recovery: 'the recovery after a 429',
  'sign of life': 'a sign of life after two faults',
  storage: 'the list after a body that may have been stored',
  control: 'a valid request between refusals',
  proof: 'a plain GET to prove the limit',
};

/**
 * Sends every request of a run: carries out what `next` decides, and asks again after everything that can change the decision.
 * While limited it sends nothing at all.
 */
export function createQueue(options: QueueOptions) {
  const { client, clock, listen, settings } = options;
  const { shedding, enforcement } = options.readings;
  /** Cuts waits short once nothing comes after them. */
  const over = new AbortController();
  const { signal: given } = options;
  const signal = given === undefined ? over.signal : AbortSignal.any([given, over.signal]);
  const pauses = createPauses(clock, settings.maxWaitSeconds * 1000, listen, signal);
  const knowledge = createKnowledge(options);
  const { backlog, inFlight, creates, quota, holds, proof, counts } = knowledge;
  /** Callers that wait until something is true. */
  const watchers = new Map<() => boolean, () => void>();
  let stop: Stopped | undefined;

  const isLimited = () => holds.limitedUntil() !== undefined || holds.recovering();
  /** A request that failed in passing waits in the backlog to go again. */
  const isIdle = () => inFlight.counts.all === 0 && backlog.size() === 0;
  const interrupt = () => void halt(interruption());
  if (given?.aborted) interrupt();
  given?.addEventListener('abort', interrupt, { once: true });

  return {
    /** Resolves with the exchange that tested the request: a 429 or a passing fault does not. Rejects with `Stopped`. */
    send: (wanted: Wanted) =>
      new Promise<Exchange>((resolve, reject) => {
        if (stop !== undefined) return reject(stop);
        backlog.want(wanted, { resolve, reject });
        pump();
      }),
    /** Uses up what is left of the window with plain GETs until the limit is proven or cannot be; waits for the recovery. */
    prove(): Promise<void> {
      proof.ask();
      return until(() => !proof.asked() && !isLimited() && isIdle());
    },
    /** Resolves once a pause after a 429 is over and the recovery was seen. */
    settled: (): Promise<void> => until(() => isIdle() && !(isLimited() && knowledge.goesOn())),
    /** Lets the reserved creates be used. */
    releaseCreates: creates.release,
    /** Why the limit was not proven, where it was not. */
    proofSkipped: proof.leftOut,
    /** Waits `ms`, as one of the waits of the run; rejects with `Stopped`. */
    async sleep(ms: number, reason: string): Promise<void> {
      const stopped = await pauses.pause(ms, reason);
      if (stopped !== undefined) throw halt(stopped);
      pump();
    },
    stopped: () => stop,
    /** Ends the run: nothing is sent from here on. */
    end: () => void halt(new Stopped('ended', 'the run has ended')),
    counts: () => ({ ...counts, creates: creates.count() }),
    waits: pauses.waits,
  };

  /** Does whatever may be done now. Called after everything that can change the decision. */
  function pump(): void {
    try {
      decide();
    } catch (error) {
      breakOff(error);
    }
  }

  function decide(): void {
    while (stop === undefined && !pauses.lasting()) {
      rejectPosts();
      const todo = next(knowledge.state(), clock.monotonic());
      if (todo.kind === 'wait') run(wait(todo));
      if (todo.kind === 'wait' || todo.kind === 'nothing') break;
      if (todo.kind === 'give up proof') proof.end(todo.reason);
      else {
        const entry = todo.kind === 'send' ? backlog.take(todo.waiting.entry) : ownList(todo.why);
        run(dispatch(entry), entry);
      }
    }
    lookAround();
  }

  /** Leaves no promise floating: the request at which something broke is in no backlog, so it is rejected here. */
  function run(work: Promise<void>, entry?: Entry): void {
    work.catch((error: unknown) => {
      const stopped = breakOff(error);
      entry?.reject(stopped);
    });
  }

  /** Ends the run as a fault of the kit. */
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

  function rejectPosts(): void {
    for (const first of backlog.firsts()) {
      const because = first.request.method === 'POST' ? knowledge.whyNoPost(first) : undefined;
      if (because !== undefined) for (const entry of backlog.takeAll([first])) entry.reject(because);
    }
  }

  async function wait({ why, until, basis }: Extract<Next, { kind: 'wait' }>): Promise<void> {
    const isQuota = why === 'quota';
    const ms = Math.max(0, Math.ceil(until - clock.monotonic()));
    const ahead = { requests: backlog.size(), proof: proof.whyNot() === undefined };
    const times = holds.limitedInARow();
    if (why === 'limit' && times >= most429sInARow) {
      halt(new Stopped('still limited', `still 429 after the time given was waited out ${times} times`));
      return;
    }
    if (why === 'limit' && enforcement.decision().kind !== 'open') proof.end();
    if (isQuota) quota.waits();
    const stopped = await pauses.pause(
      isQuota ? ms + options.random() * mostJitterMs : ms,
      isQuota ? `for requests to be allowed again (${basis})` : holds.reason(),
      { ahead, isGap: !isQuota && holds.isGap() },
    );
    if (stopped !== undefined) {
      // A check that was just given a response may send more, some of which needs no quota.
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
    // A try that may be the service's own fault, not its connection's, goes over a fresh one and is judged.
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
      // A 429 or 503 was read while its connection was still being opened.
      knowledge.heldBack(entry);
      if (!entry.internal) putBack(entry);
      pump();
      return;
    }
    const { exchange, end } = knowledge.learn(entry, responded, ticket);
    holds.gap.begin(clock.monotonic(), pauses.leftMs() / 2 / Math.max(1, backlog.size()));
    if (end !== undefined) halt(end);
    listen({
      type: 'exchange',
      ...{ sent: counts.requests, purpose: exchange.purpose, pending: backlog.size() },
      ...definedOnly({ status: statusOf(exchange), remaining: quota.remaining() }),
    });
    conclude(entry, exchange);
    // The next ones are sent before this one is judged, so that judging delays nothing.
    pump();
    options.onExchange(exchange);
  }

  function conclude(entry: Entry, exchange: Exchange): void {
    const { outcome } = exchange;
    if (outcome.kind === 'fault' && outcome.fault.kind === 'aborted') entry.reject(halt(interruption()));
    else if (statusOf(exchange) === 429) {
      // It tested nothing. The queue's own plain GETs have served their purpose.
      if (!entry.internal) putBack(entry);
    } else if (stop === undefined && isSentAgain(exchange)) sendAgain(entry, isShed(exchange));
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

  /** Ends the run for good: what waits is rejected, and nothing is sent any more. */
  function halt(because: Stopped): Stopped {
    if (stop !== undefined) return stop;
    stop = because;
    for (const entry of backlog.takeAll()) entry.reject(stop);
    if (['fault', 'no files left', 'ended'].includes(because.kind)) over.abort(stop);
    proof.end();
    lookAround();
    return stop;
  }
}

export type Queue = ReturnType<typeof createQueue>;
