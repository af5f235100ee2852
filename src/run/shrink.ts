import { brokenRow } from '../../suites/looks.ts';
import { requestFor } from '../../suites/refused-bodies.ts';
import { causeOf } from '../expect/answer.ts';
import type { Queue } from '../pacing/queue.ts';
import { Stopped } from '../pacing/stopped.ts';
import type { Drawn } from '../payloads/draw.ts';
import type { FastCheck } from '../payloads/fault-class.ts';
import { shrink } from '../payloads/shrink.ts';
import { type Failing, hasFailed } from './failures.ts';

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
