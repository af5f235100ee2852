import { type Settings, shrinkRequestsOf } from '../config/settings.ts';
import type { RequestPlan } from '../report/model/report.ts';
import { mostPolls } from './pacing/away.ts';
import { most429s, mostFillers, mostOfSuspect } from './pacing/proof.ts';

/** The requests of a plan, added up by kind. */
export interface Sum {
  withKey: number;
  withoutKey: number;
  creates: number;
  invalidBodies: number;
  /** Requests that only a violation makes necessary. */
  controls: number;
  /** Requests of the checks that run at the end. */
  atEnd: number;
  /** Requests that wait for the window after the proof. */
  inNextWindow: number;
  /** Requests that remove what custom checks create. */
  cleanups: number;
  /** Custom checks' requests that are sent beyond the limit. */
  beyond: number;
}

/** What the first response shows about the limit. */
export interface KnownLimit {
  readonly limit?: number;
  /** Whether the target serves lists without a Limit header, so that there is no limit to prove. */
  readonly isUnlimited?: boolean;
  /** The maximum number of requests that the run announced before the first response. */
  readonly announced?: number;
}

/**
 * The maximum number of requests to other operations beyond the limit: those that join the GET beyond the limit, and those that
 * test a suspect operation again.
 */
const mostBeyond = (others: number) => 2 * (3 + others) + mostOfSuspect * (1 + others);
/** The maximum number of requests that 429s cost: for each 429, the refused request and the GET after the wait. */
const mostRefused = 2 * most429s;

/** Returns how many plain GETs may be sent to prove the limit: any number while the limit is unknown. */
function mostToProve({ limit, isUnlimited }: KnownLimit): number {
  if (limit === undefined) return isUnlimited === true ? 0 : Number.POSITIVE_INFINITY;
  return mostFillers(limit, true);
}

/**
 * Returns the maxima of a run. Each planned request may need a second request: a retry, or a list after it. A run never exceeds
 * the maxima, because the lane enforces them (`limitTo`, `--max-creates`, `--max-wait`).
 */
export function boundsOf(
  { withKey, withoutKey, creates, invalidBodies, controls, atEnd, beyond: others }: Sum,
  settings: Settings,
  known: KnownLimit,
  proves: boolean,
): Required<Pick<RequestPlan, 'atMost' | 'createsAtMost' | 'waitsAtMost'>> {
  const { maxRequests, maxCreates, maxWaitSeconds } = settings;
  const { announced = maxRequests } = known;
  const toShrink = invalidBodies === 0 ? 0 : shrinkRequestsOf(settings);
  const toProve = proves ? mostToProve(known) : 0;
  const beyond = toProve === 0 ? 0 : mostBeyond(others);
  const added = controls + atEnd + toShrink + toProve + beyond + mostRefused + mostPolls;
  // A creation whose response is cut off is sent again, at most twice, and each attempt may have created something.
  const posts = creates + invalidBodies + withoutKey + controls + toShrink + beyond;
  const atMost = Math.min(maxRequests, announced, 2 * (withKey + withoutKey) + added);
  return { atMost, createsAtMost: Math.min(maxCreates, atMost, 3 * posts), waitsAtMost: maxWaitSeconds };
}
