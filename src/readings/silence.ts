import { isWithKey } from '../exchange/credentials.ts';
import { type Exchange, mayBeAway, metClosedConnection } from '../exchange/exchange.ts';
import { receivedOf } from '../exchange/response.ts';

/** A target that no longer responds. */
export interface Stop {
  /** How many requests failed in a row. */
  readonly count: number;
  /** The requests in flight when the target stopped responding: one of them may be the cause. */
  readonly together: readonly Exchange[];
  /** Whether the target refuses every new connection, which shows that it no longer listens. */
  readonly isRefusing: boolean;
  /** What the kit received for the last of the failed requests. */
  readonly received: string;
  /**
   * How many requests without a valid key were sent before the target stopped, if one of them was the last request that it
   * served.
   */
  readonly afterWithoutKey?: number;
}

/** Tracks the requests since the target last responded. */
export function createSilence() {
  let silent: readonly Exchange[] = [];
  let withoutKey = 0;
  let isLastWithoutKey = false;

  return {
    see(exchange: Exchange): void {
      // A body that ended early may make the target exit, regardless of what the target returned before that.
      if (isSilent(exchange) || exchange.request.framing === 'short') {
        silent = [...silent, exchange];
        return;
      }
      // A response to a request that was already in flight does not show that the target is back.
      if (silent[0] !== undefined && exchange.sentAt < silent[0].readAt) return;
      silent = [];
      isLastWithoutKey = !isWithKey(exchange.request);
      if (isLastWithoutKey) withoutKey++;
    },
    /** Set while the target does not respond. */
    stop(): Stop | undefined {
      const [first] = silent;
      if (first === undefined) return undefined;
      const together = silent.filter(({ sentAt }) => sentAt <= first.readAt);
      const isRefusing = silent.filter((one) => !together.includes(one)).every(wasRefused);
      const afterWithoutKey =
        isLastWithoutKey || !isWithKey(first.request) ? { afterWithoutKey: withoutKey } : {};
      const received = receivedOf(silent.at(-1) ?? first);
      return { count: silent.filter(isSilent).length, together, isRefusing, received, ...afterWithoutKey };
    },
  };
}

/** Checks whether the target may be away. It may also only have closed the connection. */
function isSilent(exchange: Exchange): boolean {
  return mayBeAway(exchange) || metClosedConnection(exchange);
}

/** Checks whether the connection was refused. */
function wasRefused({ outcome }: Exchange): boolean {
  return outcome.kind === 'fault' && outcome.fault.kind === 'refused';
}
