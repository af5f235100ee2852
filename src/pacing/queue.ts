import type { Client } from '../http/client.ts';
import { createEnforcement, type EnforcementDecision } from '../limiter/enforcement.ts';
import { quotaOf, secondsToReset } from '../limiter/quota-headers.ts';
import { type Pause, pauseAfter } from '../limiter/retry-after.ts';
import type { Clock } from '../model/clock.ts';
import type { Listener } from '../model/events.ts';
import { type Exchange, type HttpRequest, isAnswer, isPassingFault, statusOf } from '../model/exchange.ts';
import type { Wait } from '../model/report.ts';
import { type Entry, isPlainList, type Wanted } from './entry.ts';
import { createQuotaEstimate } from './quota.ts';
import { type StopKind, Stopped } from './stopped.ts';

export interface QueueOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly concurrency: number;
  readonly maxRequests: number;
  readonly maxCreates: number;
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
  enforcement(): EnforcementDecision;
  /** Why the limit was not proven, where it was not. */
  proofLeftOut(): string | undefined;
  sleep(ms: number, reason: string): Promise<void>;
  stopped(): Stopped | undefined;
  readonly counts: { readonly requests: number; readonly creates: number; readonly repeated: number };
  readonly waits: readonly Wait[];
  remainingWaitMs(): number;
}

/** Sent one at a time from here on down. */
const lastOfQuota = 10;
const oneHour = 3600;
/** A 429 in a row after this many is taken as "limited for good". */
const most429sInARow = 4;
const pauseAfterRetryAfterMs = 1_000;
const mostJitterMs = 500;
const backoffMs = 500;
const proofWorth = -1;

export function createQueue(options: QueueOptions): Queue {
  const { client, clock } = options;
  const startedAt = clock.monotonic();
  const quota = createQuotaEstimate(() => clock.monotonic());
  const enforcement = createEnforcement();
  const counts = { requests: 0, creates: 0, repeated: 0 };
  const waits: Wait[] = [];
  const accepted = new Map<string, number>();
  const pending: Entry[] = [];
  const watchers: { done: () => boolean; resolve: () => void }[] = [];
  let order = 0;
  let underWay = 0;
  let postsUnderWay = 0;
  let backingOff = 0;
  let concurrency = options.concurrency;
  let waitedMs = 0;
  let keyAccepted = false;
  let seen429 = false;
  let stop: Stopped | undefined;
  /** Set from reading the head of a 429 to the end of the time it gave; `recovering` until a request is served again. */
  let limitedUntil: number | undefined;
  let limitedBy: Pause | undefined;
  let recovering = false;
  let inARow = 0;
  let sleeping = false;
  let faultsInARow = 0;
  let proving = false;
  let strays = 0;
  let strayReadAt = 0;
  let fillers = 0;
  let leftOut: string | undefined;
  let lastList: { limit: number; remaining: number; secondsToReset: number } | undefined;

  if (options.signal?.aborted) halt('interrupted', 'the run was interrupted');
  options.signal?.addEventListener('abort', () => halt('interrupted', 'the run was interrupted'), {
    once: true,
  });

  return {
    send: (wanted) =>
      new Promise<Exchange>((resolve, reject) => {
        if (stop !== undefined) return reject(stop);
        pending.push({ ...wanted, order: order++, request: wanted.make(1), attempt: 1, resolve, reject });
        pump();
      }),
    async prove() {
      proving = true;
      pump();
      await until(() => !proving && !limited() && underWay === 0);
    },
    settled: () => until(() => underWay === 0 && !(limited() && comesBack())),
    enforcement: () => enforcement.decision(),
    proofLeftOut: () => leftOut,
    async sleep(ms, reason) {
      if (!(await pause(ms, reason))) throw stop ?? new Stopped('interrupted', 'the run was interrupted');
    },
    stopped: () => stop,
    counts,
    waits,
    remainingWaitMs: () => options.maxWaitMs - waitedMs,
  };

  function limited(): boolean {
    return limitedUntil !== undefined || recovering;
  }

  /** Whether the end of a pause is of use to anybody. */
  function comesBack(): boolean {
    return pending.length > 0 || backingOff > 0 || options.exhaust === true;
  }

  function until(done: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      watchers.push({ done, resolve });
      pump();
    });
  }

  function notify(): void {
    for (let at = watchers.length - 1; at >= 0; at--) {
      const watcher = watchers[at];
      if (watcher !== undefined && (stop !== undefined || watcher.done())) {
        watchers.splice(at, 1);
        watcher.resolve();
      }
    }
  }

  /** Sends whatever may be sent now. Called after everything that can change the answer. */
  function pump(): void {
    for (;;) {
      if (stop !== undefined) break;
      const entry = choose();
      if (entry === undefined) break;
      void dispatch(entry);
    }
    notify();
  }

  function choose(): Entry | undefined {
    if (sleeping) return undefined;
    if (limitedUntil !== undefined) {
      if (underWay === 0) void waitOutLimit();
      return undefined;
    }
    if (recovering)
      return underWay === 0 ? takePlainList('the recovery after a 429', 'limit.recovers') : undefined;
    const left = leftFor('listCategories');
    if (underWay >= (left <= lastOfQuota ? 1 : concurrency)) return undefined;
    if (faultsInARow >= 2 && underWay > 0) return undefined;
    if (faultsInARow >= 2)
      return backingOff === 0 || pending.some((entry) => isPlainList(entry.request))
        ? takePlainList('a sign of life after two faults', 'list.ok')
        : undefined;
    refuseBeyondCreates();
    const next = pending.filter((entry) => !isHeld(entry)).sort(byWorth)[0];
    if (next !== undefined) return take(next);
    if (pending.length === 0 && !proving) return undefined;
    const reason = whyNoProof();
    if (reason === undefined) {
      fillers++;
      return internal('a plain GET to prove the limit', 'limit.enforced');
    }
    if (underWay > 0) return undefined;
    if (proving) {
      const { kind } = enforcement.decision();
      if (kind === 'open' || kind === 'undecided') leftOut ??= reason;
      proving = false;
    }
    if (pending.length > 0 && backingOff === 0) void waitForReset();
    return undefined;
  }

  function leftFor(operation: string): number {
    const decision = enforcement.decision();
    // A 0 that is known to stop nobody holds nothing back.
    if (decision.kind === 'not enforced' && decision.served) return Number.POSITIVE_INFINITY;
    const reserve = options.reserve ? Math.max(5, Math.ceil((quota.limit() ?? 0) / 10)) : 0;
    return quota.left(operation) - reserve;
  }

  function isHeld(entry: Entry): boolean {
    if (entry.request.method === 'POST') {
      if (counts.creates + postsUnderWay >= options.maxCreates) return true;
    }
    // What is sent once Remaining is 0 is a plain GET: anything else would be wrong in two ways (reading 1).
    if (leftFor(entry.request.operation) > 0) return false;
    return !(isPlainList(entry.request) && whyNoProof() === undefined);
  }

  function byWorth(a: Entry, b: Entry): number {
    return drawnWorth(b) - drawnWorth(a) || a.order - b.order;
  }

  /** A requirement whose bodies were accepted twice is drawn from again only after all others. */
  function drawnWorth(entry: Entry): number {
    const late = entry.request.method === 'POST' && (accepted.get(entry.sentFor) ?? 0) >= 2;
    return late ? entry.worth - 1_000 : entry.worth;
  }

  function take(entry: Entry): Entry {
    pending.splice(pending.indexOf(entry), 1);
    return entry;
  }

  function takePlainList(purpose: string, sentFor: string): Entry {
    const wanted = pending.filter((entry) => isPlainList(entry.request)).sort(byWorth)[0];
    return wanted === undefined ? internal(purpose, sentFor) : take(wanted);
  }

  function internal(purpose: string, sentFor: string): Entry {
    const make = () => options.plainList();
    const ignore = () => {};
    return {
      purpose,
      sentFor,
      worth: proofWorth,
      make,
      order: order++,
      request: make(),
      attempt: 1,
      resolve: ignore,
      reject: ignore,
    };
  }

  /** Why no plain GET may be sent to prove the limit, or undefined where one may. */
  function whyNoProof(): string | undefined {
    if (options.exhaust !== true) return options.exhaust;
    const decision = enforcement.decision();
    if (decision.kind === 'undecided') return decision.reason;
    if (decision.kind !== 'open') return 'it is decided already';
    if (lastList === undefined) return 'the answers carry no usable rate-limit headers';
    if (strays >= 2) return 'another limit answered 429 before this one was used up';
    if (lastList.secondsToReset > oneHour)
      return 'the limit resets in more than an hour: proving it would use up a whole day';
    if (fillers > 3 * lastList.limit + 30) return 'three times the Limit decided nothing';
    const needed = Math.max(0, lastList.remaining) + 2;
    if (options.maxRequests - counts.requests < needed)
      return `what is left to be sent (${needed} requests) exceeds --max-requests ${options.maxRequests}`;
    return undefined;
  }

  async function dispatch(entry: Entry): Promise<void> {
    const { request } = entry;
    if (counts.requests >= options.maxRequests) {
      entry.reject(halt('requests spent', `--max-requests ${options.maxRequests} is used up`));
      return;
    }
    counts.requests++;
    if (entry.attempt === 2) counts.repeated++;
    underWay++;
    if (request.method === 'POST') postsUnderWay++;
    const overLimit = isPlainList(request) && leftFor('listCategories') <= 0 && !recovering;
    const ticket = quota.sent(request.operation);
    const exchange = await client.exchange(request, {
      purpose: entry.purpose,
      sentFor: entry.sentFor,
      attempt: entry.attempt,
      overLimit,
      onHead: (status, headers) => {
        if (status === 429) limit(pauseAfter(headers, clock.now()), clock.monotonic());
      },
    });
    underWay--;
    if (request.method === 'POST') postsUnderWay--;
    quota.settled(exchange, ticket);
    enforcement.step(exchange);
    options.onExchange(exchange);
    learn(entry, exchange);
    conclude(entry, exchange);
    pump();
  }

  function learn(entry: Entry, exchange: Exchange): void {
    const status = statusOf(exchange);
    const { request } = exchange;
    if (status === 429) {
      if (recovering && isPlainList(request)) inARow++;
      else if (request.presentation === 'bearer' && exchange.sentAt >= strayReadAt) {
        strayReadAt = exchange.readAt;
        if (enforcement.decision().kind !== 'proven') strays++;
      }
    } else if (recovering && isPlainList(request)) {
      recovering = false;
      inARow = 0;
      options.listen({ type: 'resumed' });
    }
    if (request.method === 'POST' && status !== undefined && status >= 200 && status < 300) {
      counts.creates++;
      accepted.set(entry.sentFor, (accepted.get(entry.sentFor) ?? 0) + 1);
    }
    faultsInARow = isAnswer(exchange) || exchange.overLimit ? 0 : faultsInARow + 1;
    if (faultsInARow >= 4) halt('target gone', 'the target stopped answering: four requests in a row failed');
    if (isPlainList(request) && isAnswer(exchange)) {
      const { limit, remaining, reset } = quotaOf(exchange);
      lastList =
        limit === undefined || remaining === undefined || reset === undefined
          ? undefined
          : { limit, remaining, secondsToReset: secondsToReset(exchange, reset) };
    }
    watchForBan(exchange, status);
    const remaining = quota.remaining();
    options.listen({
      type: 'exchange',
      sent: counts.requests,
      purpose: exchange.purpose,
      pending: pending.length,
      ...(status === undefined ? {} : { status }),
      ...(remaining === undefined ? {} : { remaining }),
    });
  }

  /** A key that was good before a 429 and is refused after it: nothing more is sent (limit.ban). */
  function watchForBan(exchange: Exchange, status: number | undefined): void {
    if (exchange.request.presentation !== 'bearer') return;
    if (status === 429) seen429 = true;
    if (status !== undefined && status < 300) keyAccepted = true;
    if (seen429 && keyAccepted && (status === 401 || (status === 403 && isPlainList(exchange.request))))
      halt('possible ban', 'the key was accepted before a 429 and is refused now: a possible ban');
  }

  function conclude(entry: Entry, exchange: Exchange): void {
    if (statusOf(exchange) === 429) {
      // Answered 429, a request was not tested: it goes back. The queue's own plain GETs have served their purpose.
      if (entry.worth !== proofWorth) requeue(entry);
      return;
    }
    if (entry.attempt === 1 && isPassingFault(exchange) && !exchange.overLimit && stop === undefined) {
      void tryOnceMore(entry);
      return;
    }
    entry.resolve(exchange);
  }

  async function tryOnceMore(entry: Entry): Promise<void> {
    backingOff++;
    try {
      await clock.sleep(backoffMs * (1 + options.random()), options.signal);
      entry.attempt = 2;
      entry.request = entry.make(2);
      requeue(entry);
    } catch {
      entry.reject(halt('interrupted', 'the run was interrupted'));
    } finally {
      backingOff--;
      pump();
    }
  }

  function requeue(entry: Entry): void {
    if (stop !== undefined) entry.reject(stop);
    else pending.push(entry);
  }

  function limit(by: Pause, now: number): void {
    concurrency = 1;
    const end = now + by.seconds * 1000 + pauseAfterRetryAfterMs + options.random() * mostJitterMs;
    if (limitedUntil === undefined || end > limitedUntil) {
      limitedUntil = end;
      limitedBy = by;
    }
  }

  async function waitOutLimit(): Promise<void> {
    if (limitedUntil === undefined) return;
    if (!comesBack()) return;
    if (inARow >= most429sInARow) {
      halt('still limited', `still 429 after the time given was waited out ${inARow} times`);
      return;
    }
    if (proving) proving = enforcement.decision().kind === 'open';
    const ms = limitedUntil - clock.monotonic();
    if (!(await pause(ms, `429, ${limitedBy?.basis ?? 'no time given'}`))) return;
    limitedUntil = undefined;
    recovering = true;
    quota.forget();
    pump();
  }

  function refuseBeyondCreates(): void {
    if (counts.creates < options.maxCreates) return;
    for (const entry of pending.filter(({ request }) => request.method === 'POST'))
      take(entry).reject(new Stopped('creates spent', `--max-creates ${options.maxCreates} is used up`));
  }

  async function waitForReset(): Promise<void> {
    const times = pending.filter(isHeld).flatMap((entry) => quota.resetAt(entry.request.operation) ?? []);
    const resetAt = times.length === 0 ? clock.monotonic() + 1_000 : Math.min(...times);
    const ms = Math.max(0, resetAt - clock.monotonic()) + options.random() * mostJitterMs;
    if (await pause(ms, 'the quota is used up, X-RateLimit-Reset')) {
      quota.forget();
      pump();
    }
  }

  /** Sleeps with nothing sent meanwhile. False where the cap of all waits, or an interruption, ends the run instead. */
  async function pause(ms: number, reason: string): Promise<boolean> {
    const wanted = Math.max(0, ms);
    if (waitedMs + wanted > options.maxWaitMs) {
      const seconds = Math.ceil(wanted / 1000);
      const cap = options.maxWaitMs / 1000;
      halt('waits spent', `a wait of ${seconds} s (${reason}) would exceed --max-wait ${cap}`);
      return false;
    }
    waitedMs += wanted;
    const seconds = Math.round(wanted) / 1000;
    waits.push({ atMs: Math.round(clock.monotonic() - startedAt), seconds, reason });
    options.listen({ type: 'waiting', seconds, reason });
    sleeping = true;
    try {
      await clock.sleep(wanted, options.signal);
      return true;
    } catch {
      halt('interrupted', 'the run was interrupted');
      return false;
    } finally {
      sleeping = false;
    }
  }

  function halt(kind: StopKind, message: string): Stopped {
    if (stop !== undefined) return stop;
    stop = new Stopped(kind, message);
    for (const entry of pending.splice(0)) entry.reject(stop);
    proving = false;
    notify();
    return stop;
  }
}
