import { plainList } from '../../checks/requests.ts';
import { type Exchange, type HttpRequest, isRetried, isShed, statusOf } from '../../exchange/exchange.ts';
import { Stopped } from '../../exchange/stopped.ts';
import type { OwnConnection } from '../../http/client.ts';
import { NoFilesLeft } from '../../http/faults.ts';
import { HeldBack } from '../../http/round-trip.ts';
import { plainListsFor } from '../../spec/catalog.ts';
import { createCategory, operationTitle } from '../../spec/operations.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { beginGap } from './gap.ts';
import { headRead, isGapOnly, limitOver, maxJitterMs, mayStart, reasonOf } from './holds.ts';
import { type ListReason, type Next, next } from './next.ts';
import { interruption, isWaiting, type Pauses, pause, waitsOf } from './pauses.ts';
import { endProof } from './proof.ts';
import { bucketOf, forgetViews } from './quota.ts';
import { refusalsLeft } from './refusals.ts';
import { type Entry, isPlainList, type Wanted } from './requests.ts';
import {
  countHeldBack,
  countSent,
  createSender,
  goesOn,
  learn,
  type QueueOptions,
  type Sender,
  stateOf,
  suspectOf,
  whyNotProven,
  whyNotSent,
} from './sender.ts';

/** After this many 429s in a row to the GET of a recovery, the run ends. */
const most429sInARow = 4;

/** If no request ends in this many steps, the queue will never end: at most 16 requests are in flight. */
const maxStepsWithoutEnd = 1_000;

/** The 429s that the proof needs for its GET and the recovery. */
const refusalsOfProof = 3;

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
  const { clock, listen, settings, startedAt = clock.monotonic(), signal: given } = options;
  /** Ends waits early if nothing follows them. */
  const over = new AbortController();
  const maxWaitMs = settings.maxWaitSeconds * 1000;
  const pauses: Pauses = {
    clock,
    startedAt,
    maxWaitMs,
    listen,
    signal: given === undefined ? over.signal : AbortSignal.any([given, over.signal]),
    begun: [],
    leftMs: maxWaitMs,
  };
  const sender = createSender(options, pauses, over);
  const interrupt = () => void halt(sender, interruption());
  if (given?.aborted) interrupt();
  given?.addEventListener('abort', interrupt);
  if (settings.maxTimeSeconds !== undefined) void endInTime(sender, settings.maxTimeSeconds);

  return {
    /** Resolves with the exchange that counts, after retries for a 429 or a transient fault. Rejects with `Stopped`. */
    send: (wanted: Wanted) =>
      new Promise<Exchange>((resolve, reject) => {
        if (sender.stop !== undefined) return reject(sender.stop);
        sender.backlog.want(wanted, { resolve, reject });
        if (!sender.willPump) pump(sender);
      }),
    /** Uses up the window with plain GETs until the limit is proven, or cannot be. Waits for the recovery. */
    prove(): Promise<void> {
      sender.proof.asked = true;
      return until(sender, () => !sender.proof.asked && !isLimited(sender) && isIdle(sender));
    },
    /** Resolves when a wait after a 429 is over and the target has recovered. */
    settled: (): Promise<void> =>
      until(sender, () => isIdle(sender) && !(isLimited(sender) && goesOn(sender))),
    /** Returns whether a POST with the key can be sent without a wait for the limit to reset. */
    hasRoom: (): boolean =>
      !isLimited(sender) && bucketOf(sender.quota, createCategory.id, clock.monotonic()).left > 0,
    /** Releases the reserved creates. */
    releaseCreates: sender.creates.release,
    /** Returns why the limit was not proven, or undefined. */
    proofSkipped: () => sender.proof.leftOut,
    /** Waits `ms` as part of the waits of the run. Rejects with `Stopped`. */
    async sleep(ms: number, reason: string): Promise<void> {
      const stopped = await pause(pauses, ms, reason);
      if (stopped !== undefined) throw halt(sender, stopped);
      pump(sender);
    },
    stopped: () => sender.stop,
    /** Returns whether requests were not sent for this reason. */
    refused: (kind: Stopped['kind']) => sender.unsent.has(kind),
    /** Ends the run. */
    end: () => void halt(sender, new Stopped('ended', 'the run has ended')),
    counts: () => ({ ...sender.counts, creates: sender.creates.count() }),
    waits: () => waitsOf(pauses),
  };
}

export type Queue = ReturnType<typeof createQueue>;

/** Ends the run when its time is over, with the requests in flight. */
async function endInTime(sender: Sender, seconds: number): Promise<void> {
  const { clock, onTimeUp } = sender.options;
  const ms = sender.pauses.startedAt + seconds * 1_000 - clock.monotonic();
  const isOver = await clock.sleep(Math.max(0, ms), sender.over.signal).then(
    () => true,
    () => false,
  );
  if (!isOver || sender.stop !== undefined) return;
  halt(sender, new Stopped('time spent', `the run would take longer than --max-time ${seconds}`));
  onTimeUp?.();
}

function isLimited({ holds }: Sender): boolean {
  return holds.limited !== undefined || holds.recovering;
}

/** A request with a transient fault is in the backlog for its retry. */
function isIdle({ inFlight, backlog }: Sender): boolean {
  return inFlight.counts.all === 0 && backlog.size() === 0;
}

/** Does what can be done now. Called after each change of the state. */
function pump(sender: Sender): void {
  try {
    decide(sender);
  } catch (error) {
    breakOff(sender, error);
  }
}

/** Does it once all requests that follow from a response are known, so that their priorities decide. */
function pumpSoon(sender: Sender): void {
  if (sender.willPump) return;
  sender.willPump = true;
  setImmediate(() => {
    sender.willPump = false;
    pump(sender);
  });
}

function decide(sender: Sender): void {
  while (sender.stop === undefined && !isWaiting(sender.pauses)) {
    rejectHopeless(sender);
    const todo = next(stateOf(sender), sender.options.clock.monotonic());
    if (todo.kind === 'nothing') break;
    if (++sender.stepsWithoutEnd > maxStepsWithoutEnd)
      throw new Error(
        `the queue took ${maxStepsWithoutEnd} steps without the end of a request, at last: ${todo.kind}`,
      );
    if (todo.kind === 'wait') {
      run(sender, wait(sender, todo));
      break;
    }
    if (todo.kind === 'give up proof') endProof(sender.proof, decisionOf(sender), todo.reason);
    else for (const entry of entriesOf(sender, todo)) run(sender, dispatch(sender, entry), entry.reject);
  }
  lookAround(sender);
}

/** Returns the requests that are sent now. */
function entriesOf(
  sender: Sender,
  todo: Exclude<
    ReturnType<typeof next<ReturnType<typeof stateOf>['waiting'][number]>>,
    { kind: 'nothing' | 'wait' | 'give up proof' }
  >,
): readonly Entry[] {
  if (todo.kind === 'send') {
    const entries = todo.waiting.map(({ entry }) => sender.backlog.take(entry));
    // The requests of the burst open their connections together. On one that is open already, a request would be ahead.
    return entries.length === 1
      ? entries
      : entries.map((entry) => ({ ...entry, own: entry.own ?? connectionOf(entry) }));
  }
  if (todo.kind === 'exceed') return beyondTheLimit(sender);
  return [ownList(sender, todo.why)];
}

/**
 * Returns the requests at Remaining 0: a plain GET, the first time with one request of each other operation that may be sent,
 * or one of a suspect operation alone.
 */
function beyondTheLimit(sender: Sender): readonly Entry[] {
  const { backlog, creates, options, proof } = sender;
  const entryOf = (operation: HttpRequest['operation'], make: () => HttpRequest): Entry =>
    backlog.own({
      purpose: `${operationTitle(operation)} beyond the limit`,
      sentFor: plainListsFor.proof,
      priority: 0,
      creates: operation === createCategory.id,
      exceeds: true,
      own: connectionBeyond(operation, 0),
      make,
    });
  const suspect = decisionOf(sender).kind === 'proven' ? suspectOf(sender) : undefined;
  if (suspect !== undefined) {
    proof.suspectsSent++;
    return [entryOf(suspect, options.beyond?.[suspect] ?? plainList)];
  }
  proof.exceeded++;
  const list = ownList(sender, 'proof');
  const isCompanyFine = !sender.pace.goesAlone && !options.readings.shedding.oneAtATime();
  if (proof.othersSent || !isCompanyFine) return [list];
  proof.othersSent = true;
  const others = Object.values(options.beyond ?? {})
    .map((make) => entryOf(make().operation, make))
    .filter((entry) => entry.creates !== true || creates.left() > 0)
    .filter((entry) => whyNotSent(sender, entry) === undefined)
    .slice(0, Math.max(0, refusalsLeft(sender.refusals) - refusalsOfProof));
  return [list, ...others];
}

/** A request of the burst has a connection of its own. */
function connectionOf({ order }: Entry): OwnConnection {
  return { id: `burst ${order}`, last: true };
}

/** Requests beyond the limit have connections of their own, so that a limit for each connection shows. */
function connectionBeyond(operation: HttpRequest['operation'], time: number): OwnConnection {
  return { id: `${operation} beyond the limit ${time}` };
}

function ownList({ backlog, proof }: Sender, why: ListReason): Entry {
  const purpose = purposes[why];
  const sentFor = plainListsFor[why];
  if (why !== 'proof') return backlog.takePlainList(purpose, sentFor);
  proof.fillers++;
  const own = proof.exceeded > 0 ? connectionBeyond('listCategories', proof.exceeded) : undefined;
  return backlog.own({ purpose, sentFor, priority: 0, own, make: plainList });
}

function rejectHopeless(sender: Sender): void {
  for (const entry of sender.backlog.all()) {
    const because = whyNotSent(sender, entry);
    if (because === undefined) continue;
    sender.unsent.add(because.kind);
    sender.backlog.take(entry).reject(because);
  }
}

/** Handles errors of `work`. Rejects its request here, because that is no longer in the backlog. */
function run(sender: Sender, work: Promise<void>, reject: Entry['reject'] = () => {}): void {
  work.catch((error: unknown) => reject(breakOff(sender, error)));
}

/** Ends the run because of an error in the kit. */
function breakOff(sender: Sender, error: unknown): Stopped {
  if (error instanceof NoFilesLeft) return halt(sender, new Stopped('no files left', error.message));
  sender.options.onFault(error);
  return halt(sender, new Stopped('fault', 'the kit itself failed'));
}

async function wait(sender: Sender, { why, until, basis }: Extract<Next, { kind: 'wait' }>): Promise<void> {
  const { holds, gap, options, backlog } = sender;
  const isQuota = why === 'quota';
  const ms = Math.max(0, Math.ceil(until - options.clock.monotonic()));
  const ahead = { requests: backlog.size(), proof: whyNotProven(sender) === undefined };
  const times = holds.limitedInARow;
  if (times >= most429sInARow) {
    halt(sender, new Stopped('still limited', `still 429 after ${times} waits of the requested time`));
    return;
  }
  const isDecided = decisionOf(sender).kind !== 'open' && suspectOf(sender) === undefined;
  if (why === 'limit' && isDecided) endProof(sender.proof, decisionOf(sender));
  const stopped = await pause(
    sender.pauses,
    isQuota ? ms + options.random() * maxJitterMs : ms,
    isQuota ? `for requests to be allowed again (${basis})` : reasonOf(holds, gap),
    { ahead, isGap: !isQuota && isGapOnly(holds, gap) },
  );
  if (stopped !== undefined) {
    halt(sender, stopped);
    return;
  }
  if (why === 'limit') limitOver(holds);
  if (why !== 'pause') forgetViews(sender.quota);
  pump(sender);
}

async function dispatch(sender: Sender, entry: Entry): Promise<void> {
  const { counts, holds, quota, options, backlog } = sender;
  const { maxRequests } = options.settings;
  if (counts.requests >= maxRequests) {
    entry.reject(halt(sender, new Stopped('requests spent', `--max-requests ${maxRequests} is used up`)));
    return;
  }
  const { request, purpose, sentFor, own } = entry;
  const left = () => bucketOf(quota, request.operation, options.clock.monotonic()).left;
  const overLimit = entry.exceeds === true || (isPlainList(request) && !holds.recovering && left() <= 0);
  // If the server may be at fault, not the connection, the retry uses a fresh connection and is judged.
  const decides =
    entry.tries > 0 && (entry.wasShed !== true || options.readings.shedding.isDecisive(request));
  countSent(sender, entry);
  let responded: Exchange;
  try {
    responded = await options.client.exchange(request, {
      purpose,
      sentFor,
      attempt: decides ? 2 : 1,
      overLimit,
      own,
      mayStart: () => mayStart(holds),
      onHead: (status, headers) => headRead(holds, status, headers, overLimit),
    });
  } catch (error) {
    if (!(error instanceof HeldBack)) throw error;
    // A 429 or 503 arrived while the connection was being opened.
    countHeldBack(sender, entry);
    if (!entry.internal) putBack(sender, entry);
    pump(sender);
    return;
  }
  sender.stepsWithoutEnd = 0;
  const { exchange, end } = learn(sender, entry, responded);
  beginGap(sender.gap, options.clock.monotonic(), sender.pauses.leftMs / 2 / Math.max(1, backlog.size()));
  if (end !== undefined) halt(sender, end);
  options.listen({
    type: 'exchange',
    sent: counts.requests,
    purpose: exchange.purpose,
    pending: backlog.size(),
    ...definedOnly({ status: statusOf(exchange), remaining: quota.remaining }),
  });
  conclude(sender, entry, exchange);
  pumpSoon(sender);
  options.onExchange(exchange);
}

function conclude(sender: Sender, entry: Entry, exchange: Exchange): void {
  const { outcome } = exchange;
  if (outcome.kind === 'fault' && outcome.fault.kind === 'aborted')
    entry.reject(halt(sender, interruption()));
  else if (statusOf(exchange) === 429) {
    // It tested nothing, so it is sent again, unless it is a plain GET of the queue.
    if (!entry.internal) putBack(sender, entry);
  } else if (sender.stop === undefined && isRetried(exchange)) sendAgain(sender, entry, exchange);
  else entry.resolve(exchange);
}

function sendAgain(sender: Sender, entry: Entry, exchange: Exchange): void {
  entry.tries++;
  entry.isAlone = exchange.concurrent > 1;
  entry.wasShed = isShed(exchange) || entry.isAlone;
  try {
    entry.request = entry.make(2);
  } catch (error) {
    entry.reject(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  putBack(sender, entry);
}

function putBack(sender: Sender, entry: Entry): void {
  if (sender.stop !== undefined) entry.reject(sender.stop);
  else sender.backlog.add(entry);
}

/** Resolves when `done` is true, or once the run has ended. */
function until(sender: Sender, done: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    sender.watchers.set(done, resolve);
    pump(sender);
  });
}

function lookAround({ watchers, stop }: Sender): void {
  for (const [done, resolve] of watchers) {
    if (stop === undefined && !done()) continue;
    watchers.delete(done);
    resolve();
  }
}

/** Ends the run: rejects all waiting requests, and sends nothing more. */
function halt(sender: Sender, because: Stopped): Stopped {
  if (sender.stop !== undefined) return sender.stop;
  sender.stop = because;
  sender.unsent.add(because.kind);
  for (const entry of sender.backlog.all()) sender.backlog.take(entry).reject(because);
  if (['fault', 'no files left', 'ended', 'time spent'].includes(because.kind)) sender.over.abort(because);
  endProof(sender.proof, decisionOf(sender));
  lookAround(sender);
  return because;
}

function decisionOf({ options }: Sender) {
  return options.readings.enforcement.decision();
}
