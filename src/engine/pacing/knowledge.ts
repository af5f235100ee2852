import { isWithKey } from '../../exchange/credentials.ts';
import {
  type Exchange,
  hasResponse,
  isRetried,
  isTransientFault,
  statusOf,
} from '../../exchange/exchange.ts';
import { Stopped } from '../../exchange/stopped.ts';
import type { Readings } from '../../readings/readings.ts';
import { createHolds, most429s } from './holds.ts';
import type { Bucket, PaceState, Waiting } from './next.ts';
import { createProof } from './proof.ts';
import type { QueueOptions } from './queue.ts';
import { createQuotaEstimate, type Ticket } from './quota.ts';
import {
  createBacklog,
  createCreates,
  createInFlight,
  createLimitedOperations,
  type Entry,
  isPlainList,
} from './requests.ts';

/** Caps the requests in flight before the first response shows the latency. */
const maxAtFirst = 4;
/**
 * Twelve consecutive requests in ten seconds show whether Remaining falls on the Free plan. Overlapping requests
 * are not consecutive.
 */
const soonMs = 2_500;

/** Manages what is known about the target and the requests, which `next` uses to decide. */
export function createKnowledge(options: QueueOptions) {
  const { clock, readings, settings } = options;
  const { shedding, enforcement, listHealth, creationCap } = readings;
  const counts = { requests: 0, retried: 0 };
  const inFlight = createInFlight();
  const { maxCreates, shrinkRequests } = settings;
  // Reserves creates for the search for smaller bodies, in case the server accepts everything.
  const reserved = shrinkRequests === 0 ? 0 : Math.min(10, Math.floor(maxCreates / 4));
  const creates = createCreates(maxCreates, reserved, () => inFlight.counts.posts);
  const backlog = createBacklog(creates.priorityOf);
  const quota = createQuotaEstimate(() => clock.monotonic(), settings.profile === 'gentle');
  const holds = createHolds(clock, options.random, shedding);
  const limitedOperations = createLimitedOperations();
  const proof = createProof(options.exhaust, enforcement, limitedOperations.has, () => ({
    budget: settings.maxRequests - counts.requests,
    quota: quota.bucket('listCategories', 1).left,
    gapMs: holds.gap.lastingMs(),
  }));
  const health = createHealth(readings);
  let fastestMs: number | undefined;
  const heldWords = 'as long as the target asked before the run (Retry-After)';
  if (options.heldMs !== undefined) holds.pauseFor(options.heldMs, clock.monotonic(), heldWords);

  const isProven = () => enforcement.decision().kind === 'proven';
  /** Maximum number of requests that even a sequential server responds to within half the timeout, and soon. */
  const maxInTime = () =>
    fastestMs === undefined
      ? maxAtFirst
      : Math.floor(Math.min((settings.timeoutSeconds * 1000) / 2, soonMs) / fastestMs);

  return {
    ...{ backlog, inFlight, creates, quota, holds, proof, counts },
    /** Whether the end of a wait is of use. */
    goesOn,
    /** What `next` decides by. */
    state(): PaceState<Waiting & { readonly entry: Entry }> {
      quota.look();
      const buckets = new Map<string, Bucket>();
      const bucketOf = (operation: string): Bucket => {
        const known = buckets.get(operation) ?? quota.bucket(operation, backlog.size());
        buckets.set(operation, known);
        return known;
      };
      const decision = enforcement.decision();
      return {
        inFlight: inFlight.counts,
        concurrency:
          holds.wasLimited() || shedding.oneAtATime()
            ? 1
            : Math.min(settings.concurrency, most429s, maxInTime()),
        limitedUntil: holds.limitedUntil(),
        recovering: holds.recovering(),
        pausedUntil: holds.pausedUntil(),
        doubtful: health.doubtful(),
        listDue: listHealth.needsList(),
        controlDue: shedding.controlDue(),
        createsMayRunOut: creates.mayRunOut(),
        unlimited: (decision.kind === 'not enforced' && decision.served) || proof.zeroIsNotEnforced(),
        leftWithoutKey: quota.leftWithoutKey(),
        keyIsApart: quota.onlyWithKey(),
        isNew: quota.isNew(),
        proof: { asked: proof.asked(), blocked: proof.whyNot(), bucket: bucketOf('listCategories') },
        waiting: backlog.firsts().map((entry) => ({
          entry,
          isPost: entry.request.method === 'POST',
          withKey: isWithKey(entry.request),
          isPlainList: isPlainList(entry.request),
          priority: creates.priorityOf(entry),
          order: entry.order,
          bucket: bucketOf(entry.request.operation),
        })),
        goesOn: goesOn(),
      };
    },
    /** Returns why a request like this one may not be sent, or undefined if it may. */
    whyNot(entry: Entry): Stopped | undefined {
      const limited = limitedOperations.whyNot(entry);
      if (limited !== undefined || entry.request.method !== 'POST') return limited;
      const broken = listHealth.whyNoPost();
      if (broken !== undefined) return new Stopped('list broken', broken);
      if (entry.creates !== true || creationCap.reached() === undefined) return creates.spent();
      const words = 'the target refuses any further category (see create.created)';
      return new Stopped('no more categories', words);
    },
    /** Counts a request; returns the ticket for its response. */
    sent(entry: Entry): Ticket {
      counts.requests++;
      if (entry.tries > 0) counts.retried++;
      inFlight.add(entry.request);
      creates.sent(entry);
      return quota.sent(entry.request.operation, isWithKey(entry.request));
    },
    /** Uncounts a request that was not sent after all. The quota still counts it, until the pause ends. */
    heldBack(entry: Entry, ticket: Ticket): void {
      quota.heldBack(ticket);
      counts.requests--;
      if (entry.tries > 0) counts.retried--;
      inFlight.remove(entry.request);
      creates.over(entry);
    },
    /** Processes an exchange; `end` is why the run ends, if it does. */
    learn(entry: Entry, raw: Exchange, ticket: Ticket) {
      const exchange = { ...raw, concurrent: inFlight.remove(raw.request) };
      quota.settled(exchange, ticket);
      const wasProven = isProven();
      readings.see(exchange, { isRepeated: entry.tries > 0, isPaced: holds.gap.ms() > 0 });
      proof.see(exchange, holds.recovering());
      const isRecovery = holds.recovering() && isPlainList(exchange.request) && !isRetried(exchange);
      const isProof = !wasProven && isProven();
      if (isRecovery) {
        const again = statusOf(exchange) === 429;
        holds.recovered(again);
        if (!again) options.listen({ type: 'resumed' });
      }
      holds.see(exchange, isProof || isRecovery);
      // No gap would have avoided these 429s.
      if (limitedOperations.see(exchange)) holds.gap.end();
      creates.over(entry);
      creates.see(exchange);
      if (hasResponse(exchange))
        fastestMs = Math.min(exchange.readAt - exchange.sentAt, fastestMs ?? Number.POSITIVE_INFINITY);
      return { exchange, end: health.see(exchange) ?? holds.tooMany429s() };
    },
  };

  function goesOn(): boolean {
    return backlog.size() > 0 || options.exhaust === true;
  }
}

const faultsUntilDoubt = 2;

const banned =
  'the key was accepted before a 429 and is now refused, which may be a ban. Do not use the key until the operators of ' +
  'the server release it. Then use --no-exhaust or --profile gentle to stay below the limit';

/** Detects what ends a run early: a target that is gone, a banned key. The readings must see each exchange first. */
function createHealth({ ban, silence }: Pick<Readings, 'ban' | 'silence'>) {
  let faultsInARow = 0;
  let listsServed = false;

  return {
    see(exchange: Exchange): Stopped | undefined {
      const { overLimit, request } = exchange;
      faultsInARow = overLimit || !isTransientFault(exchange) ? 0 : faultsInARow + 1;
      if (isPlainList(request)) listsServed = (statusOf(exchange) ?? 500) < 300;
      if (silence.stop() !== undefined) return new Stopped('target gone', 'the target stopped responding');
      return ban.shownBy() === undefined ? undefined : new Stopped('possible ban', banned);
    },
    /** Returns whether a single plain GET must check if the target is alive. A list that was never served shows nothing. */
    doubtful: () => silence.inARow() >= faultsUntilDoubt || (listsServed && faultsInARow >= faultsUntilDoubt),
  };
}
