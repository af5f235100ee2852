import {
  type ReferenceServerOptions,
  type Statistics,
  startReferenceServer,
} from '../reference-server/index.ts';
import { defaultSettings, type Settings } from '../src/config/settings.ts';
import { run } from '../src/engine/run.ts';
import type { RunContext } from '../src/engine/session.ts';
import type { Report } from '../src/report/model/report.ts';
import { createSharedClock } from './shared-clock.ts';

/** The key of every trial: upper case, lower case, digits and signs, as long as real ones. It opens nothing else. */
export const trialKey = 'test-Key_0123456789-xyz';

/** The seed of every trial: what the gallery says must not hang on luck. */
const trialSeed = 1;

/** Settings as the command would make them, with the defaults of the profile that is given, or of `standard`. */
export function trialSettings(baseUrl: string, given: Partial<Settings> = {}): Settings {
  return {
    baseUrl,
    key: trialKey,
    ...defaultSettings(given.profile),
    seed: trialSeed,
    headers: [],
    ...given,
  };
}

/** One run of the kit against one server. */
export interface Trial {
  readonly report: Report;
  /** What the server itself counted. */
  readonly counted: Statistics;
}

/**
 * Starts a reference server on a free port of the loopback, runs the kit against it in shared virtual time, and
 * stops it. A clock that is given is shared by both. Rejects where the server cannot be started.
 */
export async function runTrial(
  server: Partial<ReferenceServerOptions> = {},
  settings: Partial<Settings> = {},
  context: RunContext = {},
): Promise<Trial> {
  const clock = context.clock ?? createSharedClock();
  const started = await startReferenceServer({
    port: 0,
    host: '127.0.0.1',
    keys: [{ key: trialKey, plan: 'free' }],
    clock,
    ...server,
  });
  try {
    const report = await run(trialSettings(started.url, settings), { ...context, clock });
    return { report, counted: started.stats() };
  } finally {
    await started.close();
  }
}
