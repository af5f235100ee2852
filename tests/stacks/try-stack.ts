import type { Counted } from '../../gallery/row.ts';
import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import type { Report } from '../../src/report/model/report.ts';
import { idsWith, settingsFor, testKey } from '../support/run-against.ts';
import { startRelay } from './relay.ts';
import type { StartStack } from './stack.ts';

/** What the kit reported about a stack, and what the relay counted. Ids are sorted. */
export interface Tried {
  readonly fails: readonly string[];
  readonly warns: readonly string[];
  readonly report: Report;
  readonly passed: Counted;
}

/** The requests per minute of plan Free. */
const limit = 60;

/**
 * Starts a stack whose minute lasts `windowSeconds`, runs the kit on it with the settings of a standard run, and
 * stops it. Sends one request at a time by default: none is in flight when a 429 comes, so the count shows any that
 * is sent while limited.
 */
export async function tryStack(
  start: StartStack,
  windowSeconds: number,
  concurrency = 1,
  settings: Partial<Settings> = {},
): Promise<Tried> {
  const stack = await start({ key: testKey, limit, windowSeconds });
  const relay = await startRelay(stack.url);
  try {
    const report = await run(settingsFor(relay.url, { concurrency, ...settings }));
    return {
      fails: idsWith(report, 'fail').sort(),
      warns: idsWith(report, 'warn').sort(),
      report,
      passed: relay.passed(),
    };
  } finally {
    await relay.close();
    await stack.close();
  }
}
