import { type Exchange, hasResponse } from '../exchange/exchange.ts';
import { hasKey } from '../exchange/picks.ts';

/** A request and its retry, twice. */
const faultsUntilStop = 4;
/** Counts faults of requests in flight together as one, because open connections may all be closed at once. */
const momentsUntilStop = 3;

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
  let silent: Exchange[] = [];
  let moments = 0;
  let lastSilenceAt = Number.NEGATIVE_INFINITY;

  return {
    see(exchange: Exchange): void {
      const { sentAt, readAt, overLimit } = exchange;
      const isBroken = hasResponse(exchange) || overLimit || wasCutInBody(exchange);
      // A response to a request that was already in flight does not show that the target is back.
      if (isBroken && silent[0] !== undefined && sentAt < silent[0].readAt) return;
      if (isBroken) {
        silent = [];
        moments = 0;
        return;
      }
      // A gateway may drop the refusals alone, so only requests with the key show that the target is gone.
      if (!hasKey(exchange)) return;
      silent.push(exchange);
      if (sentAt < lastSilenceAt) return;
      moments++;
      lastSilenceAt = readAt;
    },
    /** Set while enough requests in a row, at different times, got no response. */
    stop(): Stop | undefined {
      const [first] = silent;
      if (first === undefined || silent.length < faultsUntilStop || moments < momentsUntilStop)
        return undefined;
      const together = silent.filter(({ sentAt }) => sentAt <= first.readAt);
      const isRefusing = silent.filter((one) => !together.includes(one)).every(wasRefused);
      return { since: first.sentAt, count: silent.length, together, isRefusing };
    },
  };
}

/** Checks whether the response began, so that the target is there. */
function wasCutInBody({ outcome }: Exchange): boolean {
  return outcome.kind === 'fault' && outcome.fault.kind === 'cut' && outcome.fault.status !== undefined;
}

/** Checks whether the connection was refused. */
export function wasRefused({ outcome }: Exchange): boolean {
  return outcome.kind === 'fault' && outcome.fault.kind === 'refused';
}
