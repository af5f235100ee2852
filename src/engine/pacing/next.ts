import type { Reason } from '../../spec/reasons.ts';
import type { Repetition } from './failures.ts';
import { type Availability, assumedWindowMs, type Bucket } from './quota.ts';
import { goesBefore, type Ranked } from './requests.ts';

/**
 * Waiting requests of one kind. The same facts decide for all of them whether they may be sent. There is at least one request,
 * and the first one is sent first.
 */
export interface Waiting<E extends Ranked = Ranked> {
  readonly isPost: boolean;
  readonly withKey: boolean;
  /** Whether these requests are among those that are sent together on purpose. */
  readonly inBurst: boolean;
  /** Whether these requests come after other requests, because they carry generated bodies and the first window is over. */
  readonly goesLate: boolean;
  /**
   * Whether these requests come last of all, because one of them would use the last creation of the budget, and no POST may
   * follow that creation.
   */
  readonly goesLast: boolean;
  /** The time until which the operation gets no request, because a response demanded a wait. */
  readonly heldUntil?: number | undefined;
  /** The end of the gap before the next request of this kind. */
  readonly gapUntil: number;
  readonly entries: readonly E[];
  /**
   * The quota of these requests. Requests without the key share the quota of GET /categories with the key, because the server
   * may count them there.
   */
  readonly bucket: Bucket;
}

/** The state on which `next` bases its decision. Times are ms of the monotonic clock. */
export interface SendingState<E extends Ranked = Ranked> {
  /** How many plain GETs of the proof may be in flight at the same time. */
  readonly most: number;
  /** Whether the burst may be sent. */
  readonly mayBurst: boolean;
  /** The end of the wait after a 429. */
  readonly limitedUntil?: number | undefined;
  /** Whether the wait after a 429 is over, but no request has been served since. */
  readonly recovering: boolean;
  /** The end of a pause after a fault; -Infinity without one. */
  readonly pausedUntil: number;
  /** The end of the gap before the next plain GET; -Infinity without one. */
  readonly listGapUntil: number;
  /** Whether a list must be read before the next POST. */
  readonly listDue: boolean;
  /** Whether a control request is needed to find out if the target is away. */
  readonly controlDue: boolean;
  /** The request that failed and is sent again next, with what holds it back. */
  readonly repetition?:
    | (Repetition<E> & { readonly waiting: Waiting<E>; readonly isList: boolean })
    | undefined;
  /** Whether the target serves requests although Remaining is 0. */
  readonly unlimited: boolean;
  readonly proof: {
    /** Whether only the proof is left, so that plain GETs may use up the window. */
    readonly asked: boolean;
    /** Whether plain GETs must use up the window now. */
    readonly isDue: boolean;
    /** Why no plain GET may be sent to prove the limit; undefined if one may be sent. */
    readonly blocked?: Reason | undefined;
    /** The quota of the plain GETs. */
    readonly bucket: Bucket;
  };
  readonly waiting: readonly Waiting<E>[];
  /** Whether anything follows a wait: requests, or the proof of the limit. */
  readonly goesOn: boolean;
}

/** Why the lane itself sends a plain GET. */
export type ListReason = 'recovery' | 'storage' | 'proof';

export type Next<E extends Ranked = Ranked> =
  /** Sends one request, or the requests of the burst. */
  | { readonly kind: 'send'; readonly entries: readonly E[] }
  /** Sends a waiting plain GET or, if none waits, a GET of the lane itself. Only the proof sends several. */
  | { readonly kind: 'list'; readonly why: ListReason; readonly count: number }
  /** Sends the control request of a failure. */
  | { readonly kind: 'control' }
  /** Sends the first requests at Remaining 0. */
  | { readonly kind: 'exceed' }
  | Readonly<{
      kind: 'wait';
      why: 'limit' | 'pause' | 'gap' | 'quiet' | 'quota';
      until: number;
      basis?: Availability['basis'];
    }>
  /** Gives up the proof: the limit cannot be proven, and all other requests must wait for the quota. */
  | { readonly kind: 'give up proof'; readonly reason: Reason }
  | { readonly kind: 'nothing' };

const nothing = { kind: 'nothing' } as const;

/**
 * Decides what a run does at `now`, in ms of the monotonic clock, when nothing is in flight. This is a pure function: the lane
 * collects the state and executes the decision.
 */
export function next<E extends Ranked>(state: SendingState<E>, now: number): Next<E> {
  const todo = decide(state, now);
  const isList =
    (todo.kind === 'list' && todo.why !== 'recovery') || todo.kind === 'control' || todo.kind === 'exceed';
  return isList && state.listGapUntil > now ? waitForGap(state.listGapUntil) : todo;
}

function decide<E extends Ranked>(state: SendingState<E>, now: number): Next<E> {
  const { waiting, proof, goesOn, limitedUntil, pausedUntil } = state;
  if (limitedUntil !== undefined)
    return goesOn ? { kind: 'wait', why: 'limit', until: limitedUntil } : nothing;
  if (pausedUntil > now) return goesOn ? { kind: 'wait', why: 'pause', until: pausedUntil } : nothing;
  const { repetition } = state;
  if (state.controlDue) return controlInQuota(state, now);
  if (state.recovering) {
    if (repetition?.isList !== true) return list('recovery');
    return repeat({ ...repetition, isControlled: true }, state, now);
  }
  const isWanted = waiting.length > 0 || repetition !== undefined || proof.asked;
  if (!isWanted) return nothing;
  // At Remaining 0, the proof comes first, because another request could get the 429 instead.
  if (proof.blocked === undefined && (proof.isDue || proof.bucket.left <= 0)) return prove(state);
  if (repetition !== undefined && !isHeld(repetition.waiting, state)) return repeat(repetition, state, now);
  const free = waiting.filter((one) => !isHeld(one, state));
  const open = free.filter(({ gapUntil }) => gapUntil <= now);
  const burst = burstOf(open, state);
  if (burst.length > 0) return { kind: 'send', entries: burst };
  const ready = open.filter(({ isPost }) => !isPost || !state.listDue);
  const soon = ready.filter(({ goesLast }) => !goesLast);
  const best = (firstOf(soon.filter(({ goesLate }) => !goesLate)) ?? firstOf(soon) ?? firstOf(ready))
    ?.entries[0];
  if (best !== undefined) return { kind: 'send', entries: [best] };
  if (open.length > 0) return listInQuota('storage', state, now);
  if (free.length > 0)
    return waitForGap(
      free.reduce((soonest, { gapUntil }) => Math.min(soonest, gapUntil), Number.POSITIVE_INFINITY),
    );
  if (proof.blocked === undefined) return prove(state);
  if (proof.asked) return { kind: 'give up proof', reason: proof.blocked };
  const held = repetition === undefined ? waiting : [...waiting, repetition.waiting];
  const availabilities = held.map(
    (one): Availability =>
      one.heldUntil === undefined
        ? availabilityOf(one.bucket, now)
        : { at: one.heldUntil, basis: 'Retry-After' },
  );
  return waitForQuota(availabilities.reduce((soonest, one) => (one.at < soonest.at ? one : soonest)));
}

/** Repeats a failed request after a moment without requests and after its control request. */
function repeat<E extends Ranked>(
  {
    entry,
    isControlled,
    quietUntil,
    waiting: { isPost, gapUntil },
  }: NonNullable<SendingState<E>['repetition']>,
  state: SendingState<E>,
  now: number,
): Next<E> {
  if (quietUntil > now) return { kind: 'wait', why: 'quiet', until: quietUntil };
  if (!isControlled) return controlInQuota(state, now);
  if (isPost && state.listDue) return listInQuota('storage', state, now);
  return gapUntil > now ? waitForGap(gapUntil) : { kind: 'send', entries: [entry] };
}

function waitForGap(until: number): Next<never> {
  return { kind: 'wait', why: 'gap', until };
}

/** Sends the control request of a failure, or waits for its quota, because a control request at Remaining 0 would show nothing. */
function controlInQuota(state: SendingState, now: number): Next<never> {
  const todo = listInQuota('storage', state, now);
  return todo.kind === 'list' ? { kind: 'control' } : todo;
}

/**
 * Uses up the window with plain GETs. At most half of the remaining quota is sent at a time, so that the first 429 is the
 * response to a single request.
 */
function prove({ proof: { bucket }, most }: SendingState): Next<never> {
  if (bucket.left <= 0) return { kind: 'exceed' };
  const half = bucket.isKnown ? Math.floor(bucket.left / 2) : 1;
  return { kind: 'list', why: 'proof', count: Math.max(1, Math.min(most, half)) };
}

/**
 * Returns the burst, if one of its requests is next: two creations at the same time, together with the waiting GETs of the
 * burst.
 */
function burstOf<E extends Ranked>(
  free: readonly Waiting<E>[],
  { mayBurst, listDue }: SendingState,
): readonly E[] {
  if (!mayBurst || listDue || firstOf(free)?.inBurst !== true) return [];
  // Creations come first and requests without the key last, so that the requests without the key arrive while the others are in
  // flight.
  const rank = ({ isPost, withKey }: Waiting<E>) => Number(isPost) + Number(withKey);
  const burst = free.filter(({ inBurst }) => inBurst).sort((a, b) => rank(b) - rank(a));
  const creations = burst.flatMap(({ isPost, entries }) => (isPost ? entries : []));
  return creations.length < 2 ? [] : burst.flatMap(({ entries }) => entries);
}

function availabilityOf({ availability }: Bucket, now: number): Availability {
  return availability ?? { at: now + assumedWindowMs, basis: 'no usable X-RateLimit-Reset' };
}

function waitForQuota({ at, basis }: Availability): Next<never> {
  return { kind: 'wait', why: 'quota', until: at, basis };
}

/**
 * Sends a plain GET that is not for the proof, or waits for its quota. If the limit has yet to be proven, the GET need not
 * wait, because a 429 would prove the limit.
 */
function listInQuota(why: ListReason, { proof, unlimited }: SendingState, now: number): Next<never> {
  if (unlimited || proof.bucket.left > 0 || proof.blocked === undefined) return list(why);
  return waitForQuota(availabilityOf(proof.bucket, now));
}

function list(why: ListReason): Next<never> {
  return { kind: 'list', why, count: 1 };
}

/**
 * Checks whether a request must wait for the quota. Requests without the key need not wait, because a server does not have to
 * count them.
 */
function isHeld({ withKey, heldUntil, bucket }: Waiting, { unlimited }: SendingState): boolean {
  if (heldUntil !== undefined) return true;
  return withKey && !unlimited && bucket.left <= 0;
}

/** Returns the kind with the request that goes before all others; undefined if nothing waits. */
function firstOf<E extends Ranked>(among: readonly Waiting<E>[]): Waiting<E> | undefined {
  const best = ({ entries: [first] }: Waiting<E>) =>
    first ?? { priority: Number.NEGATIVE_INFINITY, order: 0 };
  return among.reduce<Waiting<E> | undefined>(
    (first, one) => (first === undefined || goesBefore(best(one), best(first)) ? one : first),
    undefined,
  );
}
