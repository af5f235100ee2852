import { brokenRow } from '../../suites/looks.ts';
import { requestFor } from '../../suites/refused-bodies.ts';
import { causeOf } from '../exchange/answer.ts';
import { type DrawnBody, type Exchange, statusOf } from '../exchange/exchange.ts';
import type { Drawn } from '../payloads/draw.ts';
import { type FastCheck, sizeOf } from '../payloads/fault-class.ts';
import { shrink } from '../payloads/shrink.ts';
import type { SentBodies } from '../readings/outcomes.ts';
import type { Queue } from './pacing/queue.ts';
import { Stopped } from './pacing/stopped.ts';

/** A drawn body that was judged wrongly. */
export interface Failing {
  readonly drawn: Drawn;
  readonly requirement: string;
  readonly cause: string;
}

/**
 * The drawn bodies that were judged wrongly: of each requirement and cause the smallest, in the order in which the first
 * of each was met. What the service failed at is left out: nothing is shrunk after a 5xx (reading 12).
 */
export function failuresAmong(bodies: readonly SentBodies[]): Failing[] {
  const byCause = new Map<string, Failing>();
  for (const { smallest } of bodies) {
    const { drawn } = smallest.request;
    const requirement = isDrawn(drawn) ? brokenRow(smallest) : undefined;
    if (!isDrawn(drawn) || requirement === undefined || hasFailed(smallest)) continue;
    const cause = causeOf(smallest);
    const key = `${requirement} ${cause}`;
    const known = byCause.get(key);
    if (known === undefined || sizeOf(drawn.draft) < sizeOf(known.drawn.draft))
      byCause.set(key, { drawn, requirement, cause });
  }
  return [...byCause.values()];
}

/** Whether what a request says of its body is the payload itself, as it is of each that this run drew. */
function isDrawn(body: DrawnBody | undefined): body is Drawn {
  return body !== undefined && 'draft' in body;
}

/** Whether the service itself failed at a body: answered 5xx, or not at all. */
function hasFailed(exchange: Exchange): boolean {
  return (statusOf(exchange) ?? 500) >= 500;
}

/**
 * Looks for the smallest body of each failure, in at most `budget` requests that are shared fairly. What is
 * found shows in the exchanges like any other; the result says how many requests each took. Where a body is answered
 * 5xx or not at all, the search for smaller ones ends: each may do harm for good (reading 12).
 */
export async function shrinkFailures(
  failures: readonly Failing[],
  budget: number,
  { fc, queue, name }: { readonly fc: FastCheck; readonly queue: Queue; readonly name: () => string },
): Promise<Map<string, number>> {
  const tries = new Map<string, number>();
  let left = budget;
  let mayHarm = false;
  for (const [index, { drawn, requirement, cause }] of failures.entries()) {
    const share = Math.ceil(left / (failures.length - index));
    let tried = 0;
    const fails = async (draft: Drawn['draft']): Promise<boolean> => {
      if (mayHarm) return false;
      tried++;
      const exchange = await queue.send({
        purpose: draft.label,
        sentFor: requirement,
        worth: 1,
        make: () => requestFor({ ...drawn, draft }, name),
      });
      mayHarm = hasFailed(exchange);
      return brokenRow(exchange) === requirement && causeOf(exchange) === cause;
    };
    try {
      await shrink(fc, drawn, share, fails);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      return tries;
    } finally {
      left -= tried;
      tries.set(`${requirement} ${cause}`, tried);
    }
  }
  return tries;
}
