import type { Client } from '../http/client.ts';
import type { EnforcementDecision } from '../limiter/enforcement.ts';
import { pauseAfter } from '../limiter/retry-after.ts';
import type { Clock } from '../model/clock.ts';
import type { Listener } from '../model/events.ts';
import { type Exchange, type HttpRequest, isPassingFault, statusOf } from '../model/exchange.ts';
import type { Wait } from '../model/report.ts';
import { type Entry, isPlainList, isWithKey, type Wanted } from './entry.ts';
import { createHealth } from './health.ts';
import { createLimited } from './limited.ts';
import { createPauses } from './pauses.ts';
import { createProof } from './proof.ts';
import { createQuotaEstimate } from './quota.ts';
import { Stopped } from './stopped.ts';

export interface QueueOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly concurrency: number;
  readonly maxRequests: number;
  readonly maxCreates: number;
  /** How many of these are kept until `releaseCreates`, for the search for smaller bodies. */
  readonly createsKept: number;
  /** All waits of the run together, in milliseconds. */
  readonly maxWaitMs: number;
  /** Whether the limit may be proven by using the window up; a sentence says why not. */
  readonly exhaust: true | string;
  /** Whether a part of the quota is left for the others who use the key. */
  readonly reserve: boolean;
  /** A number from 0 to 1 for the jitter that is added to waits. */
  readonly random: () => number;
  /** Sees every exchange once it is complete, in the order they end. */
  readonly onExchange: (exchange: Exchange) => void;
  readonly listen: Listener;
  /** The plain GET that the queue sends of its own accord: to prove the limit, to see the recovery, to see life. */
  readonly plainList: () => HttpRequest;
  readonly signal?: AbortSignal;
}

export interface Queue {
  /** Resolves with the exchange that tested the request; a 429 or a passing fault is not the end of it. Rejects with `Stopped`. */
  send(wanted: Wanted): Promise<Exchange>;
  /** Uses up what is left of the window with plain GETs until the limit is proven or cannot be; waits for the recovery. */
  prove(): Promise<void>;
  /** Resolves once a pause that a 429 asked for is over and the recovery was seen. */
  settled(): Promise<void>;
  /** Lets the creates that were kept be used. */
  releaseCreates(): void;
  enforcement(): EnforcementDecision;
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

/** Sent one at a time from here on down. */
const lastOfQuota = 10;
/** A 429 in a row after this many is taken as "limited for good". */
const most429sInARow = 4;
const mostJitterMs = 500;
const backoffMs = 500;
const interrupted = 'the run was interrupted';

/** One queue for every request of a run: it paces them, and while limited it sends nothing at all. */
export function createQueue(options: QueueOptions): Queue {
  const { client, clock, listen } = options;
  const quota = createQuotaEstimate(() => clock.monotonic());
  const limited = createLimited(options.random);
  const pauses = createPauses(options);
  const proof = createProof(options.exhaust);
  const health = createHealth();
  const counts = { requests: 0, creates: 0, repeated: 0 };
  const underWay = { all: 0, posts: 0, withoutKey: 0 };
  const accepted = new Map<string, number>();
  const pending: Entry[] = [];
  const watchers: { readonly done: () => boolean; readonly resolve: () => void }[] = [];
  let order = 0;
  let backingOff = 0;
  let concurrency = options.concurrency;
  let mostCreates = options.maxCreates - options.createsKept;
  let proving = false;
  let leftOut: string | undefined;
  let stop: Stopped | undefined;

  const interrupt = () => halt(new Stopped('interrupted', interrupted));
  if (options.signal?.aborted) interrupt();
  options.signal?.addEventListener('abort', interrupt, { once: true });

  return {
    send: (wanted) =>
      new Promise<Exchange>((resolve, reject) => {
        if (stop !== undefined) return reject(stop);
        pending.push({ ...wanted, order: order++, request: wanted.make(1), attempt: 1, resolve, reject });
        pump();
      }),
    async prove() {
      proving = true;
      await until(() => !proving && !isLimited() && underWay.all === 0);
    },
    settled: () => until(() => underWay.all === 0 && !(isLimited() && comesBack())),
    releaseCreates() {
      mostCreates = options.maxCreates;
    },
    enforcement: proof.decision,
    proofLeftOut: () => leftOut,
    async sleep(ms, reason) {
      if (!(await pause(ms, reason))) throw stop ?? new Stopped('interrupted', interrupted);
    },
    stopped: () => stop,
    end: () => void halt(new Stopped('ended', 'the run has ended')),
    counts,
    waits: pauses.waits,
  };

  // --- Sending -------------------------------------------------------------------------------------------

  /** Sends whatever may be sent now. Called after everything that can change the answer. */
  function pump(): void {
    while (stop === undefined) {
      const entry = choose();
      if (entry === undefined) break;
      void dispatch(entry);
    }
    notify();
  }

  /** What is to be sent next, or undefined where nothing may be; begins the waits that are due. */
  function choose(): Entry | undefined {
    if (pauses.lasting()) return undefined;
    if (limited.until() !== undefined) {
      if (underWay.all === 0) void waitOutLimit();
      return undefined;
    }
    if (limited.recovering())
      return underWay.all === 0 ? takePlainList('the recovery after a 429', 'limit.recovers') : undefined;
    if (underWay.all >= (leftFor('listCategories') <= lastOfQuota ? 1 : concurrency)) return undefined;
    if (health.doubtful()) return pending.length > 0 || proving ? chooseSignOfLife() : undefined;
    refuseBeyondCreates();
    // Looked at once: a Reset that passes between two looks would leave nobody to wake the queue.
    const free = pending.filter((entry) => !isHeld(entry));
    const next = free.filter((entry) => !waitsItsTurn(entry)).sort(byWorth)[0];
    if (next !== undefined) return take(next);
    if (free.length > 0 || (pending.length === 0 && !proving)) return undefined;
    return chooseFiller();
  }

  function chooseSignOfLife(): Entry | undefined {
    if (underWay.all > 0) return undefined;
    const waiting = pending.some((entry) => isPlainList(entry.request));
    return waiting || backingOff === 0
      ? takePlainList('a sign of life after two faults', 'list.ok')
      : undefined;
  }

  /** With nothing else to send, or nothing that the quota allows, the limit is proven; or its reset is waited for. */
  function chooseFiller(): Entry | undefined {
    const reason = proof.whyNot(options.maxRequests - counts.requests);
    if (reason === undefined) {
      proof.filled();
      return internal('a plain GET to prove the limit', 'limit.enforced');
    }
    if (underWay.all > 0) return undefined;
    if (proving) {
      const { kind } = proof.decision();
      if (kind === 'open' || kind === 'undecided') leftOut ??= reason;
      proving = false;
    }
    if (pending.length > 0 && backingOff === 0) void waitForReset();
    return undefined;
  }

  async function dispatch(entry: Entry): Promise<void> {
    const { request } = entry;
    if (counts.requests >= options.maxRequests) {
      entry.reject(halt(new Stopped('requests spent', `--max-requests ${options.maxRequests} is used up`)));
      return;
    }
    counts.requests++;
    if (entry.attempt === 2) counts.repeated++;
    const overLimit = isPlainList(request) && leftFor('listCategories') <= 0 && !limited.recovering();
    const ticket = quota.sent(request.operation);
    countUnderWay(request, 1);
    const exchange = await client.exchange(request, {
      purpose: entry.purpose,
      sentFor: entry.sentFor,
      attempt: entry.attempt,
      overLimit,
      onHead: (status, headers) => {
        if (status !== 429) return;
        concurrency = 1;
        const inVain = limited.recovering() ? limited.inARow() + 1 : 0;
        limited.begin(pauseAfter(headers, clock.now(), inVain), clock.monotonic());
      },
    });
    countUnderWay(request, -1);
    quota.settled(exchange, ticket);
    proof.see(exchange, limited.recovering());
    options.onExchange(exchange);
    learn(entry, exchange);
    conclude(entry, exchange);
    pump();
  }

  function learn(entry: Entry, exchange: Exchange): void {
    const status = statusOf(exchange);
    if (limited.recovering() && isPlainList(exchange.request)) {
      limited.recovered(status === 429);
      if (status !== 429) listen({ type: 'resumed' });
    }
    if (exchange.request.method === 'POST' && status !== undefined && status >= 200 && status < 300) {
      counts.creates++;
      accepted.set(entry.sentFor, (accepted.get(entry.sentFor) ?? 0) + 1);
    }
    const end = health.see(exchange);
    if (end !== undefined) halt(end);
    const remaining = quota.remaining();
    listen({
      type: 'exchange',
      sent: counts.requests,
      purpose: exchange.purpose,
      pending: pending.length,
      ...(status === undefined ? {} : { status }),
      ...(remaining === undefined ? {} : { remaining }),
    });
  }

  function conclude(entry: Entry, exchange: Exchange): void {
    // Answered 429, a request was not tested: it goes back. The queue's own plain GETs have served their purpose.
    if (statusOf(exchange) === 429) {
      if (!entry.internal) requeue(entry);
    } else if (entry.attempt === 1 && isPassingFault(exchange) && !exchange.overLimit && stop === undefined)
      void tryOnceMore(entry);
    else entry.resolve(exchange);
  }

  async function tryOnceMore(entry: Entry): Promise<void> {
    backingOff++;
    try {
      await clock.sleep(backoffMs * (1 + options.random()), options.signal);
      entry.attempt = 2;
      entry.request = entry.make(2);
      requeue(entry);
    } catch {
      entry.reject(interrupt());
    } finally {
      backingOff--;
      pump();
    }
  }

  function requeue(entry: Entry): void {
    if (stop !== undefined) entry.reject(stop);
    else pending.push(entry);
  }

  // --- What may be sent ------------------------------------------------------------------------------------

  /** Requests that the operation has left, as far as is known; one's own reserve is not counted. */
  function leftFor(operation: string): number {
    const decision = proof.decision();
    // A 0 that is known to stop nobody holds nothing back.
    if (decision.kind === 'not enforced' && decision.served) return Number.POSITIVE_INFINITY;
    const reserve = options.reserve ? Math.max(5, Math.ceil((quota.limit() ?? 0) / 10)) : 0;
    return quota.left(operation) - reserve;
  }

  /** Held back by a quota that is used up: what is sent then is a plain GET alone (reading 1). */
  function isHeld({ request }: Entry): boolean {
    if (leftFor(request.operation) > 0) return false;
    return !(isPlainList(request) && proof.whyNot(options.maxRequests - counts.requests) === undefined);
  }

  /** Can go as soon as another is back: the last creation of the budget, the last requests of those without the key. */
  function waitsItsTurn({ request }: Entry): boolean {
    if (request.method === 'POST' && counts.creates + underWay.posts >= mostCreates) return true;
    if (isWithKey(request) || underWay.withoutKey === 0) return false;
    return quota.leftWithoutKey() <= lastOfQuota;
  }

  function refuseBeyondCreates(): void {
    if (counts.creates < mostCreates) return;
    for (const entry of pending.filter(({ request }) => request.method === 'POST'))
      take(entry).reject(
        new Stopped(
          'creates spent',
          `the creates that --max-creates ${options.maxCreates} allows are used up`,
        ),
      );
  }

  function byWorth(a: Entry, b: Entry): number {
    return drawnWorth(b) - drawnWorth(a) || a.order - b.order;
  }

  /** A requirement whose bodies were accepted twice is drawn from again only after all others. */
  function drawnWorth(entry: Entry): number {
    if (entry.request.method !== 'POST') return entry.worth;
    // The last create of the budget goes last, for no POST is sent after it.
    if (entry.creates && counts.creates + underWay.posts + 1 >= mostCreates) return entry.worth - 2_000;
    return (accepted.get(entry.sentFor) ?? 0) >= 2 ? entry.worth - 1_000 : entry.worth;
  }

  function take(entry: Entry): Entry {
    pending.splice(pending.indexOf(entry), 1);
    return entry;
  }

  function takePlainList(purpose: string, sentFor: string): Entry {
    const wanted = pending.filter((entry) => isPlainList(entry.request)).sort(byWorth)[0];
    return wanted === undefined ? internal(purpose, sentFor) : take(wanted);
  }

  /** A plain GET that nobody waits for. */
  function internal(purpose: string, sentFor: string): Entry {
    const ignore = () => {};
    const make = options.plainList;
    return {
      ...{ purpose, sentFor, worth: 0, make, order: order++, request: make(), attempt: 1 as const },
      ...{ internal: true, resolve: ignore, reject: ignore },
    };
  }

  function countUnderWay(request: HttpRequest, change: 1 | -1): void {
    underWay.all += change;
    if (request.method === 'POST') underWay.posts += change;
    if (!isWithKey(request)) underWay.withoutKey += change;
  }

  // --- Waiting -----------------------------------------------------------------------------------------------

  function isLimited(): boolean {
    return limited.until() !== undefined || limited.recovering();
  }

  /** Whether the end of a pause is of use to anybody. */
  function comesBack(): boolean {
    return pending.length > 0 || backingOff > 0 || options.exhaust === true;
  }

  async function waitOutLimit(): Promise<void> {
    const end = limited.until();
    if (end === undefined || !comesBack()) return;
    if (limited.inARow() >= most429sInARow) {
      const times = limited.inARow();
      halt(new Stopped('still limited', `still 429 after the time given was waited out ${times} times`));
      return;
    }
    if (proving) proving = proof.decision().kind === 'open';
    if (!(await pause(end - clock.monotonic(), limited.reason()))) return;
    limited.over();
    quota.forget();
    pump();
  }

  async function waitForReset(): Promise<void> {
    const times = pending.filter(isHeld).flatMap(({ request }) => quota.resetAt(request.operation) ?? []);
    const resetAt = times.length === 0 ? clock.monotonic() + 1_000 : Math.min(...times);
    const ms = Math.max(0, resetAt - clock.monotonic()) + options.random() * mostJitterMs;
    if (!(await pause(ms, 'the quota is used up, until X-RateLimit-Reset'))) return;
    quota.forget();
    pump();
  }

  /** False where the cap of all waits, or an interruption, ends the run instead. */
  async function pause(ms: number, reason: string): Promise<boolean> {
    const ended = await pauses.pause(ms, reason);
    if (ended === 'over') return true;
    if (ended === 'interrupted') interrupt();
    else halt(new Stopped('waits spent', ended.refused));
    return false;
  }

  function until(done: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      watchers.push({ done, resolve });
      pump();
    });
  }

  function notify(): void {
    for (const watcher of [...watchers]) {
      if (stop === undefined && !watcher.done()) continue;
      watchers.splice(watchers.indexOf(watcher), 1);
      watcher.resolve();
    }
  }

  /** Ends the run for good: what waits is turned away, and nothing is sent any more. */
  function halt(because: Stopped): Stopped {
    if (stop !== undefined) return stop;
    stop = because;
    for (const entry of pending.splice(0)) entry.reject(stop);
    proving = false;
    notify();
    return stop;
  }
}
