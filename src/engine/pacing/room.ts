import { Stopped } from '../../exchange/stopped.ts';
import { isAdded } from '../../spec/operations.ts';
import type { LaneState } from './lane.ts';
import { bucketOf } from './quota.ts';
import type { Entry } from './requests.ts';

/** A wait for the next window does not count if it is shorter than this, in ms. */
export const longWindowMs = 10_000;

/** How many requests of the last window are reserved for the list after a generated body and for the lists at the end. */
const keptForLists = 4;

/** Returns why a generated body, or the list after it, is not sent: the window after the first one is used up, too. */
export function whyNoRoom(
  { options, windows, quota }: Pick<LaneState, 'options' | 'windows' | 'quota'>,
  { request: { generated, operation }, isOptional = false, purpose }: Entry,
): Stopped | undefined {
  const { settings, exhaust, clock } = options;
  // The most telling kinds of bodies decide whether their requirements are judged, so only --max-wait leaves them out.
  if (!isOptional && generated?.faultClass.isTelling !== false) return undefined;
  // Bodies of custom checks come after all others, when little of the second window is left, so they may use a third one.
  const most = isAdded(operation) ? 3 : 2;
  if (exhaust !== true || settings.profile === 'thorough' || windows < most) return undefined;
  const now = clock.monotonic();
  const { left, availability } = bucketOf(quota, operation, now);
  if (
    left > (generated === undefined ? 0 : keptForLists) ||
    (availability !== undefined && availability.at - now < longWindowMs)
  )
    return undefined;
  const words = `"${generated?.faultClass.fault ?? purpose}" did not fit into ${most === 2 ? 'two' : 'three'} windows of the limit`;
  return new Stopped('no room', words);
}
