import type { Exchange } from '../model/exchange.ts';
import type { QuotaEstimate } from './quota.ts';
import type { UnderWay } from './under-way.ts';

/** How many requests may be under way together. */
export interface SideBySide {
  /** Whether as many are under way as may be in any case. */
  isFull(): boolean;
  /** Whether one more of this operation may go beside those that are under way. */
  hasRoomFor(operation: string): boolean;
  /** Whether one more that is not the key's may go beside the others without it, whose quota is another one. */
  hasRoomWithoutKey(): boolean;
  /** To be called with every exchange. */
  see(exchange: Exchange): void;
  /** From now on requests go one at a time. */
  oneAtATime(): void;
}

export interface SideBySideParts {
  /** So many at most. */
  readonly concurrency: number;
  /** After so many ms a request is given up. */
  readonly timeoutMs: number;
  readonly quota: QuotaEstimate;
  readonly underWay: UnderWay;
  /** Of what is left of the quota, how many requests are left to others. */
  readonly reserved: () => number;
  /** Whether a quota that is used up is known to stop nobody. */
  readonly stopsNobody: () => boolean;
}

/** So many at most while nothing sound tells what is left, or while others are seen to spend it, too. */
const mostInDoubt = 4;
/** In doubt they go one at a time from here on down. */
const lastInDoubt = 10;

/**
 * Twelve in a row tell whether Remaining falls if they take less than ten seconds on the Free plan (reading 3): those that
 * overlap are not in a row.
 */
const soonMs = 2_500;

/** The less is left, the fewer go side by side, so that the request that meets the first 429 goes alone. */
export function createSideBySide(parts: SideBySideParts): SideBySide {
  const { timeoutMs, quota, underWay } = parts;
  let most = parts.concurrency;
  let fastestMs: number | undefined;

  const isFull = () => underWay.all > 0 && underWay.all >= Math.min(most, mostInTime());

  return {
    isFull,
    hasRoomFor(operation) {
      if (underWay.all === 0) return true;
      if (isFull()) return false;
      if (parts.stopsNobody()) return true;
      const left = quota.shown(operation) - parts.reserved();
      if (!quota.isSound(operation)) return underWay.all < mostInDoubt && left > lastInDoubt;
      return staysAhead(left, underWay.all);
    },
    hasRoomWithoutKey() {
      const { withoutKey } = underWay;
      return withoutKey === 0 || staysAhead(quota.leftWithoutKey() - withoutKey, withoutKey);
    },
    see({ outcome, sentAt, readAt }) {
      if (outcome.kind === 'fault') return;
      const ms = readAt - sentAt;
      fastestMs = Math.min(ms, fastestMs ?? ms);
    },
    oneAtATime() {
      most = 1;
    },
  };

  /** As many as even a service that answers one after the other has answered in half of the time they are given, and soon. */
  function mostInTime(): number {
    return fastestMs === undefined ? mostInDoubt : Math.floor(Math.min(timeoutMs / 2, soonMs) / fastestMs);
  }
}

/**
 * Whether, once one more is sent, as many requests are left as are under way, at least: none of them goes beyond the
 * limit then, even if each counts twice, or if others send as many in the meantime.
 */
function staysAhead(left: number, underWay: number): boolean {
  return left - 1 >= underWay + 1;
}
