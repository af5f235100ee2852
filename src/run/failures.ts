import { brokenRow } from '../../suites/looks.ts';
import { type DrawnBody, type Exchange, statusOf } from '../exchange/exchange.ts';
import { causeOf } from '../expect/answer.ts';
import type { Drawn } from '../payloads/draw.ts';
import { sizeOf } from '../payloads/fault-class.ts';

/** A drawn body that was judged wrongly. */
export interface Failing {
  readonly drawn: Drawn;
  readonly requirement: string;
  readonly cause: string;
}

/**
 * The drawn bodies of a run that were judged wrongly: of each requirement and cause the smallest, since all may be. What
 * the service failed at is left out: nothing is shrunk after a 5xx (reading 12).
 */
export interface Failures {
  see(exchange: Exchange): void;
  /** Those that were seen so far, in the order in which the first of each was. */
  smallest(): readonly Failing[];
}

export function createFailures(): Failures {
  const byCause = new Map<string, Failing>();
  return {
    see(exchange) {
      const { drawn } = exchange.request;
      const requirement = isDrawn(drawn) ? brokenRow(exchange) : undefined;
      if (!isDrawn(drawn) || requirement === undefined || hasFailed(exchange)) return;
      const cause = causeOf(exchange);
      const key = `${requirement} ${cause}`;
      const known = byCause.get(key);
      if (known === undefined || sizeOf(drawn.draft) < sizeOf(known.drawn.draft))
        byCause.set(key, { drawn, requirement, cause });
    },
    smallest: () => [...byCause.values()],
  };
}

/** Whether what a request says of its body is the payload itself, as it is of each that this run drew. */
function isDrawn(body: DrawnBody | undefined): body is Drawn {
  return body !== undefined && 'draft' in body;
}

/** Whether the service itself failed at a body: answered 5xx, or not at all. */
export function hasFailed(exchange: Exchange): boolean {
  return (statusOf(exchange) ?? 500) >= 500;
}
