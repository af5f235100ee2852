import { HeldBack } from '../http/round-trip.ts';
import type { EnforcementDecision } from '../limiter/enforcement.ts';
import { type Exchange, statusOf } from '../model/exchange.ts';
import type { Wait } from '../model/report.ts';
import { createBacklog } from './backlog.ts';
import { createChoice } from './choice.ts';
import { type Conclusion, conclusionOf } from './conclusion.ts';
import { type Entry, isPlainList, type Wanted } from './entry.ts';
import { createKnowledge } from './knowledge.ts';
import type { QueueOptions } from './options.ts';
import { createPauses } from './pauses.ts';
import { Stopped } from './stopped.ts';
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
  const pauses = createPauses(options);
  const knowledge = createKnowledge(options, pauses);
  const { underWay, creates, quota, limited, proof, health, allowance, counts } = knowledge;
  const backlog = createBacklog(options.plainList, creates.worthOf);
  const comesBack = () => backlog.size > 0 || options.exhaust === true;
  const { posts } = options;
  const next = createChoice({ ...knowledge, posts, backlog, monotonic: () => clock.monotonic(), comesBack });
  const waiting = createWaiting({ ...knowledge, clock, random, pauses, backlog });
  const watchers = createWatchers();
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
      return { ...counts, creates: creates.count };
    },
    waits: pauses.waits,
  };

  /** Sends whatever may be sent now. Called after everything that can change the answer. */
  function pump(): void {
    while (stop === undefined && !pauses.lasting()) {
      const todo = next();
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
    if (counts.requests >= options.maxRequests) {
      entry.reject(halt(new Stopped('requests spent', `--max-requests ${options.maxRequests} is used up`)));
      return;
    }
    const { request, purpose, sentFor, attempt } = entry;
    const overLimit =
      isPlainList(request) && allowance.leftFor('listCategories') <= 0 && !limited.recovering();
    const ticket = knowledge.sent(entry);
    let exchange: Exchange;
    try {
      exchange = await client.exchange(request, {
        ...{ purpose, sentFor, attempt, overLimit },
        mayStart: () => limited.until() === undefined,
        onHead: (status, headers) => {
          if (status === 429) knowledge.refused(headers);
        },
      });
    } catch (error) {
      if (!(error instanceof HeldBack)) throw error;
      // A 429 was read while its connection was still being opened.
      knowledge.heldBack(entry);
      if (!entry.internal) putBack(entry);
      pump();
      return;
    }
    const end = knowledge.learn(entry, exchange, ticket, becomes(exchange).kind === 'once more');
    if (end !== undefined) halt(end);
    tell(exchange);
    conclude(entry, exchange);
    // The next ones are sent before this one is judged: judging takes none of the time in which answers are waited for.
    pump();
    options.onExchange(exchange);
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

  function becomes(exchange: Exchange): Conclusion {
    return conclusionOf(exchange, { ended: stop !== undefined, isTooLong: pauses.isTooLong });
  }

  function conclude(entry: Entry, exchange: Exchange): void {
    const conclusion = becomes(exchange);
    switch (conclusion.kind) {
      case 'answered':
        entry.resolve(exchange);
        break;
      case 'limited':
        // The queue's own plain GETs have served their purpose.
        if (!entry.internal) putBack(entry);
        break;
      case 'once more':
        sendOnceMore(entry);
        break;
      case 'given up':
        entry.reject(health.doubtful() ? halt(conclusion.because) : conclusion.because);
        break;
      case 'aborted':
        entry.reject(halt(new Stopped('interrupted', interrupted)));
    }
  }

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
