import { type Settings, shrinkRequestsOf } from '../../config/settings.ts';
import type { Clock } from '../../exchange/clock.ts';
import { isWithKey } from '../../exchange/credentials.ts';
import {
  type Exchange,
  type HttpRequest,
  isRefusedInCompany,
  isRetried,
  isServed,
  isShed,
  statusOf,
} from '../../exchange/exchange.ts';
import { type StopKind, Stopped } from '../../exchange/stopped.ts';
import type { Client } from '../../http/client.ts';
import type { Readings } from '../../readings/readings.ts';
import type { Listener } from '../../report/model/events.ts';
import type { Bucket, SendingState, Waiting } from './next.ts';
import { createPace, mostInFlight, seePace } from './pace.ts';
import {
  createProof,
  isProofDue,
  isServedAtZero,
  othersToSend,
  planProof,
  refusalsOfProof,
  whyNotProven,
  whyTooSlowNow,
} from './proof.ts';
import { bucketOf, createQuota, seeQuota } from './quota.ts';
import { createRefusals, seeRefusal, seeRefusedKind, whyRefused, whyTooMany } from './refusals.ts';
import {
  type Creates,
  countInFlight,
  createRequests,
  createsLeft,
  type Entry,
  isPlainList,
  priorityNow,
} from './requests.ts';
import {
  createWaits,
  endGap,
  lastingGapMs,
  pausedUntil,
  pauseFor,
  seeFault,
  seeRecovery,
  widenGap,
} from './waits.ts';

/** The options of a queue. */
export interface QueueOptions {
  readonly settings: Omit<Settings, 'baseUrl' | 'key' | 'headers'>;
  readonly client: Client;
  readonly clock: Clock;
  /** The start of the run, on the monotonic clock; the current time by default. */
  readonly startedAt?: number;
  /** True if the run may use up the window to prove the limit, else the reason why not. */
  readonly exhaust: true | string;
  /** Makes the requests that join a GET beyond the limit, by operation. */
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

/** A waiting request as `next` sees it, with its entry. */
export type WaitingEntry = Waiting & { readonly entry: Entry };

/** Below this Remaining the burst is not sent, because it may be one too many. */
const leastForBurst = 12;

/** Creates the state at the start of a run. */
export function createSender(options: QueueOptions) {
  const { clock, settings, random, listen, signal, heldMs, startedAt = clock.monotonic() } = options;
  const { maxCreates } = settings;
  /** Ends waits early if nothing follows them. */
  const over = new AbortController();
  const waits = createWaits({
    clock,
    random,
    startedAt,
    listen,
    maxWaitMs: settings.maxWaitSeconds * 1000,
    signal: signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]),
  });
  if (heldMs !== undefined)
    pauseFor(waits, heldMs, 'as long as the target asked before the run (Retry-After)');
  const reserved = shrinkRequestsOf(settings) === 0 ? 0 : Math.min(10, Math.floor(maxCreates / 4));
  const creates: Creates = { most: maxCreates, reserved, count: 0 };
  return {
    options,
    over,
    waits,
    requests: createRequests(),
    creates,
    quota: createQuota(settings.profile === 'gentle'),
    pace: createPace(settings.concurrency),
    refusals: createRefusals(),
    proof: createProof(options.exhaust),
    counts: { requests: 0, retried: 0 },
    /** Whether the burst was sent, or a response showed that it must not be. */
    burstIsOver: settings.concurrency === 1,
    /** Callers that wait for a condition. */
    watchers: new Map<() => boolean, () => void>(),
    /** Why requests were not sent. */
    unsent: new Set<StopKind>(),
    stop: undefined as Stopped | undefined,
    willPump: false,
  };
}

/** Returns what `next` decides by. Plans the proof first, because that depends on the time. */
export function stateOf(sender: Sender): SendingState<WaitingEntry> {
  const { requests, waits, quota, pace, proof, creates } = sender;
  const { shedding, enforcement, listHealth } = sender.options.readings;
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
  if (blocked === undefined && lastingGapMs(waits) === 0) planProof(sender);
  return {
    inFlight: countInFlight(requests),
    most: mostInFlight(pace, quota),
    mayBurst: !sender.burstIsOver && bucket.left >= leastForBurst && createsLeft(creates) >= 2,
    limitedUntil: waits.limited?.until,
    recovering: waits.recovering,
    pausedUntil: pausedUntil(waits),
    listDue: listHealth.needsList(),
    controlDue: shedding.controlDue(),
    unlimited: (decision.kind === 'not enforced' && decision.served) || isServedAtZero(quota),
    proof: { asked: proof.asked, isDue: isProofDue(proof, now), blocked, bucket },
    waiting: [...requests.waiting].map((entry) => ({
      entry,
      isPost: entry.request.method === 'POST',
      withKey: isWithKey(entry.request),
      inBurst: entry.inBurst === true,
      isAlone: entry.isAlone === true,
      priority: priorityNow(creates, entry),
      order: entry.order,
      bucket: isWithKey(entry.request) ? bucketFor(entry.request.operation) : bucket,
    })),
    goesOn: goesOn(sender),
  };
}

/** Returns whether requests, or the proof of the limit, follow a wait. Otherwise, the run need not wait. */
export function goesOn({ requests, options }: Sender): boolean {
  return requests.waiting.size > 0 || options.exhaust === true;
}

/** Returns why a request like this one may not be sent, or undefined if it may. */
export function whyNotSent({ refusals, creates, options }: Sender, entry: Entry): Stopped | undefined {
  const { listHealth, creationCap } = options.readings;
  const refused = whyRefused(refusals, entry.request);
  if (refused !== undefined || entry.request.method !== 'POST') return refused;
  const broken = listHealth.whyNoPost();
  if (broken !== undefined) return new Stopped('list broken', broken);
  if (entry.creates === true && creationCap.reached() !== undefined)
    return new Stopped('no more categories', 'the target refuses any further category (see create.created)');
  if (createsLeft(creates) > 0) return undefined;
  return new Stopped('maxCreates', `--max-creates ${creates.most} is used up`);
}

/** Processes an exchange, and returns it with why the run ends, if it does. */
export function learn(sender: Sender, entry: Entry, raw: Exchange) {
  const { waits, quota, pace, options, refusals, requests } = sender;
  const { enforcement, shedding } = options.readings;
  const allowed = mostInFlight(pace, quota);
  const exchange = { ...raw, concurrent: entry.together };
  requests.inFlight.delete(entry);
  const wasProven = enforcement.decision().kind === 'proven';
  options.readings.see(exchange, { isRepeated: entry.tries > 0, isPaced: waits.gapsLeft > 0 });
  const isProof = !wasProven && enforcement.decision().kind === 'proven';
  const isRecovery = waits.recovering && isPlainList(exchange.request) && !isRetried(exchange);
  const isExpected = isProof || isRecovery || exchange.overLimit;
  seeQuota(quota, exchange);
  seePace(pace, exchange, allowed);
  if (isRecovery) {
    const again = statusOf(exchange) === 429;
    seeRecovery(waits, again);
    if (!again) options.listen({ type: 'resumed' });
  }
  const avoidable = seeRefusal(refusals, exchange, { isExpected, sheds: shedding.oneAtATime() });
  if (avoidable !== undefined) widenGap(waits, avoidable);
  // If the server always refuses such requests, no gap avoids that.
  const isAlwaysShed = isShed(exchange) && shedding.isOwn(exchange.request);
  if (seeRefusedKind(refusals, exchange) || isAlwaysShed) endGap(waits);
  seeFault(waits, exchange);
  if (shedding.oneAtATime() || (statusOf(exchange) === 429 && !isExpected)) pace.goesAlone = true;
  seeBurst(sender, entry, exchange);
  if (exchange.request.method === 'POST' && isServed(exchange)) sender.creates.count++;
  sayIfTooSlow(sender);
  return { exchange, end: whyOver(sender) };
}

/** Says once that the target is too slow for the proof, as soon as that is known. */
function sayIfTooSlow(sender: Sender): void {
  const { proof, options } = sender;
  if (proof.isTooSlow || proof.exhaust !== true || options.readings.enforcement.decision().kind !== 'open')
    return;
  const reason = whyTooSlowNow(sender);
  if (reason === undefined) return;
  proof.isTooSlow = true;
  options.listen({ type: 'unproven', reason });
}

/** Ends the burst after it was sent, or after a 429 or a 5xx. If it was refused, nothing else goes in company. */
function seeBurst(sender: Sender, { inBurst }: Entry, exchange: Exchange): void {
  const status = statusOf(exchange) ?? 500;
  const wasBurst = inBurst === true && exchange.concurrent > 1;
  if (wasBurst || status === 429 || status >= 500) sender.burstIsOver = true;
  if (wasBurst && (status === 429 || isRefusedInCompany(exchange))) sender.pace.goesAlone = true;
}

const banned =
  'the key was accepted before a 429 and is now refused, which may be a ban. Do not use the key until the operators of ' +
  'the server release it. Then use --no-exhaust or --profile gentle to stay below the limit';

/** Returns why the run ends early: a target that is gone, a banned key, too many 429s. */
function whyOver(sender: Sender): Stopped | undefined {
  const { readings } = sender.options;
  if (readings.silence.stop() !== undefined)
    return new Stopped('target gone', 'the target stopped responding');
  if (readings.ban.shownBy() !== undefined) return new Stopped('possible ban', banned);
  const isOpen = whyNotProven(sender) === undefined;
  return whyTooMany(sender.refusals, isOpen ? refusalsOfProof + othersToSend(sender) : 0);
}
