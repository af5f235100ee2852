/** The remaining quota for one kind of request. */
export interface Bucket {
  /** Remaining requests without the reserve for others, in which requests in flight may be missing; Infinity while unknown. */
  readonly left: number;
  readonly isKnown: boolean;
  /** When enough is available again, if nothing is left. */
  readonly availability?: Availability | undefined;
}

/** When requests are allowed again, in ms of the monotonic clock, and the source of that time. */
export interface Availability {
  readonly at: number;
  readonly basis: 'X-RateLimit-Reset' | 'no usable X-RateLimit-Reset';
}

/** A waiting request. */
export interface Waiting {
  readonly isPost: boolean;
  readonly withKey: boolean;
  /** Whether it belongs to the requests that are sent together on purpose. */
  readonly inBurst: boolean;
  /** Whether it failed in company, so that it is sent again alone. */
  readonly isAlone: boolean;
  readonly priority: number;
  /** Among equal priorities, the lowest order goes first. */
  readonly order: number;
  /** A request without the key has the bucket of GET /categories with the key, because the server may count it there. */
  readonly bucket: Bucket;
}

/** The state that `next` decides on. Times are ms of the monotonic clock. */
export interface SendingState<W extends Waiting = Waiting> {
  readonly inFlight: Readonly<Record<'all' | 'posts' | 'plainLists' | 'alone', number>>;
  /** Maximum number of requests in flight. */
  readonly most: number;
  /** Whether the burst may be sent. */
  readonly mayBurst: boolean;
  /** The end of the wait after a 429. */
  readonly limitedUntil?: number | undefined;
  /** Whether that wait is over, but no request was served since. */
  readonly recovering: boolean;
  /** The end of a pause after a fault, or of the gap between two requests; -Infinity without one. */
  readonly pausedUntil: number;
  /** Whether a list must be read before the next POST. */
  readonly listDue: boolean;
  /** Whether a valid request must be served before a refused one is retried. */
  readonly controlDue: boolean;
  /** Whether requests are served despite Remaining 0. */
  readonly unlimited: boolean;
  readonly proof: {
    /** Whether only the proof is left, so that the window is used up. */
    readonly asked: boolean;
    /** Whether plain GETs must use up the window now. */
    readonly isDue: boolean;
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
export type ListReason = 'recovery' | 'storage' | 'control' | 'proof';

export type Next<W extends Waiting = Waiting> =
  /** One request, or those of the burst. */
  | { readonly kind: 'send'; readonly waiting: readonly W[] }
  /** A waiting plain GET, or else one of the queue itself. */
  | { readonly kind: 'list'; readonly why: ListReason }
  /** The first requests at Remaining 0. */
  | { readonly kind: 'exceed' }
  | Readonly<{ kind: 'wait'; why: 'limit' | 'pause' | 'quota'; until: number; basis?: Availability['basis'] }>
  /** The limit cannot be proven, and all requests must wait for the quota. */
  | { readonly kind: 'give up proof'; readonly reason: string }
  | { readonly kind: 'nothing' };

/** The window that is assumed while no response shows one, in ms. */
export const assumedWindowMs = 60_000;

const nothing = { kind: 'nothing' } as const;

/**
 * Decides what a run does at `now`, in ms of the monotonic clock. This is a pure function: the queue collects the state and
 * executes the decision.
 */
export function next<W extends Waiting>(state: SendingState<W>, now: number): Next<W> {
  const { inFlight, waiting, proof } = state;
  if (state.limitedUntil !== undefined) return waitOnceIdle(state, 'limit', state.limitedUntil);
  if (state.pausedUntil > now) return waitOnceIdle(state, 'pause', state.pausedUntil);
  if (state.recovering) return inFlight.all > 0 ? nothing : list('recovery');
  if (inFlight.all > 0 && (inFlight.all >= state.most || inFlight.alone > 0)) return nothing;
  const isWanted = waiting.length > 0 || proof.asked;
  if (state.controlDue && isWanted) return inFlight.all > 0 ? nothing : listInQuota('control', state, now);
  // At Remaining 0 the proof comes first, because any other request may get the 429.
  const proves = proof.blocked === undefined && (proof.isDue || proof.bucket.left <= 0);
  if (isWanted && proves) return prove(state);
  const free = waiting.filter((one) => !isHeld(one, state));
  const burst = burstOf(free, state);
  if (burst.length > 0) return inFlight.all > 0 ? nothing : { kind: 'send', waiting: burst };
  const best = firstOf(free.filter((one) => mayGoNow(one, state)));
  if (best !== undefined) return { kind: 'send', waiting: [best] };
  if (state.listDue && free.some(({ isPost }) => isPost))
    return inFlight.posts + inFlight.plainLists > 0 ? nothing : listInQuota('storage', state, now);
  // Requests that the quota allows wait for those in flight.
  if (free.length > 0 || !isWanted) return nothing;
  if (proof.blocked === undefined) return prove(state);
  if (inFlight.all > 0) return nothing;
  if (proof.asked) return { kind: 'give up proof', reason: proof.blocked };
  const availabilities = waiting.map(({ bucket }) => availabilityOf(bucket, now));
  return waitForQuota(availabilities.reduce((soonest, one) => (one.at < soonest.at ? one : soonest)));
}

/** Uses up the window with plain GETs. The first request beyond the limit waits until all responses are read. */
function prove(state: SendingState): Next<never> {
  const { bucket } = state.proof;
  if (bucket.left > 0) return fitsQuota(bucket, state) ? list('proof') : nothing;
  return state.inFlight.all > 0 ? nothing : { kind: 'exceed' };
}

/** Returns the burst once a request of it is the next one: two creations at the same time, with the GETs of it that wait. */
function burstOf<W extends Waiting>(free: readonly W[], { mayBurst, listDue }: SendingState): readonly W[] {
  if (!mayBurst || listDue || firstOf(free)?.inBurst !== true) return [];
  // A request without the key comes last, so that it arrives while those with the key are in flight.
  const burst = free.filter(({ inBurst }) => inBurst).sort((a, b) => Number(b.withKey) - Number(a.withKey));
  return burst.filter(({ isPost }) => isPost).length < 2 ? [] : burst;
}

function availabilityOf({ availability }: Bucket, now: number): Availability {
  return availability ?? { at: now + assumedWindowMs, basis: 'no usable X-RateLimit-Reset' };
}

function waitForQuota({ at, basis }: Availability): Next<never> {
  return { kind: 'wait', why: 'quota', until: at, basis };
}

/** Sends a plain GET that is not a proof, or waits for its quota. While the proof is open, a 429 would only prove the limit. */
function listInQuota(
  why: ListReason,
  { proof, unlimited, inFlight }: SendingState,
  now: number,
): Next<never> {
  if (unlimited || proof.bucket.left > 0 || proof.blocked === undefined) return list(why);
  return inFlight.all > 0 ? nothing : waitForQuota(availabilityOf(proof.bucket, now));
}

function list(why: ListReason): { readonly kind: 'list'; readonly why: ListReason } {
  return { kind: 'list', why };
}

/** Waits once no request is in flight, because its response may prolong the wait. */
function waitOnceIdle(
  { inFlight, goesOn }: SendingState,
  why: 'limit' | 'pause',
  until: number,
): Next<never> {
  return inFlight.all === 0 && goesOn ? { kind: 'wait', why, until } : nothing;
}

/** Checks whether nothing is left of the quota of a request. Those without the key go on: a server need not count them. */
function isHeld({ withKey, bucket }: Waiting, { unlimited }: SendingState): boolean {
  return withKey && !unlimited && bucket.left <= 0;
}

/** Checks whether a request may join those in flight. POSTs go one at a time. */
function mayGoNow(one: Waiting, state: SendingState): boolean {
  if (one.isPost && (state.listDue || state.inFlight.posts > 0)) return false;
  const waitsForBurst = one.inBurst && state.mayBurst;
  return state.inFlight.all === 0 || (!one.isAlone && !waitsForBurst && fitsQuota(one.bucket, state));
}

/** Checks whether the quota allows one more in flight: at most half of what is left, so that the first 429 comes alone. */
function fitsQuota({ left, isKnown }: Bucket, { inFlight, unlimited }: SendingState): boolean {
  return inFlight.all === 0 || unlimited || (isKnown && 2 * (inFlight.all + 1) <= left);
}

/** Returns the request that goes first; undefined if there is none. */
function firstOf<W extends Waiting>(among: readonly W[]): W | undefined {
  return among.toSorted((a, b) => b.priority - a.priority || a.order - b.order)[0];
}
