import { plainList } from '../../checks/requests.ts';
import { type Exchange, type HttpRequest, isRetried, isShed, statusOf } from '../../exchange/exchange.ts';
import { type StopKind, Stopped } from '../../exchange/stopped.ts';
import type { OwnConnection } from '../../http/client.ts';
import { NoFilesLeft } from '../../http/faults.ts';
import { HeldBack } from '../../http/round-trip.ts';
import { plainListsFor } from '../../spec/catalog.ts';
import { createCategory, operationTitle } from '../../spec/operations.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { type ListReason, type Next, next } from './next.ts';
import { endProof, othersToSend, suspectOf, whyNotProven } from './proof.ts';
import { bucketOf, forgetViews } from './quota.ts';
import {
  begin,
  createsLeft,
  type Entry,
  isPlainList,
  newEntry,
  takePlainList,
  type Wanted,
} from './requests.ts';
import {
  createSender,
  goesOn,
  learn,
  type QueueOptions,
  type Sender,
  stateOf,
  type WaitingEntry,
  whyNotSent,
} from './sender.ts';
import {
  beginGap,
  beginRecovery,
  interruption,
  isLimited,
  isWaiting,
  maxJitterMs,
  mayStart,
  seeHead,
  sleep,
  waitReason,
  waitsOf,
} from './waits.ts';

/** After this many 429s in a row to the GET of a recovery, the run ends. */
const most429sInARow = 4;

/** The purposes of the queue's own plain GETs. */
const purposes: Readonly<Record<ListReason, string>> = {
  recovery: 'the recovery after a 429',
  storage: 'the list after a body that may have been stored',
  control: 'a valid request between refusals',
  proof: 'a plain GET to prove the limit',
};

/**
 * Sends each request of a run: executes what `next` decides, and decides again after each change. While limited, it sends
 * nothing.
 */
export function createQueue(options: QueueOptions) {
  const { clock, settings, signal } = options;
  const sender = createSender(options);
  const { requests, waits, creates } = sender;
  const interrupt = () => void halt(sender, interruption());
  if (signal?.aborted) interrupt();
  signal?.addEventListener('abort', interrupt);
  if (settings.maxTimeSeconds !== undefined) void endInTime(sender, settings.maxTimeSeconds);

  return {
    /** Resolves with the exchange that counts, after retries for a 429 or a transient fault. Rejects with `Stopped`. */
    send: (wanted: Wanted) =>
      new Promise<Exchange>((resolve, reject) => {
        if (sender.stop !== undefined) return reject(sender.stop);
        requests.waiting.add(newEntry(requests, wanted, { resolve, reject }));
        if (!sender.willPump) pump(sender);
      }),
    /** Uses up the window with plain GETs until the limit is proven, or cannot be. Waits for the recovery. */
    prove(): Promise<void> {
      sender.proof.asked = true;
      return until(sender, () => !sender.proof.asked && !isLimited(waits) && isIdle(sender));
    },
    /** Resolves when a wait after a 429 is over and the target has recovered. */
    settled: (): Promise<void> =>
      until(sender, () => isIdle(sender) && !(isLimited(waits) && goesOn(sender))),
    /** Returns whether a POST with the key can be sent without a wait for the limit to reset. */
    mayPostNow: (): boolean =>
      !isLimited(waits) && bucketOf(sender.quota, createCategory.id, clock.monotonic()).left > 0,
    /** Releases the reserve of creates for the search for smaller bodies. */
    releaseCreates(): void {
      creates.reserved = 0;
    },
    /** Returns why the limit was not proven, or undefined. */
    proofSkipped: () => sender.proof.leftOut,
    /** Waits `ms` as part of the waits of the run. Rejects with `Stopped`. */
    async sleep(ms: number, reason: string): Promise<void> {
      const stopped = await sleep(waits, ms, reason);
      if (stopped !== undefined) throw halt(sender, stopped);
      pump(sender);
    },
    stopped: () => sender.stop,
    /** Returns why requests were not sent. */
    unsent: (): ReadonlySet<StopKind> => sender.unsent,
    /** Ends the run. */
    end: () => void halt(sender, new Stopped('ended', 'the run has ended')),
    counts: () => ({ ...sender.counts, creates: creates.count }),
    waits: () => waitsOf(waits),
  };
}

export type Queue = ReturnType<typeof createQueue>;

/** Ends the run when its time is over, with the requests in flight. */
async function endInTime(sender: Sender, seconds: number): Promise<void> {
  const { clock, onTimeUp } = sender.options;
  const ms = sender.waits.startedAt + seconds * 1_000 - clock.monotonic();
  const isOver = await clock.sleep(Math.max(0, ms), sender.over.signal).then(
    () => true,
    () => false,
  );
  if (!isOver || sender.stop !== undefined) return;
  halt(sender, new Stopped('maxTimeSeconds', `the run would take longer than --max-time ${seconds}`));
  onTimeUp?.();
}

/** Returns whether no request waits, for its turn or for a retry, and none is in flight. */
function isIdle({ requests }: Sender): boolean {
  return requests.inFlight.size === 0 && requests.waiting.size === 0;
}

/** Does what can be done now. Called after each change of the state. */
function pump(sender: Sender): void {
  try {
    carryOut(sender);
  } catch (error) {
    breakOff(sender, error);
  }
}

/** Pumps once all requests that follow from a response are known, so that their priorities decide. */
function pumpSoon(sender: Sender): void {
  if (sender.willPump) return;
  sender.willPump = true;
  setImmediate(() => {
    sender.willPump = false;
    pump(sender);
  });
}

/** Carries out decisions until there is nothing to do, or a wait begins. */
function carryOut(sender: Sender): void {
  while (sender.stop === undefined && !isWaiting(sender.waits)) {
    rejectHopeless(sender);
    const todo = next(stateOf(sender), sender.options.clock.monotonic());
    if (todo.kind === 'nothing') break;
    if (todo.kind === 'wait') {
      guard(sender, wait(sender, todo));
      break;
    }
    if (todo.kind === 'give up proof') endProof(sender, todo.reason);
    else for (const entry of entriesFor(sender, todo)) guard(sender, dispatch(sender, entry), entry);
  }
  resolveWatchers(sender);
}

/** Returns the requests that are sent now. */
function entriesFor(
  sender: Sender,
  todo: Extract<Next<WaitingEntry>, { kind: 'send' | 'list' | 'exceed' }>,
): readonly Entry[] {
  if (todo.kind === 'exceed') return beyondTheLimit(sender);
  if (todo.kind === 'list') return [ownList(sender, todo.why)];
  const entries = todo.waiting.map(({ entry }) => entry);
  for (const entry of entries) sender.requests.waiting.delete(entry);
  // The requests of a burst must arrive together, so each opens a connection: on an open one, it would arrive early.
  return entries.length === 1
    ? entries
    : entries.map((entry) => ({ ...entry, own: entry.own ?? { id: `burst ${entry.order}`, last: true } }));
}

/**
 * Returns the requests at Remaining 0: a plain GET, with one request of each other operation that is due (`othersToSend`),
 * or one of a suspect operation alone.
 */
function beyondTheLimit(sender: Sender): readonly Entry[] {
  const { creates, options, proof } = sender;
  const isProven = options.readings.enforcement.decision().kind === 'proven';
  const suspect = isProven ? suspectOf(sender) : undefined;
  if (suspect !== undefined) {
    proof.suspectsSent++;
    return [entryBeyond(sender, suspect, options.beyond?.[suspect] ?? plainList)];
  }
  proof.exceeded++;
  const list = ownList(sender, 'proof');
  if (othersToSend(sender) === 0) return [list];
  proof.othersSent++;
  const others = Object.values(options.beyond ?? {})
    .map((make) => entryBeyond(sender, make().operation, make))
    .filter((entry) => entry.creates !== true || createsLeft(creates) > 0)
    .filter((entry) => whyNotSent(sender, entry) === undefined);
  return [list, ...others];
}

function entryBeyond(
  { requests }: Sender,
  operation: HttpRequest['operation'],
  make: () => HttpRequest,
): Entry {
  return newEntry(requests, {
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

/** Returns a plain GET of the queue itself. Unless it proves the limit, one that waits will do. */
function ownList({ requests, proof }: Sender, why: ListReason): Entry {
  const purpose = purposes[why];
  const sentFor = plainListsFor[why];
  if (why !== 'proof') return takePlainList(requests, purpose, sentFor);
  proof.fillers++;
  const own = proof.exceeded > 0 ? connectionBeyond('listCategories', proof.exceeded) : undefined;
  return newEntry(requests, { purpose, sentFor, priority: 0, own, make: plainList });
}

/** Rejects waiting requests that may no longer be sent. */
function rejectHopeless(sender: Sender): void {
  const { waiting } = sender.requests;
  for (const entry of waiting) {
    const because = whyNotSent(sender, entry);
    if (because === undefined) continue;
    sender.unsent.add(because.kind);
    waiting.delete(entry);
    entry.caller?.reject(because);
  }
}

/** Ends the run if `work` fails, and rejects its request, which is no longer among those that wait. */
function guard(sender: Sender, work: Promise<void>, entry?: Entry): void {
  work.catch((error: unknown) => {
    const because = breakOff(sender, error);
    entry?.caller?.reject(because);
  });
}

/** Ends the run because of an error in the kit. */
function breakOff(sender: Sender, error: unknown): Stopped {
  if (error instanceof NoFilesLeft) return halt(sender, new Stopped('no files left', error.message));
  sender.options.onFault(error);
  return halt(sender, new Stopped('fault', 'the kit itself failed'));
}

/** Waits as `next` decided, then pumps. */
async function wait(sender: Sender, { why, until, basis }: Extract<Next, { kind: 'wait' }>): Promise<void> {
  const { waits, options, requests } = sender;
  const ms = Math.max(0, Math.ceil(until - options.clock.monotonic()));
  const ahead = { requests: requests.waiting.size, proof: whyNotProven(sender) === undefined };
  const times = waits.limitedInARow;
  if (times >= most429sInARow) {
    halt(sender, new Stopped('still limited', `still 429 after ${times} waits of the requested time`));
    return;
  }
  const isDecided =
    options.readings.enforcement.decision().kind !== 'open' && suspectOf(sender) === undefined;
  if (why === 'limit' && isDecided) endProof(sender);
  const jitterMs = why === 'quota' ? options.random() * maxJitterMs : 0;
  const reason = why === 'quota' ? `for requests to be allowed again (${basis})` : waitReason(waits);
  const stopped = await sleep(waits, ms + jitterMs, reason, ahead);
  if (stopped !== undefined) {
    halt(sender, stopped);
    return;
  }
  if (why === 'limit') beginRecovery(waits);
  if (why !== 'pause') forgetViews(sender.quota);
  pump(sender);
}

/** Sends a request, learns from its response, and hands that over. */
async function dispatch(sender: Sender, entry: Entry): Promise<void> {
  const { counts, requests, quota, options } = sender;
  const { maxRequests } = options.settings;
  if (counts.requests >= maxRequests) {
    const because = halt(sender, new Stopped('maxRequests', `--max-requests ${maxRequests} is used up`));
    entry.caller?.reject(because);
    return;
  }
  counts.requests++;
  if (entry.tries > 0) counts.retried++;
  begin(requests, entry);
  const responded = await exchangeOf(sender, entry);
  if (responded === undefined) {
    // A 429 or 503 arrived while the connection was being opened.
    counts.requests--;
    if (entry.tries > 0) counts.retried--;
    requests.inFlight.delete(entry);
    putBack(sender, entry);
    pump(sender);
    return;
  }
  const { exchange, end } = learn(sender, entry, responded);
  beginGap(sender.waits, requests.waiting.size);
  if (end !== undefined) halt(sender, end);
  options.listen({
    type: 'exchange',
    sent: counts.requests,
    purpose: exchange.purpose,
    pending: requests.waiting.size,
    ...definedOnly({ status: statusOf(exchange), remaining: quota.remaining }),
  });
  followUp(sender, entry, exchange);
  pumpSoon(sender);
  options.onExchange(exchange);
}

/** Sends a request; resolves with undefined if it was held back. */
async function exchangeOf({ waits, quota, options }: Sender, entry: Entry): Promise<Exchange | undefined> {
  const { request, purpose, sentFor, own, exceeds, tries, wasShed } = entry;
  const { left } = bucketOf(quota, request.operation, options.clock.monotonic());
  const overLimit = exceeds === true || (isPlainList(request) && !waits.recovering && left <= 0);
  // The final attempt is judged, on a fresh connection. After a refusal in company, an attempt alone comes first.
  const isFinal = tries > 0 && (wasShed !== true || options.readings.shedding.isDecisive(request));
  try {
    return await options.client.exchange(request, {
      purpose,
      sentFor,
      attempt: isFinal ? 2 : 1,
      overLimit,
      own,
      mayStart: () => mayStart(waits),
      onHead: (status, headers) => seeHead(waits, status, headers, overLimit),
    });
  } catch (error) {
    if (error instanceof HeldBack) return undefined;
    throw error;
  }
}

/** Retries a request, or hands its exchange to the caller. */
function followUp(sender: Sender, entry: Entry, exchange: Exchange): void {
  const { outcome } = exchange;
  if (outcome.kind === 'fault' && outcome.fault.kind === 'aborted')
    entry.caller?.reject(halt(sender, interruption()));
  // A 429 tested nothing.
  else if (statusOf(exchange) === 429) putBack(sender, entry);
  else if (sender.stop === undefined && isRetried(exchange)) sendAgain(sender, entry, exchange);
  else entry.caller?.resolve(exchange);
}

function sendAgain(sender: Sender, entry: Entry, exchange: Exchange): void {
  entry.tries++;
  entry.isAlone = exchange.concurrent > 1;
  entry.wasShed = isShed(exchange) || entry.isAlone;
  try {
    entry.request = entry.make(2);
  } catch (error) {
    entry.caller?.reject(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  if (sender.stop === undefined) sender.requests.waiting.add(entry);
}

/** Sends a request later. The queue's own requests are dropped, because it creates them again if they are needed. */
function putBack(sender: Sender, entry: Entry): void {
  if (sender.stop !== undefined) entry.caller?.reject(sender.stop);
  else if (entry.caller !== undefined) sender.requests.waiting.add(entry);
}

/** Resolves when `done` is true, or once the run has ended. */
function until(sender: Sender, done: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    sender.watchers.set(done, resolve);
    pump(sender);
  });
}

/** Resolves the calls of `until` whose condition holds; all of them at the end. */
function resolveWatchers({ watchers, stop }: Sender): void {
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
  for (const entry of sender.requests.waiting) entry.caller?.reject(because);
  sender.requests.waiting.clear();
  // These end a wait. An interruption ends it by its signal, and after the others a check may go on waiting.
  if (['fault', 'no files left', 'ended', 'maxTimeSeconds'].includes(because.kind))
    sender.over.abort(because);
  endProof(sender);
  resolveWatchers(sender);
  return because;
}
