import { type Exchange, hasResponse, type Responded, statusOf } from '../exchange/exchange.ts';
import { dependent } from '../exchange/finding.ts';
import { hasKey } from '../exchange/picks.ts';
import { isAged, timeGiven, wholeQuotaOf } from './quota.ts';

export type RecoveryDecision =
  | { readonly kind: 'served'; readonly by: Exchange }
  /** `refused` are the 429s in a row, each sent after the time of the one before was over. */
  | { readonly kind: 'still limited'; readonly refused: readonly Responded[] }
  | { readonly kind: 'open'; readonly reason: string };

/** Responses in one window, before the first 429, that show that nobody else uses the key. */
const responsesAlone = 12;
/** How many requests before a 429 are remembered. */
const remembered = 400;
/** Refused this often in a row, the decision is final. */
const mostRefused = 20;

/** Decides whether requests are served again after the time that Retry-After gave (`limit.recovers`, reading 13). */
export function createRecovery() {
  let decision: RecoveryDecision = { kind: 'open', reason: 'no 429 was seen' };
  /** When the time is over that the newest 429 to the valid key gave, if its Retry-After made sense. */
  let limitedUntil: number | undefined;
  let refused: Responded[] = [];
  let isFinal = false;
  let aloneBefore = false;
  const requests: Request[] = [];

  return {
    see(exchange: Exchange): void {
      if (isFinal) return;
      if (hasKey(exchange)) {
        if (limitedUntil !== undefined && exchange.sentAt >= limitedUntil) afterPause(exchange);
        if (hasResponse(exchange) && statusOf(exchange) === 429) seeLimited(exchange);
      }
      requests.push(requestOf(exchange));
      if (requests.length > remembered) requests.splice(0, remembered / 2);
    },
    decision: (): RecoveryDecision => decision,
  };

  function seeLimited(response: Responded): void {
    if (refused.length === 0) aloneBefore = nobodyElse(requests);
    const seconds = timeGiven(response);
    limitedUntil = seconds === undefined ? undefined : response.headAt + seconds * 1000;
    if (decision.kind !== 'open') return;
    if (seconds === undefined) decision = { kind: 'open', reason: dependent };
    else if (refused.length < 2)
      decision = { kind: 'open', reason: 'the time given was not waited out in this run' };
  }

  function afterPause(exchange: Exchange): void {
    const status = statusOf(exchange);
    if (status === 429 && hasResponse(exchange)) {
      refused.push(exchange);
      if (refused.length >= 2)
        decision = aloneBefore
          ? { kind: 'still limited', refused }
          : { kind: 'open', reason: 'others use this key: a recovery may have been theirs' };
      isFinal = refused.length >= mostRefused;
      return;
    }
    isFinal = decision.kind === 'still limited';
    if (isFinal) return;
    refused = [];
    limitedUntil = undefined;
    if (status !== undefined && status < 300) decision = { kind: 'served', by: exchange };
    else if (decision.kind === 'open') decision = { kind: 'open', reason: dependent };
  }
}

/** What is remembered of a request: not its response, which may be large. */
function requestOf(exchange: Exchange) {
  const { sentAt, readAt, request } = exchange;
  const withKey = hasKey(exchange);
  const isRefused = statusOf(exchange) === 401;
  const isCompared = hasResponse(exchange) && !isAged(exchange) && (withKey || isRefused);
  const quota = isCompared ? wholeQuotaOf(exchange) : undefined;
  /** The Limit and the Reset that it showed; undefined where it shows nothing to compare. */
  const series = quota && `${quota.limit} ${quota.reset}`;
  const remaining = quota?.remaining ?? 0;
  return { sentAt, readAt, isRefused, withKey, operation: request.operation, series, remaining };
}

type Request = Readonly<ReturnType<typeof requestOf>>;

/**
 * Whether, over enough responses of one window, Remaining never fell between two of one operation by more than the
 * requests of this run that may have been counted in the meantime.
 */
function nobodyElse(requests: readonly Request[]): boolean {
  const shown = requests.filter(({ series }) => series !== undefined);
  const withKey = shown.filter((one) => one.withKey);
  const newest = withKey.filter(({ series }) => series === withKey.at(-1)?.series);
  if (newest.length < responsesAlone) return false;
  const apart = areCountedApart(shown);
  const ours = requests.filter(({ isRefused }) => !apart || !isRefused);
  const responses = newest.map((one) => ({
    ...one,
    sentByThen: ours.filter(({ sentAt }) => sentAt < one.readAt).length,
    readBefore: ours.filter(({ readAt }) => readAt <= one.sentAt).length,
  }));
  return responses.every((after, index) =>
    responses.slice(0, index).every((before) => {
      const fall = before.remaining - after.remaining;
      // All that were in flight between the two, but for the earlier one itself.
      const counted = after.sentByThen - before.readBefore - 1;
      return before.operation !== after.operation || fall <= Math.max(1, counted);
    }),
  );
}

/**
 * Whether 401s are not counted with the key's requests: between two of them Remaining fell by less than the requests with
 * the key that were sent and read in the meantime, and the second of them.
 */
function areCountedApart(shown: readonly Request[]): boolean {
  const keyless = shown.filter((one) => !one.withKey);
  return keyless.some((after) =>
    keyless.some((before) => {
      if (before.series !== after.series || before.readAt > after.sentAt) return false;
      const between = shown.filter(
        (one) => one.withKey && one.sentAt >= before.readAt && one.readAt <= after.sentAt,
      );
      return between.length > 0 && before.remaining - after.remaining <= between.length;
    }),
  );
}
