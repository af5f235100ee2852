import type { ReferenceServerOptions } from '../../reference-server/index.ts';
import { type Statistics, startReferenceServer } from '../../reference-server/index.ts';
import type { Clock } from '../../src/model/clock.ts';
import type { Listener } from '../../src/model/events.ts';
import type { Report } from '../../src/model/report.ts';
import { profileDefaults, type Settings } from '../../src/model/settings.ts';
import { run } from '../../src/run/run.ts';
import { createSharedClock } from './shared-clock.ts';

export const testKey = 'test-Key_0123456789-xyz';

/** Settings as the command would make them, with the defaults of the standard profile. */
export function settingsFor(baseUrl: string, given: Partial<Settings> = {}): Settings {
  return {
    baseUrl,
    key: testKey,
    profile: 'standard',
    seed: 1,
    shrinkRequests: 20,
    timeoutSeconds: 10,
    maxWaitSeconds: 150,
    strict: false,
    failOnAdvisory: false,
    headers: [],
    ...profileDefaults[given.profile ?? 'standard'],
    ...given,
  };
}

export interface Ran {
  readonly report: Report;
  /** What the server itself counted. */
  readonly counted: Statistics;
}

/** Starts a reference server with the given options, runs the kit against it in shared virtual time, and stops it. */
export async function runAgainst(
  options: Partial<ReferenceServerOptions> = {},
  settings: Partial<Settings> = {},
  context: { readonly clock?: Clock; readonly listen?: Listener; readonly signal?: AbortSignal } = {},
): Promise<Ran> {
  const clock = context.clock ?? createSharedClock();
  const server = await startReferenceServer({
    port: 0,
    host: '127.0.0.1',
    keys: [{ key: testKey, plan: 'free' }],
    clock,
    ...options,
  });
  try {
    const report = await run(settingsFor(server.url, settings), { ...context, clock });
    return { report, counted: server.stats() };
  } finally {
    await server.close();
  }
}

/** The ids of the requirements with one of these verdicts. */
export function idsWith(report: Report, ...verdicts: readonly string[]): string[] {
  return report.requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
}
