import { type Exchange, hasResponse } from '../exchange/exchange.ts';
import { hasKey } from '../exchange/picks.ts';

/** How many requests must fail after the first. Others in flight with it do not count: all connections may be closed at once. */
const laterUntilStop = 3;

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

  return {
    see(exchange: Exchange): void {
      const { sentAt, overLimit } = exchange;
      const isBroken = hasResponse(exchange) || overLimit || wasCutInBody(exchange);
      // A response to a request that was already in flight does not show that the target is back.
      if (isBroken && silent[0] !== undefined && sentAt < silent[0].readAt) return;
      if (isBroken) silent = [];
      // A gateway may drop the refusals alone, so only requests with the key show that the target is gone.
      else if (hasKey(exchange)) silent.push(exchange);
    },
    /** Set while enough requests in a row, one after the other, got no response. */
    stop(): Stop | undefined {
      const [first] = silent;
      const later = silent.filter(({ sentAt }) => first !== undefined && sentAt > first.readAt);
      if (first === undefined || later.length < laterUntilStop) return undefined;
      const together = silent.filter((one) => !later.includes(one));
      return { since: first.sentAt, count: silent.length, together, isRefusing: later.every(wasRefused) };
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
