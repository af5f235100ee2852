import { type Exchange, hasResponse } from '../exchange/exchange.ts';
import { hasKey } from '../exchange/picks.ts';

/**
 * How many requests in a row must fail: one and its retry, twice. Those in flight together count once, because a restart may
 * close all connections at the same time.
 */
const faultsUntilStop = 4;

/** A target that no longer responds. */
export interface Stop {
  /** When the first request failed, in ms of the monotonic clock. */
  readonly since: number;
  /** How many requests failed in a row. */
  readonly count: number;
  /** The requests in flight when it stopped: one of them may be the cause. */
  readonly together: readonly Exchange[];
  /** Whether it refuses every new connection, so that it no longer listens. */
  readonly isRefusing: boolean;
}

/** Detects that the target stopped responding. */
export function createSilence() {
  /** Consecutive exchanges without a response. */
  let silent: readonly Exchange[] = [];

  return {
    see(exchange: Exchange): void {
      const isBroken = hasResponse(exchange) || exchange.overLimit || wasCutInBody(exchange);
      // A response to a request that was already in flight does not show that the target is back.
      if (isBroken && silent[0] !== undefined && exchange.sentAt < silent[0].readAt) return;
      if (isBroken) silent = [];
      // A gateway may drop the refusals alone, so only requests with the key show that the target is gone.
      else if (hasKey(exchange)) silent = [...silent, exchange];
    },
    /** Set while enough requests in a row, at different times, got no response. */
    stop(): Stop | undefined {
      const [first] = silent;
      if (first === undefined || countApart(silent) < faultsUntilStop) return undefined;
      const together = silent.filter(({ sentAt }) => sentAt <= first.readAt);
      const isRefusing = silent.filter((one) => !together.includes(one)).every(wasRefused);
      return { since: first.sentAt, count: silent.length, together, isRefusing };
    },
  };
}

/** Counts exchanges that began after the last one that was counted had ended. */
function countApart(exchanges: readonly Exchange[]): number {
  let count = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  for (const { sentAt, readAt } of exchanges) {
    if (sentAt < endedAt) continue;
    count++;
    endedAt = readAt;
  }
  return count;
}

/** Checks whether the response began, so that the target is there. */
function wasCutInBody({ outcome }: Exchange): boolean {
  return outcome.kind === 'fault' && outcome.fault.kind === 'cut' && outcome.fault.status !== undefined;
}

/** Checks whether the connection was refused. */
export function wasRefused({ outcome }: Exchange): boolean {
  return outcome.kind === 'fault' && outcome.fault.kind === 'refused';
}
