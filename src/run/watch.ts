import { createCreations } from '../created/creations.ts';
import { capOn, placeOf } from '../expect/answer.ts';
import { isCreation, isList, isStatedError } from '../expect/picks.ts';
import type { Facts } from '../kit/facts.ts';
import { type Ban, createBan } from '../limiter/ban.ts';
import { createTimeline, type Timeline } from '../limiter/timeline.ts';
import { createUsage } from '../limiter/usage.ts';
import { type Answer, type Exchange, isAnswer, isPassingFault, statusOf } from '../model/exchange.ts';
import { createFailures, type Failures } from './failures.ts';
import { createSameAnswer, type SameAnswer } from './same-answer.ts';

/** What is told from the exchanges beside the verdicts: numbers, the newest lists, what was created. */
export interface Watch {
  see(exchange: Exchange): void;
  readonly lists: readonly Answer[];
  readonly usage: Facts['usage'];
  readonly ban: Ban;
  readonly creations: Facts['creations'];
  readonly requests: { total: number; withKey: number; withoutKey: number; answered429: number };
  readonly timeline: Timeline;
  /** Rows whose GET failed in passing and was answered when sent again. */
  readonly flaky: ReadonlySet<string>;
  /** The first answer that a cap of the kit kept from being read, in a sentence: what it held was not judged. */
  readonly unread: string | undefined;
  readonly failures: Pick<Failures, 'smallest'>;
  readonly sameAnswer: Pick<SameAnswer, 'everywhere'>;
}

const listsKept = 4;

/** `runMark` is what all names of the run begin with; `startedAt` its start in ms of the monotonic clock. */
export function createWatch(runMark: string, startedAt: number): Watch {
  const lists: Answer[] = [];
  const requests = { total: 0, withKey: 0, withoutKey: 0, answered429: 0 };
  const timeline = createTimeline(startedAt);
  const usage = createUsage();
  const ban = createBan();
  const creations = createCreations(runMark);
  const flaky = new Set<string>();
  /** GETs that were refused alone, and are sent again. */
  const refusedOnce = new Set<string>();
  const seeFlaky = (exchange: Exchange): void => {
    const { purpose, sentFor, attempt, concurrent } = exchange;
    if (exchange.request.method !== 'GET') return;
    if (isPassingFault(exchange)) {
      if (concurrent <= 1) refusedOnce.add(purpose);
    } else if (attempt === 2 || refusedOnce.delete(purpose)) flaky.add(sentFor);
  };
  const failures = createFailures();
  const sameAnswer = createSameAnswer();
  let unread: string | undefined;
  return {
    see(exchange) {
      requests.total++;
      if (exchange.credential === 'valid') requests.withKey++;
      else requests.withoutKey++;
      if (statusOf(exchange) === 429) requests.answered429++;
      timeline.step(exchange);
      usage.step(exchange);
      ban.step(exchange);
      creations.step(exchange);
      failures.see(exchange);
      sameAnswer.step(exchange);
      if (isList(exchange)) {
        lists.push(exchange);
        if (lists.length > listsKept) lists.shift();
      }
      seeFlaky(exchange);
      unread ??= unreadOf(exchange);
    },
    lists,
    timeline,
    usage,
    ban,
    creations,
    requests,
    flaky,
    failures,
    sameAnswer,
    get unread() {
      return unread;
    },
  };
}

/** Of the answers whose bodies the specification gives a shape. */
function unreadOf(exchange: Exchange): string | undefined {
  const created = isCreation(exchange) && statusOf(exchange) === 201;
  if (!isAnswer(exchange) || !(created || isList(exchange) || isStatedError(exchange))) return undefined;
  const cap = capOn(exchange);
  return cap === undefined ? undefined : `${placeOf(exchange)} was not read to its end: ${cap}.`;
}
