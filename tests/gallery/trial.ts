import {
  type ReferenceServerOptions,
  type Statistics,
  startReferenceServer,
} from '../../reference-server/index.ts';
import { defaultSettings, type Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import type { RunContext } from '../../src/engine/session.ts';
import type { Report } from '../../src/report/model/report.ts';
import { createSharedClock } from './shared-clock.ts';

/** The key of every trial: letters, digits and punctuation, with the length of a real key. No other server accepts it. */
export const trialKey = 'test-Key_0123456789-xyz';

export const trialKeys = [{ key: trialKey, plan: 'free' }] as const;

/** The seed of every trial. Results of the gallery must not depend on chance. */
const trialSeed = 1;

/** Makes settings as the command does, with the defaults of the given profile or, without one, of `standard`. */
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

/** A run of the kit against one server. */
export interface Trial {
  readonly report: Report;
  /** The server's counts. */
  readonly counted: Statistics;
}

/** Runs the kit against a reference server on loopback, in virtual time that both share. */
export async function runTrial(
  server: Partial<ReferenceServerOptions> = {},
  settings: Partial<Settings> = {},
  context: RunContext = {},
): Promise<Trial> {
  const clock = context.clock ?? createSharedClock();
  const started = await startReferenceServer({
    keys: trialKeys,
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
