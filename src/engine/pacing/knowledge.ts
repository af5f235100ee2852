import { isWithKey } from '../../exchange/credentials.ts';
import { type Exchange, isSentAgain, statusOf } from '../../exchange/exchange.ts';
import { Stopped } from '../../exchange/stopped.ts';
import { createHealth } from './health.ts';
import { createHolds, most429s } from './holds.ts';
import type { Bucket, PaceState, Waiting } from './next.ts';
import { createProof } from './proof.ts';
import type { QueueOptions } from './queue.ts';
import { createQuotaEstimate, type Ticket } from './quota.ts';
import { createBacklog, createInFlight, type Entry, isPlainList } from './requests.ts';

/** The first of a lane of the backlog, as the decision sees it. */
export interface WaitingEntry extends Waiting {
  readonly entry: Entry;
}

/** At most this many in flight before the first response shows how long one takes. */
const mostAtFirst = 4;
/**
 * Twelve in a row show whether Remaining falls if they take less than ten seconds on the Free plan (reading 3): those that
 * overlap are not in a row.
 */
const soonMs = 2_500;

/** All that is known of the target and of what was sent to it: what the state of the decision is made of. */
export function createKnowledge(options: QueueOptions) {
  const { clock, readings } = options;
  const { shedding, enforcement, listHealth, creationCap } = readings;
  const counts = { requests: 0, repeated: 0 };
  const inFlight = createInFlight();
  const creates = createCreates(options, () => inFlight.counts.posts);
  const backlog = createBacklog(options.plainList, creates.worthOf);
  const quota = createQuotaEstimate(() => clock.monotonic(), options.reserve);
  const holds = createHolds(clock, options.random, shedding);
  const proof = createProof(options.exhaust, enforcement, () => ({
    budget: options.maxRequests - counts.requests,
    quota: quota.bucket('listCategories', 1).left,
    gapMs: holds.lastingGapMs(),
  }));
  const health = createHealth(readings.ban);
  let fastestMs: number | undefined;
  if (options.heldMs !== undefined)
    holds.pauseFor(
      options.heldMs,
      clock.monotonic(),
      'as long as the service asked before the run (Retry-After)',
    );

  const isProven = () => enforcement.decision().kind === 'proven';
  /** As many as even a service that answers one after the other has answered in half of the timeout, and soon. */
  const mostInTime = () =>
    fastestMs === undefined ? mostAtFirst : Math.floor(Math.min(options.timeoutMs / 2, soonMs) / fastestMs);

  return {
    ...{ backlog, inFlight, creates, quota, holds, proof, counts },
    /** Whether the end of a wait is of use. */
    goesOn,
    /** What `next` decides by. */
    state(): PaceState<WaitingEntry> {
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
            : Math.min(options.concurrency, most429s, mostInTime()),
        limitedUntil: holds.limitedUntil(),
        recovering: holds.recovering(),
        pausedUntil: holds.pausedUntil(),
        doubtful: health.doubtful(),
        listDue: listHealth.needsList(),
        controlDue: shedding.controlDue(),
        createsMayRunOut: creates.mayRunOut(),
        unlimited: (decision.kind === 'not enforced' && decision.served) || proof.zeroStopsNobody(),
        leftWithoutKey: quota.leftWithoutKey(),
        proof: { asked: proof.asked(), blocked: proof.whyNot(), bucket: bucketOf('listCategories') },
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
    },
    /** Why no POST like this one is sent any more; undefined where one may be. */
    whyNoPost(entry: Entry): Stopped | undefined {
      const broken = listHealth.whyNoPost();
      if (broken !== undefined) return new Stopped('list broken', broken);
      if (entry.creates !== true || creationCap.reached() === undefined) return creates.spent();
      return new Stopped(
        'no more categories',
        'the service refuses any further category (see create.created)',
      );
    },
    /** A request goes; returns what belongs to its response. */
    sent(entry: Entry): Ticket {
      counts.requests++;
      if (entry.tries > 0) counts.repeated++;
      inFlight.add(entry.request);
      creates.sent(entry);
      return quota.sent(entry.request.operation);
    },
    /**
     * A request that was to go did not. The quota still counts it: less is taken to be left than is, until the pause is over
     * and all of that is forgotten.
     */
    heldBack(entry: Entry): void {
      counts.requests--;
      if (entry.tries > 0) counts.repeated--;
      inFlight.remove(entry.request);
      creates.over(entry);
    },
    /** What came of a request. With `end` the run ends. */
    learn(entry: Entry, raw: Exchange, ticket: Ticket) {
      const exchange = { ...raw, concurrent: inFlight.remove(raw.request) };
      quota.settled(exchange, ticket);
      const wasProven = isProven();
      readings.see(exchange, { isRepeated: entry.tries > 0, isPaced: holds.gapMs() > 0 });
      proof.see(exchange, holds.recovering());
      const isRecovery = holds.recovering() && isPlainList(exchange.request) && !isSentAgain(exchange);
      const isProof = !wasProven && isProven();
      if (isRecovery) {
        const again = statusOf(exchange) === 429;
        holds.recovered(again);
        if (!again) options.listen({ type: 'resumed' });
      }
      holds.see(exchange, isProof || isRecovery);
      creates.over(entry);
      creates.see(exchange);
      if (exchange.outcome.kind === 'answer')
        fastestMs = Math.min(exchange.readAt - exchange.sentAt, fastestMs ?? Number.POSITIVE_INFINITY);
      return { exchange, end: health.see(exchange) ?? holds.tooMany429s() };
    },
  };

  function goesOn(): boolean {
    return backlog.size() > 0 || options.exhaust === true;
  }
}

/** A requirement whose bodies were accepted so often is generated for again only after all others. */
const acceptedOften = 2;

/**
 * The budget of creates: any 2xx to a POST is one, since the service has no DELETE. Of `maxCreates` the `createsKept` are
 * held back until they are released.
 */
function createCreates(
  { maxCreates, createsKept }: Pick<QueueOptions, 'maxCreates' | 'createsKept'>,
  postsInFlight: () => number,
) {
  /** By requirement: accepted, or in flight and to be accepted by a target that conforms to the specification. */
  const accepted = new Map<string, number>();
  let most = maxCreates - createsKept;
  let count = 0;

  const acceptedFor = (row: string) => accepted.get(row) ?? 0;
  const change = (row: string, by: 1 | -1) => void accepted.set(row, acceptedFor(row) + by);

  return {
    sent(entry: Entry): void {
      if (entry.creates) change(entry.sentFor, 1);
    },
    /** It is answered, or was not sent after all. */
    over(entry: Entry): void {
      if (entry.creates) change(entry.sentFor, -1);
    },
    see(exchange: Exchange): void {
      const status = statusOf(exchange);
      if (exchange.request.method !== 'POST' || status === undefined || status < 200 || status >= 300) return;
      count++;
      change(exchange.sentFor, 1);
    },
    count: () => count,
    /** Lets those be used that were kept for the search for smaller bodies. */
    release(): void {
      most = maxCreates;
    },
    /** Why no POST is sent any more; undefined where one may be. */
    spent: (): Stopped | undefined =>
      count < most
        ? undefined
        : new Stopped('creates spent', `the creates that --max-creates ${maxCreates} allows are used up`),
    /** Whether the POSTs in flight may use up what is left. */
    mayRunOut: () => count + postsInFlight() >= most,
    /** What sending this one now is worth. */
    worthOf(entry: Entry): number {
      if (entry.request.method !== 'POST') return entry.worth;
      // The last create of the budget goes last, since no POST is sent after it.
      if (entry.creates && count + postsInFlight() + 1 >= most) return entry.worth - 2_000;
      return acceptedFor(entry.sentFor) >= acceptedOften ? entry.worth - 1_000 : entry.worth;
    },
  };
}
