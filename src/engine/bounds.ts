import { type Settings, shrinkRequestsOf } from '../config/settings.ts';
import type { RequestPlan } from '../report/model/report.ts';
import { mostPolls } from './pacing/away.ts';
import { most429s, mostFillers, mostOfSuspect } from './pacing/proof.ts';

/** Requests that are added up. */
export interface Sum {
  withKey: number;
  withoutKey: number;
  creates: number;
  invalidBodies: number;
  /** Those that only a violation requires. */
  controls: number;
  /** Those of closing checks. */
  atEnd: number;
  /** Those that wait for the window after the proof. */
  inNextWindow: number;
  /** Those that remove what custom checks create. */
  cleanups: number;
  /** Those of custom checks that go beyond the limit. */
  beyond: number;
}

/** What the first response shows about the limit. */
export interface KnownLimit {
  readonly limit?: number;
  /** Whether the target serves lists without a Limit, so that there is none to prove. */
  readonly isUnlimited?: boolean;
  /** The maximum of requests that was announced before it. */
  readonly announced?: number;
}

/** The most requests of other operations beyond the limit: with its GET, and of an operation that is suspect. */
const mostBeyond = (others: number) => 2 * (3 + others) + mostOfSuspect * (1 + others);
/** The most 429s, each with the GET after its wait. */
const mostRefused = 2 * most429s;

/** Returns how many plain GETs may prove the limit: any number while it is unknown. */
function mostToProve({ limit, isUnlimited }: KnownLimit): number {
  if (limit === undefined) return isUnlimited === true ? 0 : Number.POSITIVE_INFINITY;
  return mostFillers(limit, true);
}

/**
 * Returns the maxima of a run. Each planned request may need another one: a retry, or the list after it. A run never exceeds
 * them, because the lane enforces them (`limitTo`, `--max-creates`, `--max-wait`).
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
  // If the response to a creation is cut off, it is sent again, twice at most.
  const posts = creates + invalidBodies + withoutKey + controls + toShrink + beyond;
  const atMost = Math.min(maxRequests, announced, 2 * (withKey + withoutKey) + added);
  return { atMost, createsAtMost: Math.min(maxCreates, atMost, 3 * posts), waitsAtMost: maxWaitSeconds };
}
