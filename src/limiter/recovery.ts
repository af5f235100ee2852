import { fieldLines, splitEqualList } from '../http/headers.ts';
import { type Answer, type Exchange, isAnswer, statusOf } from '../model/exchange.ts';
import { momentOf, quotaOf } from './quota-headers.ts';
import { readRetryAfter } from './retry-after.ts';

/** Whether requests are served again after the time that Retry-After gave (limit.recovers, reading 13). */
export interface Recovery {
  step(exchange: Exchange): void;
  decision(): RecoveryDecision;
}

export type RecoveryDecision =
  | { readonly kind: 'served'; readonly by: Exchange }
  | { readonly kind: 'still limited'; readonly by: Exchange }
  | { readonly kind: 'open'; readonly reason: string };

/** Answers in one window, before the first 429, that show that nobody else uses the key. */
const answersAlone = 12;
/** How many requests before a 429 are remembered. */
const remembered = 400;

export function createRecovery(): Recovery {
  let decision: RecoveryDecision = { kind: 'open', reason: 'no 429 was seen' };
  /** The newest 429 to the valid key whose Retry-After made sense, and when the time it gave is over. */
  let limited: { readonly until: number } | undefined;
  let inARow = 0;
  let aloneBefore = false;
  const requests: Exchange[] = [];

  return {
    step(exchange) {
      if (decision.kind === 'still limited') return;
      const status = statusOf(exchange);
      const plain = exchange.request.presentation === 'bearer';
      if (plain && limited !== undefined && exchange.sentAt >= limited.until) afterPause(exchange, status);
      if (plain && status === 429 && isAnswer(exchange)) {
        if (inARow === 0) aloneBefore = nobodyElse(requests);
        const seconds = timeGiven(exchange);
        limited = seconds === undefined ? undefined : { until: exchange.headAt + seconds * 1000 };
        if (seconds === undefined && decision.kind === 'open')
          decision = { kind: 'open', reason: 'see limit.retry-after, limit.retry-after-value' };
        else if (decision.kind === 'open')
          decision = { kind: 'open', reason: 'the time given was not waited out in this run' };
      }
      requests.push(exchange);
      if (requests.length > remembered) requests.splice(0, remembered / 2);
    },
    decision: () => decision,
  };

  function afterPause(exchange: Exchange, status: number | undefined): void {
    if (status === 429) {
      inARow++;
      if (inARow >= 2) {
        decision = aloneBefore
          ? { kind: 'still limited', by: exchange }
          : { kind: 'open', reason: 'others use this key: a recovery may have been theirs (reading 13)' };
      }
      return;
    }
    inARow = 0;
    limited = undefined;
    if (status !== undefined && status < 300) decision = { kind: 'served', by: exchange };
    else if (decision.kind === 'open') decision = { kind: 'open', reason: 'see list.ok' };
  }
}

/** The longest time that the lines of Retry-After give, in seconds; undefined where one of them breaks its row. */
function timeGiven(answer: Answer): number | undefined {
  const moment = momentOf(answer);
  const lines = fieldLines(answer.outcome.response.headers, 'retry-after').flatMap(splitEqualList);
  const times = lines.map((line) => readRetryAfter(line, moment.seconds, moment.tolerance));
  let longest: number | undefined;
  for (const time of times) {
    if (time.form === 'senseless') return undefined;
    longest = Math.max(longest ?? 0, time.seconds);
  }
  return longest;
}

/** Whether Remaining never fell by more than this run's own requests, over enough answers of one window. */
function nobodyElse(requests: readonly Exchange[]): boolean {
  const series = new Map<string, Answer[]>();
  for (const exchange of requests) {
    if (!isAnswer(exchange) || exchange.request.presentation !== 'bearer') continue;
    const { limit, remaining, reset } = quotaOf(exchange);
    if (limit === undefined || remaining === undefined || reset === undefined) continue;
    const key = `${limit} ${reset}`;
    series.set(key, [...(series.get(key) ?? []), exchange]);
  }
  const newest = [...series.values()].at(-1) ?? [];
  if (newest.length < answersAlone) return false;
  return newest.every((answer) => {
    const same = newest.filter(({ request }) => request.operation === answer.request.operation);
    return fallsOnlyByOurs(same, requests);
  });
}

function fallsOnlyByOurs(answers: readonly Answer[], requests: readonly Exchange[]): boolean {
  return answers.every((answer, index) => {
    const before = answers[index - 1];
    if (before === undefined) return true;
    const fall = (quotaOf(before).remaining ?? 0) - (quotaOf(answer).remaining ?? 0);
    const ours = requests.filter(
      (one) => one !== before && one.sentAt < answer.readAt && one.readAt > before.sentAt,
    ).length;
    return fall <= ours;
  });
}
