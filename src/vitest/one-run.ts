import { UsageError } from '../config/messages.ts';
import type { RunOptions } from '../library/options.ts';
import { run } from '../library/run.ts';
import type { Report } from '../report/model/report.ts';
import { definedOnly } from '../text/defined-only.ts';
import { duration } from '../text/layout.ts';
import { logToConsole } from '../text/output.ts';
import { printable, shown } from '../text/shown.ts';
import { type PetStoreSource, serve } from './server.ts';

/** The options of `conformance`: those of `run` except the address, and those of the tests. */
export interface ConformanceOptions extends Omit<RunOptions, 'baseUrl'> {
  /** What the tests are grouped under; `Pet Store Service` by default. */
  readonly name?: string;
  /** Where the interface begins on a server or an app; `/v1` by default. An address has its own path. */
  readonly basePath?: string;
  /** The most seconds that the run may take, with its waits: 1,800 by default. Beyond it, the run is ended and fails. */
  readonly timeLimit?: number;
  /** Gets the report of the run, for example to write it. What it throws fails the test of the run. */
  readonly onReport?: (report: Report) => void | Promise<void>;
}

/** How many seconds a run may take to end: requests in flight are waited for. */
export const graceSeconds = 60;

const longestTimeLimit = 86_400;

/** Reads the options of the tests, apart from those of the run. Throws a UsageError. */
export function readOptions({
  name = 'Pet Store Service',
  timeLimit = 1_800,
  basePath,
  onReport,
  ...options
}: ConformanceOptions) {
  if (!(timeLimit > 0 && timeLimit <= longestTimeLimit))
    throw new UsageError(
      `options.timeLimit takes seconds, above 0 and up to ${longestTimeLimit}: saw ${timeLimit}.`,
    );
  return { name, timeLimitSeconds: timeLimit, options, ...definedOnly({ basePath, onReport }) };
}

interface OneRun extends Omit<ReturnType<typeof readOptions>, 'name'> {
  readonly source: PetStoreSource;
}

/** The outcome of the run of one `conformance()`. */
export type Told =
  | {
      readonly kind: 'report';
      readonly report: Report;
      /** The time limit in seconds, if it ended the run. */
      readonly overTime?: number;
      /** What `onReport` threw. */
      readonly thrown?: { readonly error: unknown };
    }
  | { readonly kind: 'not started'; readonly error: unknown };

/** Makes the one run that all tests of a `conformance` block read their outcomes from. Nothing happens before `begin`. */
export function createOneRun(one: OneRun) {
  const ending = new AbortController();
  let outcome: Promise<Told> = Promise.resolve({
    kind: 'not started',
    error: new Error('Failed to wait for the run: Vitest did not call the hook that starts it.'),
  });
  return {
    /** Starts it; `only` holds patterns of requirement ids, as `--only` does. */
    begin(only: string | undefined): void {
      outcome = runOnce(one, only, ending.signal).catch((error) => ({ kind: 'not started', error }));
    },
    /** Waits for its end, and ends it early once `signal` aborts; never rejects. */
    told(signal: AbortSignal): Promise<Told> {
      signal.addEventListener('abort', () => ending.abort(), { once: true });
      return outcome;
    },
    /** Ends it, and what was started for it. */
    async end(): Promise<void> {
      ending.abort();
      await outcome;
    },
  };
}

async function runOnce(
  { source, basePath, options, timeLimitSeconds, onReport }: OneRun,
  only: string | undefined,
  ended: AbortSignal,
): Promise<Told> {
  const { url, close } = await serve(source, basePath);
  try {
    const late = AbortSignal.timeout(timeLimitSeconds * 1_000);
    const signal = AbortSignal.any([ended, late, ...(options.signal === undefined ? [] : [options.signal])]);
    const running = run({ ...options, ...definedOnly({ only }), baseUrl: url, signal });
    const [report] = await Promise.all([running, tellWaits(running)]);
    const overTime = late.aborted && !report.complete ? timeLimitSeconds : undefined;
    let thrown: { readonly error: unknown } | undefined;
    try {
      await onReport?.(report);
    } catch (error) {
      thrown = { error };
    }
    return { kind: 'report', report, ...definedOnly({ overTime, thrown }) };
  } finally {
    await close();
  }
}

/** Shorter waits are not reported: the next request follows soon. */
const tellFromSeconds = 5;

/** Logs waits, which may take minutes while Vitest's reporters show nothing. */
async function tellWaits(running: ReturnType<typeof run>): Promise<void> {
  for await (const event of running)
    if (event.type === 'waiting' && event.seconds >= tellFromSeconds)
      logToConsole(
        'info',
        shown`petstore-conformance: waiting ${duration(event.seconds)} ${printable(event.reason)}`,
      );
}
