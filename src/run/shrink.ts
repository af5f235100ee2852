import { brokenRow } from '../../suites/looks.ts';
import { requestFor } from '../../suites/refused-bodies.ts';
import { causeOf } from '../expect/answer.ts';
import type { DrawnBody, Exchange } from '../model/exchange.ts';
import type { Queue } from '../pacing/queue.ts';
import { Stopped } from '../pacing/stopped.ts';
import { sizeOf } from '../payloads/draft.ts';
import type { Drawn } from '../payloads/draw.ts';
import type { FastCheck } from '../payloads/fault-class.ts';
import { shrink } from '../payloads/shrink.ts';

/** A drawn body that was judged wrongly. */
export interface Failing {
  readonly drawn: Drawn;
  readonly exchange: Exchange;
  readonly requirement: string;
  readonly cause: string;
}

/** The failures of a run, by requirement and cause: each is looked into once. */
export function failuresOf(exchanges: readonly Exchange[]): Failing[][] {
  const groups = new Map<string, Failing[]>();
  for (const exchange of exchanges) {
    const { drawn } = exchange.request;
    const requirement = brokenRow(exchange);
    if (!isDrawn(drawn) || requirement === undefined) continue;
    const cause = causeOf(exchange);
    const key = `${requirement} ${cause}`;
    groups.set(key, [...(groups.get(key) ?? []), { drawn, exchange, requirement, cause }]);
  }
  return [...groups.values()];
}

/** Whether what a request says of its body is the payload itself, as it is of each that this run drew. */
function isDrawn(body: DrawnBody | undefined): body is Drawn {
  return body !== undefined && 'draft' in body;
}

/**
 * Looks for the smallest body of each failure, in at most `budget` requests that are shared fairly. What is
 * found shows in the exchanges like any other; the result says how many requests each took.
 */
export async function shrinkFailures(
  failures: readonly (readonly Failing[])[],
  budget: number,
  { fc, queue, name }: { readonly fc: FastCheck; readonly queue: Queue; readonly name: () => string },
): Promise<Map<string, number>> {
  const tries = new Map<string, number>();
  let left = budget;
  for (const [index, group] of failures.entries()) {
    const [smallest] = [...group].sort((a, b) => sizeOf(a.drawn.draft) - sizeOf(b.drawn.draft));
    if (smallest === undefined) continue;
    const { drawn, requirement, cause } = smallest;
    const share = Math.ceil(left / (failures.length - index));
    let tried = 0;
    const fails = async (draft: Drawn['draft']): Promise<boolean> => {
      tried++;
      const exchange = await queue.send({
        purpose: draft.label,
        sentFor: requirement,
        worth: 1,
        make: () => requestFor({ ...drawn, draft }, name),
      });
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
