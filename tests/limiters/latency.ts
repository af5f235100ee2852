import type { Change } from '../../reference-server/index.ts';
import type { Settings } from '../../src/config/settings.ts';
import type { RunContext } from '../../src/engine/session.ts';
import type { Clock } from '../../src/exchange/clock.ts';
import type { Plan } from '../../src/spec/operations.ts';
import { runInMemory } from '../support/in-memory.ts';
import { testKey } from '../support/run-against.ts';
import { createRequestLog, logging } from './request-log.ts';
import { createOverlappingClock } from './virtual-clock.ts';

/**
 * Plans and latencies that occur in practice: the plan, the delay of each response, and how long a run may take. Both
 * times are in seconds.
 */
export const ordinary: readonly (readonly [plan: Plan, delay: number, most: number])[] = [
  ['free', 0.15, 150],
  ['free', 1.3, 175],
  ['free', 2.5, 330],
  ['pro', 0.8, 150],
  ['pro', 1.5, 300],
  ['business', 0.3, 150],
  ['business', 0.4, 150],
];

/** Delays each response, as a distant or slow server does. */
function delayedBy(clock: Clock, seconds: number): Change {
  return (parts) => ({
    finish: async (response, visit) => {
      const finished = await parts.finish(response, visit);
      await clock.sleep(seconds * 1_000);
      return finished;
    },
  });
}

/** Runs the kit in virtual time against a server whose responses are delayed. */
export async function runDelayed(
  plan: Plan,
  delay: number,
  changes: readonly Change[] = [],
  settings: Partial<Settings> = {},
  context: Pick<RunContext, 'listen'> = {},
) {
  const clock = createOverlappingClock();
  const log = createRequestLog();
  const { report, counted } = await runInMemory(
    { keys: [{ key: testKey, plan }], change: [...changes, logging(log), delayedBy(clock, delay)] },
    settings,
    { ...context, clock },
  );
  return { report, counted, log, seconds: clock.monotonic() / 1_000 };
}
