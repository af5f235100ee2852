import { digestOfKnown } from '../exchange/body-digest.ts';
import type { AcceptedFailure, RequirementResult } from '../report/model/report.ts';
import { isOpen } from '../report/model/verdicts.ts';
import { traitsOf } from '../spec/catalog.ts';
import { isAdded, namedOperations, operationTitle } from '../spec/operations.ts';
import type { Tally } from './tally.ts';

/** What a run shows about the requirement of an accepted failure. */
interface Seen {
  readonly tally: Tally;
  /** The verdict without regard to accepted failures. */
  readonly verdict: RequirementResult['verdict'] | undefined;
  /** Digests of the bodies of POSTs that got a response. */
  readonly sentBodies: readonly string[];
  readonly startedEmpty: boolean;
}

/**
 * Checks whether a run repeated what had failed: the same body, or the same form of the Authorization header, sent to the same
 * operation. Only then is an accepted failure no longer needed. Must not be called for a run that did not reach its end. Does
 * not detect whether the same request now fails in another way.
 */
export function isFixed(one: AcceptedFailure, seen: Seen): boolean {
  const { requirement, operation, credential, status, body } = one;
  const { tally, verdict, sentBodies, startedEmpty } = seen;
  if (verdict === undefined) return false;
  // If the requirement was judged only in part, that part must include what failed.
  if (isOpen(verdict) && body === undefined && operation === undefined) return false;
  if (tally.tested === 0 || (one.emptyStore && !startedEmpty)) return false;
  if (body !== undefined) return sentBodies.includes(digestOfKnown(body));
  // The accepted failure does not say which invalid body led to it.
  if (traitsOf(requirement).invalidBodies) return false;
  if (credential !== undefined && !hasForm(tally, operation, credential)) return false;
  return isRightAt(tally, operation, status);
}

function hasForm({ forms }: Tally, operation: string | undefined, credential: string): boolean {
  const some = operation === undefined ? [...forms.values()] : [forms.get(operation)];
  return some.some((one) => one?.credentials.has(credential));
}

const placesOf = [...namedOperations.map(({ title }) => title), operationTitle('elsewhere')];

/** Checks whether the requirement passed at an operation. Some requirements are not about single operations. */
function isRightAt({ alsoCorrect }: Tally, operation: string | undefined, status?: number): boolean {
  const places = [...alsoCorrect.keys()].filter(
    (place) => isAdded(place) || placesOf.some((title) => place.startsWith(`${title} `)),
  );
  const at = operation === undefined ? '' : `${operationTitle(operation)} `;
  const wanted = status === undefined ? '' : `returned ${status}`;
  if (places.length === 0) return status === undefined;
  return places.some((place) => place.startsWith(at) && place.endsWith(wanted));
}
