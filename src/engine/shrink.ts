import { requestFor, violatedRequirement } from '../../suites/refusing.ts';
import { type Exchange, type GeneratedBody, statusOf } from '../exchange/exchange.ts';
import { causeOf } from '../exchange/response.ts';
import { Stopped } from '../exchange/stopped.ts';
import { type FastCheck, sizeOf } from '../payloads/fault-class.ts';
import { type Generated, shrink } from '../payloads/generate.ts';
import type { SentBodies } from '../readings/outcomes.ts';
import type { Session } from './session.ts';

/** A generated body that the target handled wrongly. */
interface Failing {
  readonly generated: Generated;
  readonly requirement: string;
  readonly cause: string;
}

/**
 * Returns the generated bodies that the target handled wrongly: the smallest for each requirement and cause, in order of first
 * occurrence. Bodies that led to a 5xx or to no response are left out, because the kit does not shrink them.
 */
function failuresAmong(bodies: readonly SentBodies[]): Failing[] {
  const byCause = new Map<string, Failing>();
  for (const { smallest } of bodies) {
    const { generated } = smallest.request;
    // Only bodies that this run generated have a draft, which shrinking needs.
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

/** Checks whether the server failed on a body: it sent a 5xx, or no response. */
function hasFailed(exchange: Exchange): boolean {
  return (statusOf(exchange) ?? 500) >= 500;
}

export type Shrinking = ReturnType<typeof createShrinking>;

/**
 * Searches for the smallest body of each failure with at most `budget` requests, and shows the responses to the readings. A 5xx
 * or a missing response ends the search, because each further body could do lasting harm.
 */
export function createShrinking(session: Session, fc: FastCheck, budget: number) {
  const tries = new Map<string, number>();
  const search = { fc, tries, left: budget };
  const failures = () => failuresAmong(session.readings.bodies.all());
  return {
    /** How many requests the search needed, by signature. */
    tries: tries as ReadonlyMap<string, number>,
    async searchForKit(): Promise<void> {
      const own = failures().filter(({ generated }) => generated.faultClass.added === undefined);
      if (session.readings.creations.lastCreation() !== undefined) await lookForSmaller(session, search, own);
    },
    /** Searches with what is left of the budget. */
    searchForCustom: (): Promise<void> =>
      lookForSmaller(
        session,
        search,
        failures().filter(({ generated }) => generated.faultClass.added !== undefined),
      ),
  };
}

interface Search {
  readonly fc: FastCheck;
  readonly tries: Map<string, number>;
  left: number;
}

async function lookForSmaller(
  { lane, names }: Session,
  search: Search,
  failures: readonly Failing[],
): Promise<void> {
  if (failures.length === 0) return;
  lane.releaseCreates();
  let mayHarm = false;
  for (const [index, { generated, requirement, cause }] of failures.entries()) {
    const share = Math.ceil(search.left / (failures.length - index));
    let tried = 0;
    const fails = async (draft: Generated['draft']): Promise<boolean> => {
      // A smaller body is not worth waiting for.
      if (mayHarm || !lane.mayPostNow()) return false;
      tried++;
      const exchange = await lane.send({
        purpose: draft.label,
        sentFor: requirement,
        priority: 1,
        make: () => requestFor({ ...generated, draft }, names.next),
      });
      mayHarm = hasFailed(exchange);
      return violatedRequirement(exchange) === requirement && causeOf(exchange) === cause;
    };
    try {
      await shrink(search.fc, generated, share, fails);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      return;
    } finally {
      search.left -= tried;
      search.tries.set(`${requirement}: ${cause}`, tried);
    }
  }
}
