import type { EnforcementDecision } from '../limiter/enforcement.ts';
import { pauseAfter } from '../limiter/retry-after.ts';
import { type Exchange, isPassingFault, statusOf } from '../model/exchange.ts';
import type { Wait } from '../model/report.ts';
import { createAllowance } from './allowance.ts';
import { createBacklog } from './backlog.ts';
import { createBackoff, unavailableFor } from './backoff.ts';
import { createChoice } from './choice.ts';
import { createCreates } from './creates.ts';
import { type Entry, isPlainList, type Wanted } from './entry.ts';
import { createHealth } from './health.ts';
import { createLimited } from './limited.ts';
import type { QueueOptions } from './options.ts';
import { createPauses } from './pauses.ts';
import { createProof } from './proof.ts';
import { createQuotaEstimate } from './quota.ts';
import { Stopped } from './stopped.ts';
import { createUnderWay } from './under-way.ts';
import { createWaiting, interrupted, type WaitFor } from './waiting.ts';
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

/** One queue for every request of a run: it paces them, and while limited it sends nothing at all. */
export function createQueue(options: QueueOptions): Queue {
  const { client, clock, listen, random } = options;
  const sent = { requests: 0, repeated: 0 };
  const underWay = createUnderWay();
  const creates = createCreates(options, underWay);
  const quota = createQuotaEstimate(() => clock.monotonic());
  const limited = createLimited(random);
  const pauses = createPauses(options);
  const backoff = createBackoff(random, pauses.isTooLong);
  const proof = createProof(options.exhaust, {
    budget: () => options.maxRequests - sent.requests,
    quota: () => quota.left('listCategories'),
  });
  const health = createHealth();
  const backlog = createBacklog(options.plainList, creates.worthOf);
  const allowance = createAllowance({ quota, proof, creates, underWay, reserve: options.reserve });
  const comesBack = () => backlog.size > 0 || options.exhaust === true;
  const monotonic = () => clock.monotonic();
  const next = createChoice({
    ...{ backlog, underWay, limited, backoff, health, creates, allowance, proof, monotonic, comesBack },
  });
  const waiting = createWaiting({
    clock,
    random,
    pauses,
    limited,
    backoff,
    quota,
    proof,
    backlog,
    allowance,
  });
  const watchers = createWatchers();
  let { concurrency } = options;
  let stop: Stopped | undefined;

  const isLimited = () => limited.until() !== undefined || limited.recovering();
  /** A request that failed in passing waits to go once more: until then its answer is not there. */
  const isIdle = () => underWay.all === 0 && backlog.size === 0;
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
    settled: () => until(() => isIdle() && !(isLimited() && comesBack())),
    releaseCreates: creates.release,
    enforcement: proof.decision,
    proofLeftOut: proof.leftOut,
    async sleep(ms, reason) {
      const stopped = await waiting.sleep(ms, reason);
      if (stopped !== undefined) throw halt(stopped);
    },
    stopped: () => stop,
    end: () => void halt(new Stopped('ended', 'the run has ended')),
    get counts() {
      return { ...sent, creates: creates.count };
    },
    waits: pauses.waits,
  };

  /** Sends whatever may be sent now. Called after everything that can change the answer. */
  function pump(): void {
    while (stop === undefined && !pauses.lasting()) {
      const todo = next(concurrency);
      if (todo.kind === 'wait') void waitFor(todo.what);
      if (todo.kind !== 'send') break;
      void dispatch(todo.entry);
    }
    watchers.look(stop !== undefined);
  }

  async function waitFor(what: WaitFor): Promise<void> {
    const stopped = await waiting.wait(what);
    if (stopped === undefined) pump();
    else halt(stopped);
  }

  async function dispatch(entry: Entry): Promise<void> {
    const { request, purpose, sentFor, attempt } = entry;
    if (sent.requests >= options.maxRequests) {
      entry.reject(halt(new Stopped('requests spent', `--max-requests ${options.maxRequests} is used up`)));
      return;
    }
    sent.requests++;
    if (attempt === 2) sent.repeated++;
    const overLimit =
      isPlainList(request) && allowance.leftFor('listCategories') <= 0 && !limited.recovering();
    const ticket = quota.sent(request.operation);
    underWay.add(request);
    const exchange = await client.exchange(request, {
      ...{ purpose, sentFor, attempt, overLimit },
      onHead: (status, headers) => {
        if (status !== 429) return;
        concurrency = 1;
        const inVain = limited.recovering() ? limited.inARow() + 1 : 0;
        limited.begin(pauseAfter(headers, clock.now(), inVain), clock.monotonic());
      },
    });
    underWay.remove(request);
    quota.settled(exchange, ticket);
    proof.see(exchange, limited.recovering());
    options.onExchange(exchange);
    learn(exchange);
    conclude(entry, exchange);
    pump();
  }

  function learn(exchange: Exchange): void {
    const status = statusOf(exchange);
    if (limited.recovering() && isPlainList(exchange.request) && !goesOnceMore(exchange)) {
      limited.recovered(status === 429);
      if (status !== 429) listen({ type: 'resumed' });
    }
    creates.see(exchange);
    backoff.see(exchange);
    const end = health.see(exchange);
    if (end !== undefined) halt(end);
    const remaining = quota.remaining();
    listen({
      type: 'exchange',
      sent: sent.requests,
      purpose: exchange.purpose,
      pending: backlog.size,
      ...(status === undefined ? {} : { status }),
      ...(remaining === undefined ? {} : { remaining }),
    });
  }

  function conclude(entry: Entry, exchange: Exchange): void {
    // Answered 429, a request was not tested: it goes back. The queue's own plain GETs have served their purpose.
    if (statusOf(exchange) === 429) {
      if (!entry.internal) putBack(entry);
    } else if (wasAborted(exchange)) entry.reject(halt(new Stopped('interrupted', interrupted)));
    else if (stop !== undefined || !failedInPassing(exchange)) entry.resolve(exchange);
    else if (goesOnceMore(exchange)) sendOnceMore(entry);
    else giveUp(entry, exchange);
  }

  function failedInPassing(exchange: Exchange): boolean {
    return exchange.attempt === 1 && !exchange.overLimit && isPassingFault(exchange);
  }

  function goesOnceMore(exchange: Exchange): boolean {
    const seconds = unavailableFor(exchange) ?? 0;
    return failedInPassing(exchange) && !pauses.isTooLong(seconds * 1000);
  }

  /** Reading 10. */
  function sendOnceMore(entry: Entry): void {
    entry.attempt = 2;
    try {
      entry.request = entry.make(2);
    } catch (error) {
      entry.reject(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    putBack(entry);
  }

  /** Where the service is away for longer than the run may wait, the request decided nothing. */
  function giveUp(entry: Entry, exchange: Exchange): void {
    const seconds = Math.ceil(unavailableFor(exchange) ?? 0);
    const answered = `answered ${statusOf(exchange)} with a Retry-After of ${seconds} s`;
    const spent = new Stopped('waits spent', `${answered}, longer than --max-wait leaves`);
    entry.reject(health.doubtful() ? halt(spent) : spent);
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
    proof.end();
    watchers.look(true);
    return stop;
  }
}

/** Cut by an interruption of ours, an exchange says nothing of the target. */
function wasAborted({ outcome }: Exchange): boolean {
  return outcome.kind === 'fault' && outcome.fault.kind === 'aborted';
}
