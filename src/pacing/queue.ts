import { NoFilesLeft } from '../http/faults.ts';
import { HeldBack } from '../http/round-trip.ts';
import { type Exchange, isPassingFault, isShed, statusOf } from '../model/exchange.ts';
import type { Wait } from '../model/report.ts';
import { plainListsFor } from '../spec/ledger.ts';
import { createBacklog } from './backlog.ts';
import { type Entry, isPlainList, isWithKey, type Wanted } from './entry.ts';
import { createKnowledge } from './knowledge.ts';
import { type Back, type Bucket, type ListReason, next, type PaceState, type Waiting } from './next.ts';
import type { QueueOptions } from './options.ts';
import { createPauses } from './pauses.ts';
import { Stopped } from './stopped.ts';
import { createWatchers } from './watchers.ts';

export interface Queue {
  /** Resolves with the exchange that tested the request; a 429 or a passing fault is not the end of it. Rejects with `Stopped`. */
  send(wanted: Wanted): Promise<Exchange>;
  /** Uses up what is left of the window with plain GETs until the limit is proven or cannot be; waits for the recovery. */
  prove(): Promise<void>;
  /** Resolves once a pause that a 429 asked for is over and the recovery was seen. */
  settled(): Promise<void>;
  /** Lets the creates that were kept be used. */
  releaseCreates(): void;
  /** Why the limit was not proven, where it was not. */
  proofLeftOut(): string | undefined;
  /** Waits `ms`, counted among the waits of the run; rejects with `Stopped`. */
  sleep(ms: number, reason: string): Promise<void>;
  stopped(): Stopped | undefined;
  /** Nothing is sent from here on. */
  end(): void;
  readonly counts: { readonly requests: number; readonly creates: number; readonly repeated: number };
  readonly waits: readonly Wait[];
}

interface WaitingEntry extends Waiting {
  readonly entry: Entry;
}

/** A 429 to the recovery this often in a row is taken as "limited for good". */
const most429sInARow = 4;
const mostJitterMs = 500;
const interrupted = 'the run was interrupted';

/** What the queue's own plain GETs are for. */
const purposes: Readonly<Record<ListReason, string>> = {
  recovery: 'the recovery after a 429',
  'sign of life': 'a sign of life after two faults',
  storage: 'the list after a body that may have been stored',
  control: 'a valid request between refusals',
  proof: 'a plain GET to prove the limit',
};

/** One queue for every request of a run: it paces them, and while limited it sends nothing at all. */
export function createQueue(options: QueueOptions): Queue {
  const { client, clock, listen, random } = options;
  /** Cuts waits short once nothing comes after them. */
  const over = new AbortController();
  const { signal: given } = options;
  const signal = given === undefined ? over.signal : AbortSignal.any([given, over.signal]);
  const pauses = createPauses({ ...options, signal });
  const knowledge = createKnowledge(options);
  const { inFlight, creates, quota, holds, proof, counts } = knowledge;
  const { shedding, enforcement } = options.readings;
  const backlog = createBacklog(options.plainList, creates.worthOf);
  const goesOn = () => backlog.size > 0 || options.exhaust === true;
  const watchers = createWatchers();
  let stop: Stopped | undefined;

  const isLimited = () => holds.limitedUntil !== undefined || holds.recovering;
  /** A request that failed in passing waits to go again: until then its answer is not there. */
  const isIdle = () => inFlight.counts.all === 0 && backlog.size === 0;
  const interrupt = () => void halt(new Stopped('interrupted', interrupted));
  if (options.signal?.aborted) interrupt();
  options.signal?.addEventListener('abort', interrupt, { once: true });

  return {
    send: (wanted) =>
      new Promise<Exchange>((resolve, reject) => {
        if (stop !== undefined) return reject(stop);
        backlog.want(wanted, { resolve, reject });
        pump();
      }),
    prove() {
      proof.ask();
      return until(() => !proof.asked && !isLimited() && isIdle());
    },
    settled: () => until(() => isIdle() && !(isLimited() && goesOn())),
    releaseCreates: creates.release,
    proofLeftOut: proof.leftOut,
    async sleep(ms, reason) {
      const stopped = await pause(ms, reason);
      if (stopped !== undefined) throw halt(stopped);
      pump();
    },
    stopped: () => stop,
    end: () => void halt(new Stopped('ended', 'the run has ended')),
    get counts() {
      return { ...counts, creates: creates.count };
    },
    waits: pauses.waits,
  };

  /** Does whatever may be done now. Called after everything that can change the answer. */
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
      const todo = next(state(), clock.monotonic());
      if (todo.kind === 'wait') run(waitFor(todo));
      if (todo.kind === 'wait' || todo.kind === 'nothing') break;
      if (todo.kind === 'give up proof') proof.end(todo.reason);
      else {
        const entry = todo.kind === 'send' ? taken(todo.waiting) : ownList(todo.why);
        run(dispatch(entry), entry);
      }
    }
    watchers.look(stop !== undefined);
  }

  /** Nothing is left to itself: the request that something broke at is in no backlog, so it is turned away here. */
  function run(work: Promise<void>, entry?: Entry): void {
    work.catch((error: unknown) => {
      const stopped = breakOff(error);
      entry?.reject(stopped);
    });
  }

  /** What breaks in here ends the run as a fault of the kit. */
  function breakOff(error: unknown): Stopped {
    if (error instanceof NoFilesLeft) return halt(new Stopped('no files left', error.message));
    options.onFault(error);
    return halt(new Stopped('fault', 'the kit itself failed'));
  }

  function state(): PaceState<WaitingEntry> {
    quota.look();
    const buckets = new Map<string, Bucket>();
    const bucketOf = (operation: string): Bucket => {
      const known = buckets.get(operation) ?? quota.bucket(operation, backlog.size);
      buckets.set(operation, known);
      return known;
    };
    const blocked = proof.whyNot();
    const { limitedUntil, pausedUntil } = holds;
    return {
      ...knowledge.pace(),
      ...(limitedUntil === undefined ? {} : { limitedUntil }),
      ...(pausedUntil === undefined ? {} : { pausedUntil }),
      proof: {
        asked: proof.asked,
        ...(blocked === undefined ? {} : { blocked }),
        bucket: bucketOf('listCategories'),
      },
      waiting: backlog.firsts().map((entry) => ({
        entry,
        isPost: entry.request.method === 'POST',
        withKey: isWithKey(entry.request),
        isPlainList: isPlainList(entry.request),
        priority: creates.worthOf(entry),
        order: entry.order,
        bucket: bucketOf(entry.request.operation),
      })),
      goesOn: goesOn(),
    };
  }

  function taken({ entry }: WaitingEntry): Entry {
    return backlog.takeBest([entry]) ?? entry;
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
      if (because === undefined) continue;
      for (const entry of backlog.takeAll((one) => one === first)) entry.reject(because);
    }
  }

  async function waitFor({ why, until, basis }: { why: string; until: number; basis?: Back['basis'] }) {
    const stopped = await waitOut(why, Math.max(0, Math.ceil(until - clock.monotonic())), basis);
    if (stopped === undefined) pump();
    else halt(stopped);
  }

  async function waitOut(why: string, ms: number, basis?: Back['basis']): Promise<Stopped | undefined> {
    const ahead = { requests: backlog.size, proof: proof.whyNot() === undefined };
    if (why === 'pause') return pause(ms, holds.reason, { ahead, isGap: holds.isGap });
    if (why === 'quota') {
      quota.waits();
      const stopped = await pause(
        ms + random() * mostJitterMs,
        `for requests to be allowed again (${basis})`,
        { ahead },
      );
      quota.forget();
      return stopped;
    }
    const times = holds.limitedInARow;
    if (times >= most429sInARow)
      return new Stopped('still limited', `still 429 after the time given was waited out ${times} times`);
    if (enforcement.decision().kind !== 'open') proof.end();
    const stopped = await pause(ms, holds.reason, { ahead });
    if (stopped !== undefined) return stopped;
    holds.limitOver();
    quota.forget();
    return undefined;
  }

  async function pause(...wait: Parameters<typeof pauses.pause>): Promise<Stopped | undefined> {
    const ended = await pauses.pause(...wait);
    if (ended === 'over') return undefined;
    if (ended === 'interrupted') return new Stopped('interrupted', interrupted);
    return new Stopped('waits spent', ended.refused);
  }

  async function dispatch(entry: Entry): Promise<void> {
    if (counts.requests >= options.maxRequests) {
      entry.reject(halt(new Stopped('requests spent', `--max-requests ${options.maxRequests} is used up`)));
      return;
    }
    const { request, purpose, sentFor, own } = entry;
    const overLimit =
      isPlainList(request) && quota.bucket(request.operation, 1).left <= 0 && !holds.recovering;
    // A try that may be the service's own fault, not its connection's, goes over a fresh one and is judged.
    const decides = entry.tries > 0 && (entry.wasShed !== true || shedding.isDecisive(request));
    const attempt = decides ? 2 : 1;
    const ticket = knowledge.sent(entry);
    let exchange: Exchange;
    try {
      exchange = await client.exchange(request, {
        ...{ purpose, sentFor, attempt, overLimit, own },
        mayStart: () => holds.mayStart(clock.monotonic()),
        onHead: (status, headers) => knowledge.headRead(status, headers, overLimit),
      });
    } catch (error) {
      if (!(error instanceof HeldBack)) throw error;
      // A 429 or 503 was read while its connection was still being opened.
      knowledge.heldBack(entry);
      if (!entry.internal) putBack(entry);
      pump();
      return;
    }
    const learned = knowledge.learn(entry, exchange, ticket, isPassing);
    const room = pauses.left() / 2 / Math.max(1, backlog.size);
    holds.answered(clock.monotonic(), room);
    if (learned.end !== undefined) halt(learned.end);
    tell(learned.exchange);
    conclude(entry, learned.exchange);
    // The next ones are sent before this one is judged: judging takes none of the time in which answers are waited for.
    pump();
    options.onExchange(learned.exchange);
  }

  function tell(exchange: Exchange): void {
    const status = statusOf(exchange);
    const remaining = quota.remaining();
    listen({
      type: 'exchange',
      sent: counts.requests,
      purpose: exchange.purpose,
      pending: backlog.size,
      ...(status === undefined ? {} : { status }),
      ...(remaining === undefined ? {} : { remaining }),
    });
  }

  /** Whether the request is sent again: it failed in passing, and was not the try that decides (readings 10 and 19). */
  function isPassing(exchange: Exchange): boolean {
    if (stop !== undefined || exchange.overLimit || !isPassingFault(exchange)) return false;
    return exchange.attempt === 1 || (exchange.concurrent > 1 && isShed(exchange));
  }

  function conclude(entry: Entry, exchange: Exchange): void {
    const { outcome } = exchange;
    if (outcome.kind === 'fault' && outcome.fault.kind === 'aborted')
      entry.reject(halt(new Stopped('interrupted', interrupted)));
    else if (statusOf(exchange) === 429) {
      // It was not tested. The queue's own plain GETs have served their purpose.
      if (!entry.internal) putBack(entry);
    } else if (isPassing(exchange)) sendAgain(entry, isShed(exchange));
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

  function until(done: () => boolean): Promise<void> {
    const reached = watchers.until(done);
    pump();
    return reached;
  }

  /** Ends the run for good: what waits is turned away, and nothing is sent any more. */
  function halt(because: Stopped): Stopped {
    if (stop !== undefined) return stop;
    stop = because;
    for (const entry of backlog.takeAll()) entry.reject(stop);
    if (['fault', 'no files left', 'ended'].includes(because.kind)) over.abort(stop);
    proof.end();
    watchers.look(true);
    return stop;
  }
}
