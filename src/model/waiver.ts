/** A known fault that is accepted until a date. */
export interface Waiver {
  /** The requirement that is broken. */
  readonly requirement: string;
  /** One failure of it, by the signature that the report gives; without it all of them are waived. */
  readonly signature?: string;
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it holds, as YYYY-MM-DD in UTC. */
  readonly expires: string;
  readonly ticket?: string;
}

/**
 * What became of a waiver in a run. `expired`: its day is over. `stale`: what it waives was exercised and is
 * mended. Both fail the run, so that the list can only shrink. `not exercised` decides nothing.
 */
export type WaiverState = 'applied' | 'expired' | 'stale' | 'not exercised';

export interface UsedWaiver extends Waiver {
  readonly state: WaiverState;
}
