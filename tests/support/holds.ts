import { createHolds } from '../../src/engine/pacing/holds.ts';
import type { Exchange, HeaderLine } from '../../src/exchange/exchange.ts';
import { createShedding } from '../../src/readings/shedding.ts';
import { start } from './responses.ts';

/** Creates holds with a clock that is set in seconds, and without jitter unless `random` says otherwise. */
export function holdsAt(random = 0) {
  const time = { seconds: 0 };
  const clock = {
    now: () => (start + time.seconds) * 1000,
    monotonic: () => time.seconds * 1000,
    sleep: async () => {},
  };
  const shedding = createShedding();
  const holds = createHolds(clock, () => random, shedding);
  return {
    time,
    holds,
    /** Shows exchanges to the shedding first, as in a run, and then to the holds. */
    see(...exchanges: readonly Exchange[]): void {
      for (const exchange of exchanges) {
        shedding.see(exchange, { isRepeated: false, isPaced: holds.gap.ms() > 0 });
        holds.see(exchange, false);
      }
    },
  };
}

export const retryAfter = (seconds: number): HeaderLine[] => [['Retry-After', String(seconds)]];
