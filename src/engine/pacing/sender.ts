import type { Settings } from '../../config/settings.ts';
import type { Clock } from '../../exchange/clock.ts';
import { isWithKey } from '../../exchange/credentials.ts';
import {
  type Exchange,
  type HttpRequest,
  isRefusedInCompany,
  isRetried,
  isShed,
  isTransientFault,
  statusOf,
} from '../../exchange/exchange.ts';
import { Stopped } from '../../exchange/stopped.ts';
import type { Client } from '../../http/client.ts';
import type { Readings } from '../../readings/readings.ts';
import type { Listener } from '../../report/model/events.ts';
import { createCategory } from '../../spec/operations.ts';
import { createGap, endGap, gapUntil, lastingMs, seeShed, widen } from './gap.ts';
import { createHolds, pauseFor, recovered, seeFault } from './holds.ts';
import type { Bucket, PaceState, Waiting } from './next.ts';
import { createPace, goAlone, mostInFlight, seePace, timeFor, whyTooSlow } from './pace.ts';
import type { Pauses } from './pauses.ts';
import {
  createProof,
  isProofDue,
  isServedAtZero,
  planProof,
  seeForProof,
  whyNoProof,
  whyTooSlowFor,
} from './proof.ts';
import { bucketOf, createQuota, seeQuota } from './quota.ts';
import {
  createRefusals,
  isDropped,
  refusalsLeft,
  seeKind,
  seeRefusal,
  whyRefused,
  whyTooMany,
} from './refusals.ts';
import { createBacklog, createCreates, createInFlight, type Entry, isPlainList } from './requests.ts';

/** The options of a queue. */
export interface QueueOptions {
  readonly settings: Omit<Settings, 'baseUrl' | 'key' | 'headers'>;
  readonly client: Client;
  readonly clock: Clock;
  /** The start of the run, on the monotonic clock; the current time by default. */
  readonly startedAt?: number;
  /** True if the run may use up the window to prove the limit, else the reason why not. */
  readonly exhaust: true | string;
  /** Makes the requests that join the first GET beyond the limit, by operation. */
  readonly beyond?: Readonly<Partial<Record<HttpRequest['operation'], () => HttpRequest>>>;
  /** How long to wait before the first request, in ms, as the target asked during `--wait-for`. */
  readonly heldMs?: number;
  /** Called once on an error in the kit, which ends the run. */
  readonly onFault: (error: unknown) => void;
  /** Returns a number from 0 to 1 for the jitter of waits. */
  readonly random: () => number;
  /** They see each exchange before the next request is chosen. */
  readonly readings: Pick<
    Readings,
    'see' | 'enforcement' | 'everyOperation' | 'shedding' | 'ban' | 'listHealth' | 'creationCap' | 'silence'
  >;
  /** Called for each complete exchange, in order of completion. */
  readonly onExchange: (exchange: Exchange) => void;
  readonly listen: Listener;
  /** Called when --max-time is over, to end the requests in flight. */
  readonly onTimeUp?: () => void;
  readonly signal?: AbortSignal;
}

/** The state of a run's requests: what waits, what is in flight, and what the responses so far mean for the next one. */
export type Sender = ReturnType<typeof createSender>;

const heldWords = 'as long as the target asked before the run (Retry-After)';
/** Below this Remaining the burst is not sent, because it may be one too many. */
const leastForBurst = 12;
/** The 429s that a recovery may need: its GET is refused again, and once more after the second wait. */
const refusalsOfRecovery = 2;

export function createSender(options: QueueOptions, pauses: Pauses, over: AbortController) {
  const { clock, settings, random } = options;
  const { maxCreates, shrinkRequests } = settings;
  // Reserves creates for the search for smaller bodies, in case the server accepts everything.
  const reserved = shrinkRequests === 0 ? 0 : Math.min(10, Math.floor(maxCreates / 4));
  const creates = createCreates(maxCreates, reserved);
  const holds = createHolds(clock, random);
  if (options.heldMs !== undefined) pauseFor(holds, options.heldMs, clock.monotonic(), heldWords);
  return {
    options,
    pauses,
    /** Ends waits early if nothing follows them. */
    over,
    creates,
    holds,
    counts: { requests: 0, retried: 0 },
    backlog: createBacklog(creates.priorityOf),
    inFlight: createInFlight(),
    quota: createQuota(settings.profile === 'gentle'),
    pace: createPace(settings.concurrency),
    gap: createGap(),
    refusals: createRefusals(),
    proof: createProof(options.exhaust),
    /** Whether the burst was sent, or a response showed that it must not be. */
    burstIsOver: settings.concurrency === 1,
    faultsInARow: 0,
    listsServed: false,
    /** Callers that wait for a condition. */
    watchers: new Map<() => boolean, () => void>(),
    /** Why requests were not sent. */
    unsent: new Set<Stopped['kind']>(),
    stop: undefined as Stopped | undefined,
    willPump: false,
    /** The number of steps since a request last ended. */
    stepsWithoutEnd: 0,
  };
}

/** Returns what `next` decides by. */
export function stateOf(sender: Sender): PaceState<Waiting & { readonly entry: Entry }> {
  const { inFlight, holds, gap, quota, pace, proof, backlog, creates } = sender;
  const { shedding, enforcement } = sender.options.readings;
  const now = sender.options.clock.monotonic();
  const buckets = new Map<string, Bucket>();
  const bucketFor = (operation: string): Bucket => {
    const known = buckets.get(operation) ?? bucketOf(quota, operation, now);
    buckets.set(operation, known);
    return known;
  };
  const decision = enforcement.decision();
  const bucket = bucketFor('listCategories');
  const blocked = whyNotProven(sender);
  if (blocked === undefined && lastingMs(gap) === 0) planProof(proof, now, timeFor(bucket.left, pace, quota));
  return {
    inFlight: inFlight.counts,
    most: shedding.oneAtATime() ? 1 : mostInFlight(pace, quota),
    mayBurst: !sender.burstIsOver && bucket.left >= leastForBurst && creates.left() >= 2,
    limitedUntil: holds.limited?.until,
    recovering: holds.recovering,
    pausedUntil: Math.max(holds.pause.until, gapUntil(gap)),
    doubtful: isDoubtful(sender),
    listDue: sender.options.readings.listHealth.needsList(),
    controlDue: shedding.controlDue(),
    unlimited: (decision.kind === 'not enforced' && decision.served) || isServedAtZero(proof),
    proof: { asked: proof.asked, isDue: isProofDue(proof, now), blocked, bucket },
    waiting: backlog.all().map((entry) => ({
      entry,
      isPost: entry.request.method === 'POST',
      withKey: isWithKey(entry.request),
      inBurst: entry.inBurst === true,
      isAlone: entry.isAlone === true,
      priority: creates.priorityOf(entry),
      order: entry.order,
      bucket: isWithKey(entry.request) ? bucketFor(entry.request.operation) : bucket,
    })),
    goesOn: goesOn(sender),
  };
}

/** Returns whether the end of a wait is of use. */
export function goesOn({ backlog, options }: Sender): boolean {
  return backlog.size() > 0 || options.exhaust === true;
}

/** Returns why no plain GET may be sent to prove the limit, or undefined if one may. */
export function whyNotProven(sender: Sender): string | undefined {
  const { proof, options, counts, quota, pace, gap, refusals } = sender;
  return whyNoProof(proof, {
    decision: options.readings.enforcement.decision(),
    hasSuspect: suspectOf(sender) !== undefined,
    others: othersToSend(sender),
    budget: options.settings.maxRequests - counts.requests,
    left: bucketOf(quota, 'listCategories', options.clock.monotonic()).left,
    isDropped: (request) => isDropped(refusals, request),
    tooSlow: (limit) => whyTooSlow(limit, pace, quota, lastingMs(gap)),
  });
}

/** Returns how many requests of other operations go with the first GET beyond the limit. */
function othersToSend({ proof, pace, options }: Sender): number {
  return proof.othersSent || pace.goesAlone ? 0 : Object.keys(options.beyond ?? {}).length;
}

/** The most requests of a suspect operation, and the 429s that following it up may cost, the recovery included. */
const mostOfSuspect = 8;
const refusalsOfSuspect = 2;

/** Returns the operation that was served beyond the limit, if one more window can show whether it is limited. */
export function suspectOf({
  creates,
  options,
  proof,
  refusals,
}: Sender): HttpRequest['operation'] | undefined {
  const [suspect] = options.readings.everyOperation.suspects();
  if (suspect === undefined || options.beyond?.[suspect] === undefined) return undefined;
  const needed = mostOfSuspect - proof.suspectsSent;
  const isAffordable = suspect !== createCategory.id || creates.left() >= needed;
  return needed > 0 && isAffordable && refusalsLeft(refusals) >= refusalsOfSuspect ? suspect : undefined;
}

/** Returns why a request like this one may not be sent, or undefined if it may. */
export function whyNotSent({ refusals, creates, options }: Sender, entry: Entry): Stopped | undefined {
  const { listHealth, creationCap } = options.readings;
  const refused = whyRefused(refusals, entry.request);
  if (refused !== undefined || entry.request.method !== 'POST') return refused;
  const broken = listHealth.whyNoPost();
  if (broken !== undefined) return new Stopped('list broken', broken);
  if (entry.creates !== true || creationCap.reached() === undefined) return creates.spent();
  const words = 'the target refuses any further category (see create.created)';
  return new Stopped('no more categories', words);
}

/** Counts a request that is sent. */
export function countSent({ counts, inFlight, creates }: Sender, entry: Entry): void {
  counts.requests++;
  if (entry.tries > 0) counts.retried++;
  inFlight.add(entry);
  creates.sent(entry);
}

/** Uncounts a request that was not sent after all. */
export function countHeldBack({ counts, inFlight, creates }: Sender, entry: Entry): void {
  counts.requests--;
  if (entry.tries > 0) counts.retried--;
  inFlight.remove(entry);
  creates.over(entry);
}

/** Processes an exchange, and returns it with why the run ends, if it does. */
export function learn(sender: Sender, entry: Entry, raw: Exchange) {
  const { holds, gap, quota, pace, creates, options, refusals } = sender;
  const { enforcement, shedding } = options.readings;
  const allowed = mostInFlight(pace, quota);
  const exchange = { ...raw, concurrent: sender.inFlight.remove(entry) };
  const wasProven = enforcement.decision().kind === 'proven';
  options.readings.see(exchange, { isRepeated: entry.tries > 0, isPaced: gap.ms > 0 });
  const isProof = !wasProven && enforcement.decision().kind === 'proven';
  const isRecovery = holds.recovering && isPlainList(exchange.request) && !isRetried(exchange);
  const isExpected = isProof || isRecovery || exchange.overLimit;
  seeQuota(quota, exchange);
  seePace(pace, exchange, allowed);
  seeForProof(sender.proof, exchange, isExpected || holds.recovering);
  if (isRecovery) {
    const again = statusOf(exchange) === 429;
    recovered(holds, again);
    if (!again) options.listen({ type: 'resumed' });
  }
  const gapMs = seeRefusal(refusals, exchange, isExpected);
  if (gapMs !== undefined) widen(gap, gapMs);
  seeShed(gap, exchange, isShed(exchange), shedding.oneAtATime());
  if (isShed(exchange) && shedding.isOwn(exchange.request)) endGap(gap);
  seeFault(holds, exchange);
  // No gap would have avoided these 429s.
  if (seeKind(refusals, exchange)) endGap(gap);
  if (statusOf(exchange) === 429 && !isExpected) goAlone(pace);
  seeBurst(sender, entry, exchange);
  creates.over(entry);
  creates.see(exchange);
  sayIfTooSlow(sender);
  return { exchange, end: whyOver(sender, exchange) };
}

/** Says once that the target is too slow for the proof, as soon as that is known. */
function sayIfTooSlow(sender: Sender): void {
  const { proof, options, pace, quota, gap } = sender;
  if (proof.isTooSlow || proof.exhaust !== true || options.readings.enforcement.decision().kind !== 'open')
    return;
  const reason = whyTooSlowFor(proof, (limit) => whyTooSlow(limit, pace, quota, lastingMs(gap)));
  if (reason === undefined) return;
  proof.isTooSlow = true;
  options.listen({ type: 'unproven', reason });
}

/** After a 429 or a 5xx, the burst is not sent. After one in it, nothing else goes in company. */
function seeBurst(sender: Sender, { inBurst }: Entry, exchange: Exchange): void {
  const isTrouble = statusOf(exchange) === 429 || isRefusedInCompany(exchange);
  const status = statusOf(exchange) ?? 500;
  if (status === 429 || status >= 500) sender.burstIsOver = true;
  if (inBurst === true && exchange.concurrent > 1) {
    sender.burstIsOver = true;
    if (isTrouble) goAlone(sender.pace);
  }
}

const faultsUntilDoubt = 2;

const banned =
  'the key was accepted before a 429 and is now refused, which may be a ban. Do not use the key until the operators of ' +
  'the server release it. Then use --no-exhaust or --profile gentle to stay below the limit';

/** Returns why the run ends early: a target that is gone, a banned key, too many 429s. */
function whyOver(sender: Sender, exchange: Exchange): Stopped | undefined {
  const { readings } = sender.options;
  const { overLimit, request } = exchange;
  sender.faultsInARow = overLimit || !isTransientFault(exchange) ? 0 : sender.faultsInARow + 1;
  if (isPlainList(request)) sender.listsServed = (statusOf(exchange) ?? 500) < 300;
  if (readings.silence.stop() !== undefined)
    return new Stopped('target gone', 'the target stopped responding');
  if (readings.ban.shownBy() !== undefined) return new Stopped('possible ban', banned);
  const isOpen = whyNotProven(sender) === undefined;
  return whyTooMany(sender.refusals, isOpen ? 1 + othersToSend(sender) + refusalsOfRecovery : 0);
}

/** Returns whether a single plain GET must check if the target is alive. A list that was never served shows nothing. */
function isDoubtful({ faultsInARow, listsServed, options }: Sender): boolean {
  const { silence } = options.readings;
  return silence.inARow() >= faultsUntilDoubt || (listsServed && faultsInARow >= faultsUntilDoubt);
}
