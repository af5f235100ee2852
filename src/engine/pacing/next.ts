/** The remaining quota for one kind of request. */
export interface Bucket {
  /** Remaining requests, without those in flight and the reserve for others; Infinity while unknown. */
  readonly left: number;
  /** Whether `left` is reliable: it has a usable Reset, and only this run uses it. */
  readonly isSound: boolean;
  /** Whether it was known before a wait and is now unknown, so that the first request goes alone. */
  readonly isForgotten: boolean;
  /** When enough is available again, if nothing is left. */
  readonly availability?: Availability | undefined;
}

/** When requests are allowed again, in ms of the monotonic clock, and the source of that time. */
export interface Availability {
  readonly at: number;
  readonly basis: 'X-RateLimit-Reset' | 'gradual refill' | 'no usable X-RateLimit-Reset';
}

/** The first of the waiting requests that differ only in priority. */
export interface Waiting {
  readonly isPost: boolean;
  readonly withKey: boolean;
  readonly isPlainList: boolean;
  readonly priority: number;
  /** Among equal priorities, the lowest order goes first. */
  readonly order: number;
  readonly bucket: Bucket;
}

/** The state that `next` decides on. Times are ms of the monotonic clock. */
export interface PaceState<W extends Waiting = Waiting> {
  readonly inFlight: Readonly<Record<'all' | 'posts' | 'withoutKey' | 'plainLists', number>>;
  /** Maximum number of requests in flight; 1 after the target limited or shed requests. */
  readonly concurrency: number;
  /** The end of the wait after a 429. */
  readonly limitedUntil?: number | undefined;
  /** Whether that wait is over, but no request was served since. */
  readonly recovering: boolean;
  /** The end of a pause after a fault, or of the gap between two requests; -Infinity without one. */
  readonly pausedUntil: number;
  /** Whether two faults in a row suggest that the target is gone. */
  readonly doubtful: boolean;
  /** Whether a list must be read before the next POST. */
  readonly listDue: boolean;
  /** Whether a valid request must be served before a refused one is retried. */
  readonly controlDue: boolean;
  /** Whether the POSTs in flight may use up the remaining creates. */
  readonly createsMayRunOut: boolean;
  /** Whether requests are served despite Remaining 0. */
  readonly unlimited: boolean;
  /** The newest Remaining of a response to a request without the key. */
  readonly leftWithoutKey: number;
  /** Whether requests without the key are known not to use its quota. */
  readonly keyIsApart: boolean;
  /** Whether too few responses were read to trust Remaining. */
  readonly isNew: boolean;
  readonly proof: {
    /** Whether only the proof is left, so that the window is used up. */
    readonly asked: boolean;
    /** Why no plain GET may be sent to prove the limit; undefined if one may. */
    readonly blocked?: string | undefined;
    /** The bucket of those GETs. */
    readonly bucket: Bucket;
  };
  readonly waiting: readonly W[];
  /** Whether requests, or the proof of the limit, follow a wait. */
  readonly goesOn: boolean;
}

/** Why the queue itself sends a plain GET. */
export type ListReason = 'recovery' | 'liveness check' | 'storage' | 'control' | 'proof';

export type Next<W extends Waiting = Waiting> =
  | { readonly kind: 'send'; readonly waiting: W }
  /** A waiting plain GET, or else one of the queue itself. */
  | { readonly kind: 'list'; readonly why: ListReason }
  | Readonly<{ kind: 'wait'; why: 'limit' | 'pause' | 'quota'; until: number; basis?: Availability['basis'] }>
  /** The limit cannot be proven, and all requests must wait for the quota. */
  | { readonly kind: 'give up proof'; readonly reason: string }
  | { readonly kind: 'nothing' };

/** Concurrency cap while the remaining quota is unknown, or other clients use it. */
const maxInDoubt = 4;
/** With this many left or fewer, uncertain requests go one at a time. */
const fewLeft = 10;
/** The wait if nothing says when requests are allowed again, in ms. */
export const aMinute = 60_000;

const nothing = { kind: 'nothing' } as const;

/**
 * Decides what a run does at `now`, in ms of the monotonic clock. This is a pure function: the queue collects the state and
 * executes the decision.
 */
export function next<W extends Waiting>(state: PaceState<W>, now: number): Next<W> {
  const { inFlight, waiting, proof } = state;
  if (state.limitedUntil !== undefined) return onceNoneInFlight(state, 'limit', state.limitedUntil);
  if (state.pausedUntil > now) return onceNoneInFlight(state, 'pause', state.pausedUntil);
  if (state.recovering) return inFlight.all > 0 ? nothing : list('recovery');
  if (inFlight.all > 0 && inFlight.all >= state.concurrency) return nothing;
  const isWanted = waiting.length > 0 || proof.asked;
  if (state.doubtful) return inFlight.all > 0 || !isWanted ? nothing : ownList('liveness check', state, now);
  if (state.controlDue && isWanted) return inFlight.all > 0 ? nothing : ownList('control', state, now);
  const free = waiting.filter((one) => !isHeld(one, state));
  const ready = free.filter((one) => mayGoNow(one, state));
  const best = firstOf(ready.filter((one) => goesAhead(one, state))) ?? firstOf(ready);
  if (best !== undefined) return { kind: 'send', waiting: best };
  if (state.listDue && free.some(({ isPost }) => isPost))
    return inFlight.posts + inFlight.plainLists > 0 ? nothing : ownList('storage', state, now);
  if (free.length > 0 || !isWanted) return nothing;
  return fill(state, now);
}

/** Proves the limit if the quota allows nothing else, or waits for the quota. */
function fill<W extends Waiting>(state: PaceState<W>, now: number): Next<W> {
  const { proof, inFlight, waiting } = state;
  if (proof.blocked === undefined)
    return hasRoom({ withKey: true, bucket: proof.bucket }, state) ? list('proof') : nothing;
  if (inFlight.all > 0) return nothing;
  if (proof.asked) return { kind: 'give up proof', reason: proof.blocked };
  const availabilities = waiting.map(({ bucket }) => availabilityOf(bucket, now));
  return waitForQuota(availabilities.reduce((soonest, one) => (one.at < soonest.at ? one : soonest)));
}

function availabilityOf({ availability }: Bucket, now: number): Availability {
  return availability ?? { at: now + aMinute, basis: 'no usable X-RateLimit-Reset' };
}

function waitForQuota({ at, basis }: Availability): Next<never> {
  return { kind: 'wait', why: 'quota', until: at, basis };
}

/** Sends a plain GET that is not a proof; it waits for its bucket like any other. */
function ownList(why: ListReason, { proof, unlimited, inFlight }: PaceState, now: number): Next<never> {
  const isFree = unlimited || proof.bucket.left > 0 || proof.blocked === undefined;
  if (isFree) return list(why);
  return inFlight.all > 0 ? nothing : waitForQuota(availabilityOf(proof.bucket, now));
}

function list(why: ListReason): { readonly kind: 'list'; readonly why: ListReason } {
  return { kind: 'list', why };
}

function onceNoneInFlight(
  { inFlight, goesOn }: PaceState,
  why: 'limit' | 'pause',
  until: number,
): Next<never> {
  return inFlight.all === 0 && goesOn ? { kind: 'wait', why, until } : nothing;
}

/**
 * Checks whether a request must wait. At Remaining 0, only the GETs that prove the limit go: an invalid body beyond the limit
 * would have two faults. Requests without the key wait only for that proof, if they may use the same quota.
 */
function isHeld(
  { withKey, isPlainList, bucket }: Waiting,
  { proof, unlimited, keyIsApart }: PaceState,
): boolean {
  if (unlimited || bucket.left > 0) return false;
  const isProvable = proof.blocked === undefined;
  return withKey ? !(isPlainList && isProvable) : isProvable && !keyIsApart;
}

/** Checks whether a request may join those in flight. */
function mayGoNow(one: Waiting, state: PaceState): boolean {
  const { inFlight } = state;
  if (!hasRoom(one, state)) return false;
  if (one.isPost && (state.listDue || state.createsMayRunOut)) return false;
  if (one.withKey || inFlight.withoutKey === 0) return true;
  return staysAhead(state.leftWithoutKey - inFlight.withoutKey, inFlight.withoutKey);
}

/**
 * Checks whether a request goes before those without the key: while Remaining is not trusted yet, because responses to the
 * key show whether it can be, and while the quota allows few with the key at a time, because the others fill the gaps.
 */
function goesAhead({ withKey, bucket }: Waiting, { isNew, keyIsApart, concurrency }: PaceState): boolean {
  const isShort = keyIsApart && bucket.left < 2 * concurrency;
  return withKey && concurrency > 1 && (isNew || isShort);
}

/** Checks whether the quota allows one more request in flight. As it runs out, fewer may be, so that the first 429 comes alone. */
function hasRoom(
  { withKey, bucket: { left, isSound, isForgotten } }: Pick<Waiting, 'withKey' | 'bucket'>,
  { inFlight, unlimited, keyIsApart }: PaceState,
) {
  if (inFlight.all === 0 || unlimited) return true;
  if (isForgotten) return false;
  if (!isSound) return inFlight.all < maxInDoubt && left > fewLeft;
  if (!keyIsApart) return staysAhead(left, inFlight.all);
  // Not even a request without the key joins one that may get the 429.
  return withKey ? staysAhead(left, inFlight.all - inFlight.withoutKey) : left > 0;
}

/**
 * Checks whether at least as many requests remain as are in flight after one more. Then none exceeds the limit, even if each
 * counts twice, or if others send as many meanwhile.
 */
function staysAhead(left: number, inFlight: number): boolean {
  return left - 1 >= inFlight + 1;
}

function firstOf<W extends Waiting>(among: readonly W[]): W | undefined {
  return among.toSorted((a, b) => b.priority - a.priority || a.order - b.order)[0];
}
