import { definedOnly } from '../model/defined-only.ts';
import { type Exchange, type HeaderLine, isShed, statusOf } from '../model/exchange.ts';
import { pauseAfter } from '../readings/retry-after.ts';
import { type Creates, createCreates } from './creates.ts';
import { type Entry, isPlainList } from './entry.ts';
import { backAgainWords, createFaults, unavailableFor } from './faults.ts';
import { createHealth, type Health } from './health.ts';
import { createHolds, type Holds, marginMs } from './holds.ts';
import { createInFlight, type InFlight } from './in-flight.ts';
import type { PaceState } from './next.ts';
import type { QueueOptions } from './options.ts';
import { createProof, type Proof } from './proof.ts';
import { createQuotaEstimate, type QuotaEstimate, type Ticket } from './quota.ts';
import { createRefusals, mostRefusals } from './refusals.ts';
import { Stopped } from './stopped.ts';

/** All that is known of the target and of what was sent to it: what the state of the decision is made of. */
export interface Knowledge {
  readonly inFlight: InFlight;
  readonly creates: Creates;
  readonly quota: QuotaEstimate;
  readonly holds: Holds;
  readonly proof: Proof;
  readonly health: Health;
  readonly counts: { readonly requests: number; readonly repeated: number };
  /** The part of the state that does not depend on what waits. */
  pace(): Omit<PaceState, 'limitedUntil' | 'pausedUntil' | 'proof' | 'waiting' | 'goesOn'>;
  /** Why no POST like this one is sent any more; undefined where one may be. */
  whyNoPost(entry: Entry): Stopped | undefined;
  /** A request goes; what is returned belongs to its response. */
  sent(entry: Entry): Ticket;
  /** A head was read: after a 429, or a 503 that says how long it lasts, nothing is sent even before its body is there. */
  headRead(status: number, headers: readonly HeaderLine[], overLimit: boolean): void;
  /** A request that was to go did not. */
  heldBack(entry: Entry): void;
  /** What came of a request; `isPassing` says whether that is no answer yet. */
  learn(entry: Entry, raw: Exchange, ticket: Ticket, isPassing: (exchange: Exchange) => boolean): Learned;
}

export interface Learned {
  readonly exchange: Exchange;
  /** Why the run ends with it, where it does. */
  readonly end?: Stopped;
}

/** Where so many were answered otherwise between two refusals of a gateway, the gap between requests is long enough. */
const fewAnswered = 6;
/** At most so many in flight before the first response shows how long one takes. */
const mostAtFirst = 4;
/**
 * Twelve in a row tell whether Remaining falls if they take less than ten seconds on the Free plan (reading 3): those that
 * overlap are not in a row.
 */
const soonMs = 2_500;

const cappedWords = 'the service refuses any further category (see create.created)';

/** Knows nothing yet. */
export function createKnowledge(options: QueueOptions): Knowledge {
  const { clock, random } = options;
  const counts = { requests: 0, repeated: 0 };
  const inFlight = createInFlight();
  const creates = createCreates(options, inFlight);
  const quota = createQuotaEstimate(() => clock.monotonic(), options.reserve);
  const holds = createHolds(random);
  const refusals = createRefusals();
  const faults = createFaults();
  const { readings } = options;
  const { shedding, enforcement, listHealth, creationCap } = readings;
  const proof = createProof(
    options.exhaust,
    {
      budget: () => options.maxRequests - counts.requests,
      quota: () => quota.bucket('listCategories', 1).left,
      gapMs: () => holds.lastingGapMs,
    },
    enforcement,
  );
  const health = createHealth(readings.ban);
  let wasLimited = false;
  let fastestMs: number | undefined;
  let newestShedAt = Number.NEGATIVE_INFINITY;
  let answeredSinceShed = 0;
  if (options.heldMs !== undefined)
    holds.pause(
      options.heldMs,
      clock.monotonic(),
      'as long as the service asked before the run (Retry-After)',
    );

  /** As many as even a service that answers one after the other has answered in half of the time they are given, and soon. */
  const mostInTime = () =>
    fastestMs === undefined ? mostAtFirst : Math.floor(Math.min(options.timeoutMs / 2, soonMs) / fastestMs);

  return {
    ...{ inFlight, creates, quota, holds, proof, health, counts },
    pace() {
      const decision = enforcement.decision();
      return {
        inFlight: inFlight.counts,
        concurrency:
          wasLimited || shedding.oneAtATime() ? 1 : Math.min(options.concurrency, mostRefusals, mostInTime()),
        recovering: holds.recovering,
        doubtful: health.doubtful(),
        listDue: listHealth.needsList(),
        controlDue: shedding.controlDue(),
        createsMayRunOut: creates.mayRunOut(),
        unlimited: (decision.kind === 'not enforced' && decision.served) || proof.zeroStopsNobody,
        leftWithoutKey: quota.leftWithoutKey(),
      };
    },
    whyNoPost(entry) {
      const broken = listHealth.whyNoPost();
      if (broken !== undefined) return new Stopped('list broken', broken);
      const isCapped = entry.creates === true && creationCap.reached() !== undefined;
      return isCapped ? new Stopped('no more categories', cappedWords) : creates.spent();
    },
    sent(entry) {
      counts.requests++;
      if (entry.tries > 0) counts.repeated++;
      inFlight.add(entry.request);
      creates.sent(entry);
      return quota.sent(entry.request.operation);
    },
    headRead(status, headers, overLimit) {
      const seconds = overLimit ? undefined : unavailableFor(status, headers, clock.now());
      if (seconds !== undefined)
        holds.pause(seconds * 1000 + marginMs, clock.monotonic(), backAgainWords(status));
      if (status !== 429) return;
      wasLimited = true;
      const inVain = holds.recovering ? holds.limitedInARow + 1 : 0;
      holds.limit(pauseAfter(headers, clock.now(), inVain), clock.monotonic());
    },
    // The quota still counts it: less is taken to be left than is, until the pause is over and all of that is forgotten.
    heldBack(entry) {
      counts.requests--;
      if (entry.tries > 0) counts.repeated--;
      inFlight.remove(entry.request);
      creates.heldBack(entry);
    },
    learn(entry, raw, ticket, isPassing) {
      const exchange = { ...raw, concurrent: inFlight.remove(raw.request) };
      quota.settled(exchange, ticket);
      const wasProven = isProven();
      readings.see(exchange, { isRepeated: entry.tries > 0, isPaced: holds.gapMs > 0 });
      proof.see(exchange, holds.recovering);
      const isRecovery = holds.recovering && isPlainList(exchange.request) && !isPassing(exchange);
      const expected = (!wasProven && isProven()) || isRecovery;
      if (isRecovery) {
        const again = statusOf(exchange) === 429;
        holds.recovered(again);
        if (!again) options.listen({ type: 'resumed' });
      }
      const refusal = refusals.see(exchange, expected);
      if (refusal !== undefined) holds.widenGap(refusal.gapMs);
      seeShed(exchange);
      const pause = faults.see(exchange);
      if (pause !== undefined) holds.pause(pause.ms, exchange.readAt, pause.reason);
      creates.see(exchange, entry);
      seeTime(exchange);
      const end = health.see(exchange) ?? refusals.spent();
      return { exchange, ...definedOnly({ end }) };
    },
  };

  function isProven(): boolean {
    return enforcement.decision().kind === 'proven';
  }

  /**
   * Requests go with a gap while a gateway refuses them, which grows while it refuses many; not where one kind is refused
   * for its own sake.
   */
  function seeShed(exchange: Exchange): void {
    if (!isShed(exchange)) {
      answeredSinceShed++;
      return;
    }
    const isSameMoment = exchange.sentAt < newestShedAt;
    newestShedAt = exchange.readAt;
    const grows = holds.gapMs === 0 || (!isSameMoment && answeredSinceShed < fewAnswered);
    answeredSinceShed = 0;
    if (shedding.isOwn(exchange.request)) holds.endGap();
    else if (shedding.oneAtATime() && grows) holds.widenGap(0);
  }

  function seeTime({ outcome, sentAt, readAt }: Exchange): void {
    if (outcome.kind === 'fault') return;
    const ms = readAt - sentAt;
    fastestMs = Math.min(ms, fastestMs ?? ms);
  }
}
