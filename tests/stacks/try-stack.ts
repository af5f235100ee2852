import type { Settings } from '../../src/config/settings.ts';
import type { Report } from '../../src/report/model/report.ts';
import { idsWith } from '../gallery/judge-row.ts';
import type { Counted, Started } from '../gallery/row.ts';
import { tryRow } from '../gallery/run-row.ts';
import { trialKey } from '../gallery/trial.ts';
import { startRelay } from './relay.ts';
import type { StartStack } from './stack.ts';

/** The number of requests per minute on plan Free. */
const limit = 60;

/** Starts a stack behind a relay that counts requests. The stack's rate-limit window lasts `windowSeconds`. */
export async function startCounted(
  start: StartStack,
  windowSeconds: number,
): Promise<Required<CountedStack>> {
  const stack = await start({ key: trialKey, limit, windowSeconds });
  const relay = await startRelay(stack.url);
  const close = async (): Promise<void> => {
    await relay.close();
    await stack.close();
  };
  return { url: relay.url, counted: relay.passed, close };
}

type CountedStack = Pick<Started, 'url' | 'counted' | 'close'>;

/** What the kit reported about a stack, and what the relay counted. Ids are sorted. */
export interface Tried {
  readonly fails: readonly string[];
  readonly warns: readonly string[];
  readonly report: Report;
  readonly passed: Counted;
}

/**
 * Runs the kit on a stack with the settings of a standard run. By default, it sends one request at a time. No request is
 * then in flight when a 429 arrives, so the count shows every request that is sent while limited.
 */
export async function tryStack(
  start: StartStack,
  windowSeconds: number,
  concurrency = 1,
  settings: Partial<Settings> = {},
): Promise<Tried> {
  const tried = await tryRow(
    { start: () => startCounted(start, windowSeconds), settings: { concurrency } },
    settings,
  );
  if ('skipped' in tried || tried.counted === undefined) throw new Error('the relay of a stack counts');
  const { report, counted } = tried;
  const [fails, warns] = [idsWith(report, 'fail').sort(), idsWith(report, 'warn').sort()];
  return { fails, warns, report, passed: counted };
}
