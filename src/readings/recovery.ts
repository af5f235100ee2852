import { type Exchange, hasResponse, isServed, type Responded, statusOf } from '../exchange/exchange.ts';
import { dependent } from '../exchange/finding.ts';
import { hasKey } from '../exchange/picks.ts';
import { isAged, timeGiven, wholeQuotaOf } from './quota.ts';

export type RecoveryDecision =
  | { readonly kind: 'served'; readonly by: Exchange }
  /** `refused` are consecutive 429s, each sent after the previous Retry-After was over. */
  | { readonly kind: 'still limited'; readonly refused: readonly Responded[] }
  | { readonly kind: 'open'; readonly reason: string };

/** Responses needed in one window, before the first 429, to rule out other clients. */
const responsesAlone = 12;
/** Maximum number of requests remembered before a 429. */
const remembered = 400;
/** After this many consecutive refusals the decision is final. */
const maxRefused = 20;

const othersUseKey = 'other clients use this key and may have used the new quota';
const tooShort =
  'a request after Retry-After returned 429 again; requests were served only after a second wait';

/** Decides whether requests are served again after Retry-After (`limit.recovers`). */
export function createRecovery() {
  let decision: RecoveryDecision = { kind: 'open', reason: 'no 429 was received' };
  /** When the newest 429 to the valid key ends; never if its Retry-After is not valid. */
  let limitedUntil = Number.POSITIVE_INFINITY;
  let refused: Responded[] = [];
  let isFinal = false;
  /** Why a later recovery does not count: an earlier one needed more than one Retry-After. */
  let missed: RecoveryDecision | undefined;
  let aloneBefore: boolean | undefined;
  const requests: Request[] = [];

  return {
    see(exchange: Exchange): void {
      if (isFinal) return;
      if (hasKey(exchange)) {
        if (exchange.sentAt >= limitedUntil) afterPause(exchange);
        if (hasResponse(exchange) && statusOf(exchange) === 429) seeLimited(exchange);
      }
      requests.push(requestOf(exchange));
      if (requests.length > remembered) requests.splice(0, remembered / 2);
    },
    decision: (): RecoveryDecision => decision,
    isShared: (): boolean => isShared(requests),
  };

  function seeLimited(response: Responded): void {
    if (refused.length === 0) aloneBefore = isAlone(requests);
    const seconds = timeGiven(response);
    limitedUntil = response.headAt + (seconds ?? Number.POSITIVE_INFINITY) * 1000;
    if (decision.kind !== 'open' || missed !== undefined) return;
    if (seconds === undefined) decision = { kind: 'open', reason: dependent };
    else if (refused.length < 2)
      decision = { kind: 'open', reason: 'the run ended before the time in Retry-After was over' };
  }

  function afterPause(exchange: Exchange): void {
    if (hasResponse(exchange) && statusOf(exchange) === 429) {
      refused.push(exchange);
      if (refused.length >= 2)
        decision = aloneBefore ? { kind: 'still limited', refused } : { kind: 'open', reason: othersUseKey };
      isFinal = refused.length >= maxRefused;
      return;
    }
    isFinal = decision.kind === 'still limited';
    if (isFinal) return;
    if (refused.length > 0) missed ??= { kind: 'open', reason: aloneBefore ? tooShort : othersUseKey };
    refused = [];
    limitedUntil = Number.POSITIVE_INFINITY;
    if (missed !== undefined) decision = missed;
    else if (isServed(exchange)) decision = { kind: 'served', by: exchange };
    else if (decision.kind === 'open') decision = { kind: 'open', reason: dependent };
  }
}

/** Returns what is remembered of a request, without its response, which may be large. */
function requestOf(exchange: Exchange) {
  const { sentAt, readAt, request } = exchange;
  const withKey = hasKey(exchange);
  const isRefused = statusOf(exchange) === 401;
  const isCompared = hasResponse(exchange) && !isAged(exchange) && (withKey || isRefused);
  const quota = isCompared ? wholeQuotaOf(exchange) : undefined;
  /** Limit and Reset; undefined if the response cannot be compared. */
  const series = quota && `${quota.limit} ${quota.reset}`;
  const remaining = quota?.remaining ?? 0;
  return { sentAt, readAt, isRefused, withKey, operation: request.operation, series, remaining };
}

type Request = Readonly<ReturnType<typeof requestOf>>;

/**
 * Checks whether no other client uses the key: over enough responses of one window, Remaining never fell by more than the
 * requests of this run that may have been counted.
 */
function isAlone(requests: readonly Request[]): boolean {
  const shown = requests.filter(({ series }) => series !== undefined);
  const withKey = shown.filter((one) => one.withKey);
  const newest = withKey.filter(({ series }) => series === withKey.at(-1)?.series);
  if (newest.length < responsesAlone) return false;
  return fallsIn(requests, newest[0]?.series).every(({ fall, counted }) => fall <= Math.max(1, counted));
}

/** A limiter may count a request several times; another client's requests are more. */
const mostPerRequest = 3;
/** One jump may be a header that was cached or late. */
const leastJumps = 2;

/**
 * Checks whether another client used the key: within a window, Remaining never rose, and it fell several times by far more
 * than this run sent since the response before.
 */
function isShared(requests: readonly Request[]): boolean {
  const steps = fallsIn(requests).filter(({ isNext }) => isNext);
  const jumps = steps.filter(({ fall, counted }) => fall > mostPerRequest * (Math.max(0, counted) + 1));
  return jumps.length >= leastJumps && steps.every(({ fall }) => fall >= 0);
}

/**
 * Returns by how much Remaining fell between any two responses of one window to one operation with the key, and how many
 * requests of this run may have been counted in between.
 */
function fallsIn(requests: readonly Request[], series?: string) {
  const shown = requests.filter((one) => one.series !== undefined);
  const separate = areCountedSeparately(shown);
  const ours = requests.filter(({ isRefused }) => !separate || !isRefused);
  const responses = shown
    .filter((one) => one.withKey && (series === undefined || one.series === series))
    .map((one) => ({
      ...one,
      sentByThen: ours.filter(({ sentAt }) => sentAt < one.readAt).length,
      readBefore: ours.filter(({ readAt }) => readAt <= one.sentAt).length,
    }));
  return responses.flatMap((after, index) => {
    const earlier = responses
      .slice(0, index)
      .filter((before) => before.operation === after.operation && before.series === after.series);
    return earlier.map((before) => ({
      fall: before.remaining - after.remaining,
      // All requests in flight between the two, except the earlier one.
      counted: after.sentByThen - before.readBefore - 1,
      isNext: before === earlier.at(-1),
    }));
  });
}

/**
 * Checks whether 401s have their own count: between two of them, Remaining fell by less than the requests with the key in
 * between plus the second 401.
 */
function areCountedSeparately(shown: readonly Request[]): boolean {
  const keyless = shown.filter((one) => !one.withKey);
  return keyless.some((after) =>
    keyless.some((before) => {
      if (before.series !== after.series) return false;
      const between = shown.filter(
        (one) => one.withKey && one.sentAt >= before.readAt && one.readAt <= after.sentAt,
      );
      return between.length > 0 && before.remaining - after.remaining <= between.length;
    }),
  );
}
