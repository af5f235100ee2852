import { type Answer, type Exchange, isAnswer, statusOf } from '../exchange/exchange.ts';
import { dependent } from '../exchange/finding.ts';
import { isAged, quotaOf } from './quota.ts';
import { timeGiven } from './retry-after.ts';

export type RecoveryDecision =
  | { readonly kind: 'served'; readonly by: Exchange }
  /** `refused` are the 429s in a row, each sent after the time of the one before was over. */
  | { readonly kind: 'still limited'; readonly refused: readonly Answer[] }
  | { readonly kind: 'open'; readonly reason: string };

/** Answers in one window, before the first 429, that show that nobody else uses the key. */
const answersAlone = 12;
/** How many requests before a 429 are remembered. */
const remembered = 400;
/** Refused so often in a row, it is told for good. */
const mostRefused = 20;

/** Whether requests are served again after the time that Retry-After gave (limit.recovers, reading 13). */
export function createRecovery() {
  let decision: RecoveryDecision = { kind: 'open', reason: 'no 429 was seen' };
  /** The newest 429 to the valid key whose Retry-After made sense, and when the time it gave is over. */
  let limited: { readonly until: number } | undefined;
  let refused: Answer[] = [];
  let seenToEnd = false;
  let aloneBefore = false;
  const requests: Request[] = [];

  return {
    see(exchange: Exchange): void {
      if (seenToEnd) return;
      const plain = exchange.request.presentation === 'bearer';
      if (plain && limited !== undefined && exchange.sentAt >= limited.until) afterPause(exchange);
      if (plain && statusOf(exchange) === 429 && isAnswer(exchange)) {
        if (refused.length === 0) aloneBefore = nobodyElse(requests);
        const seconds = timeGiven(exchange);
        limited = seconds === undefined ? undefined : { until: exchange.headAt + seconds * 1000 };
        if (seconds === undefined && decision.kind === 'open') decision = { kind: 'open', reason: dependent };
        else if (decision.kind === 'open' && refused.length < 2)
          decision = { kind: 'open', reason: 'the time given was not waited out in this run' };
      }
      requests.push(requestOf(exchange));
      if (requests.length > remembered) requests.splice(0, remembered / 2);
    },
    decision: (): RecoveryDecision => decision,
  };

  function afterPause(exchange: Exchange): void {
    const status = statusOf(exchange);
    if (status === 429 && isAnswer(exchange)) {
      refused.push(exchange);
      if (refused.length >= 2)
        decision = aloneBefore
          ? { kind: 'still limited', refused }
          : { kind: 'open', reason: 'others use this key: a recovery may have been theirs' };
      seenToEnd = refused.length >= mostRefused;
      return;
    }
    if (decision.kind === 'still limited') {
      seenToEnd = true;
      return;
    }
    refused = [];
    limited = undefined;
    if (status !== undefined && status < 300) decision = { kind: 'served', by: exchange };
    else if (decision.kind === 'open') decision = { kind: 'open', reason: dependent };
  }
}

/** What is remembered of a request: not its response, which may be large. */
interface Request {
  readonly sentAt: number;
  readonly readAt: number;
  readonly isRefused: boolean;
  readonly shown: Shown | undefined;
}

function requestOf(exchange: Exchange): Request {
  const { sentAt, readAt } = exchange;
  return { sentAt, readAt, isRefused: statusOf(exchange) === 401, shown: shownBy(exchange) };
}

/** What is compared of an answer that showed its quota. */
interface Shown {
  readonly series: string;
  readonly operation: string;
  readonly withKey: boolean;
  readonly remaining: number;
  readonly sentAt: number;
  readonly readAt: number;
}

/**
 * Whether, over enough answers of one window, Remaining never fell between two of one operation by more than the
 * requests of this run that may have been counted in the meantime.
 */
function nobodyElse(requests: readonly Request[]): boolean {
  const all = requests.flatMap(({ shown }) => shown ?? []);
  const withKey = all.filter((one) => one.withKey);
  const newest = withKey.filter(({ series }) => series === withKey.at(-1)?.series);
  if (newest.length < answersAlone) return false;
  const apart = areCountedApart(all);
  const ours = requests.filter(({ isRefused }) => !apart || !isRefused);
  const answers = newest.map((one) => ({
    ...one,
    sentByThen: ours.filter(({ sentAt }) => sentAt < one.readAt).length,
    readBefore: ours.filter(({ readAt }) => readAt <= one.sentAt).length,
  }));
  return answers.every((after, index) =>
    answers.slice(0, index).every((before) => {
      const fall = before.remaining - after.remaining;
      // All that were under way between the two, but for the earlier one itself.
      const counted = after.sentByThen - before.readBefore - 1;
      return before.operation !== after.operation || fall <= Math.max(1, counted);
    }),
  );
}

function shownBy(exchange: Exchange): Shown | undefined {
  const { operation, presentation } = exchange.request;
  const withKey = presentation === 'bearer';
  if (!isAnswer(exchange) || isAged(exchange) || (!withKey && statusOf(exchange) !== 401)) return undefined;
  const { limit, remaining, reset } = quotaOf(exchange);
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  const { sentAt, readAt } = exchange;
  return { series: `${limit} ${reset}`, operation, withKey, remaining, sentAt, readAt };
}

/**
 * Whether requests that are answered 401 are seen not to be counted with the key's: between two of them Remaining
 * fell by less than the requests with the key that were sent and read in the meantime, and the second of them.
 */
function areCountedApart(all: readonly Shown[]): boolean {
  const keyless = all.filter((one) => !one.withKey);
  return keyless.some((after) =>
    keyless.some((before) => {
      if (before.series !== after.series || before.readAt > after.sentAt) return false;
      const between = all.filter(
        (one) => one.withKey && one.sentAt >= before.readAt && one.readAt <= after.sentAt,
      );
      return between.length > 0 && before.remaining - after.remaining <= between.length;
    }),
  );
}
