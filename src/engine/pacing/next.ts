/** What is left of the quota for requests of one kind. */
export interface Bucket {
  /** Requests that are left without those in flight and the reserve for others; Infinity while nothing is known. */
  readonly left: number;
  /** Whether `left` is reliable: shown with a usable Reset, and seen to be used by this run alone. */
  readonly isSound: boolean;
  /** Whether it was known before a wait and is not known again: the first request goes alone. */
  readonly isForgotten: boolean;
  /** When enough is back, if nothing is left. */
  readonly back?: Back | undefined;
}

/** When requests are allowed again, in ms of the monotonic clock, and what says so. */
export interface Back {
  readonly at: number;
  readonly basis: 'X-RateLimit-Reset' | 'they come back bit by bit' | 'no usable X-RateLimit-Reset';
}

/** The first of the waiting requests that differ in their priority alone. */
export interface Waiting {
  readonly isPost: boolean;
  readonly withKey: boolean;
  readonly isPlainList: boolean;
  readonly priority: number;
  /** Of two with the same priority the lower one goes first. */
  readonly order: number;
  readonly bucket: Bucket;
}

/** All that `next` depends on. Times are ms of the monotonic clock. */
export interface PaceState<W extends Waiting = Waiting> {
  readonly inFlight: Readonly<Record<'all' | 'posts' | 'withoutKey' | 'plainLists', number>>;
  /** The most requests that may be in flight; 1 once the target limited or shed requests. */
  readonly concurrency: number;
  /** The end of the time that a 429 gave: nothing is sent before. */
  readonly limitedUntil?: number | undefined;
  /** Whether that time is over, and no request was served since. */
  readonly recovering: boolean;
  /** The end of a pause after a fault, or of the gap between two requests. */
  readonly pausedUntil?: number | undefined;
  /** Whether two faults in a row make it doubtful that the target is still there. */
  readonly doubtful: boolean;
  /** Whether a list has to be read before the next POST (reading 12). */
  readonly listDue: boolean;
  /** Whether a valid request has to be served before one that was refused alone is tried again (reading 19). */
  readonly controlDue: boolean;
  /** Whether the POSTs in flight may use up the creates that are left. */
  readonly createsMayRunOut: boolean;
  /** Whether a Remaining of 0 is known to stop nobody. */
  readonly unlimited: boolean;
  /** The newest Remaining of a response to a request without the key. */
  readonly leftWithoutKey: number;
  readonly proof: {
    /** Whether there is nothing else to send: the window is to be used up. */
    readonly asked: boolean;
    /** Why no plain GET may be sent to prove the limit; undefined if one may. */
    readonly blocked?: string | undefined;
    /** The bucket of those GETs. */
    readonly bucket: Bucket;
  };
  readonly waiting: readonly W[];
  /** Whether anything follows a wait: something to send, or the proof of the limit. */
  readonly goesOn: boolean;
}

/** Why the queue sends a plain GET of its own. */
export type ListReason = 'recovery' | 'sign of life' | 'storage' | 'control' | 'proof';

export type Next<W extends Waiting = Waiting> =
  | { readonly kind: 'send'; readonly waiting: W }
  /** A plain GET that waits or else one that nobody waits for. */
  | { readonly kind: 'list'; readonly why: ListReason }
  | Readonly<{ kind: 'wait'; why: 'limit' | 'pause' | 'quota'; until: number; basis?: Back['basis'] }>
  /** The limit is not proven, and what waits has to wait for the quota. */
  | { readonly kind: 'give up proof'; readonly reason: string }
  | { readonly kind: 'nothing' };

/** Concurrency cap while the remaining quota is unknown, or other clients use it. */
const mostInDoubt = 4;
/** With this many left or fewer, requests go one at a time in doubt. */
const lastInDoubt = 10;
/** The wait if nothing says when requests are allowed again, in ms. */
export const aMinute = 60_000;

const nothing = { kind: 'nothing' } as const;

/**
 * Decides what a run does at `now`, in ms of the monotonic clock: the whole decision is one pure function of the state. The
 * queue gathers the state and carries the decision out.
 */
export function next<W extends Waiting>(state: PaceState<W>, now: number): Next<W> {
  const { inFlight, waiting, proof } = state;
  if (state.limitedUntil !== undefined) return whenAllAreBack(state, 'limit', state.limitedUntil);
  if (state.pausedUntil !== undefined && state.pausedUntil > now)
    return whenAllAreBack(state, 'pause', state.pausedUntil);
  if (state.recovering) return inFlight.all > 0 ? nothing : list('recovery');
  if (inFlight.all > 0 && inFlight.all >= state.concurrency) return nothing;
  const isWanted = waiting.length > 0 || proof.asked;
  if (state.doubtful) return inFlight.all > 0 || !isWanted ? nothing : ownList('sign of life', state, now);
  if (state.controlDue && isWanted) return inFlight.all > 0 ? nothing : ownList('control', state, now);
  const free = waiting.filter((one) => !isHeld(one, state));
  const best = firstOf(free.filter((one) => mayGoNow(one, state)));
  if (best !== undefined) return { kind: 'send', waiting: best };
  if (state.listDue && free.some(({ isPost }) => isPost))
    return inFlight.posts + inFlight.plainLists > 0 ? nothing : ownList('storage', state, now);
  if (free.length > 0 || !isWanted) return nothing;
  return fill(state, now);
}

/** Proves the limit if the quota allows nothing else, or waits for the quota. */
function fill<W extends Waiting>(state: PaceState<W>, now: number): Next<W> {
  const { proof, inFlight, waiting } = state;
  if (proof.blocked === undefined) return hasRoom(proof.bucket, state) ? list('proof') : nothing;
  if (inFlight.all > 0) return nothing;
  if (proof.asked) return { kind: 'give up proof', reason: proof.blocked };
  const backs = waiting.map(({ bucket }) => backOf(bucket, now));
  return waitForQuota(backs.reduce((soonest, one) => (one.at < soonest.at ? one : soonest)));
}

function backOf({ back }: Bucket, now: number): Back {
  return back ?? { at: now + aMinute, basis: 'no usable X-RateLimit-Reset' };
}

function waitForQuota({ at, basis }: Back): Next<never> {
  return { kind: 'wait', why: 'quota', until: at, basis };
}

/** Sends a plain GET that is no proof; it waits for its bucket like any other (reading 20). */
function ownList(why: ListReason, { proof, unlimited, inFlight }: PaceState, now: number): Next<never> {
  const isFree = unlimited || proof.bucket.left > 0 || proof.blocked === undefined;
  if (isFree) return list(why);
  return inFlight.all > 0 ? nothing : waitForQuota(backOf(proof.bucket, now));
}

function list(why: ListReason): { readonly kind: 'list'; readonly why: ListReason } {
  return { kind: 'list', why };
}

function whenAllAreBack({ inFlight, goesOn }: PaceState, why: 'limit' | 'pause', until: number): Next<never> {
  return inFlight.all === 0 && goesOn ? { kind: 'wait', why, until } : nothing;
}

/**
 * At Remaining 0 nothing goes to a bucket but the GETs that prove the limit: an invalid body beyond the limit would be
 * wrong in two ways (readings 1 and 20). Requests without the key are not held.
 */
function isHeld({ withKey, isPlainList, bucket }: Waiting, { proof, unlimited }: PaceState): boolean {
  if (!withKey || unlimited || bucket.left > 0) return false;
  return !(isPlainList && proof.blocked === undefined);
}

/** Whether a request may go together with those in flight. */
function mayGoNow(one: Waiting, state: PaceState): boolean {
  const { inFlight } = state;
  if (!hasRoom(one.bucket, state)) return false;
  if (one.isPost && (state.listDue || state.createsMayRunOut)) return false;
  if (one.withKey || inFlight.withoutKey === 0) return true;
  return staysAhead(state.leftWithoutKey - inFlight.withoutKey, inFlight.withoutKey);
}

/** Whether one more may be in flight: the less is left, the fewer, so that the request that meets the first 429 is alone. */
function hasRoom({ left, isSound, isForgotten }: Bucket, { inFlight, concurrency, unlimited }: PaceState) {
  if (inFlight.all === 0) return true;
  if (inFlight.all >= concurrency) return false;
  if (unlimited) return true;
  if (isForgotten) return false;
  if (!isSound) return inFlight.all < mostInDoubt && left > lastInDoubt;
  return staysAhead(left, inFlight.all);
}

/**
 * Whether at least as many requests are left as are in flight once one more is sent: none of them exceeds the limit then,
 * even if each counts twice, or if others send as many in the meantime.
 */
function staysAhead(left: number, inFlight: number): boolean {
  return left - 1 >= inFlight + 1;
}

function firstOf<W extends Waiting>(among: readonly W[]): W | undefined {
  return among.toSorted((a, b) => b.priority - a.priority || a.order - b.order)[0];
}
