import { requestFor, violatedRequirement } from '../../suites/refusing.ts';
import { type Exchange, type GeneratedBody, statusOf } from '../exchange/exchange.ts';
import { causeOf } from '../exchange/response.ts';
import { Stopped } from '../exchange/stopped.ts';
import { type Generated, shrink } from '../payloads/draw.ts';
import { type FastCheck, sizeOf } from '../payloads/fault-class.ts';
import type { SentBodies } from '../readings/outcomes.ts';
import type { Session } from './session.ts';

/** A generated body that the target judged wrongly. */
export interface Failing {
  readonly generated: Generated;
  readonly requirement: string;
  readonly cause: string;
}

/**
 * Finds the generated bodies that the target judged wrongly: of each requirement and cause the smallest, in the order in
 * which the first of each was met. What the service failed at is left out: nothing is shrunk after a 5xx (reading 12).
 */
export function failuresAmong(bodies: readonly SentBodies[]): Failing[] {
  const byCause = new Map<string, Failing>();
  for (const { smallest } of bodies) {
    const { generated } = smallest.request;
    // Only what this run generated carries its payload.
    if (!isGenerated(generated)) continue;
    const requirement = violatedRequirement(smallest);
    if (requirement === undefined || hasFailed(smallest)) continue;
    const cause = causeOf(smallest);
    const key = `${requirement} ${cause}`;
    const known = byCause.get(key);
    if (known === undefined || sizeOf(generated.draft) < sizeOf(known.generated.draft))
      byCause.set(key, { generated, requirement, cause });
  }
  return [...byCause.values()];
}

function isGenerated(body: GeneratedBody | undefined): body is Generated {
  return body !== undefined && 'draft' in body;
}

/** Whether the service itself failed at a body: it returned a 5xx, or nothing. */
function hasFailed(exchange: Exchange): boolean {
  return (statusOf(exchange) ?? 500) >= 500;
}

/**
 * Looks for the smallest body of each failure, in at most `budget` requests that are shared fairly, and returns how many each
 * took, by its signature. What is found shows in the exchanges like any other. A 5xx or no response ends the search: each
 * further body may do harm for good (reading 12).
 */
export async function lookForSmaller(
  { queue, readings, names }: Session,
  fc: FastCheck,
  budget: number,
): Promise<ReadonlyMap<string, number>> {
  const tries = new Map<string, number>();
  const failures = failuresAmong(readings.bodies.all());
  if (failures.length === 0 || readings.creations.lastCreation() === undefined) return tries;
  queue.releaseCreates();
  let left = budget;
  let mayHarm = false;
  for (const [index, { generated, requirement, cause }] of failures.entries()) {
    const share = Math.ceil(left / (failures.length - index));
    let tried = 0;
    const fails = async (draft: Generated['draft']): Promise<boolean> => {
      if (mayHarm) return false;
      tried++;
      const exchange = await queue.send({
        purpose: draft.label,
        sentFor: requirement,
        priority: 1,
        make: () => requestFor({ ...generated, draft }, names.next),
      });
      mayHarm = hasFailed(exchange);
      return violatedRequirement(exchange) === requirement && causeOf(exchange) === cause;
    };
    try {
      await shrink(fc, generated, share, fails);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      return tries;
    } finally {
      left -= tried;
      tries.set(`${requirement}: ${cause}`, tried);
    }
  }
  return tries;
}
