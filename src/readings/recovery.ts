import { type Exchange, hasResponse, isServed, type Responded, statusOf } from '../exchange/exchange.ts';
import { hasKey, isOfAdded } from '../exchange/picks.ts';
import { dependent, type Reason, reason } from '../spec/reasons.ts';
import { isAged, quotaOf, timeGiven, wholeQuotaOf } from './quota.ts';

export type RecoveryDecision =
  | { readonly kind: 'served'; readonly by: Exchange }
  /**
   * `refused` lists consecutive 429s to requests that were each sent after the previous Retry-After was over. A single one
   * is enough if it is in the window of the 429 before it.
   */
  | { readonly kind: 'still limited'; readonly refused: readonly Responded[] }
  | { readonly kind: 'open'; readonly reason: Reason };

/** The number of responses needed in one window, before the first 429, to rule out other clients. */
const responsesAlone = 12;

/** A Retry-After that is longer than this, in seconds, comes from a limit per day. */
const anHour = 3_600;

interface State {
  decision: RecoveryDecision;
  /**
   * When the Retry-After of the newest 429 to a request with the valid key is over; infinite if Retry-After is not valid, or
   * if nothing is limited.
   */
  limitedUntil: number;
  /** When the head of that 429 arrived. */
  limitedAt: number;
  refused: readonly Responded[];
  /** The Reset of the first of several 429s. */
  firstReset: number | undefined;
  /** Whether nothing can change the decision anymore. */
  isFinal: boolean;
  /** Why a later recovery does not count: an earlier one needed more than one Retry-After. */
  missed: RecoveryDecision | undefined;
  /** Whether no other client used the key before the first 429. */
  aloneBefore: boolean;
  readonly requests: SentRequest[];
}

/** Decides whether requests are served again after Retry-After (`limit.recovers`). */
export function createRecovery() {
  const state: State = {
    decision: { kind: 'open', reason: dependent },
    limitedUntil: Number.POSITIVE_INFINITY,
    limitedAt: Number.POSITIVE_INFINITY,
    refused: [],
    firstReset: undefined,
    isFinal: false,
    missed: undefined,
    aloneBefore: false,
    requests: [],
  };
  return {
    see(exchange: Exchange): void {
      if (state.isFinal) return;
      // An operation of a custom check may have a limit of its own.
      if (hasKey(exchange) && !isOfAdded(exchange)) {
        if (exchange.sentAt >= state.limitedUntil) afterPause(state, exchange);
        if (isLimited(exchange)) seeLimited(state, exchange);
      }
      state.requests.push(requestOf(exchange));
    },
    decision: (): RecoveryDecision => state.decision,
    isShared: (): boolean => isShared(state.requests),
  };
}

function isLimited(exchange: Exchange): exchange is Responded {
  return hasResponse(exchange) && statusOf(exchange) === 429;
}

function seeLimited(state: State, response: Responded): void {
  // Only what was known at the first of several 429s counts, because later responses may belong to another window.
  if (state.limitedUntil === Number.POSITIVE_INFINITY) {
    state.aloneBefore = isAlone(state.requests);
    state.firstReset = quotaOf(response).reset;
  }
  const seconds = timeGiven(response);
  state.limitedAt = response.headAt;
  state.limitedUntil = response.headAt + (seconds ?? Number.POSITIVE_INFINITY) * 1000;
  if (state.decision.kind !== 'open' || state.missed !== undefined) return;
  if (seconds === undefined) state.decision = { kind: 'open', reason: dependent };
  else if (state.refused.length < 2)
    state.decision = { kind: 'open', reason: reason(seconds > anHour ? 'long-window' : 'ended-early') };
}

function afterPause(state: State, exchange: Exchange): void {
  if (isLimited(exchange)) {
    if (mayHaveTakenQuota(state)) return;
    state.refused = [...state.refused, exchange];
    // If the window has not ended, no other client can have used up a new one.
    const isSameWindow = state.firstReset !== undefined && quotaOf(exchange).reset === state.firstReset;
    if (state.refused.length < 2 && !(isSameWindow && state.aloneBefore)) return;
    state.decision = state.aloneBefore
      ? { kind: 'still limited', refused: state.refused }
      : { kind: 'open', reason: reason('shared-key') };
    return;
  }
  if (state.decision.kind === 'still limited') {
    state.isFinal = true;
    return;
  }
  if (state.refused.length > 0)
    state.missed ??= { kind: 'open', reason: reason(state.aloneBefore ? 'late-recovery' : 'shared-key') };
  state.refused = [];
  state.limitedUntil = Number.POSITIVE_INFINITY;
  if (state.missed !== undefined) state.decision = state.missed;
  else if (isServed(exchange)) state.decision = { kind: 'served', by: exchange };
  else if (state.decision.kind === 'open') state.decision = { kind: 'open', reason: dependent };
}

/**
 * Checks whether a request of this run was in flight when the newest 429 arrived, and was not refused. It may have taken what
 * the limiter gave back meanwhile, so the next 429 shows nothing.
 */
function mayHaveTakenQuota({ requests, limitedAt }: State): boolean {
  return requests.some(({ readAt, isRefused }) => readAt > limitedAt && !isRefused);
}

/** Returns what the kit remembers about a request, without its response, which may be large. */
function requestOf(exchange: Exchange) {
  const { sentAt, readAt, request } = exchange;
  const isCompared = hasResponse(exchange) && !isAged(exchange) && hasKey(exchange);
  const quota = isCompared ? wholeQuotaOf(exchange) : undefined;
  /** Limit and Reset; undefined if the response cannot be compared. */
  const series = quota && `${quota.limit} ${quota.reset}`;
  return {
    sentAt,
    readAt,
    operation: request.operation,
    series,
    remaining: quota?.remaining ?? 0,
    isRefused: isLimited(exchange),
  };
}

type SentRequest = Readonly<ReturnType<typeof requestOf>>;

/**
 * Checks that no other client uses the key: in one window with enough responses, Remaining never fell by more than the number of
 * this run's requests that may have been counted.
 */
function isAlone(requests: readonly SentRequest[]): boolean {
  const shown = comparedIn(requests);
  const newest = shown.filter(({ series }) => series === shown.at(-1)?.series);
  if (newest.length < responsesAlone) return false;
  return newest.every((after, index) =>
    newest
      .slice(0, index)
      .every(
        (before) =>
          before.operation !== after.operation ||
          fall(before, after) <= Math.max(1, mayBeCounted(before, after)),
      ),
  );
}

/**
 * The maximum number of times that a limiter may count one request of this run. A larger fall of Remaining comes from
 * another client.
 */
const mostPerRequest = 3;
/** How many falls of that size prove that there is another client. A single one may come from a cached or late header. */
const leastJumps = 2;

/**
 * Checks whether another client used the key: within a window, Remaining never rose, and it fell several times by far more than
 * this run sent since the previous response.
 */
function isShared(requests: readonly SentRequest[]): boolean {
  const newest = new Map<string, Compared>();
  let jumps = 0;
  for (const after of comparedIn(requests)) {
    const key = `${after.operation} ${after.series}`;
    const before = newest.get(key);
    newest.set(key, after);
    if (before === undefined) continue;
    if (fall(before, after) < 0) return false;
    if (fall(before, after) > mostPerRequest * (mayBeCounted(before, after) + 1)) jumps++;
  }
  return jumps >= leastJumps;
}

/**
 * A response that can be compared, with the number of requests that were sent before the response was read, and the number of
 * requests that ended before its own request was sent.
 */
interface Compared extends SentRequest {
  readonly sentByThen: number;
  readonly readBefore: number;
}

function comparedIn(requests: readonly SentRequest[]): Compared[] {
  return requests
    .filter(({ series }) => series !== undefined)
    .map((one) => ({
      ...one,
      sentByThen: requests.filter(({ sentAt }) => sentAt < one.readAt).length,
      readBefore: requests.filter(({ readAt }) => readAt <= one.sentAt).length,
    }));
}

function fall(before: Compared, after: Compared): number {
  return before.remaining - after.remaining;
}

/**
 * Returns how many requests of this run the server may have counted between two responses, not including the request of the
 * earlier response.
 */
function mayBeCounted(before: Compared, after: Compared): number {
  // If requests take no time, as on a fake clock, the number of sent requests may be lower than the number of read responses.
  return Math.max(0, after.sentByThen - before.readBefore - 1);
}
